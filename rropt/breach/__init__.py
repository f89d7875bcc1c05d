"""The demands that a mechanism keeps exactly if its parity is at most one number, B(h): that number, shown and certified."""

from __future__ import annotations

from rropt.surface.rooms import offer_names

__getattr__, __dir__ = offer_names(__name__, {"poses": ("problem",)})
