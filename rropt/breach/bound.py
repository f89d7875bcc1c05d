"""Finds B(h), the bound on a mechanism's parity that is equivalent to a privacy demand with the boundary h.

The demand says that an event of prior probability p has a posterior probability of at most h(p). The parity of a mechanism is the
largest ratio between the probabilities that two inputs give to one output. A mechanism satisfies the demand if and only if its
parity is at most B(h) = inf over 0 < p < 1 of ((1−p)/p)·(h(p)/(1−h(p))). So the demand is equivalent to ε-LDP with ε = log B(h),
and also to the bound B(h) on every Bayes factor. (Chai & Nayak 2018, equation 3.3 and Theorem 3.1.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from rropt import poses
from rropt.breach.boundaries import STEPS, CanonicalRegion, as_boundary, canonical_region, is_sympy, points_of
from rropt.breach.certificate import certify_bound
from rropt.errors import Undecided
from rropt.exact.element import Bound, hand_out
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.plots.beliefs import draw_beliefs
from rropt.poses.others import OtherAnswer, show_others
from rropt.privacy.boundary import BreachFunction, infimum
from rropt.show import Block, Fact, Figure, Result, Say, near, outward, up
from rropt.values import Between

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from rropt.poses.breach import BreachProblem

__all__ = ["BreachBound", "breach_bound", "problem"]

RATIO = "(1 - p)/p*h(p)/(1 - h(p))"
CURVED = "it is enclosed by intervals, which certificates do not state; the checker does not judge it"
MOST_PIECES = 6
TINY = 1e-9  # from the ends of a formula's range, where it may have no value


@dataclass(frozen=True, slots=True, repr=False)
class BreachBound(Result):
    """The bound B(h) of a privacy demand, which is the infimum over priors p of the odds of h(p) divided by the odds of p.

    `lower` and `upper` are bounds of B(h), and `value` is B(h) if they are equal, otherwise None. `where` says at which prior the
    infimum is attained or approached. `h` is the boundary if it has exact pieces, else its formula. `certificate` is the text that
    the checker accepted; if there is none, `uncertified` tells the reason. `canonical` is the equivalent region with one boundary,
    if the demand has two.

    Examples:
        >>> from rropt import RhoBreach
        >>> from rropt.breach import breach_bound
        >>> found = breach_bound(RhoBreach("1/5", "1/2"))
        >>> print(found.value, found.where)
        4 approached, not attained, at prior p = 0.2

    Reference: Chai and Nayak (2018), A criterion for privacy protection in data collection and its attainment via
    randomized response procedures, section 3.
    """

    schema: ClassVar[str] = "rropt/demand/2"
    demand: str
    lower: Bound
    upper: Bound
    where: str
    h: Any
    certificate: str
    uncertified: str
    canonical: CanonicalRegion | None = None
    others: tuple[OtherAnswer, ...] = ()

    @property
    def value(self) -> Bound | None:
        """B(h) if it is known exactly, otherwise None."""
        return hand_out(self.lower) if order_of(self.lower, self.upper) == 0 else None

    @property
    def epsilon(self) -> Epsilon | None:
        """The ε = log B(h) for which the demand is equivalent to ε-LDP; None if `value` is None."""
        return None if self.value is None else Epsilon(self.value)

    def __float__(self) -> float:
        return (float(self.lower) + float(self.upper)) / 2

    def brief(self) -> str:
        """Write B(h) so that it fits into a sentence."""
        return up(self.value) if self.value is not None else f"a number from {outward(self.lower, self.upper)}"

    def words(self) -> str:
        """Write a sentence that tells a respondent between which bounds every Bayes factor lies."""
        if is_infinite(self.lower):
            return "This demand forbids nothing: every mechanism keeps it, even the direct question."
        if self.upper == 1:
            return "This demand forbids learning anything: only answers that do not depend on the truth keep it."
        return (
            "Whatever is believed beforehand, no answer multiplies or divides the odds of anything about a respondent by more than "
            f"{up(self.upper)}."
        )

    def show(self) -> Iterator[Block]:
        """Yield B(h) and the equivalent ε, what they mean, and whether the checker accepted them."""
        where = f", {self.where}" if self.where else ""
        yield Say(f"B(h) = {self.brief()}, the least ratio {RATIO}{where}.", key="")
        yield Say(f"The most that a chance p may become after an answer is h(p) = {_spell(self.h)}.", key="")
        yield Say(self.words(), key="words")
        epsilon = self.epsilon or Between(Epsilon(self.lower).bounds()[0], Epsilon(self.upper).bounds()[1])
        # as a budget that is allowed
        yield Say(f"That is local differential privacy with epsilon = {near(epsilon, 'down')}.", key="")
        yield Fact("demand", "demand", self.demand, shown=False)
        yield Fact("bound", "B(h)", self if self.value is None else self.value, shown=False)
        yield Fact("epsilon", "epsilon", epsilon, shown=False)
        yield Fact("where", "", self.where, shown=False)
        if self.canonical is not None and self.canonical.is_stronger:
            yield Fact("canonical", "the equivalent single boundary", self.canonical.formula)
        yield Figure("beliefs", self._draw, "What may be believed after an answer")
        yield from show_others(self.others)
        told = (
            "The number is accepted by the checker."
            if self.certificate
            else f"The number is not certified: {self.uncertified}."
        )
        yield Say(told, key="")
        yield Fact("certificate", "", self.certificate or None, shown=False)

    def _draw(self, canvas: Canvas) -> None:
        """Draw the boundary and the equivalent bound on odds; a formula of sympy by its values at points."""
        if isinstance(self.h, BreachFunction):
            points = points_of(self.h)
        else:
            (p,) = self.h.free_symbols
            places = [min(max(n / STEPS, TINY), 1 - TINY) for n in range(STEPS + 1)]
            points = places, [float(self.h.subs(p, x)) for x in places]
        draw_beliefs(canvas, points, float(self.lower))


def _spell(h: Any) -> str:
    """Write the first pieces of h with the intervals on which they hold."""
    if not isinstance(h, BreachFunction):
        return str(h)
    told = [f"{x.formula} for {near(x.start)} < p < {near(x.end)}" for x in h.pieces[:MOST_PIECES]]
    more = len(h.pieces) - MOST_PIECES
    return "; ".join([*told, *([f"and {more} further pieces"] if more > 0 else [])])


def breach_bound(demand: object, *, proof: bool = False) -> BreachBound:
    """Find B(h), the bound on ratios of probabilities that is equivalent to a privacy-breach demand with the boundary h.

    It is exact if h has pieces that are quotients of linear functions, and certified if they are linear. A curved formula of sympy
    is enclosed, and the checker does not judge it.

    Args:
        demand: A named demand, or a boundary h: a `BreachFunction`, a table of points (p, h), its text such as `0=1/5,1=1`, or an
            expression of sympy in one symbol. A pair (h_l, h_u) of boundaries may be given too.
        proof: Also ask sympy and cvxpy, and compare their answers with B(h).

    Returns:
        `value` is B(h), or None if it is only enclosed; `lower` and `upper` are bounds of B(h); `where` and `certificate` show it.

    Raises:
        InputError: The demand cannot be read. Undecided: It cannot be decided where two boundaries cross. Disagreement: Another
            program contradicts the result.

    Examples:
        >>> from rropt import RhoBreach
        >>> from rropt.breach import breach_bound
        >>> print(breach_bound(RhoBreach("1/5", "1/2")).value)
        4

    Reference: Chai and Nayak (2018), section 3; Evfimievski, Gehrke and Srikant (2003), Limiting privacy breaches.
    """
    if is_sympy(demand) or (isinstance(demand, tuple | list) and any(map(is_sympy, demand))):
        from rropt.breach.formulas import as_pieces, read_formula  # sympy is loaded for formulas alone

        formula = read_formula(demand)
        pieces = as_pieces(formula)
        found = _of_formula(formula) if pieces is None else _exact(pieces)
    else:
        found = replace(_exact(as_boundary(demand)), canonical=_canonical(demand))
    return replace(found, others=poses.breach.ask_about_bound(found.h, found.lower, found.upper)) if proof else found


def _exact(h: BreachFunction) -> BreachBound:
    """Find B(h) from the points where the ratio of odds is stationary and from the ends of the pieces of h."""
    found = infimum(h)
    text, why = certify_bound(h, found)
    how = "attained" if found.least and found.least.attained else "approached, not attained,"
    where = f"{how} at prior p = {near(found.least.point)}" if found.least else ""
    return BreachBound(str(h), found.lower, found.upper, where, h, text, why)


def _of_formula(h: Any) -> BreachBound:
    from rropt.breach.curved import enclose_formula

    found = enclose_formula(h)
    where = "" if is_infinite(found.lower) else f"nearly reached at prior p = {near(found.near)}"
    return BreachBound(str(h), found.lower, found.upper, where, h, "", CURVED)


def _canonical(demand: object) -> CanonicalRegion | None:
    """Find the equivalent region with one boundary; None if it cannot be told where two boundaries cross."""
    try:
        return canonical_region(demand)
    except Undecided:
        return None


def problem(h: object) -> BreachProblem:
    """State for cvxpy and sympy the problem of finding B(h), the infimum of the ratio of posterior to prior odds.

    Args:
        h: A named demand, a `BreachFunction`, or points (p, h) or their text as `breach_bound` takes them.

    Returns:
        The problem, with `as_cvxpy` and `as_sympy`.

    Raises:
        InputError: h has no exact pieces, or is below p at some prior p.

    Examples:
        >>> from rropt.breach import problem
        >>> print(f"{1 / problem('0=1/5,1=1').as_cvxpy().solve(solver='CLARABEL'):.6f}")
        1.250000

    Reference: Chai and Nayak (2018), A criterion for privacy protection in data collection, section 3.
    """
    return poses.breach.BreachProblem(as_boundary(h))
