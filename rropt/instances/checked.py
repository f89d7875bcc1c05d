"""Evaluate a claim's formula of an optimum at given numbers, and compare it with the optimum that is found there.

Four values of the optimum are computed: by the formula as printed, by its corrected form, by cvxpy, and by a certificate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from rropt.breach.result import BreachBound
from rropt.claims.formulas import Optimum, Printed, Stated, formulas_of
from rropt.claims.library import home, papers
from rropt.exact.decimal import decimal, exact_or_decimal, show_with_decimal
from rropt.exact.element import Number, is_free
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.grammar import read_integer, read_number, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import counted, show
from rropt.instances.numeric import is_near, optimum_in_floats
from rropt.privacy.notion import Notion
from rropt.problem.problem import Problem
from rropt.problem.result import Design
from rropt.problem.verdicts import Verdict
from rropt.results import Result, Table, text_table

__all__ = ["Instance", "Instances", "certified", "check", "compared", "find_formula", "question_of", "stated_at"]

STEPS = 9  # numbers that a range stands for
MOST = 1_000  # points of a grid
DIGITS = 9  # significant digits in a table


@dataclass(frozen=True, slots=True, repr=False)
class Instance(Result):
    """One claim evaluated at one choice of its parameters.

    `exact` is the optimum that `certificate` proves, and `numeric` is the optimum that cvxpy finds. `agrees` says whether the
    printed formula gives the exact optimum and the exact minimisers. `corrected_agrees` says the same of the corrected formula.
    A formula that names no minimisers need only give the optimum.
    """

    claim: str
    at: Mapping[str, str]
    optimum: str
    printed: Stated
    corrected: Stated
    numeric: float
    exact: Stated
    agrees: bool
    corrected_agrees: bool
    certificate: str

    def __bool__(self) -> bool:
        return self.agrees

    def facts(self) -> dict[str, str]:
        """Return what was compared, as texts by name.

        Four texts are optima: by the paper's formula as printed, by its corrected form, by cvxpy, and the exact one. Two more texts
        say whether the printed and the corrected optimum agree with the exact one.
        """
        same = "" if self.corrected != self.printed else " (as printed)"
        return {
            "printed": _said(self.printed),
            "corrected": f"{_said(self.corrected)}{same}",
            "cvxpy": f"{self.numeric:.{DIGITS}g}",
            "exact": _said(self.exact),
            "printed agrees": "yes" if self.agrees else "no",
            "corrected agrees": "yes" if self.corrected_agrees else "no",
        }

    def explain(self) -> str:
        """Say which numbers were compared, and whether they agree."""
        where = ", ".join(f"{name} = {x}" for name, x in self.at.items())
        verdict = "agrees with" if self.agrees else "does not agree with"
        said = f"{self.claim} at {where}: the printed {self.optimum} {verdict} the certified one."
        return "\n".join([said, *(f"{name:<17} {x}" for name, x in self.facts().items())])

    def plot(self, path: Path | str) -> Path:
        """Draw the comparison as a picture with a single point, and write the picture to the path."""
        return Instances((self,)).plot(path)

    def to_dict(self) -> dict[str, Any]:
        """Return a plain dictionary with every number as text; `numeric` is the text of a double."""
        stated = {"printed": self.printed, "corrected": self.corrected, "exact": self.exact}
        return {
            "schema": "rropt/instance/1",
            "claim": self.claim,
            "at": dict(self.at),
            "optimum": self.optimum,
            **{name: _fields(x) for name, x in stated.items()},
            "numeric": {"double": f"{self.numeric:.17g}"},
            "agrees": self.agrees,
            "corrected_agrees": self.corrected_agrees,
            "certificate": self.certificate,
        }

    def as_table(self) -> Table:
        """Return a table of one row."""
        return Instances((self,)).as_table()


@dataclass(frozen=True, slots=True, repr=False)
class Instances(Result):
    """One claim, evaluated at all points of a grid of its parameters. `rows` has one entry for each point."""

    rows: tuple[Instance, ...]

    def __bool__(self) -> bool:
        return all(self.rows)

    def explain(self) -> str:
        """Say how many points agree, then show the table."""
        agree = sum(row.agrees for row in self.rows)
        said = (
            f"{self.rows[0].claim} agrees with the certified optimum at {agree} of {counted(len(self.rows), 'place')}."
        )
        return f"{said}\n{text_table(*self.as_table())}"

    def to_dict(self) -> dict[str, Any]:
        """Return a plain dictionary with every row."""
        return {"schema": "rropt/instances/1", "rows": [row.to_dict() for row in self.rows]}

    def as_table(self) -> Table:
        """Return a table of parameters, the four optima, and whether they agree."""
        header = [*self.rows[0].at, "printed", "corrected", "cvxpy", "exact", "printed agrees", "corrected agrees"]
        rows = []
        for row in self.rows:
            values = [decimal(x.value, digits=DIGITS) for x in (row.printed, row.corrected, row.exact)]
            values.insert(2, f"{row.numeric:.{DIGITS}g}")
            verdicts = ["yes" if x else "no" for x in (row.agrees, row.corrected_agrees)]
            rows.append([*row.at.values(), *values, *verdicts])
        return header, rows

    def plot(self, path: Path | str) -> Path:
        """Draw the optima over the first parameter that varies, and write the picture to the path.

        The printed optimum is a line; the exact optimum and cvxpy's optimum are points.
        """
        from rropt.plots.panels import plot

        return plot(path, self.draw, width=6.4, height=4.8)

    def draw(self, ax: Any) -> None:
        """Draw on the given matplotlib Axes."""
        across = next((name for name in self.rows[0].at if len({row.at[name] for row in self.rows}) > 1), None)
        name = next(iter(self.rows[0].at)) if across is None else across
        groups: dict[str, list[Instance]] = {}
        for row in self.rows:
            groups.setdefault(", ".join(f"{x} {v}" for x, v in row.at.items() if x != name), []).append(row)
        for said, rows in groups.items():
            ax.plot(_places(rows, name), [float(row.printed.value) for row in rows], "-", label=f"printed, {said}")
        ax.plot(
            _places(self.rows, name),
            [float(x.exact.value) for x in self.rows],
            "o",
            fillstyle="none",
            label="certified",
        )
        ax.plot(_places(self.rows, name), [row.numeric for row in self.rows], "x", label="cvxpy")
        if wrong := [row for row in self.rows if not row.agrees]:
            heights = [float(x.exact.value) for x in wrong]
            ax.plot(
                _places(wrong, name), heights, "rD", markersize=9, fillstyle="none", label="the printed one is wrong"
            )
        ax.set_xlabel(name)
        ax.set_ylabel(self.rows[0].optimum)
        ax.legend(fontsize="small")


def _places(rows: Sequence[Instance], name: str) -> list[float]:
    return [float(_along(name, row.at[name])) for row in rows]


def _along(name: str, text: str) -> float:
    """Convert a parameter's text to a float, its position on an axis."""
    return float(read_epsilon(text)) if name == "epsilon" else float(read_number(text))


