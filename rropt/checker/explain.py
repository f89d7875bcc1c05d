"""Explains, step by step, how a reader can check a small certificate by hand; nothing here judges a certificate.

Explained are claims shown by prices (dual variables) or about few outputs. The letters y, z, u, mu, f, h and B: SPEC.md, section 4.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from .arithmetic.interval import UNIT
from .arithmetic.quotient import ONE, ZERO, Quotient, constant, dot, largest, smallest, total
from .claims import Certificate, few_labels, few_outputs, infeasible, pieces, prices
from .functions.linear import FORMULA, Linear
from .functions.outer import Reached
from .functions.sums import rows_of
from .limits import BUDGET, MOST_SPACE, MOST_WORK, Budget
from .model.demand import Demand, Name
from .model.mechanism import Rows
from .model.vulnerability import Vulnerability
from .refusals import Malformed, Rejected
from .rows.classes import Shape, members_of
from .rows.multipliers import left_of_prices
from .rows.numbers import Exact, Row
from .rows.on_cone import rows_to_try
from .rows.orbits import InvariantMatrix
from .rows.prices import Asked, Prices, columns_of_outputs
from .rows.symmetric import SymmetricMultipliers, symmetric_bound
from .text.decimals import LONG_DIGITS, SHORT_DIGITS, enclose_ratio, spell_decimal
from .text.spelling import TooLong, spell, spell_number

# The most rows, pairs or numbers of one kind that are shown.
MOST_SHOWN = 100
# The most characters of a number that is shown exactly; a longer one is shown by decimals.
LONGEST = 40


def explain(certificate: Certificate) -> Iterator[str]:
    """Give lines that explain a claim shown by prices (dual variables) or about few outputs; one line for any other claim."""
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
    elif certificate.kind is few_labels:
        yield from _explain_cases(claim)
    elif certificate.kind is few_outputs:
        yield from _explain_few(claim)
    else:
        yield "this claim is no instance of the lemma on prices"


def _explain_optimum(claim: Any) -> Iterator[str]:
    """Explain a claim about an optimum whose bound is proved by prices (dual variables)."""
    yield from _explain_demand(claim.answer.demand, claim.shape.classes)
    yield from _explain_objective(claim.objective)
    if isinstance(claim.prices, SymmetricMultipliers):
        yield from _explain_symmetric(claim, claim.prices)
    elif isinstance(claim.objective, Linear):
        gains = claim.objective.gains()
        if claim.objective.sense == "min":
            yield "  W is the negative of the weights, as the objective is minimised"
        yield from _first((f"  W_{i} = {_list(row)}" for i, row in enumerate(gains)), len(gains))
        yield from _explain_prices(claim.prices, claim.shape.sizes(), claim.conditions)
        yield from _explain_multipliers(gains, claim.prices, claim.answer.demand, claim.conditions)
        of_rows = [dot(w, row) for w, row in zip(gains, claim.answer.mechanism.rows, strict=True)]
        yield f"sum of f over the mechanism's rows: {_sum(of_rows)} = {_say(total(of_rows))}, to be at most B"
    else:
        yield from _explain_prices(claim.prices, claim.shape.sizes(), claim.conditions)
        yield from _explain_rows(claim)
        yield from _explain_sum(claim.objective.function(), rows_of(Reached(claim.answer, claim.shape)))
    yield from _explain_outer_step(claim.objective, claim.answer, claim.shape, _bound_of(claim))


def _bound_of(claim: Any) -> Quotient:
    """Compute the upper bound that the prices (dual variables) give on the sum of the objective's function over the rows."""
    if isinstance(claim.prices, SymmetricMultipliers):
        weight = ONE if claim.objective.sense == "max" else -ONE
        return symmetric_bound(weight, claim.shape.k, claim.prices, claim.answer.demand)
    given: Prices = claim.prices
    return given.bound(claim.shape.sizes(), claim.conditions)


