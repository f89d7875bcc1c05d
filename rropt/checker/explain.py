"""What a reader would do by hand for a small certificate on prices: the cone, the budgets, the function, the rows, the sum.

It judges nothing: `check` does. SPEC.md, section 4.
"""

from collections.abc import Iterator
from typing import Any

from .arithmetic.interval import UNIT
from .arithmetic.quotient import ZERO, Quotient, total
from .claims import Certificate, infeasible, pieces, prices
from .functions.linear import Linear
from .limits import BUDGET, MOST_SPACE, MOST_WORK, Budget
from .refusals import Malformed, Rejected
from .rows.multipliers import left_of_prices
from .rows.numbers import Exact, Row
from .rows.prices import Asked, Prices
from .rows.symmetric import SymmetricMultipliers
from .text.decimals import LONG_DIGITS, SHORT_DIGITS, spell_decimal
from .text.spelling import TooLong, spell_list, spell_number

# So many rows are shown.
MOST_ROWS = 100


def explain(certificate: Certificate) -> Iterator[str]:
    """Tell line by line what the lemma asks for; of other claims, only that they are no instance of it."""
    BUDGET.set(Budget(MOST_WORK, MOST_SPACE))
    claim = certificate.claim
    if certificate.kind is pieces:
        for n, piece in enumerate(claim.claims, 1):
            yield f"piece {n}"
            yield from explain(piece)
    elif certificate.kind is prices:
        yield from _explain_optimum(claim)
    elif certificate.kind is infeasible:
        yield from _explain_infeasible(claim)
    else:
        yield "this claim is no instance of the lemma on prices"


def _explain_optimum(claim: Any) -> Iterator[str]:
    """The lemma of an optimum."""
    yield f"demand: {claim.answer.demand.words()}"
    yield f"objective: {claim.objective.aim()[0]}"
    if isinstance(claim.prices, SymmetricMultipliers):
        p = claim.prices
        yield "way: multipliers, the same for all inputs and pairs (the trace by symmetry)"
        yield f"prices: column {_say(p.column)}, budget {_say(p.pair)}, excess {_say(p.excess)}"
        return
    yield from _explain_prices(claim.prices, claim.shape.sizes(), claim.conditions)
    if isinstance(claim.objective, Linear):
        yield from _explain_multipliers(claim.objective.gains(), claim.prices, claim.conditions)
    else:
        yield from _explain_rows(claim)
    if claim.objective.outer:
        yield f"outer step: {claim.objective.outer}"


def _explain_infeasible(claim: Any) -> Iterator[str]:
    """The lemma of what is not there."""
    yield f"demand: {claim.demand.words()}"
    yield from _explain_prices(claim.prices, [1] * len(claim.inputs), claim.conditions)
    yield from _explain_multipliers(infeasible.weights_of(claim), claim.prices, claim.conditions)
    yield f"required: at least {_say(infeasible.required_of(claim))}, which B is to be less than"


def _explain_prices(given: Prices, sizes: list[int], conditions: Any) -> Iterator[str]:
    """y, z and u with what each costs, and B."""
    yield f"prices of the columns: {_list(given.column)}"
    for asked, z in given.budgets():
        yield f"budget {_name(asked)}: slack {_say(asked.slack)}, price {_say(z)}"
    for n, (u, condition) in enumerate(zip(given.condition, conditions.items, strict=True)):
        yield f"condition {n}: {condition.words()}, price {_say(u)}"
    yield f"B = {_say(given.bound(sizes, conditions))}"


def _explain_multipliers(weights: list[list[Quotient]], given: Prices, conditions: Any) -> Iterator[str]:
    """What is left of each output's weights when everything is paid."""
    yield "way: multipliers; of each output W - u a - mu (e_j - T e_l), less y:"
    for i, row in enumerate(left_of_prices(weights, given, conditions)[:MOST_ROWS]):
        yield f"  output {i}: {_list([w - y for w, y in zip(row, given.column, strict=True)])}"


def _explain_rows(claim: Any) -> Iterator[str]:
    """The rows that are tried, with both sides."""
    demand, shape, f = claim.answer.demand, claim.shape, claim.objective.function()
    rows, budgets = prices.rows_to_try(f, claim.prices, demand, shape), claim.prices.budgets()
    yield (
        f"way: patterns, {len(rows)} of them, one of each orbit"
        if demand.is_pure()
        else f"way: rays, {len(rows)} of them"
    )
    for row, entries_by_input in rows[:MOST_ROWS]:
        paid = total([ZERO, *(z * b.excess(entries_by_input) for b, z in budgets)])
        entries = ", ".join(_say(x) if n == 1 else f"{n} times {_say(x)}" for x, n, _ in row)
        right = Exact().dot(claim.prices.column, row)
        budget = f", sum z h = {_say(paid)}" if paid.num else ""
        yield f"  ({entries}): {_say_value(f, row, total([right, paid]))}, y s = {_say(right)}{budget}"
    if len(rows) > MOST_ROWS:
        yield f"  and {len(rows) - MOST_ROWS} more"


def _say_value(f: Any, row: Row, right: Quotient) -> str:
    """f at a row: a number, or where it is enclosed a decimal that it does not exceed, and by how much the prices exceed it."""
    try:
        if isinstance(f.numbers, Exact):
            return f"f = {_say(f.value(row))}"
        _, high = f.value([(f.numbers.convert(x), n, c) for x, n, c in row])
        spare = spell_decimal((f.numbers.convert(right)[0] - high, UNIT), SHORT_DIGITS, -1)
        return f"f <= {spell_decimal((high, UNIT), LONG_DIGITS, 1)}, {spare} to spare"
    except Rejected as refusal:
        return str(refusal)


def _name(asked: Asked) -> str:
    """For example: input 0 against 1 at most T = 3."""
    return f"input {asked.input} against {asked.against} at most T = {_say(asked.ratio)}"


def _say(x: Quotient) -> str:
    """A number, or that it is long."""
    try:
        return spell_number(x)
    except (TooLong, Malformed):
        return "(a long number)"


def _list(numbers: list[Quotient]) -> str:
    """Several numbers."""
    try:
        return spell_list(numbers)
    except TooLong:
        return f"[{', '.join(map(_say, numbers[:MOST_ROWS]))}]"
