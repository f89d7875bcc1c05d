"""optimal, within: bounds on the optimum of an objective, shown by the lemma on prices (rows/prices.py).

Statement: lower <= optimum <= upper. The optimum is the largest (or least) value of the objective over the mechanisms that satisfy
the demand and the conditions. The certificate gives one of these mechanisms. The value of the mechanism given is at least `lower`
if the objective is maximised, and at most `upper` if the objective is minimised.
Evidence: prices, which are dual variables of a linear program. Some objectives also need a witness, which has further numbers for
the steps of the proof.

Proof. The objective and the witness give a function f of a row; f may also depend on the row's output. The prices give a number B.
Let the cone be the set of all rows s >= 0 that satisfy every inequality which the demand asks of each single row. The checker shows
the inequality of the lemma for all rows in the cone, in a way that depends on f and on the demand. Then, by the lemma, the sum of f
over the rows is at most B for every mechanism that satisfies the demand and the conditions.
The outer step of the objective (functions/__init__.py) turns B into a bound on the optimum. This is an upper bound if the objective
is maximised, else a lower bound. The value of the mechanism given is the bound on the other side. The claim has to follow from
these two bounds. SPEC.md, sections 4 and 7.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..functions import OBJECTIVES, OF_ENTRIES, OF_SPLIT_ROWS, objective_of
from ..functions.linear import Linear
from ..functions.outer import Reached
from ..model.condition import Conditions
from ..refusals import expect
from ..rows.answer import (
    Answer,
    is_by_orbits,
    keys_of,
    read_answer,
    require_feasible,
    spell_answer,
)
from ..rows.classes import Shape, read_classes
from ..rows.multipliers import require_by_multipliers
from ..rows.prices import Prices, columns_of_outputs, is_symmetric, read_prices, require_prices
from ..text.part import Part

# Modules that a linear objective with a mechanism by rows does not need are imported where they are used.
if TYPE_CHECKING:
    from ..rows.answer_by_orbits import AnswerByOrbits
    from ..rows.symmetric import SymmetricMultipliers

# `outputs` is not among these keys, as a linear objective is about the outputs.
ANSWERS = "value lower upper mechanism orbits classes prices witness"


@dataclass(frozen=True, slots=True)
class Optimum:
    """The claim: the optimum of an objective lies between two bounds.

    `answer` has the two bounds and a mechanism, whose value proves one of them. `prices` are dual variables, which prove the other
    bound. `objective` is the objective, with further evidence if it needs more. `shape` has the sizes of the mechanism and the
    classes of its inputs. Inputs of one class may be exchanged.
    """

    answer: "Answer | AnswerByOrbits"
    objective: Any
    prices: "Prices | SymmetricMultipliers"
    shape: Shape

    @property
    def conditions(self) -> Conditions:
        """The linear conditions that mechanisms must meet besides the demand; a mechanism given by orbits has no conditions."""
        return self.answer.conditions if isinstance(self.answer, Answer) else Conditions([], None)


def read(part: Part, claim: str) -> Optimum:
    """Read the claimed bounds with the mechanism, then the objective, then the prices; all must fit the sizes of the mechanism."""
    orbits = is_by_orbits(part)
    parts = part.take(f"{keys_of(claim, orbits)} prices", "witness" if orbits else "witness classes conditions")
    stated = parts["objective"]
    name = stated.at("name").word(*OBJECTIVES)
    answer: Answer | AnswerByOrbits
    if orbits:
        from ..rows.answer_by_orbits import read_answer_by_orbits

        answer = read_answer_by_orbits(parts)
        shape = Shape(0, answer.orbits.classes, True)
    else:
        answer = read_answer(parts, vulnerabilities=True)
        m, k = answer.mechanism.size()
        # `read_classes` limits the number of orbits, because an objective that is not linear tries one row for each
        classes = list(range(k)) if OBJECTIVES[name] in OF_ENTRIES else read_classes(parts.get("classes"), k)
        shape = Shape(m, classes, False)
    objective = objective_of(name, orbits).read(stated, parts.get("witness"), shape)
    is_linear = isinstance(objective, Linear)
    conditions = answer.conditions if isinstance(answer, Answer) else Conditions([], None)
    split = is_linear or (OBJECTIVES[name] in OF_SPLIT_ROWS and "classes" not in parts)
    expect(
        split or not conditions.items,
        "conditions go with every objective but an asymptotic variance, and without classes with those that are not linear",
    )
    guesses = all(vulnerability.gains is None for vulnerability in answer.demand.vulnerabilities().values())
    if not (is_linear or guesses):
        from ..rows.planes import MOST_INPUTS

        expect(
            shape.k <= MOST_INPUTS and part.domain.is_point(),
            f"a vulnerability with gains goes with a linear objective, or at one t with at most {MOST_INPUTS} inputs",
        )
    by_input = OBJECTIVES[name] in (*OF_ENTRIES, "prevalence")
    expect(
        orbits or not by_input or "classes" not in parts,
        "a linear objective, and an asymptotic variance, have no classes",
    )
    if is_symmetric(parts["prices"]):
        from ..rows.symmetric import expect_symmetric, read_symmetric

        expect_symmetric(name, answer.demand, len(conditions.items))
        return Optimum(answer, objective, read_symmetric(parts["prices"]), shape)
    prices = read_prices(parts["prices"], len(shape.sizes()), shape.outputs, shape.k, answer.demand, conditions)
    expect(
        is_linear or not prices.multipliers,
        f"{parts['prices'].where()} has multipliers of a function that is not linear",
    )
    return Optimum(answer, objective, prices, shape)


def check(claim: Optimum) -> None:
    """Reject unless the mechanism satisfies the demand and the conditions, and the claimed bounds follow from it and the prices.

    The objective has a function of a row. The prices bound the sum of this function over the rows, for every mechanism that
    satisfies the demand and the conditions. The objective turns this bound and the mechanism given into bounds on the optimum.
    """
    if not isinstance(claim.prices, Prices):
        from ..rows.symmetric import shown_by_symmetry

        assert isinstance(claim.answer, Answer), "the reader lets no mechanism by orbits pass here"
        shown_by_symmetry(claim.answer, claim.objective.sense, claim.prices).require_claimed(claim.answer)
        return
    _require_feasible(claim)
    claim.objective.require_stated()
    require_prices(claim.prices, claim.conditions)
    if isinstance(claim.objective, Linear):
        require_by_multipliers(claim.objective.gains(), claim.prices, claim.answer.demand, claim.conditions)
    else:
        from ..rows.on_cone import require_on_cone

        # all outputs have one f, but the right side of the inequality has the prices of the conditions that name the output
        for _, column in columns_of_outputs(claim.prices, claim.conditions, claim.shape.outputs):
            paid = replace(claim.prices, column=column)
            require_on_cone(claim.objective.function(), paid, claim.answer.demand, claim.shape)
    bound = claim.prices.bound(claim.shape.sizes(), claim.conditions)
    for shown in claim.objective.bounds(Reached(claim.answer, claim.shape), bound):
        shown.require_claimed(claim.answer)


def _require_feasible(claim: Optimum) -> None:
    """Reject unless the claim gives a valid mechanism that satisfies the demand.

    If the mechanism is given by its rows, and not by orbits (rows/orbits.py), it must also satisfy the conditions.
    """
    if isinstance(claim.answer, Answer):
        require_feasible(claim.answer)
        return
    from ..functions.by_orbits import ByOrbits
    from ..rows.answer_by_orbits import require_feasible_orbits

    require_feasible_orbits(claim.answer, of_pairs=isinstance(claim.objective, ByOrbits))


def sentence(claim: Optimum) -> str:
    """State in words the bounds on the optimum, the mechanisms over which it is taken, and the mechanism that reaches a bound."""
    aim, meant = claim.objective.aim()
    if isinstance(claim.answer, Answer):
        return f"{spell_answer(claim.answer, aim, claim.objective.sense, claim.objective.free_outputs)}{meant}"
    from ..rows.answer_by_orbits import spell_answer_by_orbits

    return spell_answer_by_orbits(claim.answer, aim, claim.objective.sense, meant)