def check(claim: str, **values: object) -> Instance | Instances:
    """Evaluate a claim's printed formula at numbers; compare it with its corrected form, cvxpy's optimum and the certified one.

    Args:
        claim: The id of a claim that has a formula, such as "holohan.theorem_3".
        values: A number for each parameter; a list of numbers, or a range such as "1/10..1/2" (9 numbers), makes a grid.

    Returns:
        The comparison, or one for every point of the grid; `agrees` says whether the printed optimum and minimisers are right.

    Raises:
        InputError: The claim has no formula, a parameter is missing or unknown, or the claim says nothing at these numbers.
        Disagreement: cvxpy and the certified optimum contradict each other.

    Example:
        >>> from rropt.claims import check
        >>> check("holohan.theorem_3", epsilon="1/2", delta="1/10", prevalence="1/4").agrees
        True

    Reference: rropt/claims/GUIDE.md, "Checking a theorem at numbers".
    """
    formula = find_formula(claim)
    wanted = formula.parameters
    if set(values) != set(wanted):
        raise InputError(
            f"the check of {claim} needs values of {', '.join(wanted)}, but got values of {', '.join(values) or 'no parameter'}"
        )
    grid = {name: _read_values(name, values[name]) for name in wanted}
    places = list(product(*grid.values()))
    if len(places) > MOST:
        raise InputError(f"the grid has {len(places)} points; give at most {MOST}")
    rows = tuple(_at(formula, dict(zip(grid, place, strict=True))) for place in places)
    return rows[0] if all(len(x) == 1 for x in grid.values()) else Instances(rows)


def find_formula(claim: str) -> Printed:
    """Return the formula of a claim, as printed and as corrected. Refuse a claim that has none."""
    paper = str(claim).partition(".")[0]
    found = formulas_of(home(), paper) if paper in papers(home()) else {}
    if claim not in found:
        known = [name for x in papers(home()) for name in formulas_of(home(), x)]
        raise InputError(
            f"rropt has no formula of {str(claim)[:60]!r} that it can check at numbers; give one of {', '.join(known)}"
        )
    return found[claim]


def _read_values(name: str, given: object) -> tuple[str, ...]:
    """Read a parameter's values as texts, in order.

    A value that is not a list counts as a list of one value. A range "a..b" gives STEPS equally spaced numbers from a to b. For
    the parameter `inputs`, a range gives all whole numbers from a to b.
    """
    if isinstance(given, list | tuple | range):
        if not given:
            raise InputError(f"{name} is an empty list; give a number")
        return tuple(str(x) for x in given)
    low, dots, high = str(given).partition("..")
    if not dots:
        return (str(given),)
    first, last = read_rational(low), read_rational(high)
    if first >= last:
        raise InputError(f"{name} = {given} runs backwards; write the smaller end first")
    if name == "inputs":
        return tuple(str(x) for x in range(read_integer(low, least=2, most=64, name=name), int(last) + 1))
    return tuple(show(first + (last - first) * n / (STEPS - 1)) for n in range(STEPS))


