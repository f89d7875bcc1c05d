"""Survey estimates by the API of the version before."""

from __future__ import annotations

from typing import Any

from rropt import InputError, estimate
from rropt.survey import (
    associate,
    check_samples,
    compare_groups,
    estimate_mean,
    estimate_sets,
    mean_over_strata,
    over_strata,
    two_samples,
)
from tests.gold.old.people import about, decimal, decimals, read_device, read_frame, read_sets, root
from tests.gold.reading_old import refusal


def answer(ask: dict[str, Any]) -> dict[str, Any]:
    """Answer a question of surveys."""
    try:
        return READERS[ask["do"]](ask, _data(ask), dict(ask.get("options", {})))
    except InputError as error:
        return {"refused": refusal(error)}


def _data(ask: dict[str, Any]) -> Any:
    """The answers: columns of a frame, counts by answer, or a list."""
    return read_frame(ask["columns"]) if "columns" in ask else ask.get("counts", ask.get("answers"))


def _estimate(ask: dict[str, Any], data: Any, options: dict[str, Any]) -> dict[str, Any]:
    found: Any = estimate(data, mechanism=read_device(ask["mechanism"]), **options)
    groups = dict(found.groups) if hasattr(found, "groups") else {"": found}
    out: dict[str, Any] = {"groups": {name: _shares(x) for name, x in groups.items()}}
    if scores := ask.get("scores"):
        out["means"] = {name: _mean(x.mean(scores)) for name, x in groups.items()}
    if sizes := ask.get("sizes"):
        out["whole"] = _whole(over_strata(found, sizes))
        if scores:
            out["whole_mean"] = _mean(mean_over_strata(found.means(scores), sizes))
    return out


def _shares(e: Any) -> dict[str, Any]:
    """An estimate: `likely` is exact where it has a closed form, `exact_errors` where the estimated variance is not positive."""
    k, known, likely = e.mechanism.k, e.variances is not None, e.likelihood
    stated = [e.stated_variance(j) for j in range(k)] if known else []
    return {
        "n": e.n,
        "shares": decimals(e.prevalence),
        "errors": [root(x.value) for x in stated] if known else None,
        "exact_errors": [not x.is_estimated for x in stated],
        "lower": [decimal(x.lower) for x in e.intervals],
        "upper": [decimal(x.upper) for x in e.intervals],
        "empty": [x.is_empty for x in e.intervals],
        "likely": [(decimal if likely.is_exact else about)(x) for x in likely.prevalence],
        "covariance": decimals(e.covariance()) if known else None,
        "freedom": e.freedom,
        "effects": None if e.design_effects is None else [decimal(x) for x in e.design_effects],
        "working": None if e.chosen.at is None else list(map(str, e.chosen.at)),
    }


def _whole(found: Any) -> dict[str, Any]:
    return {
        "shares": decimals(found.shares),
        "errors": list(map(root, found.variances)),
        "lower": [decimal(x.lower) for x in found.intervals],
        "upper": [decimal(x.upper) for x in found.intervals],
        "freedom": found.freedom,
    }


def _mean(found: Any) -> dict[str, Any]:
    known = found.variance is not None
    return {
        "mean": decimal(found.mean),
        "error": root(found.variance),
        "interval": decimals(list(found.interval)) if known else None,
        "freedom": found.freedom,
        "effect": decimal(found.design_effect),
    }


def _mean_alone(ask: dict[str, Any], data: Any, options: dict[str, Any]) -> dict[str, Any]:
    found = estimate_mean(data, mechanism=read_device(ask["mechanism"]), scores=ask["scores"], **options)
    return {"means": {name: _mean(x) for name, x in (found if isinstance(found, dict) else {"": found}).items()}}


def _compare(ask: dict[str, Any], data: Any, options: dict[str, Any]) -> dict[str, Any]:
    how = {name: ask[name] for name in ("scores", "share_of") if name in ask}
    found = compare_groups(data, mechanism=read_device(ask["mechanism"]), **options, **how)
    return {
        "pairs": list(map(_difference, found.pairs)),
        "holm": decimals(found.adjusted),
        "joint": _joint(found.joint),
    }


