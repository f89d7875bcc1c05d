"""optimal, within: the lemma on prices (rows/prices.py) for every objective on the rows of a mechanism.

Statement: lower <= the largest (or least) value of the objective over the mechanisms of the demand and the conditions <= upper, and
the mechanism given reaches the bound on its side. Evidence: prices; a witness where the objective's f or outer step needs one.

Check: f is built from the objective and the witness; the inequality f <= prices is shown on the cone of the demand, in the way that
the function and the demand allow; so B bounds the sum of f over the rows of every such mechanism, and the outer step of the
objective takes B, and what the mechanism given reaches, to what is claimed. SPEC.md, sections 4 and 7.
"""

from dataclasses import dataclass
from typing import Any

from .. import speed
from ..arithmetic.quotient import ONE, Quotient, constant
from ..functions import OBJECTIVES, objective_of
from ..functions.linear import Linear
from ..functions.outer import Reached, Shape, places
from ..limits import spend
from ..model.condition import Conditions
from ..model.demand import Demand, require_demand
from ..refusals import expect, require
from ..rows.answer import (
    Answer,
    AnswerByOrbits,
    Shown,
    is_by_orbits,
    keys_of,
    read_answer,
    read_answer_by_orbits,
    require_feasible,
    require_feasible_orbits,
    spell_answer,
    spell_answer_by_orbits,
)
from ..rows.multipliers import require_by_multipliers
from ..rows.numbers import Row
from ..rows.orbits import read_classes
from ..rows.patterns import patterns
from ..rows.prices import Asked, Prices, read_prices, require_prices
from ..rows.rays import rays
from ..rows.symmetric import (
    SymmetricMultipliers,
    expect_symmetric,
    is_symmetric,
    read_symmetric,
    require_symmetric,
    symmetric_bound,
)
from ..text.part import Part

# The keys that answer the question or show the answer. `outputs` is not one: a linear objective is about these.
ANSWERS = "value lower upper mechanism orbits classes prices witness"


@dataclass(frozen=True, slots=True)
class Optimum:
    """The answer, the objective with its witness, and the prices."""

    answer: Answer | AnswerByOrbits
    objective: Any
    prices: Prices | SymmetricMultipliers
    shape: Shape

    @property
    def conditions(self) -> Conditions:
        """The conditions beside the demand; a mechanism by orbits has none."""
        return self.answer.conditions if isinstance(self.answer, Answer) else Conditions([], None)


def read(part: Part, claim: str) -> Optimum:
    """The answer, then the objective for its inputs and outputs, then prices of what is asked."""
    orbits = is_by_orbits(part)
    parts = part.take(f"{keys_of(claim, orbits)} prices", "witness" if orbits else "witness classes conditions")
    stated = parts["objective"]
    name = stated.at("name").word(*OBJECTIVES)
    answer: Answer | AnswerByOrbits
    if orbits:
        answer = read_answer_by_orbits(parts)
        shape = Shape(0, answer.orbits.classes, True)
    else:
        answer = read_answer(parts)
        m, k = answer.mechanism.size()
        # rows are tried for what is not linear, so that the classes may be too many
        shape = Shape(
            m, list(range(k)) if OBJECTIVES[name] == "linear" else read_classes(parts.get("classes"), k), False
        )
    objective = objective_of(name, orbits).read(stated, parts.get("witness"), shape)
    is_linear = isinstance(objective, Linear)
    conditions = answer.conditions if isinstance(answer, Answer) else Conditions([], None)
    expect(is_linear or not conditions.items, "conditions go with a linear objective here")
    by_input = OBJECTIVES[name] in ("linear", "prevalence")
    expect(
        orbits or not by_input or "classes" not in parts,
        "a linear objective, and an asymptotic variance, have no classes",
    )
    if is_symmetric(parts["prices"]):
        expect_symmetric(name, answer.demand, len(conditions.items))
        return Optimum(answer, objective, read_symmetric(parts["prices"]), shape)
    prices = read_prices(parts["prices"], len(shape.sizes()), shape.outputs, shape.k, answer.demand, conditions)
    expect(
        is_linear or not prices.excess, f"{parts['prices'].where()} has multipliers of a function that is not linear"
    )
    return Optimum(answer, objective, prices, shape)


