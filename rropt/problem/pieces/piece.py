"""One piece of an answer for a range of ε, δ or the prevalence: an interval, the mechanisms optimal on it, and the value there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.conversion import latex_of, read_sympy, sympy_of
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Number, hand_out
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.exact.substitute import at_epsilon, is_in_range
from rropt.mechanism import Mechanism
from rropt.problem.stored.fields import end_fields, matrix_fields
from rropt.results import Result, Table, escape_latex, exact_fields, fact_table, number_fields

if TYPE_CHECKING:
    import sympy

__all__ = ["Between", "Formula", "Piece", "latex_of_value", "read_value", "say_formula", "sympy_of_pieces"]


class Formula(ABC):
    """A value as a function of the prevalence, and of t = e^ε if that is free."""

    __slots__ = ()

    @abstractmethod
    def at(self, prevalence: Number) -> Number:
        """The value at one prevalence."""

    def to_sympy(self, prevalence: object = None, t: object = None) -> sympy.Expr:
        """The formula in sympy, as a function of `prevalence` and `t`. If these are not given, symbols of the same names are
        used."""
        import sympy

        found: Any = self.at(sympy.Symbol("prevalence") if prevalence is None else prevalence)  # type: ignore[arg-type]
        if t is None:
            return sympy.sympify(found)
        return sympy.sympify(found).subs(sympy.Symbol("t"), read_sympy(t))

    @abstractmethod
    def in_words(self) -> str:
        """Write the formula for a human reader."""

    @abstractmethod
    def to_fields(self) -> dict[str, Any]:
        """The JSON fields of the formula, including the numbers in it."""


@dataclass(frozen=True, slots=True, repr=False)
class Between(Result):
    """A lower and an upper bound between which a value lies throughout a piece (an interval of ε or δ)."""

    lower: Number
    upper: Number

    def in_words(self) -> str:
        """Both bounds, and their distance."""
        # the number of digits is fixed, so that the words in a file can be made again and compared
        low, high = (decimal(self.lower, digits=6, direction="lower"), decimal(self.upper, digits=6, direction="upper"))
        return f"between {low} and {high} (known to {decimal(self.upper - self.lower, digits=2, direction='upper')})"

    def explain(self) -> str:
        """Both bounds, and their distance."""
        return self.in_words()

    def to_dict(self) -> dict[str, Any]:
        """Both bounds, rounded outward."""
        return number_fields(None, self.lower, self.upper) or {}

    def to_fields(self) -> dict[str, Any]:
        """Both bounds in JSON, like every enclosed value."""
        return self.to_dict()

    def as_table(self) -> Table:
        """A table with one row per bound."""
        return fact_table({"lower": self.lower, "upper": self.upper})


def say_formula(formula: Number | Formula | Between) -> str:
    """Write a value as text: a number, a formula in words, or two bounds."""
    return formula.in_words() if isinstance(formula, Formula | Between) else show(formula)


def latex_of_value(formula: Number | Formula | Between) -> str:
    """The value of a piece in LaTeX: a number as a formula, any other value in words."""
    return escape_latex(say_formula(formula)) if isinstance(formula, Formula | Between) else f"${latex_of(formula)}$"


def formula_fields(formula: Number | Formula | Between) -> dict[str, Any] | None:
    """The value of a piece in JSON."""
    return formula.to_fields() if isinstance(formula, Formula | Between) else exact_fields(formula)


def read_value(
    fields: dict[str, Any], read_formula: Callable[[dict[str, Any], Number], Formula], t: Number
) -> Number | Formula | Between:
    """Read the value that `formula_fields` wrote; `read_formula` reads a value that is a formula in the prevalence."""
    if "exact" not in fields:
        return read_formula(fields, t)
    if fields["exact"] is None:
        return Between(read_number(fields["lower"]), read_number(fields["upper"]))
    return read_number(fields["exact"], t=t)


@dataclass(frozen=True, slots=True, repr=False)
class Piece(Result):
    """The optimal mechanisms and their value on one interval of ε, δ or the prevalence π, which may be a single number.

    The interval of t = e^ε, or of δ or π, runs from `lower` to `upper`. Its `ends`, such as "(]", say which of these two belong to
    it, and `interval` states it in words. `value` is an exact number (a function of t or δ if free), a `Formula` in the prevalence,
    or a `Between` (two bounds). One of `mechanisms` may be the start of a set of equally good mechanisms. Then `towards` has the
    mechanism that this set runs towards and does not contain.
    """

    variable: str
    interval: str
    mechanisms: tuple[Mechanism, ...]
    value: Number | Formula | Between
    certificate: str
    sentence: str
    lower: Bound
    upper: Bound
    ends: str
    towards: tuple[Mechanism, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", hand_out(self.value))

    @property
    def value_said(self) -> str:
        """The value of the piece in words."""
        return say_formula(self.value)

    @property
    def is_point(self) -> bool:
        """Whether the piece is a single number; `lower` and `upper` are then equal, though perhaps elements of different fields."""
        lower, upper = self.lower, self.upper
        return not is_infinite(lower) and order_of(lower, upper) == 0

    def covers(self, where: object) -> bool:
        """Whether the piece contains this number. If ε is free, the number is an epsilon; else it is a delta or a prevalence, as
        for `at`."""
        is_number = self.variable in ("prevalence", DELTA)
        x: Bound = read_number(where) if is_number else read_epsilon(where).t
        assert not is_infinite(self.lower)
        piece = Free(self.lower, self.upper, self.ends[0] == "(", self.ends[1] == ")")
        return not is_infinite(x) and is_in_range(x, piece)

    def at(self, where: object) -> Number:
        """The value at one epsilon of the piece (or delta or prevalence, whichever is free)."""
        if isinstance(self.value, Between):
            raise InputError(
                f"rropt knows that the value on this piece lies {self.value_said}, but not the value itself; call the design's "
                f"at({'delta=' if self.variable == DELTA else ''}{where!r})"
            )
        if isinstance(self.value, Formula) and self.variable != "prevalence":
            raise InputError(
                "this piece is a function of epsilon and the prevalence; call the design's at(epsilon, prevalence=…)"
            )
        if not self.covers(where):
            raise InputError(
                f"{where} lies outside the piece {self.interval}; give a number within it, or call `at` of the whole design"
            )
        if isinstance(self.value, Formula):
            found: Number = self.value.at(read_number(where))
        else:
            found = self.value if isinstance(self.value, Fraction) else at_epsilon(self.value, where)
        number: Number = hand_out(found)
        return number

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary."""
        return {
            "variable": self.variable if self.variable in ("prevalence", DELTA) else "t = e^epsilon",
            "from": end_fields(self.lower),
            "to": end_fields(self.upper),
            "ends": self.ends,
            "interval": self.interval,
            "mechanisms": [matrix_fields(p) for p in self.mechanisms],
            "towards": [matrix_fields(p) for p in self.towards],
            "value": formula_fields(self.value),
            "value_said": self.value_said,
            "certificate": self.certificate,
        }

    def explain(self) -> str:
        """Say the piece's interval, value and mechanisms."""
        head = f"{self.variable}: {self.interval}: {self.value_said}"
        return "\n".join([head, *map(str, self.mechanisms)])

    def as_table(self) -> Table:
        """A table of the variable, the interval and the value."""
        return fact_table({"variable": self.variable, "interval": self.interval, "value": self.value_said})


