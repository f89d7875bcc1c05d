"""The checker: it decides an rropt certificate from its text alone, with the standard library and exact integers.

What a file proves. A mechanism is a matrix P of numbers >= 0 whose columns sum to 1: P_ij is the probability of the answer
(output) i if the truth (input) is j. A demand of privacy limits how much likelier answers may be for one input than for another:
it gives a ratio T and a slack delta, and asks that sum_i max(0, P_ij - T P_il) <= delta for all inputs j != l. (`model/demand.py`
has the other demands.) T, delta and all other numbers may depend on one number t. A certificate claims one sentence about such
matrices, such as "among all mechanisms of this demand the largest trace is 8/5", for one t or for every t of an interval, and
carries evidence for it, such as the prices of a linear program. If the certificate is accepted, the sentence that is printed is a
theorem. The proof stands at the head of the file for this kind of claim. The premises of the proof are conditions, each with an id;
the function `check` of that file asks for them by calling `require`. If the certificate is rejected, one of these conditions does
not hold, and the claim may still be true.

The order in which to read it:
- `judge.py` has `check`.
- `rows/prices.py` has the lemma on prices. Beside it stand three ways to show the inequality of the lemma: `multipliers`,
  `patterns` and `rays`. `on_cone` takes `patterns` or `rays`.
- `functions/` has the objectives, one file each.
- `claims/` has one file for each claim. `claims/prices.py` serves all optima, except the binary variance and the optima of few
  outputs or labels.
- `model/` has mechanisms, demands and conditions. `arithmetic/` has quotients of polynomials and their signs.
- `text/` goes from JSON to values and from values to words. `refusals.py` has the ways of saying no. `command.py` is the program.
- `statements/` serves papers alone, and `explain.py` judges nothing.
- In `limits.py` the functions `spend` and `hold` count work and bytes. All that they do is end a check that asks for too much. So a
  reader who wants to know what an acceptance shows may skip their calls.
- A `--plain` check leaves out `speed.py`, `rows/quickly.py` and each `require_at_patterns`.
SPEC.md, in rropt's folder `certificate`, says all of this without code.

Words.
- The *field* of a certificate describes its *domain*, the set in which t lies. A number is a quotient of polynomials in t, and a
  comparison of numbers holds if it holds at every t of the domain.
- A demand *asks* something of an ordered pair of inputs by a ratio T and a slack delta. The name of what is asked consists of the
  indices of the two inputs, and of the index of the demand if there are several. What is asked is *firm* if its slack is 0. A
  demand is *pure* if it asks the same T of all pairs, without slack.
- The *rows* are those of a mechanism, one for each output. A *pattern* is a row in which every entry is 1 or T.
- If T is asked of the pair of inputs j and l, the *overrun* of a row s is h(s) = max(0, s_j - T s_l). The *multipliers* mu of a
  linear objective stand under the key `excess`, as each of them multiplies a difference s_j - T s_l.
- A *class* is a set of inputs of which any two may be exchanged without a change of the question.
- A *bound* of a number is another number that is shown to be at most, or at least, that number.
- A *place* says where something stands in the file, by a JSON pointer.
- A *condition* of a claim is one that the question puts on the mechanism, in addition to the demand. (The conditions that `require`
  asks for are something else: the evidence has to meet them.)
- *Information* is Fisher's where a variance is meant; it is a number if there are two inputs, else the matrix M. The objective
  called information, however, is the mutual information, in nats.
"""

from .command import main
from .judge import Judgement, check
from .refusals import Overdue

__all__ = ["Judgement", "Overdue", "check", "main"]