def _explain_infeasible(claim: Any) -> Iterator[str]:
    """Explain the claim that no mechanism satisfies the demand, the conditions, and the requirement if there is one."""
    weights, required = infeasible.weights_of(claim), infeasible.required_of(claim)
    yield from _explain_demand(claim.demand, list(range(len(claim.inputs))))
    if claim.requirement is None:
        yield "f(s) = 0"
    else:
        yield f"f(s) = {FORMULA}"
        yield from _first((f"  W_{i} = {_list(row)}" for i, row in enumerate(weights)), len(weights))
    yield from _explain_prices(claim.prices, [1] * len(claim.inputs), claim.conditions)
    yield from _explain_multipliers(weights, claim.prices, claim.demand, claim.conditions)
    yield f"required: the sum of f over the rows of a mechanism is at least {_say(required)}, which B is to be less than"


def _explain_few(claim: Any) -> Iterator[str]:
    """Explain a claim about mechanisms with few outputs. If it has no prices, show the bound that the checker computes itself."""
    if claim.by_prices is not None:
        yield f"what bounds the value for any number of outputs bounds it for at most {claim.most}"
        yield from _explain_optimum(claim.by_prices)
        return
    yield from _explain_demand(claim.answer.demand, claim.shape.classes)
    yield from _explain_objective(claim.objective)
    bound = few_outputs.largest_sum(claim)
    yield f"way: the largest sum of f over the rows of {claim.most} outputs, at the vertices that the demand has"
    yield f"B = {_say(bound)}"
    yield from _explain_sum(claim.objective.function(), rows_of(Reached(claim.answer, claim.shape)))
    yield from _explain_outer_step(claim.objective, claim.answer, claim.shape, bound)


def _explain_objective(objective: Any) -> Iterator[str]:
    """Explain which optimum is sought, the function f of a row, and the numbers in f."""
    yield f"objective: {objective.aim()[0]}"
    yield f"f(s) = {objective.formula}"
    for name, numbers in objective.named():
        yield f"  {name} = {_spell(numbers)}"


def _explain_cases(claim: Any) -> Iterator[str]:
    """Explain, case by case, a claim about mechanisms that give few of their outputs; a case is a set of outputs and prices."""
    answer, shape = claim.answer, few_labels.shape_of(claim)
    yield from _explain_demand(answer.demand, shape.classes)
    bounds = []
    for n, case in enumerate(claim.cases):
        yield f"case {n}: the mechanisms that give no outputs but {', '.join(map(str, case.outputs))}"
        yield from _explain_objective(case.objective)
        gains = [case.objective.gains()[i] for i in case.outputs]
        yield from _first((f"  W_{i} = {_list(row)}" for i, row in zip(case.outputs, gains, strict=True)), len(gains))
        yield from _explain_prices(case.prices, shape.sizes(), few_labels.NONE)
        yield from _explain_multipliers(gains, case.prices, answer.demand, few_labels.NONE, case.outputs)
        bounds.append(case.prices.bound(shape.sizes(), few_labels.NONE))
    yield f"every {claim.most} outputs are to be part of a case, or no better than some that are"
    yield f"B = {_say(largest(bounds))}, the largest of the cases"
    yield from _explain_outer_step(claim.cases[0].objective, answer, shape, largest(bounds))


def _explain_demand(demand: Demand, classes: list[int]) -> Iterator[str]:
    """Explain what the demand asks of each row and of sums over all rows. `classes` says which inputs may be exchanged."""
    yield f"demand: {demand.words()}"
    cone, budgets = [], []
    for single in demand.singles():
        if single.vulnerability is not None:
            most = _say(single.vulnerability.at_most.number)
            budgets.append(f"budget: the sum over the rows of {_largest_plane(single.vulnerability)} is at most {most}")
            continue
        if len(classes) == 1:
            continue  # one input has no pairs
        if single.by_pair is None:
            ratio, where = "T", f" for all inputs j and l, T = {_say(single.ratio())}"
            asked = [("j", "l", ratio, where, single.delta())]
        else:
            table = single.by_pair.table.items()
            asked = [(str(j), str(n), f"({_say(ratio)})", "", delta) for (j, n), (ratio, delta) in table]
        for j, against, ratio, where, delta in asked:
            if delta.is_zero():
                cone.append(f"s_{j} <= {ratio} s_{against}{where}")
            else:
                excess = f"max(0, s_{j} - {ratio} s_{against})"
                budgets.append(f"budget: the sum over the rows of {excess} is at most {_say(delta)}{where}")
    shown = "; ".join(_first(iter(cone), len(cone)))
    none = ", as one input has no pairs" if len(classes) == 1 else ""
    yield f"cone: all rows s >= 0 with {shown}" if cone else f"cone: all rows s >= 0{none}"
    yield from _first(iter(budgets), len(budgets))
    if len(set(classes)) < len(classes):
        members = " | ".join(", ".join(map(str, inputs)) for inputs in members_of(classes))
        yield f"classes of inputs, which may be exchanged: {members}; prices and rows are by class"


