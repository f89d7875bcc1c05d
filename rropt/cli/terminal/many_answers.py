"""Makes the measures that `rropt check` gives on request, and computes what many answers of a person or a crowd disclose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rropt.cli.terminal.common import fields
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite

if TYPE_CHECKING:
    from rropt.cli.reading.objectives import OfMechanism
    from rropt.cli.reading.utility_file import UtilityTable
    from rropt.exact.epsilon import Epsilon
    from rropt.mechanism import Mechanism
    from rropt.privacy import Measures, Profile, ProfileBounds

__all__ = ["Disclosed", "Wanted"]

MOST_BLANKETS = 10_000
"""The largest crowd for which the bound over all truths of the others is given beside the answer at stated truths."""
SMALL = "1e-6"


@dataclass(frozen=True, slots=True)
class Disclosed:
    """A privacy profile (delta by epsilon), a sentence that says which answers it describes, and its key in JSON."""

    key: str
    sentence: str
    profile: Profile | ProfileBounds


@dataclass(frozen=True, slots=True)
class Wanted:
    """The measures and disclosures that the user asked `rropt check` to compute.

    `measures` asks for measures of the mechanism, which may use a guesser's gains and a divergence. `times` and `beside` describe
    repeated answers of one person, and `crowd` the answers of a crowd.
    """

    measures: bool
    gain: UtilityTable | None
    stated: OfMechanism
    is_objective: bool
    """Whether the options in `stated` belong to an objective; if so, the measures take only the prior from them."""
    times: int
    beside: Sequence[Mechanism]
    """The mechanisms by which the person answers once more."""
    crowd: int | None
    others: str | None

    def measure(self, p: Mechanism) -> Measures | None:
        """Measure a mechanism, if asked for."""
        if not self.measures:
            if self.gain is not None:
                raise InputError(
                    f"--gain {self.gain.path} is for --measures or --vulnerability, and neither is given; give one of them, "
                    "or drop --gain"
                )
            return None
        from rropt.designs.objectives.divergence import Divergence
        from rropt.privacy import measure

        kinds = {} if self.is_objective else {x: getattr(self.stated, x) for x in ("kind", "order", "gamma", "phi")}
        is_asked = any(x is not None for x in kinds.values())
        prior = self.stated.prior
        return measure(
            p,
            prior=None if prior is None else fields(prior, "--prior"),
            gain=None if self.gain is None else self.gain.rows,
            divergences=[Divergence.from_options("divergence", kinds)] if is_asked else [],
        )

    def disclose(self, p: Mechanism) -> Iterator[Disclosed]:
        """Yield the profiles asked for, each with its sentence."""
        from rropt.privacy import LDP, compose, profile, shuffled

        if self.others is not None and self.crowd is None:
            raise InputError(
                f"--others {self.others} counts the other people of a crowd; give the size of that crowd with --shuffled N"
            )
        if self.beside:
            found = compose([*[p] * self.times, *self.beside])
            yield Disclosed("composition", "", found)
        elif self.times > 1:
            yield Disclosed("composition", _together(LDP.tightest_epsilon(p), self.times), profile(p, self.times))
        if self.crowd is not None:
            others = None if self.others is None else _counts(self.others)
            found = shuffled(p, self.crowd, others=others)
            beyond = "" if others is None else f"At these truths of the others: {_say_at_other_truths(p, self.crowd)}"
            yield Disclosed("shuffled", beyond or "Whatever the truths of the others are:", found)


def _say_at_other_truths(p: Mechanism, crowd: int) -> str:
    """Say that epsilon was not computed for the least favourable true values of the other people.

    The user has stated true values of the other people, for which epsilon was computed. If the crowd has at most MOST_BLANKETS
    people, add a bound that holds for all true values; it comes from the privacy blanket. For a larger crowd, say only that such a
    bound is printed without --others.
    """
    from rropt.privacy import shuffled

    said = "the worst truths of the others are not computed; "
    if crowd > MOST_BLANKETS:
        return f"{said}without --others there is a bound for all."
    return f"{said}whatever they are, the answers {_kept(shuffled(p, crowd))}, by the privacy blanket."


def _counts(others: str) -> list[int]:
    """Read how many of the other people have each input."""
    listed = fields(others, "--others")
    if not all(x.isdecimal() for x in listed):
        raise InputError(f"--others {others} must be whole numbers of people, one for each input, such as 99,0")
    return [int(x) for x in listed]


def _kept(found: Profile | ProfileBounds) -> str:
    """State the smallest epsilon for which the answers are (epsilon, SMALL)-differentially private, where SMALL is 10^-6.

    If only bounds on this epsilon are known, state both. If the upper bound is infinite, say only that no finite epsilon is known.
    """
    from rropt.exact.decimal import decimal
    from rropt.privacy import Profile

    if isinstance(found, Profile):
        epsilon = found.epsilon(SMALL)
        said = (
            "no finite epsilon"
            if is_infinite(epsilon.t)
            else f"epsilon = {decimal(epsilon.bounds()[1], digits=4, direction='upper')}"
        )
        return f"keep {said} up to a delta of {SMALL}"
    low, high = found.epsilon(SMALL)
    if is_infinite(high):
        return f"keep no finite epsilon that is known up to a delta of {SMALL}"
    least, most = decimal(low, digits=4, direction="lower"), decimal(high, digits=4, direction="upper")
    return f"keep epsilon = {most} up to a delta of {SMALL} (the least lies between {least} and {most})"


def _together(epsilon: Epsilon, times: int) -> str:
    """State the epsilon of several answers of one person together, which is the epsilon of one answer times their number."""
    from rropt.exact.epsilon import Epsilon as EpsilonBudget

    t = epsilon.t
    head = f"{times} answers of one person, each drawn afresh, together "
    if is_infinite(t):
        return f"{head}keep no finite epsilon, as one does; up to this delta, they keep these:"
    whole = EpsilonBudget(t**times).shown(direction="upper")
    return f"{head}keep epsilon = {whole} ({times} times that of one), and a smaller epsilon only up to a delta:"
