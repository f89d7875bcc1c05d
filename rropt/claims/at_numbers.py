"""A theorem at one's own numbers.

A claim whose paper states an optimum by a formula is compared with cvxpy's optimum and the certified one. Any other claim with a
formula or a numeric twin is evaluated: both sides of each of its comparisons, exactly or enclosed by balls. A range,
`delta=1/10..1/2`, makes a grid, which is a table and a picture. The audit tries each claim at five points of a fixed seed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from rropt.claims.claim import Claim, Decided, Formula
from rropt.claims.decide import Question, domain_of, question_of
from rropt.claims.formulas import Optimum, Printed, Stated, Twin
from rropt.claims.language import RELATIONS, Node, known_value, number, read, substitute
from rropt.claims.library import find
from rropt.claims.numbers import holds, value_near
from rropt.errors import Disagreement, InputError
from rropt.exact.decimal import exact_or_decimal
from rropt.exact.element import Number, is_free
from rropt.exact.epsilon import read_epsilon
from rropt.exact.grammar import read_integer, read_number, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.privacy.boundary.reading import as_boundary
from rropt.privacy.notion import Notion
from rropt.problem.problem import Problem
from rropt.problem.result import Design
from rropt.problem.verdicts import Verdict as DesignVerdict
from rropt.show import Block, Col, Figure, Items, Result, Say, Table
from rropt.solvers.agreement import CONIC, are_in_agreement

__all__ = ["Evaluated", "agree", "at_numbers", "compare", "find_fault", "read_at", "sampled"]

STEPS = 9  # numbers that a range stands for
MOST = 1_000  # points of a grid
LETTERS = {"epsilon": "t", "delta": "d", "prevalence": "pi", "inputs": "k"}  # how claims write these; t is e^epsilon
LOGARITHM = re.compile(r"ln(\d[\d.]*)")
TRIED = 60
SEED = 67
Point = Mapping[str, str]


def at_numbers(claim_id: str, at: Mapping[str, str], *, root: Path | None = None) -> Evaluated:
    """Evaluate a claim at numbers.

    Args:
        claim_id: The id of a claim, such as "holohan.theorem_3".
        at: A number, or a range "1/10..1/2", for each of the claim's parameters or letters; "epsilon" stands for ln t.
        root: The directory of the papers; that of rropt unless given.

    Returns:
        The printed and the corrected optimum beside cvxpy's and the certified one, or both sides of each comparison.

    Raises:
        InputError: The claim has no formula, or a number is missing, unknown or outside the claim's domain.
        Disagreement: cvxpy and the certified optimum contradict each other.

    Example:
        >>> from rropt.claims.at_numbers import at_numbers
        >>> at_numbers("holohan.theorem_3", {"epsilon": "1/2", "delta": "1/10", "prevalence": "1/4"}).rows[0].is_true
        True
    """
    chosen, claim = find(claim_id, root)
    evaluated = chosen.formulas.get(claim_id, claim.formula)
    if evaluated is None:
        raise InputError(
            f"{claim_id} states no number, optimum or inequality to evaluate; its evidence is shown by rropt audit {claim_id}"
        )
    places = list(product(*(_values(name, text) for name, text in at.items())))
    if len(places) > MOST:
        raise InputError(f"the grid has {len(places)} points; give at most {MOST}")
    points = [dict(zip(at, place, strict=True)) for place in places]
    if isinstance(evaluated, Printed):
        return Evaluated(claim, tuple(_beside(evaluated, point) for point in points))
    return Evaluated(claim, tuple(_evaluate(claim, evaluated, point) for point in points))


def read_at(text: str) -> dict[str, str]:
    """Read "epsilon=1/2,delta=1/10"."""
    found: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = (x.strip() for x in part.partition("="))
        if not (name and equals and value) or name in found:
            raise InputError(f"'{text[:60]}' should be names and numbers, each once, such as epsilon=1/2,delta=1/10")
        found[name] = value
    return found


def _values(name: str, text: str) -> Sequence[str]:
    """Read "1/10:1/5" as two numbers, and a range as `STEPS` equally spaced ones, of `inputs` as all whole numbers between."""
    if ":" in text:
        return text.split(":")
    low, dots, high = text.partition("..")
    if not dots:
        return (text,)
    first, last = read_rational(low), read_rational(high)
    if first >= last:
        raise InputError(f"{name} = {text} runs backwards; write the smaller end first")
    if name == "inputs":
        return [str(x) for x in range(read_integer(low, least=2, most=64, name=name), int(last) + 1)]
    return [show(first + (last - first) * n / (STEPS - 1)) for n in range(STEPS)]


# what is shown


@dataclass(frozen=True, slots=True)
class Side:
    """One comparison at a point: its sides (two ends if enclosed, None without a value), and whether it is true."""

    said: str
    left: Number | float | tuple[Fraction, Fraction] | None
    right: Number | float | tuple[Fraction, Fraction] | None
    is_true: bool | None


@dataclass(frozen=True, slots=True)
class Place:
    """A claim at one point: the first hypothesis that is not true there, the truth of the statement, and its comparisons."""

    at: Point
    outside: str
    is_true: bool | None
    sides: tuple[Side, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Evaluated(Result):
    """A claim evaluated at the points of a grid."""

    schema: ClassVar[str] = "rropt/at/1"
    claim: Claim
    rows: tuple[Place, ...]

    @property
    def exit_code(self) -> int:
        return int(any(row.is_true is False for row in self.rows))

    def show(self) -> Iterator[Block]:
        """Say whether the statement is true at the point, or at how many; then list the sides of its comparisons."""
        yield Say(self._said())
        if len(self.rows) == 1 and self.rows[0].notes:
            yield Items("attained", self.rows[0].notes)
        heads = [*self.rows[0].at, "Comparison", "Left", "Right", "True"]
        rows = [
            [*row.at.values(), side.said, _near(side.left), _near(side.right), side.is_true]
            for row in self.rows
            for side in row.sides
        ]
        yield Table("comparisons", [Col(x.lower(), x) for x in heads], rows)
        if len(self.rows) > 1:
            yield Figure("sides", self._draw, f"The sides of {self.claim.id}")

    def _said(self) -> str:
        if len(self.rows) > 1:
            inside = [row for row in self.rows if not row.outside]
            true = sum(row.is_true is True for row in inside)
            return f"{self.claim.id} is true at {true} of the {len(inside)} points that satisfy its hypotheses."
        row = self.rows[0]
        where = ", ".join(f"{name} = {x}" for name, x in row.at.items())
        if row.outside:
            return f"{self.claim.id} says nothing at {where}: {row.outside} is not true there."
        said = {True: "is true", False: "is false", None: "has no value that can be told"}[row.is_true]
        return f"{self.claim.id} {said} at {where}."

    def _draw(self, figure: Any) -> None:
        """Draw both sides of each comparison over the first letter that varies, a curve for each value of the other letters."""
        ax = figure.add_subplot()
        name = next(
            (x for x in self.rows[0].at if len({row.at[x] for row in self.rows}) > 1), next(iter(self.rows[0].at))
        )
        curves: dict[tuple[str, str], list[tuple[float, float]]] = {}
        drawn = [(row, side) for row in self.rows for side in row.sides]
        for (row, side), style in product(drawn, ("-", "o")):
            others = "".join(f", {x} = {y}" for x, y in row.at.items() if x != name)
            value = _near(side.left if style == "-" else side.right)
            across = float(read_epsilon(row.at[name])) if name == "epsilon" else float(read_number(row.at[name]))
            if value is not None:
                curves.setdefault((style, f"{side.said[:40]}{others}"), []).append((across, float(value)))
        for (style, label), points in curves.items():
            ax.plot(*zip(*points, strict=True), style, fillstyle="none", label=label if style == "-" else None)
        ax.set_xlabel(name)
        ax.legend(fontsize="small")


def _near(value: Number | float | tuple[Fraction, Fraction] | None) -> Number | float | None:
    return float(sum(value)) / 2 if isinstance(value, tuple) else value


# formulas and twins


def _evaluate(claim: Claim, evaluated: Formula | Twin, at: Point) -> Place:
    question = _question_at(claim, evaluated)
    terms = {}
    for name, text in at.items():
        letter = name if name in question.names else LETTERS.get(name, name)
        terms[letter] = _power_of_e(text) if name == "epsilon" and letter == "t" else _term(text)
    if terms.keys() != question.names:
        raise InputError(
            f"{claim.id} is evaluated at numbers for {', '.join(sorted(question.names)) or 'no letter'}; it got {', '.join(at)}"
        )
    outside = next((str(h) for h in question.hypotheses if holds(substitute(h, terms)) is not True), "")
    if outside:
        return Place(at, outside, None, ())
    conclusion = _conclusion_at(question, evaluated, terms)
    return Place(at, outside, holds(conclusion), tuple(map(_side, _comparisons(conclusion))))


def _question_at(claim: Claim, evaluated: Formula | Twin) -> Question:
    """Return the question that is evaluated: of a twin its hypotheses, of a formula with `exists` what its witness makes of it."""
    if isinstance(evaluated, Twin):
        return question_of(evaluated.hypotheses)
    witness = claim.evidence.witness if isinstance(claim.evidence, Decided) else {}
    question = question_of(evaluated, witness)
    if question.sought and not witness:
        raise InputError(
            f"{claim.id} says that something exists, and names no example that could be evaluated at numbers"
        )
    return question


def _conclusion_at(question: Question, evaluated: Formula | Twin, terms: Mapping[str, Node]) -> Node:
    """Write out what is stated at a point at which the hypotheses hold."""
    if isinstance(evaluated, Formula):
        return substitute(question.at_witness, terms)
    values = {name: known_value(x) for name, x in terms.items()}
    numbers = {name: int(x) if name in question.integers else x for name, x in values.items() if x is not None}
    if len(numbers) < len(values):
        strange = min(values.keys() - numbers.keys())
        raise InputError(
            f"{evaluated.claim} is evaluated at rational numbers; give one for {strange}, or epsilon as ln3"
        )
    return read(evaluated.states(**numbers), evaluated.define)


def _term(text: str) -> Node:
    return read(LOGARITHM.sub(r"log(\1)", text))


def _power_of_e(text: str) -> Node:
    """Return e^epsilon, exactly where epsilon is the logarithm of a rational."""
    value = _term(text)
    power = known_value(value.args[0]) if value.op == "log" else None
    return Node("exp", (value,)) if power is None else number(power)


def _comparisons(node: Node) -> Iterator[Node]:
    if node.op in RELATIONS:
        yield node
    else:
        for x in node.args:
            yield from _comparisons(x)


def _side(node: Node) -> Side:
    left, right = (value_near(x, {}) for x in node.args)
    return Side(f"{str(node)[:80]}", left, right, holds(node))


# points of a fixed seed


def find_fault(claim: Claim, evaluated: Formula | Twin | Printed) -> Point | None:
    """Evaluate what a claim states at five points of a fixed seed; return the first at which it is false, None if there is none.

    Of an optimum the corrected formula is compared with the certified one and cvxpy's.
    """
    if isinstance(evaluated, Printed):
        tried = ((at, compare(evaluated, at)) for at in _sampled_optimum(evaluated))
        return next((at for at, found in tried if not agree(found.corrected, found.exact)), None)
    question = question_of(evaluated.hypotheses) if isinstance(evaluated, Twin) else question_of(evaluated)
    if question.sought or question.listed is not None:
        return None
    for point in sampled(question):
        terms = {name: number(x) for name, x in point.items()}
        if holds(_conclusion_at(question, evaluated, terms)) is False:
            return {name: str(x) for name, x in point.items()}
    return None


def sampled(question: Question, *, most: int = 5) -> list[dict[str, Fraction]]:
    """Draw up to `most` points at which the hypotheses hold, from a fixed seed; none where they are thin, such as an equality."""
    rng = random.Random(SEED)
    ranges = {x: domain_of(x, question.hypotheses) for x in sorted(question.names)}
    drawn = ({x: _drawn(rng, *ends, whole=x in question.integers) for x, ends in ranges.items()} for _ in range(TRIED))
    return list(islice((p for p in drawn if all(holds(h, p) is True for h in question.hypotheses)), most))


def _sampled_optimum(formula: Printed, *, most: int = 5) -> list[Point]:
    """Draw points at which the formula of an optimum says something; epsilon is the logarithm of a rational."""
    rng = random.Random(SEED)

    def draw() -> Point:
        rho = sorted(rng.sample(range(1, 20), 2))
        drawn = {
            "epsilon": f"ln{Fraction(rng.randint(11, 99), 10)}",
            **{name: str(Fraction(rng.randint(1, 19), 20)) for name in ("delta", "prevalence")},
            "inputs": str(rng.randint(2, 6)),
            **{name: str(Fraction(x, 20)) for name, x in zip(("rho1", "rho2"), rho, strict=True)},
            "beta": str(1 + Fraction(rng.randint(1, 40), 4)),
        }
        return {name: drawn[name] for name in formula.parameters}

    def is_stated(at: Point) -> bool:
        with suppress(InputError):
            return bool(formula.right(_values_of(formula, at)))
        return False

    return list(islice(filter(is_stated, (draw() for _ in range(TRIED))), most))


def _drawn(rng: random.Random, low: Fraction | None, high: Fraction | None, *, whole: bool) -> Fraction:
    """Draw a number between the ends, where one is missing within 10 of the other."""
    low = low if low is not None else (high - 10 if high is not None else Fraction(-5))
    high = high if high is not None else low + 10
    if whole:
        return Fraction(rng.randint(-int(-low // 1), max(int(high // 1), -int(-low // 1))))
    return low + (high - low) * Fraction(rng.randint(0, 60), 60)


# optima


class Compared(NamedTuple):
    """An optimum as printed, as corrected and as a certificate proves it, and cvxpy's."""

    printed: Stated
    corrected: Stated
    exact: Stated
    numeric: float


