"""A theorem at one's own numbers.

A claim whose paper states an optimum by a formula is compared with cvxpy's optimum and the certified one; the formula is evaluated
exactly in the field of the numbers, Q(e^epsilon) among them. Any other claim with a
formula or a numeric twin is evaluated: both sides of each of its comparisons, exactly or enclosed by balls. A range,
`delta=1/10..1/2`, makes a grid, which is a table and a picture. The audit tries each claim at five points of a fixed seed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from math import ceil, floor, isnan, nan
from typing import Any, ClassVar

from rropt.claims.claim import Claim, Formula, Optimum, Printed
from rropt.claims.decide import Place, Question, Side, evaluate, question_of, require_letters, spell, spelled
from rropt.claims.language import Node, known_value, number, read
from rropt.claims.library import find
from rropt.claims.numbers import value_near
from rropt.claims.solver import Solver
from rropt.errors import InputError, refuse
from rropt.exact.decimal import exact_or_decimal
from rropt.exact.element import Number, is_free
from rropt.exact.epsilon import read_epsilon
from rropt.exact.grammar import read_integer, read_number, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.objectives.linear import Trace
from rropt.objectives.variance import Variance
from rropt.privacy import LDP, BetaFactor, RhoBreach
from rropt.problem.design import ask_others, design
from rropt.problem.problem import Problem
from rropt.problem.result import Design, Verdict as DesignVerdict
from rropt.show import Block, Col, Figure, Items, Result, Say, Table

__all__ = ["Evaluated", "at_numbers", "find_fault", "question_at", "read_at", "solve"]

STEPS = 9  # numbers that a range stands for
MOST = 1_000  # points of a grid
LOGARITHM = re.compile(r"ln(\d[\d.]*)")
TRIED = 5  # points of the fixed seed at which the audit evaluates a claim
# The letter in terms for each name that a user writes; t is e^epsilon.
LETTERS = {"epsilon": "t", "delta": "d", "prevalence": "pi", "inputs": "k", "rho1": "r1", "rho2": "r2", "beta": "b"}
PARAMETERS = {
    Optimum.VARIANCE: ("epsilon", "delta", "prevalence"),
    Optimum.TRACE: ("epsilon", "delta", "inputs"),
    Optimum.BREACH_RHO: ("rho1", "rho2"),
    Optimum.BREACH_BETA: ("beta",),
}
DRAWN = {  # between which numbers the letters of an optimum are drawn
    "t": "[11/10, 10]",
    "d": "[1/20, 19/20]",
    "pi": "[1/20, 19/20]",
    "k": "integer 2 <= k and k <= 6",
    "r1": "[1/20, 9/10]",
    "r2": "[1/10, 19/20]",
    "b": "[1, 11]",
}
SIDES = ("comparison", "left", "right", "true")  # of a table at numbers, behind a column for each letter
Point = Mapping[str, str]


def at_numbers(selection: str, at: Mapping[str, str]) -> Evaluated:
    """Evaluate a claim at numbers.

    Args:
        selection: A claim, such as "holohan.theorem_3", or FOLDER/CLAIM of your own.
        at: A number, or a range "1/10..1/2", for each of the claim's parameters or letters; "epsilon" stands for ln t.

    Returns:
        The printed optimum beside cvxpy's and the certified one, or both sides of each comparison.

    Raises:
        InputError: The claim has no formula, or a number is missing or unknown.
        Disagreement: cvxpy and the certified optimum contradict each other.

    Examples:
        >>> from rropt.claims.at_numbers import at_numbers
        >>> at_numbers("holohan.theorem_3", {"epsilon": "1/2", "delta": "1/10", "prevalence": "1/4"}).rows[0].is_true
        True
    """
    _, claim = find(selection)
    question = question_at(claim)
    if question is None:
        raise InputError(
            f"{claim.id} states no number, optimum or inequality to evaluate, or no example of what exists; "
            f"its evidence is shown by rropt audit {selection}"
        )
    ranges = (_values(x, text, is_whole=bool({x, LETTERS.get(x)} & question.integers)) for x, text in at.items())
    places = list(product(*ranges))
    if not 0 < len(places) <= MOST:
        raise InputError(
            f"the grid has no point, or more than {MOST}; give a range with whole numbers in it, or a shorter one"
        )
    return Evaluated(claim, tuple(_place(claim, question, dict(zip(at, x, strict=True))) for x in places))


def read_at(text: str) -> dict[str, str]:
    """Read "epsilon=1/2,delta=1/10"."""
    found: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = (x.strip() for x in part.partition("="))
        if not (name and equals and value) or name in found:
            raise InputError(f"'{text[:60]}' should be names and numbers, each once, such as epsilon=1/2,delta=1/10")
        found[name] = value
    return found


def _values(name: str, text: str, *, is_whole: bool) -> Sequence[str]:
    """Read "1/10:1/5" as two numbers, and a range as `STEPS` equally spaced ones, or as all whole numbers between."""
    if ":" in text or ".." not in text:
        return text.split(":")
    first, last = map(read_rational, text.split("..", 1))
    if first >= last:
        raise InputError(f"{name} = {text} runs backwards; write the smaller end first")
    if is_whole:
        return [str(x) for x in range(ceil(first), min(floor(last), ceil(first) + MOST) + 1)]
    return [show(first + (last - first) * n / (STEPS - 1)) for n in range(STEPS)]


# what is shown


@dataclass(frozen=True, slots=True, repr=False)
class Evaluated(Result):
    """A claim evaluated at the points of a grid."""

    schema: ClassVar[str] = "rropt/at/1"
    claim: Claim
    rows: tuple[Place, ...]

    @property
    def exit_code(self) -> int:
        return int(not self.claim.witness and any(row.is_true is False for row in self.rows))

    def show(self) -> Iterator[Block]:
        """Say what the statement is at the point, or at how many points it is what; then list the sides of its comparisons."""
        told = Counter(self._told(row) for row in self.rows)
        one = spell(self.rows[0].at) if len(self.rows) == 1 else ""
        parts = (f"{what} at {one or f'{n} of the {len(self.rows)} points'}{why}" for (what, why), n in told.items())
        yield Say(f"{self.claim.id} {'; '.join(parts)}.")
        if one:
            yield Items("attained", self.rows[0].notes)
        heads = [Col(f"{x}'" if x in SIDES else x, x) for x in self.rows[0].at]  # N and n are two letters
        rows = [[*row.at.values(), side.said, side.left, side.right, side.is_true] for row, side in self._sides]
        if rows:
            yield Table("comparisons", heads + [Col(x, x.capitalize()) for x in SIDES], rows)
        if rows and not one:
            yield Figure("sides", self._draw, f"The sides of {self.claim.id}")

    @property
    def _sides(self) -> list[tuple[Place, Side]]:
        return [(row, side) for row in self.rows if not row.outside for side in row.sides]

    def _told(self, row: Place) -> tuple[str, str]:
        """Say what the statement is at a point, and why or by which example."""
        if row.outside:
            return "says nothing", f", where {row.outside} is not true"
        if self.claim.witness:  # one that fails refutes nothing
            return "is true" if row.is_true else "is not shown", f", by its example {spell(self.claim.witness)}"
        has_values = all(side.left is not None and side.right is not None for side in row.sides)
        unknown = "has sides that are not told apart" if has_values else "has no value that can be told"
        return {True: "is true", False: "is false", None: unknown}[row.is_true], ""

    def _draw(self, figure: Any) -> None:
        """Draw both sides of each comparison over the first letter that varies, a curve for each value of the other letters."""
        ax = figure.add_subplot()
        name = next(
            (x for x in self.rows[0].at if len({row.at[x] for row in self.rows}) > 1), next(iter(self.rows[0].at))
        )
        curves: dict[tuple[int, str, str], list[tuple[float, float, float]]] = {}
        for row, side in self._sides:
            others = "".join(f", {x} = {y}" for x, y in row.at.items() if x != name)
            value = (
                (read_epsilon if name == "epsilon" else read_number)(row.at[name])
                if isinstance(self.claim.at, Printed)
                else value_near(_term(row.at[name]))
            )
            across, left, right = (nan if x is None else float(x) for x in (value, side.left, side.right))
            # two long comparisons may be told by the same words
            curves.setdefault((row.sides.index(side), side.said, others), []).append((across, left, right))
        for (_, said, others), points in curves.items():
            x, left_side, right_side = zip(*points, strict=True)
            (line,) = ax.plot(x, left_side, "-", label=f"{said[:40]}{others}")
            ax.plot(x, right_side, "o", fillstyle="none", color=line.get_color())
        ax.set_xlabel(name)
        ax.legend(fontsize="small")


# formulas and twins


def _term(text: str) -> Node:
    """Read a number of any claim but an optimum; "ln3" is log(3)."""
    return read(LOGARITHM.sub(r"log(\1)", text))


def _place(claim: Claim, question: Question, at: Point) -> Place:
    """Evaluate a claim at a point; of one that says that something exists, its example."""
    if isinstance(claim.at, Printed):
        return _beside(claim.at, at)
    letters = {name: name if name in question.names else LETTERS.get(name, name) for name in at}
    refuse(
        (len({*letters.values()}) < len(at), f"{claim.id} takes one number for a letter, which has two in {spell(at)}")
    )
    terms = {}
    for name, text in at.items():
        value = _term(text)
        power = known_value(value.args[0]) if value.op == "log" else None
        e = Node("exp", (value,)) if power is None else number(power)
        terms[letters[name]] = e if name == "epsilon" and letters[name] == "t" else value
    require_letters(claim.id, question.names, terms)
    return evaluate(question, at, terms, Solver())


def question_at(claim: Claim) -> Question | None:
    """Return the question that is evaluated, of an optimum its domain; None if there is none, or if something exists by it and
    the claim has no example."""
    evaluated, witness = claim.at or claim.formula, claim.witness
    if evaluated is None:
        return None
    if isinstance(evaluated, Printed):
        given = {letter: DRAWN[letter] for letter in _parameters(evaluated).values()}
        evaluated, witness = Formula("1 = 1", given, (evaluated.domain,), evaluated.define), {}
    found = question_of(evaluated, witness)
    return found if found.witness or not found.sought else None


# points of a fixed seed


def find_fault(claim: Claim, known: Point | None = None) -> Point | None:
    """Evaluate what a claim states at five points of a fixed seed; return the first at which it is false, None if there is none.

    None are drawn where the hypotheses are thin, such as x^2 + y^2 = 1; then a formula is evaluated at the point at which they
    are known to hold. An optimum is compared with the certified one and cvxpy's where epsilon is the logarithm of a rational.
    """
    question = question_at(claim)
    if question is None:
        return None
    points: list[Point] = [spelled(p) for p in islice(question.sampled(), TRIED)]
    if isinstance(claim.at, Printed):
        points = [
            {name: f"log({p[x]})" if name == "epsilon" else p[x] for name, x in _parameters(claim.at).items()}
            for p in points
        ]
    elif not points and known and not claim.at:
        points = [known]
    return next((at for at in points if _place(claim, question, at).is_true is False), None)


# optima


def _parameters(formula: Printed) -> dict[str, str]:
    """Return the claim's parameters: the name that a user writes, and the letter in the formula."""
    return {name: LETTERS[name] for name in PARAMETERS[formula.optimum] if name not in formula.left_out}


