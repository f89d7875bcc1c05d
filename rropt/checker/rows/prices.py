"""The lemma on prices, and the prices that a certificate gives. SPEC.md, section 4.

A mechanism is a list of rows r_i >= 0, one for each output i, that sum to (1, ..., 1). For lists y and s with one number per input,
y s is the sum of y_j s_j over the inputs j. A demand asks one thing or several. Each thing c that it asks is about an ordered pair
(j, l) of inputs, and has a ratio T_c > 0 and a slack d_c >= 0. If d_c = 0 on the whole domain of t, c is called firm. A firm c asks
s_j <= T_c s_l of every row s of the mechanism. Every other c is called a budget. A budget c asks sum_i h_c(r_i) <= d_c, where
h_c(s) = max(0, s_j - T_c s_l) is the excess of the row s. The cone C is the set of all rows s >= 0 that satisfy every firm c. There
may also be conditions on the mechanism. A condition n says sum_i a_n,i r_i <= b_n, or the same with =. If it is stated with >=,
both sides are negated. The objective is a sum of one function per output: sum_i f_i(r_i).

    Lemma. Let y_j be any number for each input j, and z_c >= 0 for each thing c that is asked. For each condition n let
    u_n >= 0, or any number if the condition is an equality. If, for every output i and every s in C,
        f_i(s) <= y s + sum_c z_c h_c(s) + sum_n u_n a_n,i s,
    then sum_i f_i(r_i) <= B = sum_j y_j + sum_c z_c d_c + sum_n u_n b_n for every mechanism that satisfies the demand and
    the conditions.

Proof. Every row of such a mechanism is in C. Add up the inequality over the rows r_i. The terms y r_i add up to sum_j y_j, as the
rows sum to (1, ..., 1). For each c the h_c(r_i) add up to at most d_c (to 0 if c is firm). For each n the a_n,i r_i add up to at
most b_n (to b_n for an equality). Multiplying by z_c or u_n keeps the two inequalities, as z_c and u_n are not negative there.

A vulnerability bounds the mean gain of a guesser by v. It is a budget too: it asks sum_i h(r_i) <= v. Here h(s) = max_a g_a s is
the guesser's largest gain over his actions a (model/vulnerability.py). The proof is the same.

A certificate names what is asked. The name "j,l" means what is asked of the input j against the input l. If there are several
demands, "j,l,m" means what the demand with the index m asks. A vulnerability has the name "m", where m is the index of its demand,
or 0 if there is one demand. Its plane g_a, which belongs to the action a, has the name "a,m".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..arithmetic.quotient import ONE, ZERO, Quotient, constant, largest, total
from ..limits import spend
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
        """Compute max(0, s_j - T s_l) for the row s, with the inputs j (`input`) and l (`against`) and the ratio T."""
        return largest([ZERO, row[self.input] - self.ratio * row[self.against]])


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of a certificate, by which the objective is bounded at every row.

    `column` has one price for each class of inputs, and `condition` has one for each condition. `budget` has the prices of what the
    demand asks. A key (j, l) of `budget` stands for a bound that the demand sets on the input j against the input l. If there are
    several demands, the key is (j, l, m), where m is the index of the demand. The key (m,) stands for a vulnerability, which is a
    bound on a guesser's mean gain. `multipliers` has the multipliers of a linear objective. Its keys are pairs (output, name). A
    name is (j, l) or (j, l, m) as in `budget`, or (a, m) for the action a of the guesser in the vulnerability m.

    `asked` has what the demand asks of two inputs, under the keys (j, l) or (j, l, m). Only keys that occur in `budget` or in
    `multipliers` are there, and only if the demand asks something of the two inputs. `vulnerabilities` has all vulnerabilities of
    the demand. The key of each is the index m of its demand, or 0 if there is only one demand.
    """

    column: list[Quotient]
    budget: dict[Name, Quotient]
    condition: list[Quotient]
    multipliers: dict[tuple[int, Name], Quotient]
    asked: dict[Name, Asked]
    vulnerabilities: "dict[int, Vulnerability]" = field(default_factory=dict)

    def bound(self, sizes: list[int], conditions: Conditions) -> Quotient:
        """Compute the upper bound B that the prices give on the objective.

        The objective is a sum of one function of the row for each output. If the inequality of the lemma at the head of this file
        is shown, B bounds the objective of every mechanism that meets the demand and the conditions. `sizes` has the number of
        inputs of each class. The price of a class counts once for each of its inputs.
        """
        return total([y if x is ONE else x * y for x, y in self.costs(sizes, conditions)])

    def costs(self, sizes: list[int], conditions: Conditions) -> list[tuple[Quotient, Quotient]]:
        """List pairs of factors; the bound B that the prices give is the sum of the products of these pairs.

        Each class of inputs gives the pair (its number of inputs, its price), where `sizes` has the numbers of inputs. Each price
        in `budget` gives the pair (price, slack of what is asked). For a vulnerability the largest mean gain that it allows takes
        the place of the slack. Each condition gives the pair (price, bound of the condition). If the condition is stated with >=,
        its bound is negated.
        """
        columns = [(ONE if n == 1 else constant(n), y) for n, y in zip(sizes, self.column, strict=True)]
        budgets = [(z, self.slack_of(name)) for name, z in self.budget.items()]
        bounds = [c.toward_at_most(c.bound.number) for c in conditions.items]
        return [*columns, *budgets, *zip(self.condition, bounds, strict=True)]

    def is_plane(self, name: Name) -> bool:
        """Whether the name is that of a guesser's action in a vulnerability, and not that of a pair of inputs."""
        return len(name) == 2 and name[1] in self.vulnerabilities

    def slack_of(self, name: Name) -> Quotient:
        """Return the slack that the demand allows a pair of inputs, or the largest mean gain that it allows a guesser.

        `name` is a key of `budget`: (m,) for a guesser, and any other key for a pair of inputs.
        """
        return self.vulnerabilities[name[0]].at_most.number if len(name) == 1 else self.asked[name].slack

    def budgets(self) -> list[tuple[Asked, Quotient]]:
        """List pairs (asked, price): every bound of the demand on a pair of inputs that has both a slack and a price in `budget`.

        Bounds without slack are left out, because no row that the demand allows exceeds them.
        """
        of_pairs = [(self.asked[name], z) for name, z in self.budget.items() if name in self.asked]
        return [(asked, z) for asked, z in of_pairs if not asked.is_firm()]

    def priced_vulnerabilities(self) -> "list[tuple[Vulnerability, Quotient]]":
        """List the vulnerabilities whose price is not 0, each with its price."""
        prices = ((vulnerability, self.budget.get((n,), ZERO)) for n, vulnerability in self.vulnerabilities.items())
        return [(vulnerability, z) for vulnerability, z in prices if z.num]