def _difference(x: Any) -> dict[str, Any]:
    return {
        "first": x.first,
        "second": x.second,
        "share_of": x.share_of if x.scores is None else None,
        "difference": decimal(x.difference),
        "error": root(x.variance),
        "interval": decimals(list(x.interval)),
        "p": decimal(x.p_value),
        "freedom": x.freedom,
    }


def _joint(test: Any) -> dict[str, Any] | None:
    if test is None:
        return None
    return {
        "statistic": decimal(test.statistic),
        "restrictions": test.restrictions,
        "freedom": test.freedom,
        "p": decimal(test.p_value),
    }


def _associate(ask: dict[str, Any], data: Any, options: dict[str, Any]) -> dict[str, Any]:
    devices = tuple(None if x is None else read_device(x) for x in ask["mechanisms"])
    found = associate(data, tuple(ask["items"]), mechanisms=devices, **options)
    measures = {"phi": found.phi, "odds_ratio": found.odds_ratio}
    return {
        "cells": _shares(found.cells),
        "joint": _joint(found.independence),
        **{name: x and decimals([x.value, x.standard_error, *x.interval]) for name, x in measures.items()},
    }


def _halves(ask: dict[str, Any], data: Any, options: dict[str, Any]) -> dict[str, Any]:
    given: Any = {name: read_device(x) if isinstance(x, dict) else x for name, x in ask["of"].items()}
    found: Any = two_samples(data, **{ask["model"]: given}, **options)
    if "groups" not in options:
        return {"groups": {"": _half(found)}}
    pairs = list(map(_difference, found.differences))
    return {"groups": {name: _half(x) for name, x in found.groups}, "pairs": pairs, "joint": _joint(found.joint)}


def _half(found: Any) -> dict[str, Any]:
    lies = found.lie_detector
    return {
        "shares": decimals(found.shares),
        "errors": [root(row[i]) for i, row in enumerate(found.covariance)],
        "covariance": decimals(found.covariance),
        "intervals": decimals(map(list, found.intervals)),
        "likely": list(map(about, found.likeliest)),
        "prevalence": list(map(about, found.prevalence)),
        "interval": decimals(list(found.interval)),
        "freedom": found.freedom,
        "effects": None if found.design_effects is None else [decimal(x) for x in found.design_effects],
        "lie_detector": lies
        and {"prevalence": _parameter(lies.prevalence), "honest": lies.honest and _parameter(lies.honest)},
    }


def _parameter(x: Any) -> list[Any]:
    return [decimal(x.estimate), root(x.variance), decimal(x.interval.lower), decimal(x.interval.upper)]


def _sets(ask: dict[str, Any], data: Any, options: dict[str, Any]) -> dict[str, Any]:
    found = estimate_sets(data, mechanism=read_sets(ask["mechanism"]), **options)
    groups = dict(found.groups) if hasattr(found, "groups") else {"": found}
    return {"groups": {name: _set_shares(x) for name, x in groups.items()}}


def _set_shares(found: Any) -> dict[str, Any]:
    known = found.variances is not None
    return {
        "n": found.n,
        "shares": decimals(found.prevalence),
        "errors": [root(found.stated_variance(j).value) for j in range(found.mechanism.k)] if known else None,
        "lower": [decimal(x.lower) for x in found.intervals],
        "upper": [decimal(x.upper) for x in found.intervals],
    }


def _samples(ask: dict[str, Any], data: Any, options: dict[str, Any]) -> dict[str, Any]:
    """A black box: pairs of what it was given and what it answered, each with how many times."""
    found = check_samples([(x, y) for x, y, times in data for _ in range(times)], **options)
    return {
        "epsilon": decimal(found.epsilon),
        "input": found.input,
        "against": found.against,
        "bounds": str(found.bounds),
    }


READERS = {
    "estimate": _estimate,
    "mean": _mean_alone,
    "compare": _compare,
    "associate": _associate,
    "half": _halves,
    "sets": _sets,
    "samples": _samples,
}
