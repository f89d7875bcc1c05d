"""Golden questions of surveys, plans, regressions, draws and simulations, answered by the new room.

`tests/gold/new` has a file for each room. Columns of regressions are put into the order in which they
were recorded: terms without a number first.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from rropt import InputError
from rropt.survey import (
    associate,
    check_samples,
    compare_estimates,
    draw,
    estimate,
    estimate_mean,
    over_strata,
    plan,
    plan_epsilons,
    regress,
    simulate,
    two_samples,
)
from rropt.survey.groups import means_of
from rropt.survey.tables import devices_at_equal_privacy, noncompliance
from tests.gold.old.people import decimal, read_device, read_frame, read_sets
from tests.gold.rows import unpack

Asked = dict[str, Any]


def answer(room: str, ask: Asked) -> Asked:
    """Answer a question of a room."""
    return _try(lambda: ROOMS[room](ask))


def _try(found: Callable[[], Asked]) -> Asked:
    try:
        return found()
    except InputError:
        return {"refused": "InputError"}


def decimals(found: Any) -> list[Any]:
    """Numbers of a (nested) sequence or array as floats of 13 digits."""
    listed = found.tolist() if isinstance(found, np.ndarray) else list(found)
    return [decimal(x) if x is None or hasattr(x, "__float__") else decimals(x) for x in listed]


def point(x: Any) -> Any:
    """A number as an interval without width, as one that was found by climbing is recorded with some."""
    found = decimal(x)
    return {"low": repr(found), "high": repr(found)} if isinstance(found, float) else found


# surveys


def surveys(ask: Asked) -> Asked:
    data = read_frame(ask["columns"]) if "columns" in ask else ask.get("counts", ask.get("answers"))
    found: Asked = SURVEYS[ask["do"]](ask, data, dict(ask.get("options", {})))
    return found


def _estimate(ask: Asked, data: Any, options: Asked) -> Asked:
    e = estimate(data, mechanism=read_device(ask["mechanism"]), **options)
    out: Asked = {"groups": _groups(e)}
    if scores := ask.get("scores"):
        out["means"] = _means(means_of(e, scores))
    if sizes := ask.get("sizes"):
        out["whole"] = _whole(over_strata(e, sizes))
        if scores:
            whole = over_strata(means_of(e, scores), sizes)
            out["whole_mean"] = _mean(whole, 0, None)
    return out


def _groups(e: Any) -> Asked:
    k, found = e.shares.shape[1], {}
    for g, name in enumerate(e.groups):
        known = not np.isnan(e.variances[g]).any()
        part = slice(g * k, g * k + k)
        closed = len(e.device.outputs) == k and (k == 2 or (e.shares[g] >= 0).all())
        found[name] = {
            "n": int(e.counts[g].sum()),
            "shares": decimals(e.shares[g]),
            "errors": decimals(e.errors[g]) if known else None,
            "exact_errors": e.exact[g].tolist() if known else [],
            "lower": decimals(e.lower[g]),
            "upper": decimals(e.upper[g]),
            "empty": e.empty[g].tolist(),
            "likely": [(decimal if closed else point)(x) for x in e.likely[g]],
            "covariance": decimals(e.covariance[part, part]) if known else None,
            "freedom": None if e.freedom is None else int(e.freedom[g]),
            "effects": _numbers(e.effects[g]) if known and e.answers.is_linearised else None,
            "working": None
            if e.weights.at is None
            else [str(Fraction(x).limit_denominator(10**6)) for x in e.weights.at],
        }
    return found


def _numbers(row: Any) -> list[Any]:
    """Numbers, None for those that are not defined."""
    return [None if x != x else decimal(x) for x in row]


def _whole(found: Any) -> Asked:
    c = found
    return {
        "shares": decimals(c.values),
        "errors": decimals(c.errors),
        "lower": decimals(c.lower),
        "upper": decimals(c.upper),
        "freedom": None if c.freedom is None else int(c.freedom[0]),
    }


def _mean(c: Any, i: int, effect: Any) -> Asked:
    known = not np.isnan(c.errors[i])
    return {
        "mean": decimal(c.values[i]),
        "error": decimal(c.errors[i]) if known else None,
        "interval": decimals([c.lower[i], c.upper[i]]) if known else None,
        "freedom": None if c.freedom is None else int(c.freedom[i]),
        "effect": None if effect is None or effect != effect else decimal(effect),
    }


def _means(found: Any) -> Asked:
    return {g: _mean(found, i, found.numbers.effects[i, 0]) for i, g in enumerate(found.names)}


def _mean_alone(ask: Asked, data: Any, options: Asked) -> Asked:
    return {
        "means": _means(estimate_mean(data, mechanism=read_device(ask["mechanism"]), scores=ask["scores"], **options))
    }


def _compare(ask: Asked, data: Any, options: Asked) -> Asked:
    grouped = estimate(data, mechanism=read_device(ask["mechanism"]), **options)
    found = compare_estimates(grouped, ask.get("share_of"), ask.get("scores"))
    names = [(*pair, None if "scores" in ask else label) for pair, label in zip(found.pairs, found.inputs, strict=True)]
    return {"pairs": _pairs(found, names), "holm": decimals(found.holm), "joint": _joint(found.joint)}


def _pairs(c: Any, names: Any) -> list[Asked]:
    return [
        {
            "first": first,
            "second": second,
            "share_of": share,
            "difference": decimal(c.values[i]),
            "error": decimal(c.errors[i]),
            "interval": decimals([c.lower[i], c.upper[i]]),
            "p": decimal(c.p[i]),
            "freedom": None if c.freedom is None else int(c.freedom[i]),
        }
        for i, (first, second, share) in enumerate(names)
    ]


def _joint(test: Any) -> Asked | None:
    if test is None:
        return None
    freedom = None if test.freedom is None else int(test.freedom) - test.restrictions + 1
    return {
        "statistic": decimal(test.statistic),
        "restrictions": test.restrictions,
        "freedom": freedom,
        "p": decimal(test.p_value),
    }


def _associate(ask: Asked, data: Any, options: Asked) -> Asked:
    devices = tuple(None if x is None else read_device(x) for x in ask["mechanisms"])
    found = associate(data, tuple(ask["items"]), mechanisms=devices, **options)
    measures = {"phi": found.phi, "odds_ratio": found.odds_ratio}
    return {
        "cells": _groups(found.cells)[""],
        "joint": _joint(found.independence),
        **{name: x and decimals([x.value, x.standard_error, *x.interval]) for name, x in measures.items()},
    }


def _halves(ask: Asked, data: Any, options: Asked) -> Asked:
    given = {name: read_device(x) if isinstance(x, dict) else x for name, x in ask["of"].items()}
    found = two_samples(data, **{ask["model"]: given}, **options)
    groups = {name: _half(found[name] if name else found) for name in found.groups}
    if "groups" not in options:
        return {"groups": groups}
    apart = found.differences()
    names = [(*pair, share) for pair, share in zip(apart.pairs, apart.inputs, strict=True)]
    return {"groups": groups, "pairs": _pairs(apart, names), "joint": _joint(apart.joint)}


def _half(found: Any) -> Asked:
    c, lies = found.contrast(), found.lie_detector()
    told = None
    if found.model == "cheating":
        told = {"prevalence": _parameter(lies, 0) if lies else None, "honest": _parameter(lies, 1) if lies else None}
        if lies is None:
            of_trait = found.yes.mapped(columns=-found.slopes[[1]], labels=("prevalence",), constant=1.0)
            told["prevalence"] = _parameter(replace(of_trait, exact=np.zeros((1, 1), bool)).each(), 0)
    return {
        "shares": decimals(found.shares[0]),
        "errors": decimals(c.errors),
        "covariance": decimals(found.numbers.covariance.reshape(len(c.names), len(c.names))),
        "intervals": decimals(list(zip(c.lower, c.upper, strict=True))),
        "likely": list(map(point, found.likely[0])),
        "prevalence": list(map(point, found.prevalence)),
        "interval": decimals(list(found.interval)),
        "freedom": None if c.freedom is None else int(c.freedom[0]),
        "effects": _numbers(found.numbers.effects[0]) if found.is_linearised else None,
        "lie_detector": told,
    }


def _parameter(c: Any, i: int) -> list[Any]:
    return decimals([c.values[i], c.errors[i], c.lower[i], c.upper[i]])


def _sets(ask: Asked, data: Any, options: Asked) -> Asked:
    found = estimate(data, mechanism=read_sets(ask["mechanism"]), **options)
    n = [int(x) for x in found.answers.sizes]
    return {
        "groups": {
            name: {
                "n": n[g],
                "shares": decimals(found.shares[g]),
                "errors": None if np.isnan(found.errors[g]).any() else decimals(found.errors[g]),
                "lower": decimals(found.lower[g]),
                "upper": decimals(found.upper[g]),
            }
            for g, name in enumerate(found.groups)
        }
    }


def _samples(ask: Asked, data: Any, options: Asked) -> Asked:
    found = check_samples([(x, y) for x, y, times in data for _ in range(times)], **options)
    return {
        "epsilon": decimal(found.epsilon),
        "input": found.input,
        "against": found.against,
        "bounds": str(found.bounds),
    }


SURVEYS = {
    "estimate": _estimate, "mean": _mean_alone, "compare": _compare, "associate": _associate, "half": _halves, "sets": _sets,
    "samples": _samples,
}  # fmt: skip


# plans


def plans(ask: Asked) -> Asked:
    found: Asked = PLANS[ask["do"]](ask, dict(ask.get("options", {})))
    return found


def _plan(ask: Asked, options: Asked) -> Asked:
    device = read_device(ask["mechanism"])
    found = plan(device, **options)
    exact, goal = found.test_level is not None, found.case.goal
    # the old version told what the normal interval needs also where that is more
    takes_mixture = goal.method == "wilson" and goal.kind == "margin" and not found.is_given and found.inputs > 2
    told = {
        "n": found.n,
        "truthful": found.truthful,
        "standard_error": decimal(found.standard_error),
        "error_of_difference": decimal(found.error_of_difference),
        "margin": decimal(found.margin),
        "n_var": decimal(found.per_answer),
        "design_effect": decimal(found.design_effect),
        "power": point(found.power) if exact else None,
        "level": point(found.test_level),
        "approximate_n": found.approximate,
        "approximate_power": point(
            found.case.power(found.independent) if found.is_given and found.groups == 2 else None
        ),
        "normal_n": plan(device, **options | {"method": "normal"}).n if takes_mixture else None,
        "share_of": found.share_of,
    }
    return told | _around(lambda **how: _given(plan(device, **how)), found.n, options)


def _given(found: Any) -> Asked:
    return {
        "standard_error": decimal(found.standard_error),
        "margin": decimal(found.margin),
        "power": point(found.power),
    }


def _around(planned: Any, n: int, options: Asked) -> Asked:
    if "n" in options:
        return {}
    goals = ("margin", "standard_error", "power")
    how = {
        key: x
        for key, x in options.items()
        if key not in goals and (key != "clusters" or "standard_error" not in options)
    }
    return {name: planned(**how, n=size) for name, size in (("at_n", n), ("one_less", n - 1)) if size > 1}


def _mean_plan(ask: Asked, options: Asked) -> Asked:
    device = read_device(ask["mechanism"])

    def told(**how: Any) -> Asked:
        found = plan(device, scores=ask["scores"], **how)
        return {
            "n": found.n,
            "truthful": found.truthful,
            "standard_error": decimal(found.standard_error),
            "margin": point(found.margin),
            "n_var": decimal(found.per_answer),
            "design_effect": decimal(found.design_effect),
        }

    found = told(**options)
    return {**found, **_around(told, found["n"], options)}


def _along(ask: Asked, options: Asked) -> Asked:
    found = plan_epsilons(ask["epsilons"], **options)
    rows = zip(found.rows, found.values, found.believed, strict=True)
    return {
        "rows": [
            {
                "n": p.n,
                "value": decimal(value),
                "standard_error": decimal(p.standard_error),
                "believed": _numbers(believed),
                "design_effect": decimal(p.design_effect),
            }
            for p, value, believed in rows
        ]
    }


def _comply(ask: Asked, _: Asked) -> Asked:
    found = noncompliance(read_device(ask["mechanism"]), ask["prevalence"], shares=[ask["share"]], share_of=1, n=1)
    row = found.rows[0]
    return {"safe": found.safe, "biases": decimals(row[2:5]), "n_var": decimal(row[5] ** 2)}


def _devices(ask: Asked, _: Asked) -> Asked:
    found = devices_at_equal_privacy(ask["epsilon"], ask["prevalence"])
    rows = sorted(found.rows[:-1], key=lambda x: x[0] == "christofides, best weights")
    return {
        "devices": [
            {"device": x, "n_var": decimal(v), "error_of_1000": decimal(math.sqrt(v / 1000))} for x, _, v, *_ in rows
        ]
    }


PLANS = {"plan": _plan, "mean": _mean_plan, "along": _along, "comply": _comply, "devices": _devices}


# regressions


def regressions(ask: Asked) -> Asked:
    options: Asked = dict(ask["options"])
    if "mechanism" in ask:
        options["mechanism"] = read_device(ask["mechanism"])
    elif "mechanisms" in ask:
        options["mechanism"] = {name: read_device(x) for name, x in ask["mechanisms"].items()}
    data = read_frame(ask["columns"])

    def fit(formula: str) -> Any:
        return regress(formula, data, **options)

    found = fit(ask["formula"])
    order = _order(found)
    if not found.fit.end.is_found:
        off = [bool(found.fit.end.runs_off[i]) for i in order]
        return {"names": [found.names[i] for i in order], "runs_off": off, "llf": point(found.llf), "nobs": found.nobs}
    more: dict[str, Callable[[], Any]] = {
        "odds_ratios": lambda: _odds(found, order),
        "effects": lambda: _columns(
            found.marginal_effects(), ("names", "truths", *FIELDS), ("changes", "truths", *NUMBERS)
        ),
        "predict": lambda: _columns(
            found.get_prediction(read_frame(ask["predict"])), ("truths", *FIELDS), ("truths", "means", *NUMBERS[1:])
        ),
        "tests": lambda: [_try(partial(_test, found, x)) for x in ask["tests"]],
        "against": lambda: _ratio(found.lr_test(fit(ask["against"]))),
    }
    return _told(found, order) | {name: _try(make) for name, make in more.items() if ask.get(name)}


NUMBERS, FIELDS = ("estimates", "standard_errors", "lower", "upper"), ("values", "errors", "lower", "upper")


def _order(found: Any) -> list[int]:
    """The order of the columns in which terms without a number come first, within each truth."""
    recipe = found.fit.covariates.recipe

    def has_number(name: str) -> tuple[str, ...]:
        short = name.split(": ", 1)[-1] if ": " in name else name
        for term, places in recipe.term_indices.items():
            if any(found.fit.covariates.names[i] == short for i in places):
                return tuple(
                    str(f)
                    for f in term.factors
                    if str(f) in recipe.encoder_state and "NUM" in recipe.encoder_state[str(f)][0].name
                )
        return ("last",) if name == "log sigma" else ()

    names = list(found.names)
    parts = [
        list(x)
        for _, x in itertools.groupby(
            range(len(names)), lambda i: names[i].split(": ", 1)[0] if ": " in names[i] else ""
        )
    ]
    ordered = []
    for part in parts:
        kinds = list(dict.fromkeys(has_number(names[i]) for i in part))
        kinds.sort(key=bool)
        ordered += sorted(part, key=lambda i: kinds.index(has_number(names[i])))
    return ordered


def _told(found: Any, order: list[int]) -> Asked:
    kept = np.array(order)

    def row(x: Any) -> list[Any]:
        return [point(y) for y in np.asarray(x)[kept]]

    return {
        "model": found.model,
        "labels": list(found.labels),
        "cov_type": found.cov_type,
        "names": [found.names[i] for i in order],
        "params": row(found.values),
        "bse": row(found.errors),
        "p": row(found.pvalues),
        "intervals": [list(x) for x in zip(row(found.lower), row(found.upper), strict=True)],
        "covariance": [row(x) for x in found.covariance[kept]],
        "llf": point(found.llf),
        "aic": point(found.aic),
        "bic": point(found.bic),
        "nobs": found.nobs,
        "freedom": found.people.freedom,
        "unrelated": found.unrelated and list(map(point, found.unrelated)),
    }


def _columns(found: Any, names: tuple[str, ...], keys: tuple[str, ...]) -> Asked:
    columns = {key: getattr(found, name) for key, name in zip(keys, names, strict=True)}
    return {key: [x if isinstance(x, str) else point(x) for x in column] for key, column in columns.items()}


def _odds(found: Any, order: list[int]) -> Asked:
    ratios = found.odds_ratios()
    kept = [ratios.names.index(found.names[i]) for i in order if found.names[i] in ratios.names]
    pairs = {"ratios": ratios.values, "lower": ratios.lower, "upper": ratios.upper}
    numbers = {name: [point(x[i]) for i in kept] for name, x in pairs.items()}
    return {"coefficients": [ratios.names[i] for i in kept], **numbers}


def _test(found: Any, hypotheses: Any) -> Asked:
    return _ratio(found.wald_test(hypotheses))


def _ratio(test: Any) -> Asked:
    statistic, _, degrees = test.test.law
    return {"statistic": point(statistic), "degrees": list(degrees), "p": point(test.p_value)}


# draws and simulations


def draws(ask: Asked) -> Asked:
    data, inputs, rng = ask["mechanism"], unpack(ask["inputs"]), np.random.default_rng(ask["seed"])
    device: Any = read_sets(data) if "members" in data else read_device(data)
    found = [draw(device, x, rng=rng) for x in inputs] if "one_by_one" in ask else draw(device, inputs, rng=rng)
    return {"answers": list(map(str, found))}


def simulations(ask: Asked) -> Asked:
    found = simulate(read_device(ask["mechanism"]), rng=np.random.default_rng(ask["seed"]), **ask["options"])
    known = {
        name: dict(zip(("simulated", "exact", "error"), map(decimal, x), strict=True))
        for name, x in (("bias", found.bias), ("variance", found.variance))
    }
    return {**known, "coverage": decimal(found.coverage[0]), "outside": decimal(found.outside)}


ROOMS: dict[str, Callable[[Asked], Asked]] = {
    "surveys": surveys, "plans": plans, "regressions": regressions, "draws": draws, "simulations": simulations,
}  # fmt: skip
