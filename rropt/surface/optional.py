"""Libraries that only some forms of a result need."""

from __future__ import annotations

from typing import Any

from rropt.exact.errors import InputError

__all__ = ["import_pandas"]


def import_pandas() -> Any:
    """Import pandas, which is not installed with rropt. If it is missing, raise an error that says what to do."""
    try:
        import pandas
    except ModuleNotFoundError:
        raise InputError(
            "to_pandas makes a frame of pandas, which is not installed; pip install pandas, or take to_dict() or as_table()"
        ) from None
    return pandas
