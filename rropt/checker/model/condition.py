"""Linear conditions on a mechanism, beside its demand: sum_ij a_ij P_ij >= b, <= b or = b. SPEC.md, section 3.1.

These conditions are part of a claim. They are not the conditions of SPEC.md, section 8, whose ids `require` gives.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient, total
from ..limits import spend
from ..refusals import expect, require
from ..text.part import Matrix, Part, Scalar, read_number, read_scalar
from ..text.spelling import quote, spell_number
from .mechanism import Rows

RELATIONS = ("<=", ">=", "=")
Entry = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Condition:
    """One linear condition on a mechanism P: sum_ij a_ij P_ij >= b, <= b or = b.

    `terms` has the coefficients a_ij by (output, input). An entry that it does not name has the coefficient 0. `relation` is ">=",
    "<=" or "=", and `bound` is b.
    """

    terms: dict[Entry, Quotient]
    relation: str
    bound: Scalar

    def toward(self, x: Quotient) -> Quotient:
        """Return -x if the relation is <=, else x, where x is a number on one side of the condition.

        If both sides are changed in this way, a condition with <= becomes one with >=, and other conditions stay as they are.
        """
        return -x if self.relation == "<=" else x

    def toward_at_most(self, x: Quotient) -> Quotient:
        """Return -x if the relation is >=, else x, where x is a number on one side of the condition.

        If both sides are changed in this way, a condition with >= becomes one with <=, and other conditions stay as they are.
        """
        return -x if self.relation == ">=" else x

    def left(self, rows: Rows) -> Quotient:
        """Compute the left side of the condition, sum_ij a_ij P_ij, for the matrix P (`rows`)."""
        spend(20 * len(self.terms))
        return total([a * rows[i][j] for (i, j), a in self.terms.items()])

    def words(self) -> str:
        """Spell the condition, for example P[0,1] - P[1,0] + (2/3)*P[1,1] >= 1/4."""
        terms = "".join(_spell_term(spell_number(a), f"P[{i},{j}]") for (i, j), a in self.terms.items())
        return f"{terms.removeprefix(' + ')} {self.relation} {spell_number(self.bound.number)}".removeprefix(" ")


def _spell_term(coefficient: str, entry: str) -> str:
    """Spell a term with its sign, for example + P[0,1], - P[0,1] or + (2/3)*P[0,1]."""
    if coefficient in ("1", "-1"):
        return f" {'+' if coefficient == '1' else '-'} {entry}"
    return f" + ({coefficient})*{entry}"


@dataclass(frozen=True, slots=True)
class Conditions:
    """All linear conditions that a claim puts on mechanisms.

    `items` are the conditions. `part` is where they stand in the file; it is None if there are no conditions.
    """

    items: list[Condition]
    part: Part | None

    def words(self) -> str:
        """Return the conditions in words, to be put after the words for the demand.

        If the conditions are too long to be quoted, name their place in the file and their digest instead. If there are no
        conditions, return an empty string.
        """
        if self.part is None:
            return ""
        said = quote(self.part, lambda: ", ".join(condition.words() for condition in self.items))
        return f" and the conditions {said} (P[output,input], counted from 0)"


def read_conditions(parts: dict[str, Part], m: int, k: int) -> Conditions:
    """Read the conditions at the key `conditions`, for mechanisms with m outputs and k inputs. Without the key there are none."""
    if "conditions" not in parts:
        return Conditions([], None)
    part = parts["conditions"]
    found = [_read(item, m, k) for item in part.items()]
    expect(len(found) > 0, f"{part.where()} holds no condition")
    return Conditions(found, part)


def _read(part: Part, m: int, k: int) -> Condition:
    """Read one condition on mechanisms with m outputs and k inputs.

    It must name at least one entry of the mechanism, and no entry twice.
    """
    parts = part.take("terms relation bound")
    terms: dict[Entry, Quotient] = {}
    items = parts["terms"].items()
    for item in items:
        triple = item.items()
        expect(len(triple) == 3, f"{item.where()} should name an output, an input and a number")
        terms[triple[0].index(m), triple[1].index(k)] = read_number(triple[2].data, triple[2].domain, triple[2].where())
    expect(len(terms) == len(items) > 0, f"{part.where()} names no entry, or one twice")
    return Condition(terms, parts["relation"].word(*RELATIONS), read_scalar(parts["bound"]))


def require_conditions(mechanism: Matrix, conditions: Conditions) -> None:
    """Reject unless the mechanism meets every condition."""
    for n, condition in enumerate(conditions.items):
        left, bound = condition.left(mechanism.rows), condition.bound.number
        above, below = condition.relation != "<=", condition.relation != ">="
        require(not above or bound <= left, "condition", f"the mechanism falls short of condition {n}")
        require(not below or left <= bound, "condition", f"the mechanism exceeds condition {n}")
