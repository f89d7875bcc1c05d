"""Make a device for a design or for any mechanism, with a named instrument or with the simplest one."""

from __future__ import annotations

from collections.abc import Mapping

from rropt.devices.device import Device
from rropt.devices.instrument import KINDS, LEAST, MOST, Instrument, instrument
from rropt.devices.realise import denominator_of, is_exact, realise
from rropt.devices.simpler import with_simpler
from rropt.devices.target import target_of_design, target_of_mechanism
from rropt.engine.sets import SetMechanism
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.problem.result import Design

__all__ = ["choose", "device_for", "device_of_exactly", "simplest"]

USUAL = (("coins", 1), ("coins", 2), ("dice", 1), ("coins", 3), ("cards", 52), ("dice", 2))
"""The instruments that people usually have, each with its size, the simplest first."""
FEW, LOTS = 20, 100


def choose(found: Design, asked: Mapping[str, object]) -> Device:
    """Make a device for a design. `asked` maps each kind of instrument to its wanted size or to None.

    The instrument is of the kind that has a size. If no kind has a size, the simplest instrument is used.
    """
    target = target_of_design(found)
    made = realise(target, _named(asked) or simplest(target.mechanism))
    return with_simpler(made, target, found.problem)


def device_for(
    mechanism: Mechanism | SetMechanism,
    *,
    prevalence: object = None,
    dice: int | None = None,
    cards: int | None = None,
    coins: int | None = None,
    spinner: bool = False,
    birthdays: object = None,
    denominator: int | None = None,
    bits: int | None = None,
) -> Device:
    """Realise any mechanism by a device that never distinguishes two truths better than the mechanism does.

    If an instrument is named, it is used. If none is named, the simplest instrument is used that gives exactly the mechanism's
    probabilities. If no instrument gives them, or if the mechanism is a `SetMechanism`, 100 numbered lots are used.

    If the instrument that is used can give the mechanism's probabilities exactly, the device has these probabilities.

    Args:
        mechanism: The mechanism.
        prevalence: How common each truth is, for computing how much precision the device loses: a number for two truths, a list of
            shares for more; equal shares if not given.
        dice: How often a die is thrown.
        cards: How many cards the pack has.
        coins: How often a coin is thrown.
        spinner: Whether to take a spinner, an arrow on a disc.
        birthdays: "days" or "months" (equally likely), or the shares of the twelve months.
        denominator: How many numbered lots.
        bits: How many random bits the code of an app takes.

    Returns:
        The device: its scripts, exact privacy and loss.

    Raises:
        InputError: Two instruments are named, epsilon is free, or the instrument makes no device that tells anything.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.devices import device_for
        >>> made = device_for(from_spec("warner:p=3/4"), cards=52)
        >>> made.mechanism.rows == from_spec("warner:p=3/4").rows
        True

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    tool = _named(
        {
            "dice": dice,
            "cards": cards,
            "coins": coins,
            "spinner": spinner or None,
            "birthdays": birthdays,
            "denominator": denominator,
            "bits": bits,
        }
    )
    return realise(target_of_mechanism(mechanism, prevalence), tool or simplest(mechanism))


def device_of_exactly(
    p: Mechanism | SetMechanism, prevalence: object, asked: Mapping[str, object]
) -> tuple[Device | None, str]:
    """Make a device that has exactly the mechanism's probabilities; return it and an empty text.

    `asked` maps each kind of instrument to its wanted size or to None. If one kind has a size, this instrument is used. If its
    probabilities are not exactly the mechanism's, an InputError is raised.

    If no kind has a size, the simplest instrument is used. If no usual instrument has exactly these probabilities, or if p is a
    `SetMechanism`, None and the reason are returned.
    """
    named = _named(asked)
    tool = named or simplest(p)
    if named is None and not is_exact(p, tool):
        return None, "no coins, dice, cards or lots have exactly its chances"
    made = realise(target_of_mechanism(p, prevalence), tool)
    if made.mechanism.digest != p.digest:
        raise InputError(
            f"{tool.title} cannot give exactly the probabilities of the mechanism in use; name an instrument that can (`rropt "
            "device` prints one if it finds one), or leave the instrument out"
        )
    return made, ""


def _named(asked: Mapping[str, object]) -> Instrument | None:
    """Make the instrument of the only kind that has a size in `asked`; return None if no kind has one.

    `asked` maps each kind of instrument to its size or to None. If several kinds have a size, raise an InputError.
    """
    named = [kind for kind in KINDS if asked.get(kind) is not None]
    if len(named) > 1:
        raise InputError(f"a device needs one instrument, not {' and '.join(named)}; drop all but one")
    return instrument(named[0], asked[named[0]]) if named else None


def simplest(p: Mechanism | SetMechanism) -> Instrument:
    """Return the simplest instrument that has exactly the mechanism's probabilities; if there is none, return 100 numbered lots.

    First the usual coins, dice and pack of cards are tried, the simplest first. Then a spinner and numbered lots are tried; the
    lots come before the spinner if few of them are needed. For a `SetMechanism`, 100 lots are returned.
    """
    lots = denominator_of(p)
    at_hand = [instrument(kind, size) for kind, size in USUAL]
    if lots is not None and lots <= MOST["denominator"]:
        own = instrument("denominator", max(lots, LEAST["denominator"]))
        at_hand += [own, instrument("spinner")] if lots <= FEW else [instrument("spinner"), own]
    exact = next((tool for tool in at_hand if is_exact(p, tool)), None)
    return exact or instrument("denominator", LOTS)