def is_symmetric(part: Part) -> bool:
    """Whether the prices are written in short, with one price for all inputs and one for all pairs of inputs.

    In this case the value of the key `column` is the text of a single number. Otherwise it is a list.
    """
    return isinstance(part.data, dict) and isinstance(part.data.get("column"), str)


def read_prices(part: Part, classes: int, outputs: int, k: int, demand: Demand, conditions: Conditions) -> Prices:
    """Read the prices of the classes of inputs, of the conditions and of what the demand asks, and the multipliers.

    There must be one price for each of the `classes`, and one for each of the conditions. If the key `condition` is absent, the
    prices of all conditions are 0. The key `budget` has prices of what the demand asks, by name. A name there must be that of a
    pair of the k inputs or of a vulnerability. The key `excess` has the multipliers of a linear objective, by name. A name there
    must be an output, followed by the name of a pair of inputs or of an action in a vulnerability.
    """
    parts = part.take("column", KEYS)
    column = read_vector(parts["column"]).numbers
    expect(len(column) == classes, f"{parts['column'].where()} should have {classes} numbers")
    vulnerabilities = demand.vulnerabilities()
    wholes: set[Name] = {(n,) for n in vulnerabilities}
    budget = {_read_name(name, parts["budget"], k, demand, wholes): x for name, x in _table(parts, "budget").items()}
    spend(sum(vulnerability.actions() for vulnerability in vulnerabilities.values()))
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
    """Read a name, and return it as a tuple of integers. The name says which inequality of the demand is meant.

    The inequality between an input j and another input l has the name (j, l). If there are several demands, the name is (j, l, n),
    where n is the index of the demand. The names in `of_vulnerabilities` are allowed too. If the only demand is a vulnerability, no
    other names are allowed. Any other text is malformed. Whether the demand has the inequality is not checked here.
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
    """Reject a price for a pair of inputs that the demand does not bound, and a negative price that must be >= 0.

    A price in `budget` must be >= 0. So must the price of a condition stated with <= or >=. The price of a condition stated with =,
    and the price of an input (`column`), may be negative.
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
    """Return the prices of the inputs at the outputs, as pairs (outputs, prices); outputs with prices written alike form one pair.

    At a given output, the price of an input is its column price plus one term for each condition. The term is the price of the
    condition times its coefficient at this output and input; it is negated if the condition is stated with >=.

    Outputs that occur in no condition with a price have the column prices alone, and are not listed in any pair. If there are such
    outputs, or if no condition has a price, the first pair has the column prices. Its list of outputs may be empty.
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
    """Return the weights of a linear objective minus the prices of the conditions times their coefficients, for every output."""
    if all(not u.num for u in prices.condition):
        return weights
    found = [list(row) for row in weights]
    for i, j, charge in _charges(prices, conditions):
        found[i][j] = found[i][j] - charge
    return found


def _charges(prices: Prices, conditions: Conditions) -> Iterator[tuple[int, int, Quotient]]:
    """Give triples (output, input, price times coefficient), one for every entry that a condition with a price names.

    A condition stated with >= is negated first.
    """
    for u, condition in zip(prices.condition, conditions.items, strict=True):
        if u.num:
            for (i, j), a in condition.terms.items():
                yield i, j, u * condition.toward_at_most(a)