def _at(formula: Printed, at: Mapping[str, str]) -> Instance:
    """Evaluate the formula at one choice of its parameters. Raise `Disagreement` if cvxpy and the certificate disagree."""
    stated = stated_at(formula, at)
    question = question_of(formula, at)
    found = _solve(question)
    exact, numeric = certified(formula, at, found), optimum_in_floats(question)
    if not is_near(numeric, exact.value):
        printed, corrected = map(_said, stated)
        raise Disagreement(
            f"for {formula.claim} at {dict(at)}, cvxpy finds {numeric:.{DIGITS}g}, but {_said(exact)} is certified; the printed "
            f"formula gives {printed}, and the corrected one {corrected}"
        )
    return compared(formula, at, stated, exact, numeric=numeric, certificate=found.certificate or "")


def stated_at(formula: Printed, at: Mapping[str, str]) -> tuple[Stated, Stated]:
    """Evaluate the printed and the corrected formula at one choice of its parameters."""
    values = {short: _read(name, at[name]) for name, short in formula.parameters.items()}
    formula.require(values)
    return formula.printed(values), formula.right(values)


def compared(
    formula: Printed,
    at: Mapping[str, str],
    stated: tuple[Stated, Stated],
    exact: Stated,
    *,
    numeric: float,
    certificate: str,
) -> Instance:
    """Compare the printed and the corrected formula (`stated`) with the exact optimum."""
    agrees, corrected_agrees = (_agree(x, exact) for x in stated)
    return Instance(
        *(formula.claim, at, formula.optimum, *stated, numeric, exact),
        agrees=agrees,
        corrected_agrees=corrected_agrees,
        certificate=certificate,
    )


def _read(name: str, text: str) -> Number:
    if name == "epsilon":
        t = read_epsilon(text).t
        if is_infinite(t) or is_free(t):
            said = "infinite" if is_infinite(t) else "free"
            raise InputError(f"epsilon = {text} is {said}; a formula is checked at finite numbers")
        return t
    if name == "inputs":
        return read_rational(str(read_integer(text, least=2, most=64, name=name)))
    return read_number(text)


def question_of(formula: Printed, at: Mapping[str, str]) -> Problem | Notion:
    """Return what a formula is about, at one choice of its parameters: a problem, or a demand whose B(h) is asked for."""
    from rropt.designs.objectives.trace import Trace
    from rropt.designs.objectives.variance import Variance
    from rropt.privacy import LDP, BetaFactor, RhoBreach

    full = {**at, **{name: str(x) for name, x in formula.left_out.items()}}
    match formula.optimum:
        case Optimum.BREACH_RHO:
            return RhoBreach(full["rho1"], full["rho2"])
        case Optimum.BREACH_BETA:
            return BetaFactor(full["beta"])
        case Optimum.TRACE:
            return Problem(Trace(), LDP(full["epsilon"], delta=full["delta"]), inputs=int(full["inputs"]))
        case Optimum.VARIANCE:
            return Problem(Variance(full["prevalence"]), LDP(full["epsilon"], delta=full["delta"]), outputs=2)


def _solve(question: Problem | Notion) -> Design | BreachBound:
    """Return the certified optimum that is asked for."""
    from rropt.breach.bound import breach_bound
    from rropt.problem.design import design

    return design(question) if isinstance(question, Problem) else breach_bound(question)


def certified(formula: Printed, at: Mapping[str, str], found: Design | BreachBound) -> Stated:
    """Return the certified optimum as a formula states one: its value, with the minimisers of a variance. Refuse an optimum that
    is no finite number."""
    value = found.value
    is_optimum = isinstance(found, BreachBound) or found.verdict is Verdict.OPTIMAL
    if value is None or is_infinite(value) or not found.certificate or not is_optimum:
        raise InputError(f"the {formula.optimum} at {dict(at)} has no certified finite value; give other numbers")
    best = [x.mechanism.rows for x in found.minimisers] if isinstance(found, Design) else []
    points = tuple((rows[0][0], rows[1][1]) for rows in best)
    return Stated(value, points if formula.optimum is Optimum.VARIANCE else ())


def _agree(stated: Stated, exact: Stated) -> bool:
    """Whether a formula gives the exact optimum. If the formula names minimisers, they must equal the exact minimisers too."""
    if stated.value != exact.value or not stated.minimisers:
        return stated.value == exact.value
    return all(any(x == y for y in exact.minimisers) for x in stated.minimisers) and all(
        any(x == y for y in stated.minimisers) for x in exact.minimisers
    )


def _fields(stated: Stated) -> dict[str, Any]:
    """Return the value and the minimisers as JSON has them."""
    return {"value": show(stated.value), "minimisers": [[show(x) for x in point] for point in stated.minimisers]}


def _said(stated: Stated) -> str:
    """Return the optimum as text, with the points at which it is attained."""
    points: Sequence[str] = [f"({', '.join(exact_or_decimal(x) for x in point)})" for point in stated.minimisers]
    return show_with_decimal(stated.value) + (f" at {', '.join(points)}" if points else "")