def _largest_plane(vulnerability: Vulnerability) -> str:
    """Write as text the gain of a guesser's best action from a row s, for example max(1/3 s_0, 2/3 s_1)."""
    planes = []
    for a in range(vulnerability.actions()):
        terms = [f"{_bracket(g)} s_{j}" for j, g in enumerate(vulnerability.plane(a)) if g.num]
        planes.append(" + ".join(_first(iter(terms), len(terms))) or "0")
    return f"max({', '.join(_first(iter(planes), len(planes)))})"


def _explain_symmetric(claim: Any, given: SymmetricMultipliers) -> Iterator[str]:
    """Explain the bound on a trace, if the prices (dual variables) are the same for all inputs and for all pairs of inputs."""
    k, demand, x = claim.shape.k, claim.answer.demand, given.multiplier
    weight = ONE if claim.objective.sense == "max" else -ONE
    yield f"  W = {_say(weight)} where the output is the input, else 0"
    yield "way: multipliers, the same for all inputs and pairs (the trace by symmetry)"
    yield f"prices: column y = {_say(given.column)}, budget z = {_say(given.pair)}, excess x = {_say(x)}"
    yield f"  W <= y + (k - 1) x: {_say(weight)} <= {_say(given.column + constant(k - 1) * x)}"
    yield f"  0 <= y - T x = {_say(given.column - demand.ratio() * x)} and 0 <= x <= z"
    yield f"B = {_say(symmetric_bound(weight, k, given, demand))}"
    yield "  which is k y + k (k - 1) delta z"
    value = weight * constant(k) * claim.answer.mechanism.rows[0][0]
    yield f"sum of f over the mechanism's rows: k W P_00 = {_say(value)}, to be at most B"


def _explain_prices(given: Prices, sizes: list[int], conditions: Any) -> Iterator[str]:
    """Explain the bound B, which is a sum over the prices (dual variables) of the inputs, the demand and the conditions."""
    yield f"prices of the columns: {_list(given.column)}"
    for asked, z in given.budgets():
        yield f"budget {_name(asked)}: slack {_say(asked.slack)}, price {_say(z)}"
    for n, vulnerability in given.vulnerabilities.items():
        price = _say(given.budget.get((n,), ZERO))
        yield f"budget of the vulnerability: at most {_say(vulnerability.at_most.number)}, price {price}"
    for n, (u, condition) in enumerate(zip(given.condition, conditions.items, strict=True)):
        turned = ", both sides negated" if condition.relation == ">=" else ""
        yield f"condition {n}: {condition.words()}{turned}, price {_say(u)}"
    yield f"sum of the prices: {_sum_of_products(given.costs(sizes, conditions))}"
    yield f"B = {_say(given.bound(sizes, conditions))}"


def _explain_multipliers(
    weights: Rows, given: Prices, demand: Demand, conditions: Any, outputs: list[int] | None = None
) -> Iterator[str]:
    """Explain why the prices bound a linear objective at each output; `outputs` has the outputs of `weights` if not all."""
    at = outputs or list(range(len(weights)))
    moved = [f"mu of output {at[i]}, {_moved(name, given)}: {_say(mu)}" for (i, name), mu in given.multipliers.items()]
    yield from _first(iter(moved), len(moved))
    ratio = demand.pure_ratio()
    planes = " - mu g" if given.vulnerabilities else ""
    yield f"way: multipliers; of each output W - u a - mu (e_j - T e_l){planes}, less y:"
    left = left_of_prices(weights, given, conditions)
    for i, row in enumerate(left[:MOST_SHOWN]):
        rest = [w - y for w, y in zip(row, given.column, strict=True)]
        yield f"  output {at[i]}: {_list(rest)}, {_bounded(rest, ratio)}"
    yield from _more(len(left))