def _beside(formula: Printed, at: Point) -> Place:
    """Compare the printed and the corrected optimum, and cvxpy's, with the certified one."""
    found = compare(formula, at)
    named = {"printed": found.printed, "corrected": found.corrected}
    sides = [Side(f"{x} = certified", y.value, found.exact.value, agree(y, found.exact)) for x, y in named.items()]
    sides.append(Side("cvxpy = certified", found.numeric, found.exact.value, True))
    points = {
        x: [f"({', '.join(map(exact_or_decimal, p))})" for p in y.minimisers]
        for x, y in (*named.items(), ("certified", found.exact))
    }
    notes = [f"the {formula.optimum}, as {x}, is attained at {', '.join(y)}" for x, y in points.items() if y]
    return Place(at, "", sides[0].is_true, tuple(sides), tuple(notes))


def compare(formula: Printed, at: Point) -> Compared:
    """Evaluate the formula of an optimum, and find the optimum by cvxpy and with a certificate.

    Raises:
        InputError: A number is missing, unknown or outside the claim's domain.
        Disagreement: cvxpy and the certified optimum contradict each other.
    """
    wanted = formula.parameters
    if set(at) != set(wanted):
        raise InputError(
            f"{formula.claim} is evaluated at numbers for {', '.join(wanted)}; it got {', '.join(at) or 'none'}"
        )
    values = _values_of(formula, at)
    printed, corrected = formula.printed(values), formula.right(values)
    exact, numeric = _optimum(formula, at)
    if not are_in_agreement(numeric, float(exact.value), CONIC):
        raise Disagreement(
            f"for {formula.claim} at {dict(at)}, cvxpy finds {numeric:.9g}, and {show(exact.value)} is certified"
        )
    return Compared(printed, corrected, exact, numeric)


