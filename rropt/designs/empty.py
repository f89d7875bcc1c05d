"""The refusal of a demand that demands nothing."""

from __future__ import annotations

from rropt.exact.errors import InputError

__all__ = ["refuse_empty"]


def refuse_empty(demand: object) -> InputError:
    """Make the error for a demand that bounds nothing; it says which numbers would bound something."""
    return InputError(
        f"{demand} demands nothing, since a budget of inf or a delta of 1 allows everything, so the direct question is best; "
        "give a finite budget with a delta below 1"
    )
