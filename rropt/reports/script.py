"""The part of a page about the device that respondents use, such as cards or dice: the steps of the interview, and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from rropt.devices.classical import Classical
from rropt.devices.device import Device
from rropt.devices.instrument import say_proviso
from rropt.devices.script import say_assumption, steps_of_interviewer
from rropt.exact.decimal import spell_decimals
from rropt.plots.device_plot import (
    FEW,
    draw_classical,
    draw_device,
    height_of_classical,
    height_of_device,
    words_of_device,
    words_of_parts,
)
from rropt.reports.page import Picture

__all__ = ["Script", "script_of_classical", "script_of_device"]


@dataclass(frozen=True, slots=True)
class Script:
    """The words and the picture for the thing that people hold. `respondent` and `interviewer` are the steps of the two persons.

    `needed` names the thing, in words that fit after "with". `told` gives the device's rules in one line. `assumed` says what must
    be true of the instrument so that it has the stated probabilities. `if_even` says what else must be true so that the promise to
    the respondent holds. `code` is the device as a Python function; it is empty if people hold something. `too_many_rules` is a
    warning that the rules are too many to follow; it is empty if people can follow them.
    """

    needed: str
    told: str
    respondent: tuple[str, ...]
    interviewer: tuple[str, ...]
    picture: Picture
    if_even: str
    assumed: str
    code: str = ""
    too_many_rules: str = ""


def script_of_device(device: Device) -> Script:
    """Take the script from a device. If the device has few rules, one line tells them all. Otherwise this line refers to the steps
    below it."""
    ruled = device.rulings
    told = " ".join(ruled) if len(ruled) <= FEW else "what comes up decides what is said, in the steps below."
    return Script(
        needed=device.instrument.title,
        told=told,
        respondent=device.respondent,
        interviewer=tuple(map(spell_decimals, device.interviewer)),
        picture=_device_picture(device),
        if_even=device.if_even,
        assumed=f"{say_assumption(device.instrument, device.procedure)}{device.if_uneven}",
        code=device.code,
        too_many_rules=device.too_many_rules,
    )


def script_of_classical(device: Classical, promise: str) -> Script:
    """Take the script from a classical device, whose interviewer says `promise`."""
    parts = device.parts
    if_even = say_proviso(device.proviso)
    return Script(
        needed=device.needed,
        told=" ".join(device.steps[1:-1]),
        respondent=device.steps,
        interviewer=tuple(
            map(
                spell_decimals,
                steps_of_interviewer(device.needed, device.mechanism, promise + if_even, of_design=False),
            )
        ),
        picture=Picture(
            partial(draw_classical, device=device),
            words_of_parts(device.needed, parts),
            height=height_of_classical(device),
        ),
        if_even=if_even,
        assumed=f"{device.assumption or 'All outcomes of the instrument are equally likely.'} Source: {device.source}",
    )


def _device_picture(device: Device) -> Picture:
    """Draw the device that respondents use, such as cards or dice.

    If the device has many instructions, the picture shows a letter for each. The caption then says, for each letter, which step of
    the respondent's printed instructions it stands for.
    """
    said = len(device.parts) <= FEW
    words = words_of_device(device)
    if not said:
        first = device.respondent.index(device.rulings[0]) + 1
        words = f"With {device.instrument.title}: at A step {first} of the list above is done, at B step {first + 1}, and so on."
    draw = partial(draw_device, device=device, said=said)
    return Picture(draw, words, height=height_of_device(device, said=said))
