"""A problem in symbols of sympy: the objective, the relations, and a closed form that sympy derives when asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.solvers.agreement import DIGITS, EXACTLY

if TYPE_CHECKING:
    import sympy

    from rropt.problem.contract import Sense

__all__ = ["Derivation", "Placed", "Step", "SymbolicProblem", "no_form", "numbers_for"]

MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a derivation: what sympy did, with its result."""

    said: str
    result: Any

    def __str__(self) -> str:
        return f"{self.said}: {self.result}"


@dataclass(frozen=True, slots=True)
class Derivation:
    """The closed form that sympy derives, with the steps of the derivation. If there is no closed form, it is None, and `reason`
    says why."""

    closed_form: sympy.Expr | None
    steps: tuple[Step, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """The objective's value at a mechanism, a garbling or a prior, as a number of sympy, and the constraints that it breaks."""

    value: sympy.Expr
    violated: tuple[Any, ...]


def no_form(reason: str) -> Callable[[], Derivation]:
    """Make a function that returns a derivation without a closed form, for this reason."""
    return lambda: Derivation(None, (), reason)


def numbers_for(stated: Mapping[sympy.Symbol, Number]) -> dict[sympy.Symbol, sympy.Expr]:
    """Convert the number of each symbol to sympy; symbols whose number is free are left out."""
    from rropt.exact.element import is_free

    return {symbol: sympy_of(x) for symbol, x in stated.items() if not is_free(x)}


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class SymbolicProblem:
    """A problem in symbols.

    `symbols` has the symbols by name, such as `P` (a matrix with one row per output) or `weights` of rows, `ratio`,
    `delta`, `prevalence`. `numbers` are the values of its parameters; `sought` is a word for the optimised quantity. Sympy
    derives `closed_form` and `derivation` anew on each access; `reason` says why there is none.

    Example:
        >>> from rropt import LDP, Problem, Trace
        >>> print(Problem(Trace(), LDP("ln3"), inputs=3).as_sympy().closed_form)
        3*t/(t + 2)

    Reference: Boyd and Vandenberghe (2004), Convex optimization, chapter 5.
    """

    sense: Sense
    objective: sympy.Expr
    constraints: tuple[Any, ...]
    symbols: Mapping[str, Any]
    numbers: Mapping[sympy.Symbol, sympy.Expr]
    derive: Callable[[], Derivation] = field(compare=False)
    place: Callable[[Any], Mapping[sympy.Symbol, sympy.Expr]] = field(compare=False)
    sought: str = "optimum"

    @property
    def closed_form(self) -> sympy.Expr | None:
        """The optimum as an expression in the parameters; None if none is known."""
        return self.derive().closed_form

    @property
    def derivation(self) -> tuple[Step, ...] | None:
        """The steps to the closed form, each worked out by sympy now; None if there is none."""
        return self.derive().steps or None

    @property
    def reason(self) -> str:
        """The reason why there is no closed form; empty if there is one."""
        return self.derive().reason

    @property
    def value(self) -> sympy.Expr | None:
        """The closed form at the problem's numbers; None if there is none."""
        form = self.closed_form
        return None if form is None else form.subs(self.numbers)

    def at(self, given: Any) -> Placed:
        """Evaluate the objective and the constraints with the problem's numbers at `given`: a mechanism, a garbling or a
        prior. A constraint may be missed by up to 10^-30."""
        known = {**self.numbers, **self.place(given)}
        near = {symbol: x.evalf(DIGITS) for symbol, x in known.items()}
        violated = tuple(c for c in self.constraints if not _holds(c, near))
        return Placed(self.objective.xreplace(near).doit().evalf(DIGITS), violated)

    def _lines(self) -> list[tuple[str, Any]]:
        lines = [("minimise" if self.sense == "min" else "maximise", self.objective)]
        shown = self.constraints[:MOST_SHOWN]
        lines += [("subject to" if n == 0 else "", c) for n, c in enumerate(shown)]
        if more := len(self.constraints) - len(shown):
            lines.append(("", f"and {more} more in constraints"))
        lines += [("with" if n == 0 else "", f"{symbol} = {x}") for n, (symbol, x) in enumerate(self.numbers.items())]
        found = self.derive()
        last = ("no formula", found.reason) if found.closed_form is None else (self.sought, found.closed_form)
        return [*lines, last]

    def __str__(self) -> str:
        return "\n".join(f"{head:<11}{line}" for head, line in self._lines())

    def __repr__(self) -> str:
        return str(self)

    def _repr_latex_(self) -> str:
        """Write the problem in LaTeX, for notebooks."""
        from sympy import latex

        def text(said: str) -> str:
            return r"\text{" + said.replace("_", r"\_") + "}"

        rows = [
            f"{text(head)} & {text(line) if isinstance(line, str) else latex(line)}" for head, line in self._lines()
        ]
        return r"$\displaystyle \begin{array}{ll} " + r" \\ ".join(rows) + r" \end{array}$"


def _holds(relation: Any, near: Mapping[Any, Any]) -> bool:
    """Whether a relation holds when its symbols are replaced by the numbers in `near`.

    Except in a strict inequality with >, an error of 10^-30 is tolerated.
    """
    import sympy

    if relation in (True, False, sympy.true, sympy.false):
        return bool(relation)
    left = (relation.lhs - relation.rhs).xreplace(near).doit().evalf(DIGITS)
    small = sympy_of(EXACTLY).evalf(DIGITS)
    if isinstance(relation, sympy.StrictGreaterThan):
        return bool(left > 0)
    if isinstance(relation, sympy.Equality):
        return bool(abs(left) <= small)
    return bool(left >= -small if isinstance(relation, sympy.GreaterThan) else left <= small)
