"""A theorem at one's own numbers.

A claim whose paper states an optimum by a formula is compared with cvxpy's optimum and the certified one. Any other claim with a
formula or a numeric twin is evaluated: both sides of each of its comparisons, exactly or enclosed by balls. A range,
`delta=1/10..1/2`, makes a grid, which is a table and a picture. The audit tries each claim at five points of a fixed seed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, islice, product
from pathlib import Path
from typing import Any, ClassVar

from rropt.claims.claim import Claim, Decided, Formula
from rropt.claims.decide import Question, question_of
from rropt.claims.formulas import LETTERS, Optimum, Printed, Stated, Twin
from rropt.claims.language import (
    RELATIONS,
    Node,
    difference,
    free_variables,
    known_value,
    number,
    read,
    substitute,
    variable,
)
from rropt.claims.library import find
from rropt.claims.numbers import holds, value_near
from rropt.errors import InputError
from rropt.exact.decimal import exact_or_decimal
from rropt.exact.element import Number, is_free
from rropt.exact.epsilon import read_epsilon
from rropt.exact.grammar import read_integer, read_number, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.objectives.linear import Trace
from rropt.objectives.variance import Variance
from rropt.privacy import LDP, BetaFactor, RhoBreach
from rropt.privacy.notion import Notion
from rropt.problem.design import design
from rropt.problem.problem import Problem
from rropt.problem.proof import ask_others
from rropt.problem.result import Design
from rropt.problem.result import Verdict as DesignVerdict
from rropt.show import Block, Col, Figure, Items, Result, Say, Table

__all__ = ["Evaluated", "at_numbers", "drawn", "find_fault", "read_at", "sampled"]

STEPS = 9  # numbers that a range stands for
MOST = 1_000  # points of a grid
LOGARITHM = re.compile(r"ln(\d[\d.]*)")
TRIED = 200  # points that are drawn for the few that are evaluated
SEED = 67
DRAWN = {  # between which numbers the letters of an optimum are drawn
    "t": "[11/10, 10]",
    "d": "[1/20, 19/20]",
    "pi": "[1/20, 19/20]",
    "k": "integer 2 <= k and k <= 6",
    "r1": "[1/20, 9/10]",
    "r2": "[1/10, 19/20]",
    "b": "[1, 11]",
}
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

    Examples:
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
        return int(not self._example and any(row.is_true is False for row in self.rows))

    @property
    def _example(self) -> str:
        """The witness of a claim that something exists, which is evaluated in its place; one that fails refutes nothing."""
        witness = self.claim.evidence.witness if isinstance(self.claim.evidence, Decided) else {}
        return " by its example " + ", ".join(f"{name} = {x}" for name, x in witness.items()) if witness else ""

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
            is_so = "is shown" if self._example else "is true"
            return f"{self.claim.id} {is_so} at {true} of the {len(inside)} points that satisfy its hypotheses{self._example}."
        row = self.rows[0]
        where = ", ".join(f"{name} = {x}" for name, x in row.at.items())
        if row.outside:
            return f"{self.claim.id} says nothing at {where}: {row.outside} is not true there."
        said = {
            True: "is true",
            False: "is not shown" if self._example else "is false",
            None: "has no value that can be told",
        }[row.is_true]
        return f"{self.claim.id} {said} at {where}{self._example}."

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
        value = read(LOGARITHM.sub(r"log(\1)", text))
        terms[letter] = _power_of_e(value) if name == "epsilon" and letter == "t" else value
    if terms.keys() != question.names:
        raise InputError(
            f"{claim.id} is evaluated at numbers for {', '.join(sorted(question.names)) or 'no letter'}; it got {', '.join(at)}"
        )
    outside = next((str(h) for h in question.domain if holds(substitute(h, terms)) is not True), "")
    if outside:
        return Place(at, outside, None, ())
    conclusion = _conclusion_at(question, evaluated, terms)
    return Place(at, outside, holds(conclusion), tuple(_comparisons(conclusion)))


def _is_evaluated(claim: Claim, evaluated: Formula | Twin | Printed) -> bool:
    """Whether the claim has an example of what exists by it, or nothing does."""
    has_example = isinstance(claim.evidence, Decided) and bool(claim.evidence.witness)
    return has_example or not isinstance(evaluated, Formula) or not question_of(evaluated).sought


def _question_at(claim: Claim, evaluated: Formula | Twin) -> Question:
    """Return the question that is evaluated: of a twin its hypotheses, of a formula with `exists` what its witness makes of it."""
    if not _is_evaluated(claim, evaluated):
        raise InputError(
            f"{claim.id} says that something exists, and names no example that could be evaluated at numbers"
        )
    if isinstance(evaluated, Twin):
        return question_of(evaluated.hypotheses)
    return question_of(evaluated, claim.evidence.witness if isinstance(claim.evidence, Decided) else {})


def _conclusion_at(question: Question, evaluated: Formula | Twin, terms: Mapping[str, Node]) -> Node:
    """Write out what is stated at a point at which the hypotheses hold."""
    if isinstance(evaluated, Formula):
        return substitute(question.at_witness, terms)
    values = {name: known_value(x) for name, x in terms.items()}
    strange = next((name for name, x in values.items() if x is None), None)
    if strange is not None:
        raise InputError(
            f"{evaluated.claim} is evaluated at rational numbers; give one for {strange}, or epsilon as ln3"
        )
    return evaluated.formula_at(values, question.integers)


def _power_of_e(value: Node) -> Node:
    """Return e^epsilon, exactly where epsilon is the logarithm of a rational."""
    power = known_value(value.args[0]) if value.op == "log" else None
    return Node("exp", (value,)) if power is None else number(power)


def _comparisons(node: Node) -> Iterator[Side]:
    if node.op in RELATIONS:
        left, right = (value_near(x, {}) for x in node.args)
        yield Side(str(node)[:80], left, right, holds(node))
    else:
        for x in node.args:
            yield from _comparisons(x)


# points of a fixed seed


def drawn(claim: Claim, evaluated: Formula | Twin | Printed) -> list[Point]:
    """Draw five points at which a claim says something; none where its hypotheses are thin, such as x^2 + y^2 = 1.

    Raises:
        InputError: It says that something exists, and names no example.
    """
    if isinstance(evaluated, Printed):
        return _sampled_optimum(evaluated)
    question = _question_at(claim, evaluated)
    return [{name: str(x) for name, x in p.items()} for p in sampled(question)]


def find_fault(claim: Claim, evaluated: Formula | Twin | Printed, known: Point | None = None) -> Point | None:
    """Evaluate what a claim states at five points of a fixed seed; return the first at which it is false, None if there is none.

    Where none is drawn, a formula is evaluated at the point at which its hypotheses are known to hold. Of an optimum the corrected
    formula is compared with the certified one and cvxpy's.
    """
    if not _is_evaluated(claim, evaluated):
        return None
    points = drawn(claim, evaluated) or ([known] if known and isinstance(evaluated, Formula) else [])
    if isinstance(evaluated, Printed):
        return next((at for at in points if not _beside(evaluated, at).sides[1].is_true), None)
    return next((at for at in points if _evaluate(claim, evaluated, at).is_true is False), None)


def sampled(question: Question, *, most: int = 5) -> list[dict[str, Fraction]]:
    """Draw up to `most` points at which the hypotheses hold, from a fixed seed; fewer where they are thin, such as x^2 + y^2 = 1.

    One variable is drawn after another, between the ends that those before it leave; last those that a hypothesis `x = …` gives.
    """
    rng = random.Random(SEED)
    given = [h.args[0].name for h in question.hypotheses if h.op == "=" and h.args[0].op == "variable"]
    names = [*sorted(question.names.difference(given)), *dict.fromkeys(given)]
    drawn = (_draw(rng, names, question) for _ in range(TRIED if names else 1))
    return list(islice((p for p in drawn if all(holds(h, p) is True for h in question.hypotheses)), most))


def _draw(rng: random.Random, names: Sequence[str], question: Question) -> dict[str, Fraction]:
    point: dict[str, Fraction] = {}
    for name in names:
        known = {x: number(value) for x, value in point.items()}
        low, high = _ends_of(name, [substitute(h, known) for h in question.hypotheses])
        width = rng.choice((1, 10))
        low = low if low is not None else (high - width if high is not None else Fraction(-width, 2))
        high = high if high is not None else low + width
        least = -int(-low // 1)
        whole = Fraction(rng.randint(least, max(int(high // 1), least)))
        point[name] = whole if name in question.integers else low + (high - low) * Fraction(rng.randint(0, 60), 60)
    return point


def _ends_of(name: str, hypotheses: Sequence[Node]) -> tuple[Fraction | None, Fraction | None]:
    """Return the greatest lower and the least upper end that hypotheses give a variable as numbers; None for no end."""
    lows, highs = list[Fraction](), list[Fraction]()
    for x in chain.from_iterable(h.args if h.op == "and" else (h,) for h in hypotheses):
        if x.op == "=" and free_variables(x) == {name}:
            a, b, c = (known_value(substitute(difference(*x.args), {name: number(i)})) for i in range(3))
            is_linear = a is not None and b is not None and c is not None and c - b == b - a != 0
            lows, highs = ([*lows, -a / (b - a)], [*highs, -a / (b - a)]) if is_linear else (lows, highs)
        elif x.op in ("<", "<=", ">", ">="):
            left, right = x.args if x.op in ("<", "<=") else reversed(x.args)
            lows += [known_value(left)] if right == variable(name) else []
            highs += [known_value(right)] if left == variable(name) else []
    return max((x for x in lows if x is not None), default=None), min((x for x in highs if x is not None), default=None)


def _sampled_optimum(formula: Printed) -> list[Point]:
    """Draw points at which the formula of an optimum says something; epsilon is the logarithm of a rational."""
    given = {letter: DRAWN[letter] for letter in formula.parameters.values()}
    assumed = (formula.domain,) if formula.domain else ()
    points = sampled(question_of(Formula("1 = 1", given, assumed, formula.define)))
    return [
        {name: f"log({p[x]})" if name == "epsilon" else str(p[x]) for name, x in formula.parameters.items()}
        for p in points
    ]


# optima


def _beside(formula: Printed, at: Point) -> Place:
    """Compare the printed and the corrected optimum, and cvxpy's, with the certified one.

    Raises:
        InputError: A number is missing, unknown or outside the claim's domain.
        Disagreement: cvxpy and the certified optimum contradict each other.
    """
    if set(at) != set(formula.parameters):
        raise InputError(
            f"{formula.claim} is evaluated at numbers for {', '.join(formula.parameters)}; it got {', '.join(at) or 'none'}"
        )
    values = {short: _read(name, at[name]) for name, short in formula.parameters.items()}
    stated = {"printed": formula.printed(values), "corrected": formula.right(values)}
    exact, numeric = _optimum(formula, at)
    sides = [Side(f"{x} = certified", y.value, exact.value, _agree(y, exact)) for x, y in stated.items()]
    sides.append(Side("cvxpy = certified", numeric, exact.value, True))
    notes = [
        f"the {formula.optimum}, as {x}, is attained at "
        + ", ".join(f"({', '.join(map(exact_or_decimal, p))})" for p in y.minimisers)
        for x, y in {**stated, "certified": exact}.items()
        if y.minimisers
    ]
    return Place(at, "", sides[0].is_true, tuple(sides), tuple(notes))


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
    found, numeric = _solve(formula.optimum, tuple({**at, **formula.left_out}.items()))
    if numeric is None or is_infinite(found.value) or not found.certificate:
        raise InputError(f"the {formula.optimum} at {dict(at)} has no certified finite value; give other numbers")
    best = [x.mechanism.rows for x in found.minimisers] if formula.optimum is Optimum.VARIANCE else []
    return Stated(found.value, tuple((rows[0][0], rows[1][1]) for rows in best)), numeric


@cache
def _solve(optimum: Optimum, given: tuple[tuple[str, str], ...]) -> tuple[Any, float | None]:
    """Solve for an optimum once, as a theorem and its repair are tried at the same points; without a value cvxpy is not asked."""
    from rropt.breach.bound import breach_bound  # others need none of it

    question = _question(optimum, dict(given))
    found: Any = design(question) if isinstance(question, Problem) else breach_bound(question, proof=True)
    if found.value is None or (isinstance(found, Design) and found.verdict is not DesignVerdict.OPTIMAL):
        return found, None
    others = (
        ask_others(question, found.value, found.value, sympy=False) if isinstance(question, Problem) else found.others
    )
    return found, next(x.value for x in others if x.name == "cvxpy")


def _question(optimum: Optimum, at: Point) -> Problem | Notion:
    match optimum:
        case Optimum.BREACH_RHO:
            return RhoBreach(at["rho1"], at["rho2"])
        case Optimum.BREACH_BETA:
            return BetaFactor(at["beta"])
        case Optimum.TRACE:
            return Problem(Trace(), LDP(at["epsilon"], delta=at["delta"]), inputs=int(at["inputs"]))
        case Optimum.VARIANCE:
            return Problem(Variance(at["prevalence"]), LDP(at["epsilon"], delta=at["delta"]), outputs=2)


def _agree(stated: Stated, exact: Stated) -> bool:
    """Whether a formula gives the exact optimum and, if it names minimisers, exactly these."""
    both = ((stated.minimisers, exact.minimisers), (exact.minimisers, stated.minimisers))
    same = not stated.minimisers or all(any(x == y for y in others) for some, others in both for x in some)
    return bool(stated.value == exact.value) and same
