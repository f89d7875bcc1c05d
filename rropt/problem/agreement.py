"""The three legs side by side. If two disagree the answer is an error that shows all three."""

from __future__ import annotations

from dataclasses import replace

from rropt.checker import Verdict as Judged
from rropt.checker import check
from rropt.exact.element import Number
from rropt.exact.errors import Disagreement
from rropt.oracles.agreement import AGREEMENT, agrees, as_float
from rropt.problem.result import Leg

__all__ = ["accepted", "reconcile", "sampled_leg", "sentence_of"]


def accepted(text: str, what: str) -> str:
    """The sentence that the checker accepts of a certificate."""
    return sentence_of(check(text), what)


def sentence_of(verdict: Judged, what: str) -> str:
    """The sentence of a certificate that was accepted."""
    if verdict.status != "accepted":
        raise Disagreement(f"the checker refused the certificate of {what}: {verdict.reason}")
    return verdict.sentence


def sampled_leg(worst: float, points: int, source: str) -> Leg:
    """The numeric leg of a design with a free parameter, from the largest relative difference to the exact values."""
    status = f"largest relative difference {worst:.1e} at {points} sampled points"
    if worst > AGREEMENT:
        raise Disagreement(f"the numeric optimum is not near the exact one: {status}")
    return Leg("numeric", status, None, source)


def reconcile(symbolic: Leg, numeric: Leg, certified: Leg, *, lower: Number, upper: Number) -> tuple[Leg, Leg, Leg]:
    """The legs as given, if the closed form equals the certified value (or lies in its bounds) and the float is near.

    A float that is off by no more than the solver's tolerance can make is no disagreement, and is labelled.
    """
    found = []
    exact = symbolic.value
    if exact is not None and not isinstance(exact, float) and not (lower <= exact <= upper):
        found.append("the closed form lies outside what is certified")
    low, high = as_float(lower), as_float(upper)
    if _is_strange(numeric.value, low, high, numeric.resolution):
        found.append("the numeric optimum is not near what is certified")
    elif _is_strange(numeric.value, low, high):
        said = f"{numeric.status}; the solver's tolerance cannot tell values {numeric.resolution:.1e} apart"
        numeric = replace(numeric, status=said)
    if found:
        legs = "; ".join(map(str, (symbolic, numeric, certified)))
        raise Disagreement(f"the legs disagree, so no number is given: {' and '.join(found)}. {legs}")
    return symbolic, numeric, certified


def _is_strange(value: Number | float | None, low: float | None, high: float | None, blur: float = 0.0) -> bool:
    """Whether a float lies neither between the bounds nor near one of them; nothing is compared where one is missing."""
    if not isinstance(value, float) or low is None or high is None:
        return False
    return not (agrees(value, low) or agrees(value, high) or low - blur <= value <= high + blur)
