"""The claims `optimal` and `within` with the keys `most_outputs` and `cases`: a linear optimum over mechanisms with few outputs.

A mechanism gives an output if the row of this output is not 0. Let M be the number at the key `most_outputs`. It is the largest
number of outputs that a mechanism may give.

Statement: lower <= optimum <= upper. The optimum is the largest (or least) value of the objective over the mechanisms that satisfy
the demand and give at most M of the outputs. The certificate names one of these mechanisms. The value of the named mechanism is at
least `lower` if the objective is maximised, and at most `upper` if the objective is minimised. (A mechanism may instead have at
most M answers, each of which counts as one of the outputs. For such mechanisms the optimum is the same, because answers that count
as the same output may be merged without loss.)

Evidence: cases. Each case is a set of outputs, with prices, which are dual variables as in linear programming (rows/prices.py).

Proof. Take a mechanism, and a case that contains all outputs which the mechanism gives. The lemma on prices (rows/prices.py) is
used with its inequality at the outputs of this case alone, as the other rows of the mechanism are 0 and add 0. Let f_i be the
objective's function of the row of output i (functions/linear.py). The lemma bounds the sum of f_i over the rows by the number B of
this case. If every set of M outputs is part of some case, the largest B of all cases bounds the sum for every mechanism of the
statement.

In one situation a single case is enough. Let the objective be a trace sum_i w_i p_ii that is maximised, and let the demand ask the
same of all pairs of inputs. Then one case is enough if its M largest weights are the M largest weights of all outputs. To see this,
take a mechanism that gives M outputs. Order these M outputs by falling weight, and the M outputs of the case with the largest
weights too. Permute the outputs so that each output of the mechanism becomes the output of the case with the same place in the
order. Permute the inputs in the same way, so that each input keeps the index of its output. The permuted mechanism satisfies the
demand too, and no p_ii gets a smaller weight. SPEC.md, sections 7 and 9.14.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb

from ..arithmetic.quotient import Quotient, largest
from ..functions.linear import Linear
from ..functions.outer import Reached
from ..functions.worst import Worst
from ..limits import MOST_LABELS, MOST_RAYS, spend
from ..model.condition import Conditions
from ..refusals import expect, expect_at_most, require
from ..rows.answer import Answer, keys_of, read_answer, require_feasible, spell_claim
from ..rows.classes import Shape
from ..rows.multipliers import require_by_multipliers
from ..rows.prices import Prices, read_prices, require_prices
from ..text.part import Part
from ..text.spelling import spell_by_output, spell_labels
from . import FEW_OUTPUTS, name_of_objective

# `outputs` is not among these keys, as the objective is about the outputs.
ANSWERS = "value lower upper mechanism cases"
NONE = Conditions([], None)


@dataclass(frozen=True, slots=True)
class Case:
    """A set of outputs, and the prices that bound the objective over the mechanisms which give only outputs of this set.

    All cases have the same `objective`, with one exception. If the worst of several objectives is asked for, each case has weights
    of its own for these several objectives.
    """

    outputs: list[int]
    objective: Linear
    prices: Prices


@dataclass(frozen=True, slots=True)
class FewLabels:
    """The claim of an optimum over mechanisms in which at most `most` outputs have a row that is not 0.

    The evidence consists of the cases, each a set of outputs with prices that bound the objective if no other outputs are given.
    """

    most: int
    answer: Answer
    cases: list[Case]


def read(part: Part, claim: str) -> FewLabels:
    """Read the claimed optimum with its mechanism, then the cases.

    Each case is a set of outputs, listed in rising order, with prices. If the objective is the worst of several, each case also has
    a witness, which gives the weights of these several objectives.
    """
    parts = part.take(f"{keys_of(claim)} {FEW_OUTPUTS} cases")
    name = name_of_objective(part, "trace", "weighted trace", "utility", "linear", "worst")
    most = parts[FEW_OUTPUTS].index(MOST_LABELS + 1)
    expect(most > 1, f"{parts[FEW_OUTPUTS].where()} should be 2 or more")
    answer = read_answer(parts, vulnerabilities=True)
    m, k = answer.mechanism.size()
    expect(most < m, f"{parts[FEW_OUTPUTS].where()} should be less than the number of outputs")
    kind: type[Linear] = Worst if name == "worst" else Linear
    shape = Shape(m, list(range(k)), False)
    items = parts["cases"].items()
    expect(len(items) > 0, f"{parts['cases'].where()} has no case")
    cases = []
    for item in items:
        of_case = item.take("outputs prices", "witness")
        outputs = [x.index(m) for x in of_case["outputs"].items()]
        expect(outputs == sorted(set(outputs)), f"{of_case['outputs'].where()} should name different outputs in order")
        objective = kind.read(parts["objective"], of_case.get("witness"), shape)
        prices = read_prices(of_case["prices"], k, len(outputs), k, answer.demand, NONE)
        cases.append(Case(outputs, objective, prices))
    return FewLabels(most, answer, cases)


def check(claim: FewLabels) -> None:
    """Reject unless the mechanism gives at most `most` outputs and satisfies the demand, and the evidence shows the bounds.

    The evidence consists of cases (sets of outputs with prices); they must suffice for every choice of `most` outputs.
    """
    given = sum(not all(x.is_zero() for x in row) for row in claim.answer.mechanism.rows)
    require(given <= claim.most, "few-outputs", "the mechanism gives more outputs than may be given")
    require_feasible(claim.answer)
    bound = largest([_bound(case, claim.answer) for case in claim.cases])
    require(_is_complete(claim), "case-missing", "some outputs that may be given together are together in no case")
    for shown in claim.cases[0].objective.bounds(Reached(claim.answer, shape_of(claim)), bound):
        shown.require_claimed(claim.answer)


def _bound(case: Case, answer: Answer) -> Quotient:
    """Compute the bound B that the prices of a case give for the mechanisms which give only outputs of this case.

    The lemma on prices (rows/prices.py) has an inequality for each output. Reject unless the evidence shows it for the outputs of
    the case, at every row that the demand allows. Reject also if the prices, or the numbers of the objective, are not valid.
    """
    case.objective.require_stated()
    require_prices(case.prices, NONE)
    weights = case.objective.gains()
    require_by_multipliers([weights[i] for i in case.outputs], case.prices, answer.demand, NONE)
    return case.prices.bound([1] * len(answer.inputs), NONE)


def _is_complete(claim: FewLabels) -> bool:
    """Tell whether the cases cover every mechanism of the claim.

    Let M be the largest number of outputs that a mechanism may give. The cases cover every mechanism if every set of M outputs is
    part of a case. One case is enough if three things hold: the objective is a trace that is maximised, the demand asks the same of
    all pairs of inputs, and the M largest weights of this case are the M largest weights of all outputs.
    """
    cases, m = [frozenset(case.outputs) for case in claim.cases], len(claim.answer.outputs)
    objective = claim.cases[0].objective
    is_same_for_all = all(single.common() is not None for single in claim.answer.demand.singles())
    is_trace = objective.stated.name in ("trace", "weighted trace") and not isinstance(objective, Worst)
    if is_same_for_all and is_trace and objective.sense == "max":
        weights = [row[i] for i, row in enumerate(objective.weights)]
        if any(_has_largest(case, weights, claim.most) for case in cases):
            return True
    # also for such a trace: the weights of a case may be the largest at some t alone, while the cases hold every set of M outputs
    expect_at_most(comb(m, claim.most), MOST_RAYS, "sets of outputs")
    for chosen in combinations(range(m), claim.most):
        spend(4 + claim.most * len(cases))
        if not any(case.issuperset(chosen) for case in cases):
            return False
    return True


def _has_largest(case: frozenset[int], weights: list[Quotient], most: int) -> bool:
    """Tell whether, at every t, the `most` largest weights of the case (a set of outputs) are the `most` largest of all weights.

    For each output of the case, count how many of all weights may be larger than its own weight at some t. Sort these counts in
    rising order. The answer is yes if there are at least `most` counts, and if the first of them is 0, the second at most 1, the
    third at most 2, and so on up to number `most`.
    """
    spend(20 * len(case) * len(weights))
    larger = sorted(sum(not x <= weights[i] for x in weights) for i in case)
    return len(larger) >= most and all(n <= j for j, n in enumerate(larger[:most]))


def shape_of(claim: FewLabels) -> Shape:
    """Describe the rows of the mechanism: the number of outputs, and for each input the class of inputs to which it belongs.

    Inputs of one class may be exchanged. Here each input is a class of its own, so that no inputs may be exchanged.
    """
    m, k = claim.answer.mechanism.size()
    return Shape(m, list(range(k)), False)


def sentence(claim: FewLabels) -> str:
    """State in words the bounds on the optimum, how many outputs are given, and what the named mechanism reaches."""
    objective, outputs = claim.cases[0].objective, spell_labels(claim.answer.outputs, "output")
    aim, meant = objective.aim()
    rivals = f"{outputs}, of which at most {claim.most} are ever given,"
    mechanism = f"the mechanism {spell_by_output(claim.answer.mechanism)}"
    return f"{spell_claim(claim.answer, aim, objective.sense, rivals, '', mechanism)}{meant}"