def _bounded(rest: list[Quotient], ratio: Quotient | None) -> str:
    """Say in words which inequality the numbers x in `rest` must satisfy; `ratio` is the ratio T of a demand without slack.

    Without a T, each x <= 0. If T >= 1, T sum max(x, 0) + sum min(x, 0) <= 0. If T < 1, x <= 0 if it is the only x.
    """
    if ratio is None:
        return "where no entry is to be above 0"
    if ratio < ONE:
        if len(rest) > 1:
            return "of which nothing is asked: the cone of two inputs or more holds 0 alone, as T < 1"
        return "where no entry is to be above 0"
    try:
        above, below = total([largest([ZERO, x]) for x in rest]), total([smallest([ZERO, x]) for x in rest])
    except Rejected:
        return "of which some change their sign"
    found = f"{_say(ratio)} * {_bracket(above)} + {_bracket(below)} = {_say(ratio * above + below)}"
    return f"T times those above 0, plus the others: {found}, to be at most 0"


def _explain_rows(claim: Any) -> Iterator[str]:
    """List the rows at which the checker tests the inequality for the prices, with the numbers on both sides."""
    demand, shape, f = claim.answer.demand, claim.shape, claim.objective.function()
    tried, rows = rows_to_try(f, claim.prices, demand, shape)
    budgets = tried.budgets()
    yield (
        f"way: patterns, {len(rows)} of them, one of each orbit"
        if demand.is_pure()
        else f"way: rays, {len(rows)} of them"
    )
    charged = columns_of_outputs(claim.prices, claim.conditions, shape.outputs)
    for outputs, column in charged:
        if outputs:
            named = ", ".join(_first(map(str, outputs), len(outputs)))
            yield f"counted as output {named}: y + sum u a = {_list(column)} is y here"
        elif len(charged) > 1:
            yield "counted as any other output:"
        for row, entries_by_input in rows[:MOST_SHOWN]:
            guessed = [z * one.largest_gain(entries_by_input) for one, z in claim.prices.priced_vulnerabilities()]
            paid = total([ZERO, *(z * b.overrun(entries_by_input) for b, z in budgets), *guessed])
            right = Exact().dot(column, row)
            budget = f", sum z h = {_say(paid)}" if paid.num else ""
            yield f"  ({_entries(row)}): {_say_value(f, row, total([right, paid]))}, y s = {_say(right)}{budget}"
        yield from _more(len(rows))


def _explain_sum(f: Any, rows: list[tuple[Quotient, Row]]) -> Iterator[str]:
    """Explain the sum of f over the rows, each times its weight. The weights are 1 unless the mechanism is given by orbits."""
    if isinstance(f.numbers, Exact):
        of_rows = [(w, f.value(row)) for w, row in rows]
        found = _say(total([w * x for w, x in of_rows]))
        yield f"sum of f over the mechanism's rows: {_sum_of_products(of_rows)} = {found}, to be at most B"
        return
    low, high = f.numbers.add([(f.numbers.convert(w), f.value(row)) for w, row in rows], (0, 0))
    yield f"sum of f over the mechanism's rows: from {_decimal(low, -1)} to {_decimal(high, 1)}, to be at most B"


def _explain_outer_step(objective: Any, answer: Any, shape: Shape, bound: Quotient) -> Iterator[str]:
    """Explain how `bound`, an upper bound on a sum over the rows, leads to bounds on the optimum; say which are claimed."""
    if objective.outer:
        yield f"outer step: {objective.outer}"
    each = objective.bounds(Reached(answer, shape), bound)
    for n, shown in enumerate(each):
        if isinstance(shown.least, tuple):
            least, most, of = (
                _decimal(shown.least[0], -1),
                _decimal(shown.most[1], 1),
                " (enclosed, as there are logarithms in it)",
            )
        else:
            least, most, of = _say(shown.least), _say(shown.most), ""
        where = f" by number {n} of those whose worst is meant" if len(each) > 1 else ""
        both = f"at most {most}", f"at least {least}"
        others, own = both if objective.sense == "max" else both[::-1]
        yield (
            "if all of this holds, and what SPEC.md asks of the signs of prices, of the witnesses and of the mechanism named: "
            f"every mechanism of the question gives {others}, the one named {own}{where}{of}"
        )
    lower, upper = _say(answer.lower.number), _say(answer.upper.number)
    yield f"claimed: {lower}" if answer.is_optimal() else f"claimed: from {lower} to {upper}"


