"""The result of `breach_bound`: the bound B(h) of a privacy demand, its certificate, and several independent computations of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.breach.canonical import CanonicalRegion
from rropt.breach.in_words import RATIO, boundary_in_words, ratio_on, spoken
from rropt.breach.leg import BoundLeg
from rropt.breach.legs import posed_legs
from rropt.exact.decimal import DIGITS, EXACT, decimal, show_with_decimal
from rropt.exact.element import Bound, hand_out, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.fields import Free
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.isolate import Root
from rropt.exact.spelling import show
from rropt.privacy import Parity
from rropt.privacy.boundary import BreachFunction
from rropt.results import Result, Table, fact_table

__all__ = ["BreachBound", "spell_interval", "shorten_outward", "root_words"]


@dataclass(frozen=True, slots=True, repr=False)
class BreachBound(Result):
    """The bound B(h) of a privacy demand, with computations and certificates.

    A demand with the boundary h says that an event of prior probability p has a posterior probability of at most h(p). B(h) is the
    infimum over p of the odds of h(p) divided by the odds of p.

    `value` is B(h) if B(h) is known as a number that rropt can write, otherwise None. `lower` and `upper` are rational or infinite
    bounds of B(h). If B(h) is algebraic, but rropt cannot write it as a number, `root` is B(h) as a root of an integer polynomial.

    `where` says at which prior the infimum is attained or approached. `said` tells assumptions, or what is missing. `h` is the
    boundary if it has exact pieces. `least_on` is the index of the piece on which the ratio of odds is least. If the demand has
    two boundaries in exact pieces, `canonical` is the equivalent region with one boundary, if it can be found.

    `certificate` is the text that the checker accepted. If h is given by formulas, several texts in `certificates` show B(h)
    together. All of them but the last are inequalities for the lower bound, and the last shows the upper bound. If B(h) is
    irrational, both hold up to about 10^-15. If there is no certificate, `uncertified` tells the reason.

    Example:
        >>> from rropt import RhoBreach
        >>> from rropt.breach import breach_bound
        >>> found = breach_bound(RhoBreach("1/5", "1/2"))
        >>> print(found.value, found.where)
        4 approached, not attained, at prior p = 1/5 ≈ 0.2

    Reference: Chai and Nayak (2018), A criterion for privacy protection in data collection and its attainment via
    randomized response procedures, section 3.
    """

    demand: str
    value: Bound | None
    lower: Fraction | Infinity
    upper: Fraction | Infinity
    where: str
    fast_legs: tuple[BoundLeg, ...]
    certificate: str | None
    said: str = ""
    uncertified: str = ""
    canonical: CanonicalRegion | None = None
    root: Root | None = None
    certificates: tuple[str, ...] = ()
    h: BreachFunction | None = None
    least_on: int | None = None
    posed: tuple[BoundLeg, ...] | None = field(default=None, init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", hand_out(self.value))

    @property
    def legs(self) -> tuple[BoundLeg, ...]:
        """All computations of B(h), the infimum over priors p of the odds of the boundary h(p) divided by the odds of p.

        B(h) is computed exactly or in bounds, in floats, by sympy and by cvxpy, and the checker judges a certificate of it. A
        computation that does not apply to h is left out or has no value.

        Raises:
            Disagreement: The computation by sympy or by cvxpy contradicts the bounds.
        """
        if self.posed is None:
            object.__setattr__(self, "posed", posed_legs(self.h, (self.lower, self.upper), self.value, self.fast_legs))
        return self._answers

    @property
    def _answers(self) -> tuple[BoundLeg, ...]:
        """The computations of this demand's bound B(h) that are already done.

        The computations by sympy and cvxpy are done only when the property `legs` is read.
        """
        return (*self.fast_legs, *(self.posed or ()))

    @property
    def epsilon(self) -> Epsilon | None:
        """The ε = log B(h) for which the demand is equivalent to ε-LDP; None if `value` is None."""
        return None if self.value is None else Epsilon(self.value)

    def rational_lower(self, *, digits: int = 15) -> Fraction | Infinity:
        """Return a rational lower bound of B(h), the bound of the demand.

        If B(h) is rational or infinite, return B(h). If B(h) is not known as one number, return `lower`. Otherwise return B(h)
        rounded down to `digits`.
        """
        if isinstance(self.value, Fraction | Infinity):
            return self.value
        if self.value is None or isinstance(self.value.field, Free):
            return self.lower
        return Fraction(decimal(self.value, digits=digits, direction="lower"))

    def as_demand(self) -> Parity:
        """Return this demand as an upper bound on the parity, for which a mechanism can be designed.

        The parity is the largest ratio of the probabilities that two inputs give to one output. If the exact bound is known, the
        upper bound is `value`. Otherwise it is `lower`, which asks at least as much.
        """
        return Parity(self.value if self.value is not None else self.lower)

    def epsilon_lower(self, *, digits: int = 15) -> Epsilon:
        """Return an ε for which an ε-LDP design certainly keeps this demand: the logarithm of `rational_lower`."""
        return Epsilon(self.rational_lower(digits=digits))

    def words(self) -> str:
        """Write a sentence that tells a respondent between which bounds every Bayes factor lies."""
        if self.lower == INFINITY:
            return "This demand forbids nothing: every mechanism keeps it, even the direct question."
        if self.upper == 1:
            return "This demand forbids learning anything: only answers that do not depend on the truth keep it."
        if EXACT.get() or self.value is None or is_free(self.value):
            bound = self.brief() + (f" ({self.value.field})" if is_free(self.value) else "")
        else:
            bound = decimal(self.value, direction="upper")
        return (
            f"Whatever is believed beforehand, no answer multiplies or divides the odds of anything about a respondent"
            f" by more than {bound}: every Bayes factor lies between {self._range()}."
        )

    def _range(self) -> str:
        """Write the smallest and the largest Bayes factor that this demand allows, joined by "and".

        They are 1/B(h) and B(h), where B(h) is the demand's bound. If B(h) depends on a variable, both are exact. If B(h) is
        rational and exact forms are asked for, both are exact too. In all other cases they are decimals, rounded outward. If only
        bounds of B(h) are known, the upper bound is used as B(h).
        """
        if is_free(self.value) or (EXACT.get() and isinstance(self.value, Fraction)):
            return f"{show(1 / self.value)} and {show(self.value)}"
        least = 1 / self.upper if self.value is None or is_infinite(self.value) else 1 / self.value
        most = self.upper if self.value is None else self.value
        return f"{_round(least, 'lower', digits=DIGITS.get())} and {_round(most, 'upper', digits=DIGITS.get())}"

    def _ratio(self) -> list[str]:
        """Return three lines of text and an empty one: the boundary h, the odds ratio, and B(h), the least odds ratio.

        The odds ratio at a prior p is the odds of h(p) divided by the odds of p. The third line also says at which prior it is
        least. If `self.h` is None, or if B(h) is infinite, return no lines.
        """
        if self.h is None or self.lower == INFINITY:
            return []
        piece = None if self.least_on is None else ratio_on(self.h.pieces[self.least_on])
        is_constant = piece is not None and "p" not in piece and len(self.h.pieces) == 1
        there = f", here {piece}" if is_constant else f"; where it is least, {piece}" if piece else ""
        where = "the same at every prior p" if is_constant else self.where
        return [
            f"The most that a chance p may become after an answer is h(p) = {boundary_in_words(self.h)}.",
            f"The factor by which its odds may grow is the ratio {RATIO}{there}.",
            f"B(h) = {self.brief()}, the least ratio{where and ', ' + where}.",
            "",
        ]

    def brief(self) -> str:
        """Write this demand's bound B(h) in words that fit into a sentence.

        The words are the exact number with a decimal, or the polynomial whose root B(h) is, or two bounds of B(h).
        """
        if self.value is not None:
            return show_with_decimal(self.value, direction="upper")
        if self.root is not None:
            return root_words(self.root)
        return f"a number between {_round(self.lower, 'lower')} and {_round(self.upper, 'upper')}"

    def explain(self) -> str:
        """Explain this demand's bound B(h), the equivalent ε of local differential privacy, and what both mean.

        The last lines say whether the bound is certified. If exact forms are asked for, they list the computations of B(h) too.
        """
        lines = [
            *self._ratio(),
            self.words(),
            f"That is local differential privacy with epsilon = {self._epsilon()}.",
            "",
            f"Demand: {spoken(self.demand)}",
            *(self._computations() if EXACT.get() else self._standing()),
        ]
        return "\n".join(lines)

    def _standing(self) -> list[str]:
        """Return a line that says whether B(h) is certified, or no line if B(h) is infinite."""
        if self.lower == INFINITY:
            return []
        if self.certificate or self.certificates:
            return ["The number is accepted by the checker (--proof has sympy's and cvxpy's answers too)."]
        return [f"The number is not certified, because {self.uncertified}."]

    def _computations(self) -> list[str]:
        """Return lines of text: every computation of this demand's bound B(h) done so far, and what the checker accepted."""
        lines = [] if self._ratio() else [f"B(h) = {self.brief()}{self.where and ', ' + self.where}"]
        if self.canonical is not None and self.canonical.is_stronger:
            lines.append(str(self.canonical))
        certified = "accepted by the checker" if self.certificate else f"uncertified, because {self.uncertified}"
        if self.certificates and not self.certificate:
            found = len(self.certificates)
            certified = f"{found} texts accepted by the checker, the last of which bounds B(h) from above"
        return [*lines, *map(str, self._answers), f"certificate: {certified}", *([self.said] if self.said else [])]

    def _epsilon(self) -> str:
        if self.value is not None:
            return Epsilon(self.value).shown()
        low, high = (_log(x) for x in (self.lower, self.upper))
        return f"between {_round(low[0], 'lower')} and {_round(high[1], 'upper')}"

    def as_table(self) -> Table:
        """A table of this demand's bound B(h), the equivalent ε, and every computation done so far.

        B(h) is an infimum over priors. The row "where" says at which prior it is attained or approached.
        """
        facts = {"demand": self.demand, "B(h)": self.brief(), "epsilon": self._epsilon(), "where": self.where or "none"}
        return fact_table(
            facts
            | {
                f"{leg.name} leg": leg.status if leg.value is None else f"{leg.value} ({leg.status})"
                for leg in self._answers
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text.

        The key "B" has the demand's bound B(h), if it is known exactly, and a lower and an upper bound of B(h). The key "epsilon"
        has the same numbers for ε, the logarithm of B(h).
        """
        (low, _), (_, high) = _log(self.lower), _log(self.upper)
        return {
            "schema": "rropt/demand/1",
            "demand": self.demand,
            "B": {
                "exact": None if self.value is None else show(self.value),
                "lower": _round(self.lower, "lower", digits=15),
                "upper": _round(self.upper, "upper", digits=15),
                **({} if self.root is None else {"root": _root_dict(self.root)}),
            },
            "epsilon": {
                "exact": None if self.value is None else str(Epsilon(self.value)),
                "lower": _round(low, "lower", digits=15),
                "upper": _round(high, "upper", digits=15),
            },
            "rational_lower": show(self.rational_lower()),
            "where": self.where,
            "canonical": None if self.canonical is None else self.canonical.to_dict(),
            "words": self.words(),
            "legs": {leg.name: leg.to_dict() for leg in self._answers},
            "said": self.said,
            "uncertified": self.uncertified or None,
            "certificate": self.certificate,
            **({"certificates": list(self.certificates)} if self.certificates else {}),
        }


def root_words(x: Root) -> str:
    """Say an algebraic number that has no formula here: its polynomial, and two decimals between which it lies."""
    low, high = decimal(x.lower, digits=10, direction="lower"), decimal(x.upper, digits=10, direction="upper")
    return f"the root of {_polynomial(x)} between {low} and {high}"


def _root_dict(x: Root) -> dict[str, str]:
    return {"polynomial": _polynomial(x), "lower": show(x.lower), "upper": show(x.upper)}


def _polynomial(x: Root) -> str:
    powers = {0: "", 1: "*x"}
    terms = [f"{c}{powers.get(n, f'*x^{n}')}" for n, c in enumerate(x.polynomial) if c]
    return " + ".join(reversed(terms)).replace("+ -", "- ")


def _log(x: Fraction | Infinity) -> tuple[Fraction | Infinity, Fraction | Infinity]:
    return (INFINITY, INFINITY) if is_infinite(x) else Epsilon(x).bounds()


def _round(x: Bound, direction: Any, *, digits: int = 10) -> str:
    return decimal(x, digits=digits, direction=direction) if x else "0"


def spell_interval(lower: Bound, upper: Bound) -> str:
    """Write [lower, upper] with ten significant digits, the lower bound rounded down and the upper bound rounded up."""
    return f"[{_round(lower, 'lower')}, {_round(upper, 'upper')}]"


def shorten_outward(lower: Bound, upper: Bound) -> tuple[Fraction | Infinity, Fraction | Infinity]:
    """Round two bounds outward to 17 significant digits, so that their texts are short.

    A bound stays as it is if it is infinite, or if it is rational and its text has at most 40 characters.
    """
    return _outward(lower, "lower"), _outward(upper, "upper")


def _outward(x: Bound, direction: Any) -> Fraction | Infinity:
    if is_infinite(x) or (isinstance(x, Fraction) and len(show(x)) <= 40):
        return x
    return Fraction(decimal(x, digits=17, direction=direction))
