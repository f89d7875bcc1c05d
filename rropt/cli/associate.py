"""`rropt associate`: test whether two items of one file are related. Each item was randomized or asked directly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rropt import survey
from rropt.cli.counts import warn_of_counts
from rropt.cli.readers import read_matrix
from rropt.cli.together import Together
from rropt.errors import InputError
from rropt.markers import Whole

__all__ = ["associate"]

DIRECT = "direct"
"""This word in the place of a mechanism says that the item was asked directly."""


def associate(
    file: Path,
    first: str,
    second: str,
    *,
    mechanism: Sequence[Whole],
    **how: Any,
) -> Together:
    """Relate two items of a survey, and test their independence. The answer has the shares of the crossed categories, phi and the
    odds ratio.

    Args:
        file: CSV (UTF-8, with a header) or Parquet; a row per respondent, or a table with --counts.
        first: The column of the answers to one item.
        second: The column of the answers to the other.
        mechanism: A file, or a spec such as warner:p=3/4: once for both items, or once for each; direct if asked directly.

    Returns:
        The association.
    """
    given = [None if text == DIRECT else read_matrix(text) for text in mechanism]
    if len(given) > 2 or set(given) == {None}:
        raise InputError(
            f"--mechanism was given as {' and '.join(mechanism)} for two items; give it once for both or once for each, and "
            f"{DIRECT} for one item at most"
        )
    warned = [] if "counts" in how else warn_of_counts(file, first, [second], named="weights" in how)
    found = survey.associate(file, (first, second), mechanisms=(given[0], given[-1]), **how)
    return Together(found.schema, (found,), tuple(warned))
