"""The section of the page with the estimates of a survey; those of answers given through another mechanism are refused."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from rropt.exact.errors import InputError
from rropt.formats import digest
from rropt.mechanism import Mechanism
from rropt.plots.panels import draw_estimates
from rropt.problem.sets import SetMechanism
from rropt.reports.page import Block, Grid, Heading, Picture, Text

__all__ = ["estimate_blocks", "is_about"]

MOST_DRAWN = 64


def is_about(data: dict[str, Any], p: Mechanism | SetMechanism) -> bool:
    """Whether every estimate of the JSON is one of answers given through this mechanism to these truths."""
    own = p.digest if isinstance(p, SetMechanism) else digest(p)
    return all(
        isinstance(told := x.get("mechanism"), dict)
        and told.get("digest") == own
        and told.get("inputs") == list(p.input_labels)
        for _, x in _groups(data)
    )


def _groups(data: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Every group's estimate with its name; the only one has none."""
    groups = data.get("groups", {"": data})
    if not isinstance(groups, dict) or not all(isinstance(x, dict) for x in groups.values()):
        raise InputError("the estimate has no readable groups; give the JSON of `rropt estimate --json`")
    return list(groups.items())


def _require_about(data: dict[str, Any], p: Mechanism | SetMechanism) -> None:
    if is_about(data, p):
        return
    told = next(x.get("mechanism") for _, x in _groups(data) if not is_about(x, p))
    if not isinstance(told, dict) or not isinstance(told.get("digest"), str):
        raise InputError(
            "the estimate does not say through which mechanism its answers were given; make it again with "
            "`rropt estimate … --json`"
        )
    if told.get("inputs") != list(p.input_labels):
        theirs, own = (", ".join(map(str, list(x or [])[:8])) for x in (told.get("inputs"), p.input_labels))
        raise InputError(f"the estimate is of another survey: its truths are {theirs}, and this page's are {own}")
    raise InputError(
        "the estimate is of answers given through another mechanism than the one on this page; estimate with the file of what "
        "people held (`rropt device … --json -o device.json` writes a device's), and ask the page for the same device"
    )


def estimate_blocks(data: dict[str, Any] | None, p: Mechanism | SetMechanism) -> Iterator[Block]:
    """The estimates, with the number of answers, those left out, and every standard error."""
    if data is None:
        return
    _require_about(data, p)
    groups = _groups(data)
    rows: list[tuple[str, float, float, float]] = []
    cells: list[list[str]] = []
    whole = [("all strata together", data["over_strata"])] if data.get("over_strata") else []
    for group, document in [*whole, *groups]:
        for label, x in document["inputs"].items():
            ends = (x["interval"]["lower"], x["interval"]["upper"])
            estimate, low, high = (float(Fraction(_number(y))) for y in (x["estimate"], *ends))
            rows.append((f"{group} {label}".strip(), estimate, low, high))
            error = x.get("standard_error")
            points = "none" if error is None else _percent(float(Fraction(str(error["upper"]))))
            cells.append(
                [
                    *([group] if "groups" in data else []),
                    label,
                    _percent(estimate),
                    points,
                    _percent(low),
                    _percent(high),
                ]
            )
    yield Heading("The result")
    yield Text(_say_collection(groups))
    first = [str(data.get("by", "group"))] if "groups" in data else []
    yield Grid(
        f"Estimated shares, with their standard errors and {_level(groups[0][1])} intervals",
        [*first, "truth", "estimate", "standard error", "from", "to"],
        cells,
    )
    if len(rows) > MOST_DRAWN:
        return
    said = (f"{name} {_percent(x)} ({_percent(low)} to {_percent(high)})" for name, x, low, high in rows)
    yield Picture(
        partial(draw_estimates, rows=rows),
        f"Estimates: {'; '.join(said)}.",
        height=max(2.2, min(9.0, 0.42 * len(rows) + 1.4)),
    )


def _percent(x: float) -> str:
    return f"{100 * x:.2f} %"


def _level(document: dict[str, Any]) -> str:
    return f"{100 * float(Fraction(str(document.get('confidence', '19/20')))):g} %"


def _say_collection(groups: list[tuple[str, dict[str, Any]]]) -> str:
    """How many answers the shares stand on, and how many were left out."""
    kept, dropped = (sum(int(x[key]) for _, x in groups) for key in ("answers", "dropped"))
    named = "; ".join(f"{name} {int(x['answers']):,}" for name, x in groups) if len(groups) > 1 else ""
    lost = f" {dropped:,} more were left out, because they are no answers of this design." if dropped else ""
    return f"From {kept:,} answers{f' ({named})' if named else ''}.{lost} Sampling: {groups[0][1]['sampling_model']}.".replace(
        "..", "."
    )


def _number(x: Any) -> str:
    """The text of a number of the JSON: a bound of it, as an exact one may have powers of e; or itself."""
    if isinstance(x, dict):
        return str(x.get("lower") or x.get("upper") or x.get("exact"))
    if isinstance(x, str):
        return x
    raise InputError(
        f"the estimate has {str(x)[:40]!r} where a number is expected; give the JSON of `rropt estimate --json`"
    )
