"""The section of the page with a survey's estimates. Estimates are refused if their answers come from another mechanism."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil, floor
from typing import Any

from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.mechanism import Answers, Mechanism
from rropt.plots.panels import draw_estimates
from rropt.reports.page import Block, Grid, Heading, Picture, Text
from rropt.show import down, near, up

__all__ = ["estimate_blocks", "is_about"]

SCHEMA = "rropt/estimate/3"
MOST_DRAWN = 64
MOST_SAID = 12
Row = Mapping[str, Any]


def is_about(data: Mapping[str, Any], p: Answers) -> bool:
    """Whether the estimate in the JSON is from answers through this mechanism, with the same input labels."""
    return data.get("mechanism") == p.digest and _labels(data) == list(p.input_labels)


def _labels(data: Mapping[str, Any]) -> list[Any]:
    """Return the inputs; of two inputs by groups the shares are of the second alone."""
    told = list(dict.fromkeys(row["input"] for row in _rows(data, "shares")))
    weights = _rows(data, "weights")
    return list(weights[0])[1:] if len(told) == 1 and weights else told


def _rows(data: Mapping[str, Any], key: str) -> list[Row]:
    """Return the rows of a table of the document; they are refused if one is no row."""
    rows = data.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(x, dict) for x in rows):
        raise InputError(f"rropt cannot read the {key} of the estimate; give the JSON of `rropt estimate --json`")
    return rows


def _require_about(data: Mapping[str, Any], p: Answers) -> None:
    if data.get("schema") != SCHEMA:
        raise InputError(
            f"the estimate's schema is {str(data.get('schema'))[:40]}; make it again with `rropt estimate … --json`"
        )
    if is_about(data, p):
        return
    if (theirs := _labels(data)) != list(p.input_labels):
        named, own = (", ".join(map(str, x[:8])) for x in (theirs, p.input_labels))
        raise InputError(f"the estimate is from another survey: its truths are {named}, and this page's are {own}")
    raise InputError(
        "the answers of the estimate were given through another mechanism than the one on this page; estimate with the file of "
        "the device that respondents used (`rropt device … --json -o device.json` writes it), and make the page for the same "
        "device"
    )


def estimate_blocks(
    data: Mapping[str, Any] | None, p: Mechanism | SetMechanism, scores: Sequence[Any] | None = None
) -> Iterator[Block]:
    """Show the estimates with their standard errors, and what they rest on; nothing without data."""
    if data is None:
        return
    try:
        _require_about(data, p)
        yield from list(_blocks(data, scores))
    except InputError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"rropt cannot read the estimate ({type(error).__name__} {str(error)[:40]}); give the JSON of `rropt estimate --json`"
        ) from None


def _blocks(data: Mapping[str, Any], scores: Sequence[Any] | None) -> Iterator[Block]:
    whole = [{**row, "group": "all strata together"} for row in _rows(data, "population") if "input" in row]
    rows = [*whole, *_rows(data, "shares")]
    is_grouped = any(row["group"] for row in rows)
    yield Heading("The result")
    told = list(map(str, data["attention"]))
    yield from map(Text, told[:MOST_SAID])
    if (more := len(told) - MOST_SAID) > 0:
        yield Text(f"{more} more such sentences stand in the estimate.")
    yield Text(f"From {sum(_answers(data).values()):,} answers. {' '.join(map(str, data.get('notes', [])))}")
    cells = [
        [
            *([str(row["group"])] if is_grouped else []),
            str(row["input"]),
            _percent(row["estimate"], round),
            _percent(row["standard_error"], ceil),
            _percent(row["lower"], floor),
            _percent(row["upper"], ceil),
        ]
        for row in rows
    ]
    level = f"{100 * data['confidence']:.7g} %"
    yield Grid(
        f"Estimated shares, with their standard errors and {level} intervals",
        [*(["group"] if is_grouped else []), "truth", "estimate", "standard error", "from", "to"],
        cells,
    )
    for key in data:
        if key.startswith("differences"):
            yield from _differences(_rows(data, key), level)
    yield from map(Text, _said_of_means(data, scores, level))
    if len(rows) <= MOST_DRAWN:
        named = [
            (f"{row['group']} {row['input']}".strip(), row["estimate"], row["lower"], row["upper"]) for row in rows
        ]
        said = (f"{x} {_percent(y, round)} ({_percent(a, floor)} to {_percent(b, ceil)})" for x, y, a, b in named)
        yield Picture(
            partial(draw_estimates, rows=named),
            f"Estimates: {'; '.join(said)}.",
            height=max(2.2, min(9.0, 0.42 * len(rows) + 1.4)),
        )


def _answers(data: Mapping[str, Any]) -> dict[str, int]:
    """Return the number of answers of each group."""
    return {str(row["group"]): int(row["answers"]) for row in _rows(data, "shares")}


def _differences(rows: Sequence[Row], level: str) -> Iterator[Block]:
    """Show the first differences between groups, in percentage points or, of means of scores, in their own unit."""
    of_means = any(str(row["input"]).startswith("mean") for row in rows)
    shown = [
        [
            str(row["groups"]),
            *([] if of_means else [str(row["input"])]),
            *(
                say(x) if of_means else f"{_hundredths(100 * x, how)}"
                for x, say, how in (
                    (row["estimate"], near, round),
                    (row["standard_error"], up, ceil),
                    (row["lower"], down, floor),
                    (row["upper"], up, ceil),
                )
            ),
            up(row["p_value"]),
            up(row["p_value_holm"]),
        ]
        for row in rows[:MOST_DRAWN]
    ]
    header = [
        "groups",
        *([] if of_means else ["truth"]),
        "difference",
        "standard error",
        "from",
        "to",
        "p-value",
        "p (Holm)",
    ]
    what = "mean of the scores between groups" if of_means else "groups in percentage points"
    yield Grid(f"Differences of the {what}, with {level} intervals", header, shown)
    if (more := len(rows) - MOST_DRAWN) > 0:
        yield Text(f"{more} more differences stand in the estimate.")


def _said_of_means(data: Mapping[str, Any], scores: Sequence[Any] | None, level: str) -> Iterator[str]:
    """Say the mean of a scale with its error; from the shares alone, without its error, if the estimate has no mean."""
    whole = [{**row, "group": "all strata together"} for row in _rows(data, "population") if "input" not in row]
    rows = [*whole, *_rows(data, "means")]
    for row in rows:
        of = f", {row['group']}," if row["group"] else ""
        yield (
            f"The estimated mean of the scores{of} is {near(row['estimate'])} (standard error {up(row['standard_error'])}, {level} "
            f"interval from {down(row['lower'])} to {up(row['upper'])})."
        )
    shares = [float(row["estimate"]) for row in _rows(data, "shares")]
    if not rows and scores is not None and len(shares) == len(scores):
        listed, mean = ",".join(map(near, scores)), sum(float(s) * x for s, x in zip(scores, shares, strict=True))
        yield (
            f"The estimated mean of the scores is {near(mean)}; "
            f"`rropt estimate … --scores {listed} --json` tells its standard error."
        )


def _percent(x: float | None, how: Any) -> str:
    return "none" if x is None else f"{_hundredths(100 * x, how)} %"


def _hundredths(x: float, how: Any) -> str:
    """Write a number with two decimals, rounded in a direction (errors are rounded up, intervals outward)."""
    return f"{how(100 * x) / 100:.2f}"
