"""The classical devices at one ε: the best parameters of each device, the people that it needs, and the beliefs after its answers.

Let t = e^ε, and let π be the prevalence of yes among n people. For two answers let a = Pr(yes | no), b = Pr(no | yes) and D = 1 − a
− b > 0, and let x = (1 − a)/D and y = (1 − b)/D. Then 1/D = x + y − 1, a/D = y − 1 and b/D = x − 1. The demand 1 − b ≤ t·a is y ≥
t/(t − 1), and the demand 1 − a ≤ t·b is x ≥ t/(t − 1). The variance n·Var = (x − π)(y − 1 + π) grows with x and with y. So the best
design of two answers is the corner x = y = t/(t − 1), at every π. This is Warner's design, a = b = 1/(1 + t).

Four other devices have the same matrix if their parameters are set as follows.

- Forced answers: yes = no = 1/(1 + t).
- The unrelated question: p = (t − 1)/(t + 1), and half of the people say yes to the harmless question.
- Kuk's packs: p = t/(1 + t) and q = 1 − p.
- The crosswise question: the harmless answer has the chance 1/(1 + t).

In Christofides' device, people draw a card with the number 1, 2 or 3. Those who draw the middle card 2 answer 2 whatever is true,
which tells nothing. If its share of the deck is m, the likelihood ratios of the other answers stay the same, and the share m of the
answers is wasted. So the best deck has no middle card. At one ε, the best of all these devices is therefore one matrix. The devices
differ only in what people hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rropt.designs.objectives.variance import Variance
from rropt.devices.choose import simplest
from rropt.devices.classical import every_classical
from rropt.devices.realise import is_exact
from rropt.devices.report import Table
from rropt.exact.decimal import decimal, spell_decimals
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import show
from rropt.families import forced_response, kuk, warner
from rropt.mechanism import Mechanism
from rropt.privacy import LDP
from rropt.privacy.words import beliefs_after, warnings_of_proof
from rropt.problem.design import design
from rropt.show import near
from rropt.survey.plans import TIE, Region
from rropt.survey.tables import KnownDevice, known_devices

__all__ = ["classical_at"]

TRUTHS, NOTHING = ("no", "yes"), "nothing exactly"
ENOUGH_FOR_DICE = Fraction(6, 5)  # for less e^epsilon, two dice may have no informative device


def classical_at(epsilon: object, prevalence: object = "1/10", *, standard_error: object = "1/50") -> Table:
    """Compare the classical devices at one ε with the certified optimum: the people needed, and the beliefs after an answer.

    Args:
        epsilon: One finite budget above 0.
        prevalence: One number between 0 and 1: the share of "yes".
        standard_error: The standard error to reach: the table's `n` is the least number of answers that reaches it.

    Returns:
        The table; its first sentence names the devices that are the optimum.

    Raises:
        InputError: ε is 0, free or infinite, or the prevalence or the standard error is no number between 0 and 1.

    Example:
        >>> from rropt.devices import classical_at
        >>> classical_at("ln3").rows[0][0]
        'warner'

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    budget = read_epsilon(epsilon)
    pi, error = (read_rational(x) for x in (prevalence, standard_error))
    for name, read in (("prevalence", pi), ("standard_error", error)):
        if not 0 < read < 1:
            raise InputError(Received(name, show(read)), " must lie strictly between 0 and 1, such as 0.1")
    region = Region(float(pi), float(pi), (float(1 - pi), float(pi)))
    # this refuses an epsilon that no device has
    devices = [
        *known_devices(budget, region),
        KnownDevice.of(
            "crosswise", f"a harmless yes = {near(float(1 / (1 + budget.t)))}", warner(epsilon=budget), region
        ),
        KnownDevice.of(
            "kuk, two packs", f"p = 1 − q = {near(float(budget.t / (1 + budget.t)))}", kuk(epsilon=budget), region
        ),
    ]
    optimum = design(Variance(pi), LDP(budget), inputs=TRUTHS, outputs="free").lower
    assert optimum is not None
    rows = [
        (
            x.name,
            x.parameters,
            _held(x.mechanism),
            decimal(read_rational(repr(x.spread.largest(1.0)))),
            str(math.ceil(x.spread.largest(1.0) * (2 - TIE) / float(error) ** 2)),
            _say_beliefs(x.mechanism, pi),
        )
        for x in devices
    ]
    best = [x.name for x in devices if math.isclose(x.spread.largest(1.0), float(optimum), rel_tol=1e-12)]
    at = f"prevalence {spell_decimals(show(pi))}"
    return Table(
        "classical at epsilon",
        f"At epsilon = {budget.shown()} and {at} these devices are the certified optimum, n*Var {decimal(optimum)}: "
        f"{'; '.join(best)}.",
        ("device", "parameters", "held", "n·Var", "n", "then believed"),
        tuple(rows),
        (
            f"n: the people needed for a standard error of {spell_decimals(show(error))}. Then believed: the chance of yes after "
            "the answer that makes it least likely, and after the one that makes it most likely.",
            *_say_held(budget, [row[2] for row in rows]),
            *_without_epsilon(),
        ),
    )


def _held(p: Mechanism) -> str:
    """Name the simplest instrument with exactly these probabilities. If `simplest` finds none, return the text NOTHING."""
    tool = simplest(p)
    return tool.title if is_exact(p, tool) else NOTHING


def _say_held(budget: Epsilon, held: Sequence[str]) -> Iterator[str]:
    """Explain the table's column of instruments, and what to do if no instrument has the probabilities."""
    yield "Held: the simplest instrument with exactly these chances."
    if NOTHING in held:
        tool = "--dice 2" if budget.t > ENOUGH_FOR_DICE else "--bits 64"
        yield f"`rropt device warner:epsilon={budget} {tool}`, or with another instrument, comes near without going beyond."


def _beliefs(p: Mechanism, prior: Fraction) -> tuple[Number, Number]:
    """Return the least and the largest probability of the second truth after an answer, if its probability before is `prior`."""
    after = [yes for _, yes in beliefs_after(p, (1 - prior, prior))]
    return min(after), max(after)


def _say_beliefs(p: Mechanism, prior: Fraction) -> str:
    """Write the two probabilities of `_beliefs` as decimals, the least one rounded down and the largest one rounded up."""
    least, most = _beliefs(p, prior)
    return f"{decimal(least, digits=3, direction='lower')} to {decimal(most, digits=3, direction='upper')}"


def _without_epsilon() -> Iterator[str]:
    """For each device without a finite ε, write a sentence about what its answers prove."""
    forced = forced_response(yes="1/6", no="0").relabel(inputs=TRUTHS, outputs=TRUTHS)
    known = [(x.name, x.mechanism) for x in every_classical()] + [("forced_response with a forced yes alone", forced)]
    for name, p in known:
        if proofs := warnings_of_proof(p):
            yield f"No epsilon: {name}. {' '.join(proofs)}"
