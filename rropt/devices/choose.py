"""Make a device for a design or for any mechanism, with a named instrument or with the simplest one."""

from __future__ import annotations

from dataclasses import replace

from rropt.devices.device import Device
from rropt.devices.instrument import LEAST, MOST, Instrument, instrument, read_instrument
from rropt.devices.realise import denominator_of, realise
from rropt.devices.target import target_of_design, target_of_mechanism
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism
from rropt.problem.result import Design

__all__ = ["choose_device", "exact_tool"]

USUAL = (("coins", 1), ("coins", 2), ("dice", 1), ("coins", 3), ("cards", 52), ("dice", 2))
"""The instruments that people usually have, each with its size, the simplest first."""
EASY, LOTS = 20, 100
"""So many numbered lots are easier to have than a spinner; and the lots that are taken if nothing has the probabilities."""


def choose_device(
    stands_for: MechanismLike,
    device: str | None = None,
    *,
    question: str = "",
    prevalence: object = None,
) -> Device:
    """Make the device with which people carry out a design or a mechanism, without ever exceeding its privacy.

    If no instrument is named, the simplest is used that gives exactly the probabilities. If none gives them, or if answers are more
    sets than a matrix has rows for, 100 numbered lots are used. If the instrument can give the probabilities exactly, the device
    has these. Else it is the best one found: for a design it keeps the design's demand, and for a mechanism it distinguishes no two
    truths better than the mechanism does.

    Args:
        stands_for: A design, any mechanism, or its spec.
        device: The instrument: "cards:52" (a pack of playing cards; of another size cards with numbers), "coins:2" or "dice:2" (a
            coin or a die thrown twice), "spinner" (an arrow on a disc of 360 degrees), "denominator:100" (so many numbered lots),
            "bits:32" (an app's code, with so many random bits), "birthdays:days" or "birthdays:months" (equally likely), or
            "birthdays:" with the shares of the twelve months and commas between them.
        question: The question as it is asked, for the script.
        prevalence: For a mechanism, how common each truth is, to say what precision the device loses: a number for two truths, a
            list of shares for more; equal shares if not given.

    Returns:
        The device: its scripts, exact privacy and loss.

    Raises:
        InputError: There is no such instrument, a number is free, or the instrument makes no device that tells anything.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.devices import choose_device
        >>> made = choose_device(from_spec("warner:p=3/4"), "cards:52")
        >>> made.mechanism.rows == from_spec("warner:p=3/4").rows
        True

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    if not isinstance(stands_for, Design):
        target = target_of_mechanism(answers_of(stands_for), prevalence)
    elif prevalence is not None:
        raise InputError("a design has its own prevalence; leave prevalence out")
    else:
        target = target_of_design(stands_for)
    tool = exact_tool(target.mechanism) if device is None else read_instrument(device)
    return replace(realise(target, tool or instrument("denominator", LOTS)), question=question)


def exact_tool(p: Mechanism | SetMechanism) -> Instrument | None:
    """Return the simplest instrument that has exactly the mechanism's probabilities, or None.

    First the usual coins, dice and pack of cards are tried, the simplest first. Then a spinner and numbered lots are tried; the
    lots come before the spinner if few of them are needed.
    """
    lots = denominator_of(p)
    if lots is None:
        return None
    at_hand = [instrument(kind, size) for kind, size in USUAL]
    if lots <= MOST["denominator"]:
        own = instrument("denominator", max(lots, LEAST["denominator"]))
        at_hand += [own, instrument("spinner")] if lots <= EASY else [instrument("spinner"), own]
    return next((tool for tool in at_hand if tool.outcomes % lots == 0), None)
