"""Devices that people can hold: dice, cards, coins, lots, birthdays or code that realise a mechanism exactly."""

from __future__ import annotations

from rropt.rooms import offer_names

__getattr__, __dir__ = offer_names(
    __name__,
    {
        "at_epsilon": ("classical_at",),
        "choose": ("device_for",),
        "classical": ("CLASSICAL", "Classical", "classical_table"),
        "device": ("Device",),
        "instrument": ("Instrument", "KINDS"),
        "realise": ("device_of",),
    },
)