def _beside(formula: Printed, at: Point) -> Place:
    """Compare the printed optimum, and cvxpy's, with the certified one.

    Raises:
        InputError: A number is missing or unknown.
        Disagreement: cvxpy and the certified optimum contradict each other.
    """
    parameters = _parameters(formula)
    require_letters(formula.claim, parameters, at)
    values = {letter: _read(name, at[name]) for name, letter in parameters.items()}
    if not _computed(formula.domain, formula, values):
        return Place(at, f"{formula.domain}{' (t is e^epsilon)' * ('t' in values)}", None, ())
    case = next((x for x in formula.cases if _computed(x.when or "1 = 1", formula, values)), None)
    if case is None:
        raise InputError(f"the formula of {formula.claim} has no case for {spell(at)}; give other numbers")
    printed = _computed(case.value, formula, values)
    minimisers = tuple(tuple(_computed(x, formula, values) for x in point) for point in case.minimisers)
    certified, attained, numeric = solve(formula.optimum, tuple({**at, **formula.left_out}.items()))
    agrees = bool(printed == certified) and set(minimisers) in (set(), set(attained))
    sides = (
        Side("printed = certified", printed, certified, agrees),
        *([] if isnan(numeric) else [Side("cvxpy = certified", numeric, certified, True)]),
    )
    notes = [
        f"the {formula.optimum}, as {x}, is attained at "
        + ", ".join(f"({', '.join(map(exact_or_decimal, p))})" for p in points)
        for x, points in (("printed", minimisers), ("certified", attained))
        if points
    ]
    return Place(at, "", agrees, sides, tuple(notes))


