"""The result of a survey on the page, from the JSON that `rropt estimate` writes. Files are of strangers: every cell is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.mechanism import Mechanism
from rropt.plots.rows import draw_estimates
from rropt.show import Block, Col, Figure, Heading, Round, Say, Table, Warn, near
from rropt.survey.estimates import Estimate

__all__ = ["answers_of_estimate", "show_estimate"]

MOST_ROWS, MOST_DRAWN, LONGEST, LONGEST_NOTE, LARGEST = 64, 16, 300, 1200, 10**15
LIKELY = "maximum_likelihood"
# Errors and p-values are rounded up, and intervals outward.
HOW: dict[str, Round] = {"standard_error": "up", "lower": "down", "upper": "up", "p_value": "up", "p_value_holm": "up"}
SHOWN = ("group", "groups", "input", "estimate", *HOW, LIKELY)


def answers_of_estimate(data: Estimate | Mapping[str, Any]) -> Mapping[str, Any]:
    """The document of an estimate, or of its JSON."""
    document = data.to_dict() if isinstance(data, Estimate) else data
    if not isinstance(document, Mapping) or document.get("schema") != Estimate.schema:
        found = document.get("schema") if isinstance(document, Mapping) else type(document).__name__
        raise InputError(
            f"{str(found)[:40]!r} is no estimate of this version; give the file that `rropt estimate … --json -o estimate.json` "
            "writes"
        )
    return document


def show_estimate(data: Mapping[str, Any], p: Mechanism | SetMechanism) -> Iterator[Block]:
    """The estimates with their errors, if their answers were given through this mechanism."""
    if data.get("mechanism") != p.digest:
        raise InputError(
            f"the estimate is of the mechanism {str(data.get('mechanism'))[:16]!r}, and the page is of {p.digest[:16]!r}; "
            "estimate and report with one file, such as that of the device that respondents used"
        )
    yield Heading("The result")
    yield from map(Warn, _texts(data, "attention"))
    shares = _rows(data, "shares")
    yield _table("shares", shares)
    told = ("means", "population", *(key for key in data if str(key).startswith("differences")))
    yield from (_table(key, rows) for key in told if (rows := _rows(data, key)))
    # a linear estimate outside of [0, 1] lies outside of its interval, too
    drawn = [
        (
            f"{x.get('group') or ''} {x['input']}".strip(),
            x[LIKELY] if LIKELY in x and not (_is_usual(x["estimate"]) and 0 <= x["estimate"] <= 1) else x["estimate"],
            x["lower"],
            x["upper"],
        )
        for x in shares
    ]
    if len(drawn) <= MOST_DRAWN and all(isinstance(x, float | int) for _, *ends in drawn for x in ends):
        yield Figure("estimates", partial(draw_estimates, rows=drawn), "Estimated shares with their intervals")
    yield from (Say(text, key="result_notes") for text in _texts(data, "notes"))
    level: Any = data.get("confidence")
    if _is_usual(level):
        yield Say(f"Intervals hold with a confidence of {near(100 * level)} %.", key="result_notes")


def _rows(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Read the first rows of a table of the document, each with the same keys and with texts and numbers alone."""
    rows: list[Mapping[str, Any]] = data.get(key, [])
    is_table = isinstance(rows, list) and all(isinstance(row, dict) and row.keys() == rows[0].keys() for row in rows)
    needed = {"input", "estimate", "lower", "upper"} if key == "shares" else {"estimate"}
    if not is_table or (rows and not needed <= rows[0].keys()) or (key == "shares" and not rows):
        raise InputError(
            f"the {str(key)[:40]} of the estimate cannot be read; give the JSON of `rropt estimate --json`"
        )
    for row in rows[:MOST_ROWS]:
        if not all(x is None or isinstance(x, str) or _is_usual(x) for x in row.values()):
            raise InputError(f"the {str(key)[:40]} of the estimate have a cell that is no usual number and no text")
    return rows[:MOST_ROWS]


def _is_usual(x: Any) -> bool:
    """Whether something is a number that an estimate may have; NaN is none."""
    return isinstance(x, int | float) and abs(x) < LARGEST


def _texts(data: Mapping[str, Any], key: str) -> Sequence[str]:
    found = data.get(key, [])
    return [str(x)[:LONGEST_NOTE] for x in found[:MOST_ROWS]] if isinstance(found, list) else []


def _table(key: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """A table of the columns that a reader wants; one without groups has no column of them."""
    same = {LIKELY} if all(row.get(LIKELY) == row["estimate"] for row in rows) else set()
    names = [x for x in SHOWN if x in rows[0].keys() - same and any(row[x] not in (None, "") for row in rows)]
    cols = [Col(x, x.replace("_", " "), HOW.get(x, "near")) for x in names]
    cells = [[x[:LONGEST] if isinstance(x := row[name], str) else x for name in names] for row in rows]
    return Table(key, cols, cells)
