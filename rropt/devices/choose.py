"""Which instrument is asked for, and the device that it makes of a design."""

from __future__ import annotations

from collections.abc import Mapping

from rropt.devices.device import Device
from rropt.devices.instrument import KINDS, instrument
from rropt.devices.realise import realise
from rropt.exact.errors import Either, InputError
from rropt.problem.result import Design

__all__ = ["choose"]


def choose(found: Design, asked: Mapping[str, object]) -> Device:
    """The device of the one instrument that is named; `asked` has the size of each, None where it is not named."""
    named = [kind for kind in KINDS if asked.get(kind) is not None]
    if len(named) != 1:
        said = f"not {' and '.join(named)}" if named else "and none is named"
        usual = ["--dice 2", "--cards 52", "--coins 2", "--spinner", "--birthdays", "--denominator 100", "--bits 16"]
        raise InputError(
            f"a device needs one instrument, {said}; give ",
            Either(
                f"one of {', '.join(KINDS)}, such as dice=2", f"one, such as {', '.join(usual[:-1])} or {usual[-1]}"
            ),
        )
    return realise(found, instrument(named[0], asked[named[0]]))