def sympy_of_pieces(pieces: Sequence[Piece], epsilon: object = None, prevalence: object = None) -> sympy.Expr:
    """The value on all pieces as one expression of sympy: a Piecewise if there are several."""
    import sympy

    e = sympy.Symbol("epsilon", positive=True) if epsilon is None else _sympy_epsilon(epsilon)
    pi = sympy.Symbol("prevalence", nonnegative=True) if prevalence is None else read_sympy(prevalence)
    t = sympy.exp(e)
    if pieces[0].variable == DELTA:
        e = t = sympy.Symbol(DELTA, nonnegative=True) if epsilon is None else e
    values = [_sympy_value(x.value, pi, t) for x in pieces]
    if len(values) == 1:
        return values[0]
    where = [_where(x, e, pi) for x in pieces]
    # the pieces follow one another: after a case for what lies below the first, each needs only its upper end
    below = (sympy.nan, sympy.Not(where[0][0]))
    ends = [(v, end) for v, (_, end) in zip(values, where, strict=True)]
    last = [
        n for n in range(len(ends)) if n + 1 == len(ends) or ends[n + 1][0] != ends[n][0]
    ]  # of neighbours with the same value only the last is kept
    return sympy.Piecewise(below, *(ends[n] for n in last))


def _sympy_value(value: Number | Formula | Between, prevalence: sympy.Expr, t: sympy.Expr) -> sympy.Expr:
    if isinstance(value, Between):
        raise InputError(
            "rropt knows bounds on the pieces, but no exact values to write in sympy; read the bounds in `pieces`"
        )
    return value.to_sympy(prevalence, t) if isinstance(value, Formula) else sympy_of(value, t)


def _sympy_epsilon(epsilon: object) -> sympy.Expr:
    """The sympy expression for epsilon, given as a number, a symbol or a text; a text is read as a number, never run as code."""
    import sympy

    if not isinstance(epsilon, str):
        return read_sympy(epsilon)
    t = read_epsilon(epsilon).t
    return sympy.oo if is_infinite(t) else sympy.log(sympy_of(t))


def _where(piece: Piece, epsilon: sympy.Expr, prevalence: sympy.Expr) -> tuple[sympy.Basic, sympy.Basic]:
    """Return two conditions in sympy: a variable is not before the start of the piece, and it is not after the end.

    If the start or the end does not belong to the piece, the variable must not equal it either. The variable is the prevalence,
    epsilon or delta, whichever ranges over the piece.
    """
    import sympy

    def end(x: Bound) -> sympy.Expr:
        number = sympy.oo if is_infinite(x) else sympy_of(x)
        return number if piece.variable in ("prevalence", DELTA) else sympy.log(number)

    variable = prevalence if piece.variable == "prevalence" else epsilon
    low, high = end(piece.lower), end(piece.upper)
    above = variable >= low if piece.ends[0] == "[" else variable > low
    below = variable <= high if piece.ends[1] == "]" else variable < high
    return above, below
