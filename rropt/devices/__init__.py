"""Devices that people can hold: dice, cards, coins, lots, birthdays or code that realise a mechanism, exactly or nearly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.devices.classical import (
        CLASSICAL as CLASSICAL,
        Classical as Classical,
        classical_at as classical_at,
        classical_device as classical_device,
        classical_table as classical_table,
    )
    from rropt.devices.device import Device as Device
    from rropt.devices.instrument import KINDS as KINDS, Instrument as Instrument
    from rropt.devices.realise import choose_device as choose_device

__getattr__, __dir__ = lazy_names(__name__)
