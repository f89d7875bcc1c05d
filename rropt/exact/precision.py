"""FLINT's precision. It belongs to the process, so that only one thread at a time computes with a precision of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

import flint

__all__ = ["ALONE", "precision"]

ALONE = RLock()
"""Held by the thread that changes what belongs to the process: the precision, or when garbage is looked for."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute balls with this number of bits, while no other thread changes it."""
    with ALONE, flint.ctx.workprec(bits):
        yield
