"""Regressions by the API of the version before. What is found by climbing a likelihood stands as an interval around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rropt import InputError
from rropt.survey import regress
from tests.gold.old.people import about, read_device, read_frame
from tests.gold.reading_old import refusal


def answer(ask: dict[str, Any]) -> dict[str, Any]:
    """Answer a question of regressions."""
    found: dict[str, Any] = _try(lambda: _regression(ask))
    return found


def _try(found: Callable[[], Any]) -> Any:
    try:
        return found()
    except InputError as error:
        return {"refused": refusal(error)}


def _regression(ask: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = dict(ask["options"])
    if "mechanism" in ask:
        options["mechanism"] = read_device(ask["mechanism"])
    elif "mechanisms" in ask:
        options["mechanism"] = {name: read_device(x) for name, x in ask["mechanisms"].items()}
    data = read_frame(ask["columns"])

    def fit(formula: str) -> Any:
        return regress(formula, data, **options)

    def wald(hypotheses: Any) -> dict[str, Any]:
        return _test(found.wald_test(hypotheses))

    found = fit(ask["formula"])
    more: dict[str, Callable[[], Any]] = {
        "odds_ratios": lambda: _columns(found.odds_ratios(), "coefficients", "ratios", "lower", "upper"),
        "effects": lambda: _columns(
            found.marginal_effects(), "changes", "truths", "estimates", "standard_errors", "lower", "upper"
        ),
        "predict": lambda: _columns(
            found.get_prediction(read_frame(ask["predict"])), "truths", "means", "standard_errors", "lower", "upper"
        ),
        "tests": lambda: [_try(partial(wald, x)) for x in ask["tests"]],
        "against": lambda: _test(found.lr_test(fit(ask["against"]))),
    }
    if found.ascent.is_border:
        return _border(found)
    return _told(found) | {name: _try(make) for name, make in more.items() if ask.get(name)}


def _border(found: Any) -> dict[str, Any]:
    """A likelihood without a maximum: which coefficients run off, and its supremum, roughly."""
    off = [bool(x) for x in found.ascent.runs_off]
    return {"names": list(found.names), "runs_off": off, "llf": about(found.llf, 1e-3), "nobs": found.nobs}


def _told(found: Any) -> dict[str, Any]:
    ends = found.conf_int().to_numpy().tolist()
    return {
        "model": str(found.kind.value),
        "labels": list(found.labels),
        "cov_type": str(found.cov_type.value),
        "names": list(found.names),
        "params": list(map(about_6, found.params)),
        "bse": list(map(about_6, found.bse)),
        "p": list(map(about_6, found.pvalues)),
        "intervals": [list(map(about_6, row)) for row in ends],
        "covariance": [list(map(about_6, row)) for row in found.cov_params().to_numpy().tolist()],
        "llf": about(found.llf),
        "aic": about(found.aic),
        "bic": about(found.bic),
        "nobs": found.nobs,
        "freedom": found.spread.freedom,
        "unrelated": found.unrelated and list(map(about_6, found.unrelated)),
    }


def about_6(x: Any) -> Any:
    return about(x, 1e-6)


def _columns(found: Any, *names: str) -> dict[str, Any]:
    """Columns of a table: texts as they are, numbers as intervals."""
    columns = {name: getattr(found, name) for name in names}
    return {name: [x if isinstance(x, str) else about_6(x) for x in column] for name, column in columns.items()}


def _test(found: Any) -> dict[str, Any]:
    return {"statistic": about(found.statistic, 1e-5), "degrees": list(found.degrees), "p": about(found.p_value, 1e-5)}