def _say_value(f: Any, row: Row, right: Quotient) -> str:
    """Write f(row). If f is known only in intervals, write an upper bound of f(row), and how far this bound is below `right`."""
    try:
        if isinstance(f.numbers, Exact):
            return f"f = {_say(f.value(row))}"
        _, high = f.value(row)
        spare = spell_decimal((f.numbers.convert(right)[0] - high, UNIT), SHORT_DIGITS, -1)
        return f"f <= {_decimal(high, 1)}, {spare} to spare"
    except Rejected as refusal:
        return str(refusal)


def _decimal(end: int, side: int) -> str:
    """Spell an end of an interval, given as a multiple of 1/UNIT, as a decimal, rounded down (side -1) or up (side 1)."""
    return spell_decimal((end, UNIT), LONG_DIGITS, side)


def _entries(row: Row) -> str:
    """Spell the entries of a row; an entry 2 that 3 inputs of a class share is spelled once, as "3 times 2"."""
    return ", ".join(_say(x) if n == 1 else f"{n} times {_say(x)}" for x, n, _ in row)


def _moved(name: Name, given: Prices) -> str:
    """Spell what a multiplier belongs to: a pair of inputs, or an action of a guesser with its gains times the prior."""
    if given.is_plane(name):
        return f"action {name[0]}, g = {_list(given.vulnerabilities[name[1]].plane(name[0]))}"
    return _name(given.asked[name])


def _name(asked: Asked) -> str:
    """Spell a bound that the demand sets on two inputs, for example: input 0 against 1 at most T = 3."""
    return f"input {asked.input} against {asked.against} at most T = {_say(asked.ratio)}"


def _spell(numbers: Any) -> str:
    """Write numbers as text. An invariant matrix (rows/orbits.py) is written as its `acts` and its eigenvalues."""
    if isinstance(numbers, InvariantMatrix):
        acts = ", ".join(map(_list, numbers.acts))
        return f"the invariant matrix with acts [{acts}], diagonal {_list(numbers.eigenvalues)}"
    return spell(numbers)


def _say(x: Quotient) -> str:
    """Write a number exactly if that is short, else as "(low to high)" in decimals if these can be computed."""
    try:
        said = spell_number(x)
    except (TooLong, Malformed):
        said = ""
    if said and len(said) <= LONGEST:
        return said
    found = enclose_ratio(x)
    if found is None:
        return said or "(a long number)"
    low, high = (spell_decimal(end, LONG_DIGITS, side) for end, side in zip(found, (-1, 1), strict=True))
    return f"({low} to {high})"


def _bracket(x: Quotient) -> str:
    """Spell a number for use inside a sum or product, in parentheses unless it needs none."""
    said = _say(x)
    return said if said.replace("/", "").isdigit() or " to " in said else f"({said})"


def _sum(numbers: list[Quotient]) -> str:
    """Spell a sum, for example 1/3 + (-1/2)."""
    return " + ".join(_first((_bracket(x) for x in numbers), len(numbers)))


def _sum_of_products(pairs: list[tuple[Quotient, Quotient]]) -> str:
    """Spell a sum of products, for example 2 * 1/3 + 1/2; first factors that are 1 are left out."""
    said = (_bracket(b) if a is ONE or a == ONE else f"{_bracket(a)} * {_bracket(b)}" for a, b in pairs)
    return " + ".join(_first(said, len(pairs)))


def _first(items: Iterator[str], number: int) -> Iterable[str]:
    """Give the first MOST_SHOWN of `number` items and, if there are more, a text that says how many are left out."""
    yield from islice(items, MOST_SHOWN)
    yield from (line.strip() for line in _more(number))


def _more(number: int) -> Iterator[str]:
    """Say how many of `number` items come after the first MOST_SHOWN, which are shown. If there are none, give nothing."""
    if number > MOST_SHOWN:
        yield f"  and {number - MOST_SHOWN} more"


def _list(numbers: list[Quotient]) -> str:
    """Spell a list of numbers in brackets, of which the first MOST_SHOWN are shown."""
    return f"[{', '.join(_first(map(_say, numbers), len(numbers)))}]"