def _computed(text: str, formula: Printed, values: Mapping[str, Number]) -> Any:
    """Compute a rational term, or the truth of a formula, whose letters have values in one field of numbers."""
    found = known_value(read(text, formula.define), values)
    if found is None:
        raise InputError(f"'{text[:60]}' has no value at these numbers, or is not a rational term; give other numbers")
    return found


def _read(name: str, text: str) -> Number:
    if name == "epsilon":
        t = read_epsilon(text).t
        if is_infinite(t) or is_free(t):
            raise InputError(f"epsilon = {text} is no finite number; a formula is checked at finite numbers")
        return t
    return (
        read_rational(str(read_integer(text, least=2, most=64, name=name))) if name == "inputs" else read_number(text)
    )


@cache
def solve(optimum: Optimum, given: tuple[tuple[str, str], ...]) -> tuple[Number, tuple[tuple[Number, ...], ...], float]:
    """Return the certified optimum, where it is attained if it is a variance, and cvxpy's, which is not asked where there is none.

    It is solved once, as a theorem and its repair are tried at the same points.
    """
    at = dict(given)
    if optimum in (Optimum.VARIANCE, Optimum.TRACE):
        demand = LDP(at["epsilon"], delta=at["delta"])
        if optimum is Optimum.VARIANCE:
            question = Problem(Variance(at["prevalence"]), demand, outputs=2)
        else:
            question = Problem(Trace(), demand, inputs=int(at["inputs"]))
        found: Any = design(question)
    else:
        from rropt.breach.bound import breach_bound  # a design needs none of it

        beliefs = BetaFactor(at["beta"]) if "beta" in at else RhoBreach(at["rho1"], at["rho2"])
        found = breach_bound(beliefs, proof=True)
    is_design = isinstance(found, Design)
    if (is_design and found.verdict is not DesignVerdict.OPTIMAL) or not found.certificate:  # as of what is infinite
        raise InputError(f"the {optimum} at {at} has no certified finite value; give other numbers")
    others = ask_others(question, found.value, found.value, sympy=False) if is_design else found.others
    best = [x.mechanism.rows for x in found.minimisers] if optimum is Optimum.VARIANCE else []
    attained = tuple((rows[0][0], rows[1][1]) for rows in best)
    return found.value, attained, next(x.value for x in others if x.name == "cvxpy")
