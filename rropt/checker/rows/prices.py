"""The lemma on prices, and the prices that a certificate gives. SPEC.md, section 4.

A mechanism is a list of rows r_i >= 0, one for each output i, that sum to (1, ..., 1). y s is the sum of y_j s_j over the inputs j.
Each thing c that a demand asks is about an ordered pair (j, l) of inputs, and has a ratio T_c > 0 and a slack d_c >= 0. If d_c = 0
on the whole domain of t, c is firm: it says s_j <= T_c s_l of every row s. Else c is a budget: it says sum_i h_c(r_i) <= d_c, where
h_c(s) = max(0, s_j - T_c s_l). The cone C is the set of all rows s >= 0 for which every firm c holds. A condition n says sum_i
a_n,i r_i <= b_n (if it is stated with >=, both sides are negated).

    Let y be any numbers, z_c >= 0, and u_n >= 0 (of any sign for an equality). If, for every output i and every s in C,
        f_i(s) <= y s + sum_c z_c h_c(s) + sum_n u_n a_n,i s,
    then sum_i f_i(r_i) <= B = sum_j y_j + sum_c z_c d_c + sum_n u_n b_n for every mechanism of the demand and the conditions.

Proof. Every row of a mechanism is in C. Add the inequality up over the rows. The terms y r_i add up to sum_j y_j, as the rows sum
to (1, ..., 1). For each c the h_c(r_i) add up to at most d_c (to 0 if c is firm). For each n the a_n,i r_i add up to at most b_n
(to b_n for an equality). Multiplying by z_c and u_n keeps these inequalities, as they are not negative.

A vulnerability is a budget too, sum_i h(r_i) <= v with h(s) = max_a g_a s (model/vulnerability.py). The proof is the same.

Names of what is asked: "j,l" for the input j against the input l, or "j,l,n" if there are several demands and the n-th of them asks
it. A vulnerability is named "n" by the index of its demand, 0 if it is alone, and a plane g_a of it "a,n".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..arithmetic.quotient import ONE, ZERO, Quotient, constant, largest, total
from ..model.condition import Conditions
from ..model.demand import Demand, Name
from ..refusals import expect, require
from ..text.part import Part, read_number, read_vector

if TYPE_CHECKING:
    from ..model.vulnerability import Vulnerability

NAME = re.compile("(?:0|[1-9][0-9]{0,8})(?:,(?:0|[1-9][0-9]{0,8}))*")
KEYS = "budget condition excess"


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that a demand asks of two inputs j (`input`) and l (`against`): s_j <= T s_l for every row s of the mechanism.

    T is the `ratio`. The sum of the excesses max(0, s_j - T s_l) over all rows may reach `slack`.
    """

    input: int
    against: int
    ratio: Quotient
    slack: Quotient

    def is_firm(self) -> bool:
        """Whether the slack is 0 on the whole domain of t, so that s_j <= T s_l is asked of every row."""
        return self.slack.is_zero()

    def overrun(self, row: list[Quotient]) -> Quotient:
        """Compute by how much the row s exceeds what is asked: max(0, s_j - T s_l)."""
        return largest([ZERO, row[self.input] - self.ratio * row[self.against]])


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of a certificate, by which the objective is bounded at every row.

    `column` has a price for each class of inputs, and `condition` a price for each condition. `budget` has prices of what the
    demand asks, by the names that the head of this file explains. `multipliers` has the multipliers of a linear objective, by
    output and name.

    `asked` has what the demand asks of pairs of inputs, for the names that have a price or a multiplier. `vulnerabilities` has all
    vulnerabilities (bounds on a guesser's mean gain) of the demand, by the index of each among several demands (0 if alone).
    """

    column: list[Quotient]
    budget: dict[Name, Quotient]
    condition: list[Quotient]
    multipliers: dict[tuple[int, Name], Quotient]
    asked: dict[Name, Asked]
    vulnerabilities: "dict[int, Vulnerability]" = field(default_factory=dict)

    def bound(self, sizes: list[int], conditions: Conditions) -> Quotient:
        """Compute B, by which the prices bound the sum of f over the rows; the price of a class a counts sizes[a] times."""
        return total([y if x is ONE else x * y for x, y in self.costs(sizes, conditions)])

    def costs(self, sizes: list[int], conditions: Conditions) -> list[tuple[Quotient, Quotient]]:
        """List pairs of factors: their products are the terms of the bound B that the prices give.

        There are three kinds of terms: the number of inputs of a class (`sizes`) times its price; the price of what is asked times
        its slack (for a vulnerability, times the largest mean gain allowed); and the price of a condition times its bound, negated
        if the condition is stated with >=.
        """
        columns = [(ONE if n == 1 else constant(n), y) for n, y in zip(sizes, self.column, strict=True)]
        budgets = [(z, self.slack_of(name)) for name, z in self.budget.items()]
        bounds = [c.toward_at_most(c.bound.number) for c in conditions.items]
        return [*columns, *budgets, *zip(self.condition, bounds, strict=True)]

    def is_plane(self, name: Name) -> bool:
        """Whether the name is that of a guesser's action in a vulnerability, and not that of a pair of inputs."""
        return len(name) == 2 and name[1] in self.vulnerabilities

    def slack_of(self, name: Name) -> Quotient:
        """Return what is allowed in the sum over all rows: the slack of a pair, or the largest mean gain of a guesser."""
        return self.vulnerabilities[name[0]].at_most.number if len(name) == 1 else self.asked[name].slack

    def budgets(self) -> list[tuple[Asked, Quotient]]:
        """List (asked, price) for everything with a price that is asked of pairs with a slack.

        What is asked without slack is left out, because no row that the demand allows exceeds it.
        """
        of_pairs = [(self.asked[name], z) for name, z in self.budget.items() if name in self.asked]
        return [(asked, z) for asked, z in of_pairs if not asked.is_firm()]

    def priced_vulnerabilities(self) -> "list[tuple[Vulnerability, Quotient]]":
        """List the vulnerabilities whose price is not 0, each with its price."""
        prices = ((vulnerability, self.budget.get((n,), ZERO)) for n, vulnerability in self.vulnerabilities.items())
        return [(vulnerability, z) for vulnerability, z in prices if z.num]


def is_symmetric(part: Part) -> bool:
    """Whether one price is given for all inputs and one for all pairs of inputs: then `column` is a number and not a list."""
    return isinstance(part.data, dict) and isinstance(part.data.get("column"), str)


def read_prices(part: Part, classes: int, outputs: int, k: int, demand: Demand, conditions: Conditions) -> Prices:
    """Read the prices: one for each of the `classes` of inputs, one for each condition, and those of what the demand asks, by name.

    If the key `condition` is absent, the prices of all conditions are 0. A name in `budget` must be that of a pair of the k inputs
    or of a vulnerability. A name in `excess`, where the multipliers of a linear objective are, must be that of an output followed
    by a pair of inputs or by an action in a vulnerability.
    """
    parts = part.take("column", KEYS)
    column = read_vector(parts["column"]).numbers
    expect(len(column) == classes, f"{parts['column'].where()} should have {classes} numbers")
    vulnerabilities = demand.vulnerabilities()
    wholes: set[Name] = {(n,) for n in vulnerabilities}
    budget = {_read_name(name, parts["budget"], k, demand, wholes): x for name, x in _table(parts, "budget").items()}
    planes: set[Name] = {(a, n) for n, vulnerability in vulnerabilities.items() for a in range(vulnerability.actions())}
    multipliers = {}
    for name, x in _table(parts, "excess").items():
        output, _, rest = name.partition(",")
        where = parts["excess"]
        known = bool(NAME.fullmatch(output)) and int(output) < outputs
        expect(known, f"{where.where()} names no output")
        multipliers[int(output), _read_name(rest, where, k, demand, planes)] = x
    condition = read_vector(parts["condition"]).numbers if "condition" in parts else [ZERO] * len(conditions.items)
    expect(len(condition) == len(conditions.items), f"{part.where()} should have a price for each condition")
    names = {*budget, *(name for _, name in multipliers)} - wholes - planes
    asked = {name: Asked(name[0], name[1], *both) for name, both in demand.asked(names)}
    return Prices(column, budget, condition, multipliers, asked, vulnerabilities)


def _table(parts: dict[str, Part], key: str) -> dict[str, Quotient]:
    """Read the object at the key, and return its numbers by their names; return an empty table if the key is absent."""
    if key not in parts:
        return {}
    part = parts[key]
    expect(isinstance(part.data, dict) and len(part.data) > 0, f"{part.where()} should be an object with a name in it")
    return {name: read_number(x, part.domain, part.where()) for name, x in part.data.items()}


def _read_name(text: str, part: Part, k: int, demand: Demand, of_vulnerabilities: set[Name]) -> Name:
    """Read the name of what is asked of an input j against an input l: (j, l), or (j, l, n) if the n-th of several demands asks it.

    The inputs j and l must be different. The name may also be one of `of_vulnerabilities`; any other text is malformed.
    """
    found = tuple(map(int, text.split(","))) if NAME.fullmatch(text) else ()
    if found in of_vulnerabilities:
        return found
    sizes = (k, k, len(demand.together)) if demand.together else (k, k)
    fits = (
        demand.vulnerability is None
        and len(found) == len(sizes)
        and all(i < n for i, n in zip(found, sizes, strict=True))
        and found[0] != found[1]
    )
    expect(
        fits, f"{part.where()} names no pair of inputs{', nor what a vulnerability has' if of_vulnerabilities else ''}"
    )
    return found


def require_prices(prices: Prices, conditions: Conditions) -> None:
    """Reject a price of what the demand does not ask, a negative price of what it asks, and a negative price of an inequality.

    An inequality is a condition stated with <= or >=. The prices of equalities and of inputs (columns) may be negative.
    """
    for name, z in prices.budget.items():
        require(
            len(name) == 1 or name in prices.asked,
            "budget-asked",
            f"a price of {list(name)}, of which nothing is asked",
        )
        require(z >= ZERO, "budget-sign", f"the price of the budget {list(name)} may be negative")
    for u, condition in zip(prices.condition, conditions.items, strict=True):
        require(condition.relation == "=" or u >= ZERO, "condition-sign", "the price of a condition may be negative")


def columns_of_outputs(prices: Prices, conditions: Conditions, outputs: int) -> list[tuple[list[int], list[Quotient]]]:
    """List pairs (outputs, prices): the prices of the inputs by which the rows of these outputs are charged.

    The prices are those of the columns, plus those of the conditions times the coefficients of the conditions. Lists of prices that
    are written alike are listed once. If some outputs stand in no condition with a price, or the mechanism is given by orbits (sets
    of inputs), the prices of the columns alone are listed too, and these outputs are not named there.
    """
    charged: dict[int, list[Quotient]] = {}
    for i, j, charge in _charges(prices, conditions):
        column = charged.setdefault(i, list(prices.column))
        column[j] = column[j] + charge
    # outputs that stand in the same conditions with the same coefficients, such as the parts of one label, have equal columns
    found: dict[tuple[object, ...], tuple[list[int], list[Quotient]]] = {}
    if len(charged) < outputs or not charged:
        found[_written(prices.column)] = [], prices.column
    for i in sorted(charged):
        found.setdefault(_written(charged[i]), ([], charged[i]))[0].append(i)
    return list(found.values())


def _written(column: list[Quotient]) -> tuple[object, ...]:
    """Write a list of numbers as a key. Lists with the same key are equal; equal lists may have different keys."""
    return tuple((frozenset(x.num.items()), frozenset(x.den.items())) for x in column)


def subtract_conditions(prices: Prices, conditions: Conditions, weights: list[list[Quotient]]) -> list[list[Quotient]]:
    """Subtract the prices of the conditions, times their coefficients, from the weights of a linear objective, for every output."""
    if all(not u.num for u in prices.condition):
        return weights
    found = [list(row) for row in weights]
    for i, j, charge in _charges(prices, conditions):
        found[i][j] = found[i][j] - charge
    return found


def _charges(prices: Prices, conditions: Conditions) -> Iterator[tuple[int, int, Quotient]]:
    """Give (output, input, price times coefficient) for every condition with a price and every entry that it names.

    A condition stated with >= is negated first.
    """
    for u, condition in zip(prices.condition, conditions.items, strict=True):
        if u.num:
            for (i, j), a in condition.terms.items():
                yield i, j, u * condition.toward_at_most(a)
