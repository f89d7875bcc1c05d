"""Statements such as "x^2 <= 2*x", over named variables. SPEC.md, section 1.4."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..arithmetic.quotient import ONE, Quotient
from ..limits import LONGEST_NAME, spend
from ..refusals import Malformed
from .grammar import Divide, Names, names_of, parse
from .part import Part
from .spelling import TooLong, fit, name_by_digest, quote

# A variable; none is called inf, which is infinity in a sentence.
NAME = re.compile(f"(?!inf$)[a-zA-Z][a-zA-Z0-9_]{{0,{LONGEST_NAME - 1}}}")
STATEMENT = re.compile("([^<>=]+)(<=|>=|<|>|=)([^<>=]+)")
# For each relation of a statement, the relation of its difference (see `Statement.difference`) to 0.
ORIENTED = {"<=": ">=", "<": ">", ">=": ">=", ">": ">", "=": "="}


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation between two sides, which are texts of the grammar, with its place in the file."""

    left: str
    relation: str
    right: str
    part: Part

    def difference(self, names: Names, divide: Divide) -> Quotient:
        """Compute the difference of the two sides; the statement says that this difference is >= 0, > 0 or = 0.

        The difference is B - A for A <= B and A < B, and A - B otherwise. `names` has the value of each variable. `divide` divides
        two values; it raises an error if it refuses the division.
        """
        left, right = parse(self.left, names, divide), parse(self.right, names, divide)
        return right - left if "<" in self.relation else left - right

    def relation_to_zero(self) -> str:
        """Return the relation to 0 (>=, > or =) that the statement claims of the difference of its sides."""
        return ORIENTED[self.relation]

    def names(self) -> set[str]:
        """Find all variables that occur in the statement."""
        return names_of(self.left) | names_of(self.right)

    def words(self) -> str:
        """Spell the statement as written, without spaces except around its relation; if it is long, give its place and digest."""
        sides = [side.replace(" ", "") for side in (self.left, self.right)]
        return quote(self.part, lambda: f" {self.relation} ".join(sides))


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Statements that are given, with their place in the file."""

    statements: list[Statement]
    part: Part

    def words(self) -> str:
        """Spell the statements, for example [x > 0, x < 1]; if that is long, give their number, place and digest."""
        try:
            return fit(f"[{', '.join(statement.words() for statement in self.statements)}]")
        except TooLong:
            return f"the {len(self.statements)} hypotheses {name_by_digest(self.part.data, self.part.place)}"


def read_hypotheses(part: Part, names: Iterable[str]) -> Hypotheses:
    """Read a list of statements about the variables `names`; it may be empty."""
    return Hypotheses([read_statement(item, names) for item in part.items()], part)


def read_statement(part: Part, names: Iterable[str]) -> Statement:
    """Read a statement about the variables `names`; it is malformed unless both sides are in the grammar of numbers."""
    found = STATEMENT.fullmatch(part.string())
    if found is None:
        raise Malformed(f"{part.where()} should be two sides with one relation between them")
    # this checks the grammar alone, with 1 in place of every name; `difference` reads the sides again
    known = dict.fromkeys(names, ONE)
    spend(4 * len(known))
    for side in (found[1], found[3]):
        parse(side, known, lambda a, b: a)
    return Statement(found[1], found[2], found[3], part)