def check(claim: Optimum) -> None:
    """The mechanism is one of the demand, f is at most the prices on the cone, and the outer step gives what is claimed."""
    if isinstance(claim.prices, SymmetricMultipliers):
        _check_symmetric(claim, claim.prices)
        return
    if isinstance(claim.answer, AnswerByOrbits):
        from ..functions.by_orbits import ByOrbits

        require_feasible_orbits(claim.answer, of_pairs=isinstance(claim.objective, ByOrbits))
    else:
        require_feasible(claim.answer)
    claim.objective.require_stated()
    require_prices(claim.prices, claim.conditions)
    if isinstance(claim.objective, Linear):
        require_by_multipliers(claim.objective.gains(), claim.prices, claim.answer.demand, claim.conditions)
    else:
        require_on_cone(claim.objective.function(), claim.prices, claim.answer.demand, claim.shape)
    bound = claim.prices.bound(claim.shape.sizes(), claim.conditions)
    for shown in claim.objective.bounds(Reached(claim.answer, claim.shape), bound):
        shown.require_claimed(claim.answer)


def _check_symmetric(claim: Optimum, prices: SymmetricMultipliers) -> None:
    """The same of the trace, where nothing changes as inputs and outputs are relabelled alike."""
    assert isinstance(claim.answer, Answer), "the reader lets no mechanism by orbits pass here"
    k, demand = claim.shape.k, claim.answer.demand
    require_demand(demand)
    value = constant(k) * require_symmetric(claim.answer.mechanism, demand)
    weight = ONE if claim.objective.sense == "max" else -ONE
    bound = symmetric_bound(weight, k, prices, demand)
    least, most = (value, bound) if claim.objective.sense == "max" else (-bound, value)
    Shown(least, most).require_claimed(claim.answer)


def require_on_cone(f: Any, prices: Prices, demand: Demand, shape: Shape) -> None:
    """f(s) <= y s + sum_c z_c h_c(s) on the cone: at patterns under one pure demand, else at rays."""
    if demand.is_pure():
        require(demand.ratio() >= ONE, "ratio-below-one", "a demand with a ratio below 1, whose patterns are others")
        quick = getattr(f, "require_at_patterns", None)
        # the prices of budgets are not looked at: one pure demand of all pairs has none but h = 0 on its cone
        if speed.ENABLED and quick is not None:
            quick(prices.column, demand.ratio())
            return
    _require_at_rows(f, prices, rows_to_try(f, prices, demand, shape))


def rows_to_try(f: Any, prices: Prices, demand: Demand, shape: Shape) -> list[tuple[Row, list[Quotient]]]:
    """The patterns, or the rays, each with its entries by input, which budgets are about; patterns need none."""
    if demand.is_pure():
        # over an interval, but for squares, a larger ratio: it asks for more rows, and is one number, which is enclosed well
        ratio = demand.ratio() if hasattr(f, "require_at_patterns") else demand.largest_ratio()
        return [(row, []) for row in patterns(shape.sizes(), ratio)]
    place = places(shape)
    found = rays(demand, prices, shape.classes)
    return [([(x, 1, c) for x, c in zip(s, place, strict=True)], s) for s in found]


def _require_at_rows(f: Any, prices: Prices, rows: list[tuple[Row, list[Quotient]]]) -> None:
    """f(s) <= y s + sum_c z_c h_c(s) at every row, in the numbers of f."""
    numbers = f.numbers
    column = [numbers.convert(y) for y in prices.column]
    budgets = [(asked, numbers.convert(z)) for asked, z in prices.budgets() if z.num]
    known: dict[tuple[int, int, int], Quotient] = {}
    for triples, row in rows:
        spend(20 * (len(triples) + len(budgets)))
        converted = [(numbers.convert(x), n, c) for x, n, c in triples]
        right = numbers.dot(column, converted)
        excesses = [(z, _excess(asked, row, known)) for asked, z in budgets]
        paid = [(z, numbers.convert(x)) for z, x in excesses if x.num]
        bounded = f.is_at_most(converted, numbers.add(paid, right) if paid else right)
        require(bounded, "price-row", "the function is not shown to be at most the prices at a row")


def _excess(asked: Asked, row: list[Quotient], known: dict[tuple[int, int, int], Quotient]) -> Quotient:
    """h(s), known by the objects that its numbers are: the rows share them, and keep them, so that no other has their identity."""
    key = (id(row[asked.input]), id(row[asked.against]), id(asked.ratio))
    return speed.remember(known, key, lambda: asked.excess(row), 0)


def sentence(claim: Optimum) -> str:
    """What is largest or least, among which mechanisms, and what the mechanism given reaches."""
    aim, meant = claim.objective.aim()
    if isinstance(claim.answer, AnswerByOrbits):
        return spell_answer_by_orbits(claim.answer, aim, claim.objective.sense, meant)
    return f"{spell_answer(claim.answer, aim, claim.objective.sense, claim.objective.free_outputs)}{meant}"
