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
from fractions import Fraction

from rropt.devices.choose import simplest
from rropt.devices.classical import TRUTHS, ClassicalTable, classical_devices
from rropt.devices.realise import is_exact
from rropt.errors import InputError
from rropt.exact.epsilon import read_epsilon
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import show
from rropt.families import forced_response, kuk, warner
from rropt.mechanism import Mechanism
from rropt.objectives.variance import Variance
from rropt.privacy.ldp import LDP
from rropt.privacy.words import beliefs_after, warnings_of_proof
from rropt.problem.design import design
from rropt.problem.result import Design
from rropt.show import Col, Table, near, outward
from rropt.survey.plans import TIE, Region
from rropt.survey.tables import KnownDevice, known_devices

__all__ = ["classical_at"]

NOTHING = "nothing exactly"
ENOUGH_FOR_DICE = Fraction(6, 5)
"""For less e^ε, two dice may have no device that tells anything."""
BELIEVED = Col("believed", "then believed")


def classical_at(epsilon: object, prevalence: object = "1/10", *, standard_error: object = "1/50") -> ClassicalTable:
    """Compare the classical devices at one ε with the certified optimum: the people needed, and the beliefs after an answer.

    Args:
        epsilon: One finite budget above 0.
        prevalence: One number between 0 and 1: the share of "yes".
        standard_error: The standard error to reach: the table's `n` is the least number of answers that reaches it.

    Returns:
        The table; its first sentence names the devices that are the optimum.

    Raises:
        InputError: ε is 0, free or infinite, or the prevalence or the standard error is no number between 0 and 1.

    Examples:
        >>> classical_at("ln3").table().rows[0][0]
        'warner'

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    budget = read_epsilon(epsilon)
    pi, error = _between_0_and_1("prevalence", prevalence), _between_0_and_1("standard_error", standard_error)
    region = Region(float(pi), float(pi), (float(1 - pi), float(pi)))
    # this refuses an epsilon that no device has
    devices = known_devices(budget, region)
    t = budget.t
    more = [
        ("crosswise", f"a harmless yes = {near(float(1 / (1 + t)))}", warner(epsilon=budget)),
        ("kuk, two packs", f"p = 1 − q = {near(float(t / (1 + t)))}", kuk(epsilon=budget)),
    ]
    devices += [KnownDevice.of(*x, region) for x in more]
    best = design(Variance(pi), LDP(budget), inputs=TRUTHS, outputs="free")
    assert isinstance(best, Design) and best.lower is not None
    held, people, optimal = [], [], []
    for x in devices:
        variance, after = x.spread.largest(1.0), [yes for _, yes in beliefs_after(x.mechanism, (1 - pi, pi))]
        n = math.ceil(variance * (2 - TIE) / float(error) ** 2)
        held.append([x.name, x.parameters, _held(x.mechanism)])
        people.append([x.name, variance, n, outward(min(after), max(after))])
        optimal += [x.name] if math.isclose(variance, float(best.lower), rel_tol=1e-12) else []
    notes = [
        f"n: the people needed for a standard error of {near(error)}. Then believed: the chance of yes after the answer that makes "
        "it least likely, and after the one that makes it most likely. Held: the simplest instrument with exactly these chances."
    ]
    if NOTHING in [row[2] for row in held]:
        tool = "--dice 2" if t > ENOUGH_FOR_DICE else "--bits 64"
        notes.append(
            f"`rropt device warner:epsilon={budget} {tool}`, or with another instrument, comes near without going beyond."
        )
    return ClassicalTable(
        f"At epsilon = {budget.shown()} and prevalence {near(pi)} these devices are the certified optimum, n·Var "
        f"{near(best.lower)}: {'; '.join(optimal)}.",
        (
            Table("devices", [Col("device", "device"), Col("parameters", "parameters"), Col("held", "held")], held),
            Table("people", [Col("device", "device"), Col("variance", "n·Var"), Col("n", "n"), BELIEVED], people),
        ),
        (),
        (*notes, *_without_epsilon()),
    )


def _between_0_and_1(name: str, given: object) -> Fraction:
    found = read_rational(given)
    if not 0 < found < 1:
        raise InputError(f"{name} = {show(found)} must lie strictly between 0 and 1, such as 0.1")
    return found


def _held(p: Mechanism) -> str:
    """Name the simplest instrument with exactly these probabilities, if there is one."""
    tool = simplest(p)
    return tool.title if is_exact(p, tool) else NOTHING


def _without_epsilon() -> list[str]:
    """For each device without a finite ε, write a sentence about what its answers prove."""
    forced = forced_response(yes="1/6", no="0").relabel(inputs=TRUTHS, outputs=TRUTHS)
    known = [(x.name, x.mechanism) for x in classical_devices()] + [("forced_response with a forced yes alone", forced)]
    proofs = [(name, " ".join(warnings_of_proof(p))) for name, p in known]
    return [f"No epsilon: {name}. {said}" for name, said in proofs if said]
