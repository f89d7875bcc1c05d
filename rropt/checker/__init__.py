"""The judge: decides an rropt certificate from its text alone, with the standard library and exact integers.

What a file proves. A mechanism is a matrix P of numbers >= 0 whose columns sum to 1: P_ij is the probability of the answer
(output) i where the truth (input) is j. A demand of privacy says how much likelier answers may be for one input than for another:
with a ratio T and a slack delta, sum_i max(0, P_ij - T P_il) <= delta for all inputs j != l. A certificate claims one sentence
about such matrices, such as "among all mechanisms of this demand the largest trace is 8/5", for one number t or for every t of an
interval, and carries evidence for it, such as the prices of a linear program. Where it is accepted, the sentence that is printed
is a theorem: the head of its claim's file has the proof, and its premises are what `check` of that file asks for by `require`,
each with an id. Where it is rejected, one of these does not hold, and nothing is said of whether the claim is true.

To read it in one sitting: `judge.py` has `check`; `rows/prices.py` has the lemma on prices, and beside it stand the three ways to
show its inequality (`multipliers`, `patterns`, `rays`; `on_cone` takes one of the last two); `functions/` has the objectives, one
file each; `claims/` has one file a claim, of which `prices.py` is that of all optima but one; `model/` has mechanisms, demands and
conditions; `arithmetic/` has quotients of polynomials and their signs; `text/` goes from JSON to values and from values to words;
`statements/` serves papers alone, and `explain.py` judges nothing. `limits.py` bounds what a file may ask for: `spend` and `hold`
count work and bytes, and do nothing but end a check that asks for too much, so that whoever asks what an acceptance shows reads
past them. `refusals.py` has the ways of saying no; a `--plain` check leaves out `speed.py` and `rows/quickly.py`; `command.py` is
the program. SPEC.md, in rropt's folder `certificate`, says the same without code.

Words. The field of a certificate describes a domain, where t lies; a number is a quotient of polynomials in t, and a comparison
holds if it holds at every t of the domain. What is asked of an ordered pair of inputs is a ratio T and a slack delta; its name has
the indices of the two, and what has no slack is firm; a demand is pure if it is one T for all pairs, without slack. A bound is what
a number is at least or at most. The overrun of a row is h(s) = max(0, s_j - T s_l); the multipliers mu of a linear objective are
under the key `excess`, as each multiplies s_j - T s_l. Rows are those of a mechanism, one for each output; a pattern is a row of 1
and T alone. A class is a set of inputs of which any two may be exchanged without a change of the question. A place is where
something stands in the file (a JSON pointer). A condition is one that the question puts on the mechanism beside the demand; what
else has to hold is asked for by `require`. Information is Fisher's where a variance is spoken of (a number of two inputs, else the
matrix M), and as an objective the mutual one, in nats.
"""

from .command import main
from .judge import Judgement, check
from .refusals import Overdue

__all__ = ["Judgement", "Overdue", "check", "main"]
