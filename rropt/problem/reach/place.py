"""The number that a question varies, and where it stands in a problem's demand.

The number is t = e^ε of an LDP, a metric or one-sided privacy; or δ of an LDP or one-sided privacy; or the bound on a
vulnerability. If several demands joined by & have such a number, the number of the first varies, and the other demands stay fixed.
Two vulnerabilities are refused.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from rropt.exact.element import Number, generator, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import identity
from rropt.exact.spelling import show
from rropt.privacy import LDP, All, Metric, Notion, Sensitive, Vulnerability
from rropt.privacy.bounds import Average
from rropt.privacy.notion import range_of
from rropt.privacy.words import demand_in_words
from rropt.problem.problem import Problem

__all__ = [
    "EPSILON",
    "VULNERABILITY",
    "OfLeast",
    "Own",
    "distances_of",
    "least_possible",
    "most_possible",
    "others_of",
    "own_part",
    "place_of",
    "put",
    "require_alone",
    "say_own",
    "say_scope",
]

EPSILON, VULNERABILITY = "epsilon", "vulnerability"
OfLeast = Literal["epsilon", "delta", "vulnerability"]
Own = LDP | Metric | Sensitive | Vulnerability
"""The demands whose number may vary."""
KINDS: dict[str, tuple[type[Own], ...]] = {
    EPSILON: (LDP, Metric, Sensitive),
    DELTA: (LDP, Sensitive),
    VULNERABILITY: (Vulnerability,),
}


def _split(problem: Problem, of: str) -> tuple[list[Notion], Own, list[Notion]]:
    """Find the part of the demand whose number varies: the first part that has a number of the kind `of`. Return three things: the
    parts before it, this part, and the parts after it.

    Refuse a demand without such a part. If `of` is "vulnerability", also refuse a demand with two such parts or more.
    """
    parts = [*problem.demand.demands] if isinstance(problem.demand, All) else [problem.demand]
    kinds = KINDS[of]
    places = [n for n, part in enumerate(parts) if isinstance(part, kinds)]
    if not places or (of == VULNERABILITY and len(places) > 1):
        what = "exactly one vulnerability" if of == VULNERABILITY else f"one {of}"
        raise InputError(f"a demand with {what} is needed, not {problem.demand}")
    own = parts[places[0]]
    assert isinstance(own, Own)
    return parts[: places[0]], own, parts[places[0] + 1 :]


def own_part(problem: Problem, of: str) -> Own:
    """The part of the demand whose number varies."""
    return _split(problem, of)[1]


def others_of(problem: Problem, of: str) -> list[Notion]:
    """Return the parts of the demand that are kept fixed while a number of another part varies; `of` names that number."""
    before, _, after = _split(problem, of)
    return before + after


def put(problem: Problem, of: str, x: Any) -> Problem:
    """Return the problem with x in place of the number that `of` names.

    If `of` is "epsilon", x is t = e^ε, or the text "every" or "inf" for ε itself. If `of` is "delta", x is δ, or the text "every".
    If `of` is "vulnerability", x is the bound on the vulnerability.
    """
    before, own, after = _split(problem, of)
    moved: Notion
    if isinstance(own, Vulnerability):
        moved = Vulnerability(x, own.prior, own.gain)
    elif of == EPSILON:
        moved = own.with_epsilon(x if isinstance(x, str) else Epsilon(x))
    else:
        assert isinstance(own, LDP | Sensitive)
        moved = own.with_delta(x)
    parts = [*before, moved, *after]
    return problem.restated(demand=parts[0] if len(parts) == 1 else All(*parts))


def place_of(problem: Problem, of: str) -> Number:
    """Return the number in the demand that `of` names: t = e^ε, δ, or the bound on a vulnerability.

    Refuse an infinite ε.
    """
    own = own_part(problem, of)
    if isinstance(own, Vulnerability):
        return own.at_most
    x = own.epsilon.t if of == EPSILON or isinstance(own, Metric) else own.delta
    if is_infinite(x):
        raise InputError(f"{of} is infinite in {problem.demand}; give a finite {of}")
    return x


def require_alone(problem: Problem, of: str) -> None:
    """Refuse a problem in which another number of the demand is free than the one that `of` names, or depends on it.

    In such a problem each value of the number comes with another demand beside it, so that its optima answer several questions.
    """
    if problem.interval is None:
        return
    own = own_part(problem, of)
    beside = [own.epsilon.t if of == DELTA else own.delta] if isinstance(own, LDP | Sensitive) else []
    fixed = not any(map(is_free, beside)) and not any(range_of(part) for part in others_of(problem, of))
    if not fixed or place_of(problem, of) != generator(problem.interval):
        raise InputError(f"in {problem.demand} another number than {of} varies; give a demand in which {of} alone does")


def least_possible(problem: Problem, of: str) -> Number:
    """Return the smallest possible value of the number that `of` names: 1 for t = e^ε, and 0 for δ.

    For a vulnerability it is the guesser's gain from the best guess without an answer.
    """
    if of == VULNERABILITY:
        return _average(problem).take([Fraction(1)] * problem.k)
    return Fraction(1 if of == EPSILON else 0)


def most_possible(problem: Problem) -> Number:
    """The guesser's gain if every answer is the truth; no mechanism makes it larger."""
    return _average(problem).total(identity(problem.k))


def distances_of(problem: Problem, of: str) -> set[Fraction]:
    """Return the positive distances of the metric, if the demand whose number varies is metric privacy; else an empty set."""
    own = own_part(problem, of)
    return {d for d in own.apart(problem.k, problem.inputs).values() if d} if isinstance(own, Metric) else set()


def _average(problem: Problem) -> Average:
    """Return the problem's only vulnerability as linear functions of a row. For each row the largest of their values is the
    guesser's gain."""
    found = own_part(problem, VULNERABILITY).bounds(problem.k).average
    assert found is not None
    return found


def say_scope(problem: Problem, of: OfLeast, *, own: str = "") -> str:
    """Say which mechanisms a question about a number of the demand is about: their inputs, the number of outputs, the demands and
    the conditions. `own` is said of the demand whose number varies; "" stands for what `say_own` says."""
    part = own_part(problem, of)
    # "beside" tells a further LDP from the LDP whose number varies
    others = [
        ("beside " if isinstance(x, LDP) and isinstance(part, LDP) else "") + demand_in_words(x)
        for x in others_of(problem, of)
    ]
    sizes = [f"{problem.k} inputs", problem.say_many("output")]
    return ", ".join([*sizes, own or say_own(of, part), *others, *map(str, problem.conditions)])


def say_own(of: OfLeast, own: Notion) -> str:
    """Describe the demand whose number is sought: its kind, unless it is an LDP, and its other numbers, which are fixed."""
    if isinstance(own, Vulnerability):
        return own.in_words(with_most=False)
    if isinstance(own, Metric):
        return "metric privacy with epsilon a unit of distance"
    if isinstance(own, Sensitive):
        beside = (
            f" with epsilon = {own.epsilon}" if of == DELTA else f" with delta = {show(own.delta)}" if own.delta else ""
        )
        return f"protection of {' or '.join(map(str, own.inputs))} alone{beside}"
    assert isinstance(own, LDP)
    return f"delta = {show(own.delta)}" if of == EPSILON else f"epsilon = {own.epsilon}"