def _values_of(formula: Printed, at: Point) -> dict[str, Number]:
    return {short: _read(name, at[name]) for name, short in formula.parameters.items()}


def _read(name: str, text: str) -> Number:
    if name == "epsilon":
        t = read_epsilon(text).t
        if is_infinite(t) or is_free(t):
            raise InputError(f"epsilon = {text} is no finite number; a formula is checked at finite numbers")
        return t
    return (
        read_rational(str(read_integer(text, least=2, most=64, name=name))) if name == "inputs" else read_number(text)
    )


def _optimum(formula: Printed, at: Point) -> tuple[Stated, float]:
    """Return the certified optimum as a formula states one, and cvxpy's."""
    question = _question(formula, {**at, **{name: str(x) for name, x in formula.left_out.items()}})
    if isinstance(question, Problem):
        from rropt.problem.design import design

        found: Any = design(question)
        numeric, is_optimum = question.solve_cvxpy().value, found.verdict is DesignVerdict.OPTIMAL
    else:
        from rropt.breach.bound import breach_bound
        from rropt.breach.numeric import breach_sdp

        boundary = as_boundary(question)
        found, is_optimum = breach_bound(question), boundary is not None
        numeric = breach_sdp(boundary).value if boundary is not None else float("nan")
    if found.value is None or is_infinite(found.value) or not found.certificate or not is_optimum:
        raise InputError(f"the {formula.optimum} at {dict(at)} has no certified finite value; give other numbers")
    best = [x.mechanism.rows for x in found.minimisers] if isinstance(found, Design) else []
    points = tuple((rows[0][0], rows[1][1]) for rows in best) if formula.optimum is Optimum.VARIANCE else ()
    return Stated(found.value, points), numeric


def _question(formula: Printed, at: Point) -> Problem | Notion:
    from rropt.designs.objectives.trace import Trace
    from rropt.designs.objectives.variance import Variance
    from rropt.privacy import LDP, BetaFactor, RhoBreach

    match formula.optimum:
        case Optimum.BREACH_RHO:
            return RhoBreach(at["rho1"], at["rho2"])
        case Optimum.BREACH_BETA:
            return BetaFactor(at["beta"])
        case Optimum.TRACE:
            return Problem(Trace(), LDP(at["epsilon"], delta=at["delta"]), inputs=int(at["inputs"]))
        case Optimum.VARIANCE:
            return Problem(Variance(at["prevalence"]), LDP(at["epsilon"], delta=at["delta"]), outputs=2)


def agree(stated: Stated, exact: Stated) -> bool:
    """Whether a formula gives the exact optimum and, if it names minimisers, exactly these."""
    if stated.value != exact.value or not stated.minimisers:
        return bool(stated.value == exact.value)
    return all(any(x == y for y in exact.minimisers) for x in stated.minimisers) and all(
        any(x == y for y in stated.minimisers) for x in exact.minimisers
    )
