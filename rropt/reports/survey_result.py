"""The section of the page with a survey's estimates. Estimates are refused if their answers come from another mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, floor
from typing import Any

from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import FEW, Direction, decimal, spell_plainly
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.plots.panels import draw_estimates
from rropt.privacy.given import Answers
from rropt.reports.page import Block, Grid, Heading, Picture, Text
from rropt.survey.intervals.quantile import percent

__all__ = ["estimate_blocks", "is_about"]

MOST_DRAWN = 64
MOST_SAID = 12
OUTWARD: tuple[Direction, Direction] = ("lower", "upper")
ROUND: dict[Direction, Callable[[Fraction], int]] = {"nearest": round, "lower": floor, "upper": ceil}


def is_about(data: dict[str, Any], p: Answers) -> bool:
    """Whether all estimates in the JSON are from answers through this mechanism, with the same input labels."""
    own = p.digest
    return all(
        isinstance(told := x.get("mechanism"), dict)
        and told.get("digest") == own
        and told.get("inputs") == list(p.input_labels)
        for _, x in _groups(data)
    )


def _groups(data: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """List the name and the estimate of every group; a single estimate has the name ''."""
    groups = data.get("groups", {"": data})
    if not isinstance(groups, dict) or not all(isinstance(x, dict) for x in groups.values()):
        raise InputError("rropt cannot read the groups of the estimate; give the JSON of `rropt estimate --json`")
    return list(groups.items())


def _require_about(data: dict[str, Any], p: Answers) -> None:
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
        raise InputError(f"the estimate is from another survey: its truths are {theirs}, and this page's are {own}")
    raise InputError(
        "the answers of the estimate were given through another mechanism than the one on this page; estimate with the file of "
        "the device that respondents used (`rropt device … --json -o device.json` writes it), and make the page for the same "
        "device"
    )


def estimate_blocks(
    data: dict[str, Any] | None, p: Mechanism | SetMechanism, scores: Sequence[Fraction] | None = None
) -> Iterator[Block]:
    """Show the estimates with their standard errors, and the numbers of answers counted and left out; nothing without data."""
    if data is None:
        return
    _require_about(data, p)
    groups = _groups(data)
    rows: list[tuple[str, Fraction, Fraction, Fraction]] = []
    cells: list[list[str]] = []
    whole = [("all strata together", data["over_strata"])] if data.get("over_strata") else []
    for group, document in [*whole, *groups]:
        for label, x in document["inputs"].items():
            ends = (x["interval"]["lower"], x["interval"]["upper"])
            estimate, low, high = (Fraction(_number(y)) for y in (x["estimate"], *ends))
            rows.append((f"{group} {label}".strip(), estimate, low, high))
            error = x.get("standard_error")
            points = "none" if error is None else _percent(Fraction(str(error["upper"])), "upper")
            cells.append(
                [
                    *([group] if "groups" in data else []),
                    label,
                    _percent(estimate),
                    points,
                    _percent(low, "lower"),
                    _percent(high, "upper"),
                ]
            )
    yield Heading("The result")
    yield from map(Text, _say_attention(data, groups))
    yield Text(_say_collection(groups))
    yield from map(Text, _say_drawn(groups))
    first = [str(data.get("by", "group"))] if "groups" in data else []
    yield Grid(
        f"Estimated shares, with their standard errors and {_level(groups[0][1])} intervals",
        [*first, "truth", "estimate", "standard error", "from", "to"],
        cells,
    )
    yield from _say_differences(data.get("comparison"))
    yield from _say_differences(data.get("comparison_of_means"), of_means=True)
    yield from map(Text, _say_means(data, groups, p, scores))
    if len(rows) > MOST_DRAWN:
        return
    said = (
        f"{name} {_percent(x)} ({_percent(low, 'lower')} to {_percent(high, 'upper')})" for name, x, low, high in rows
    )
    yield Picture(
        partial(draw_estimates, rows=[(name, float(x), float(low), float(high)) for name, x, low, high in rows]),
        f"Estimates: {'; '.join(said)}.",
        height=max(2.2, min(9.0, 0.42 * len(rows) + 1.4)),
    )


def _say_attention(data: dict[str, Any], groups: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """List the warnings of the estimates, each with the name of its group. They are shown before any number. If there are more than
    `MOST_SAID` of them, list only the first, and add a sentence that says how many more there are."""
    said: list[str] = []
    for name, document in [("", data), *groups] if "groups" in data else groups:
        told = document.get("attention", [])
        if not isinstance(told, list) or not all(isinstance(x, str) for x in told):
            raise InputError(
                f"the field 'attention' must be a list of texts, not {str(told)[:40]!r}; give the JSON of `rropt estimate --json`"
            )
        said += [f"{name}: {x}" if name else x for x in told]
    more = [f"{len(said) - MOST_SAID} more such sentences stand in the estimate."] if len(said) > MOST_SAID else []
    return [*said[:MOST_SAID], *more]


def _say_means(
    data: dict[str, Any],
    groups: list[tuple[str, dict[str, Any]]],
    p: Mechanism | SetMechanism,
    scores: Sequence[Fraction] | None,
) -> Iterator[str]:
    """Say the estimated mean of a scale with its error. If the JSON has no mean, but the design has scores, say the mean that
    follows from the estimated shares, without its error."""
    whole = [("all strata together", data)] if "groups" in data and "mean_of_scores" in data else []
    for name, document in [*whole, *groups]:
        head = f"The estimated mean of the scores{f', {name},' if name else ''} is"
        if "mean_of_scores" in document:
            yield f"{head} {_say_mean(document['mean_of_scores'])}."
        elif scores is not None:
            shares = [Fraction(_number(document["inputs"][label]["estimate"])) for label in p.input_labels]
            mean = sum((s * x for s, x in zip(scores, shares, strict=True)), Fraction(0))
            listed = ",".join(map(spell_plainly, scores))
            yield f"{head} {decimal(mean, digits=FEW)}; `rropt estimate … --scores {listed} --json` tells its standard error."


def _say_mean(found: Any) -> str:
    """Say a mean of `rropt estimate --scores --json` with its error and interval."""
    try:
        mean, *ends = (
            Fraction(str(x)) for x in (found["estimate"]["lower"], *map(found["interval"].get, ("lower", "upper")))
        )
        error = found["standard_error"]
        told = "none" if error is None else decimal(Fraction(str(error["upper"])), digits=FEW, direction="upper")
        level = _level(found)
    except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError):
        raise InputError(
            "rropt cannot read the estimate's mean_of_scores; give the JSON of `rropt estimate --scores … --json`"
        ) from None
    low, high = (decimal(x, digits=FEW, direction=to) for x, to in zip(ends, OUTWARD, strict=True))
    return f"{decimal(mean, digits=FEW)} (standard error {told}, {level} interval from {low} to {high})"


def _percent(x: Fraction, direction: Direction = "nearest") -> str:
    return f"{_hundredths(100 * x, direction)} %"


def _hundredths(x: Fraction, direction: Direction) -> str:
    """Write a number with two decimals, rounded in this direction (errors are rounded up, intervals outward)."""
    return f"{ROUND[direction](100 * x) / 100:.2f}"


def _level(document: dict[str, Any]) -> str:
    return f"{percent(Fraction(str(document.get('confidence', '19/20'))))} %"


def _say_collection(groups: list[tuple[str, dict[str, Any]]]) -> str:
    """Say how many answers the shares rest on, and how many were left out."""
    kept, dropped = (sum(int(x[key]) for _, x in groups) for key in ("answers", "dropped"))
    named = "; ".join(f"{name} {int(x['answers']):,}" for name, x in groups) if len(groups) > 1 else ""
    lost = f" {dropped:,} more were left out, because they are no answers of this design." if dropped else ""
    return f"From {kept:,} answers{f' ({named})' if named else ''}.{lost} Sampling: {groups[0][1]['sampling_model']}.".replace(
        "..", "."
    )


def _say_drawn(groups: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """Say the assumptions behind the errors of weighted answers and of clusters: once if they are the same in all groups that have
    them, else for each of the first `MOST_SAID` such groups."""
    if any("design_effects" in x and not isinstance(x.get("drawn"), list) for _, x in groups):
        raise InputError(
            "the estimate does not say how its respondents were drawn; make it again with `rropt estimate … --json`"
        )
    every = [(name, " ".join(map(str, x["drawn"]))) for name, x in groups if "drawn" in x]
    told = list(dict.fromkeys(text for _, text in every))
    if len(told) == 1 and len(every) == len(groups):
        return told
    more = len(every) - MOST_SAID
    left = [f"The estimate says how {more} more groups were drawn."] if more > 0 else []
    return [*(f"{name}: {text}" for name, text in every[:MOST_SAID]), *left]


def _say_differences(found: Any, *, of_means: bool = False) -> Iterator[Block]:
    """Show the first `MOST_DRAWN` differences between groups, which `rropt estimate --difference --json` has written. They are
    differences of mean scores if `of_means` is True, else of shares."""
    if found is None:
        return
    say: Callable[[Any, Direction], str] = _plain if of_means else _points
    rounded: tuple[Direction, ...] = ("nearest", "upper", "lower", "upper")
    try:
        rows = [
            [
                f"{x['second']} − {x['first']}",
                *([] if of_means else [x["input"]]),
                *map(
                    say,
                    (x["difference"], x["standard_error"], x["interval"]["lower"], x["interval"]["upper"]),
                    rounded,
                ),
                *map(_p_value, (x["p_value"], x["p_value_holm"])),
            ]
            for x in found["differences"][:MOST_DRAWN]
        ]
        level, notes = _level(found["differences"][0]), [str(x) for x in found["notes"]]
        if (more := len(found["differences"]) - MOST_DRAWN) > 0:
            notes = [f"{more} more differences stand in the estimate.", *notes]
        if found["joint"] is not None:
            notes = [
                f"That all groups are alike: Wald's joint test, p = {_p_value(found['joint']['p_value'])}.",
                *notes,
            ]
    except (KeyError, IndexError, TypeError, ValueError, ZeroDivisionError):
        raise InputError(
            "rropt cannot read the estimate's comparison; give the JSON of `rropt estimate --difference … --json`"
        ) from None
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
    single = len(rows) == 1
    what = "mean of the scores between groups" if of_means else "groups in percentage points"
    yield Grid(
        f"Differences of the {what}, with {level} intervals",
        header[:-1] if single else header,
        [row[:-1] for row in rows] if single else rows,
    )
    yield Text(" ".join(notes))


def _p_value(x: Any) -> str:
    return decimal(Fraction(str(x["upper"])), digits=FEW, direction="upper")


def _points(x: Any, direction: Direction) -> str:
    """Write a difference of shares, or the upper bound of its error, in percentage points."""
    return _hundredths(100 * _upper(x), direction)


def _plain(x: Any, direction: Direction) -> str:
    """Write a difference of means, or the upper bound of its error, in the unit of the scores."""
    return decimal(_upper(x), digits=FEW, direction=direction)


def _upper(x: Any) -> Fraction:
    return Fraction(str(x["upper"]) if isinstance(x, dict) else _number(x))


def _number(x: Any) -> str:
    """Return a number from an estimate's JSON as text that `Fraction` can read.

    The JSON may write the number as a dictionary with the fields `lower`, `upper` and `exact`. Then the lower bound is taken,
    because `exact` may be a formula with powers of e.
    """
    if isinstance(x, dict):
        return str(x.get("lower") or x.get("upper") or x.get("exact"))
    if isinstance(x, str):
        return x
    raise InputError(
        f"the estimate has {str(x)[:40]!r} where a number is expected; give the JSON of `rropt estimate --json`"
    )
