"""Makes the document and the lines of `rropt estimate`, for one estimate or for each group.

Coverage and covariance are added if they are asked for.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, TypeAlias

from rropt.exact.errors import InputError
from rropt.surface.screen import fit_table

if TYPE_CHECKING:
    from rropt.survey.groups import Estimates
    from rropt.survey.intervals.coverage import Coverage
    from rropt.survey.result import Estimate
    from rropt.survey.sets.result import SetEstimate

    Found: TypeAlias = Estimate | SetEstimate | Estimates

__all__ = ["answer_of"]


def answer_of(
    found: Found, coverage: int | None, *, covariance: bool, as_json: bool
) -> tuple[dict[str, Any], list[str]]:
    """Make the document and the lines of an estimate. If `as_json`, only the document is complete; else only the lines are.

    `coverage` is the seed of a simulated coverage, or None if no coverage is asked for.
    """
    from rropt.survey.groups import Estimates
    from rropt.survey.sets.result import SetEstimate

    # if only lines are wanted, they are made with a document that is thrown away
    document: dict[str, Any] = found.to_dict() if as_json else {"groups": defaultdict(_inputs)} | _inputs()
    lines = [] if as_json else [repr(found)]
    grouped = isinstance(found, Estimates)
    for name, one in found.groups if isinstance(found, Estimates) else (("", found),):
        if isinstance(one, SetEstimate):  # its document and lines are complete
            continue
        place = document["groups"][name] if grouped else document
        if covariance:
            lines += _covariance_lines(name, one, place)
        if coverage is not None:
            lines += _coverage_lines(name, one, place, seed=coverage, grouped=grouped)
    return document, lines


def _inputs() -> dict[str, Any]:
    return {"inputs": defaultdict(dict)}


def _covariance_lines(name: str, one: Estimate, place: dict[str, Any]) -> list[str]:
    """Write the covariance matrix as a table, and put it into the document `place`. If there is no such matrix, say why."""
    from rropt.survey.variance import why_no_variance

    if one.variances is None:
        return [f"{_head(name)}covariance of the shares: none, because {why_no_variance(one.tally)}."]
    place["covariance"] = one.covariance_document()
    how = "linearised" if one.is_weighted else "unbiased; a variance on its diagonal can be negative"
    return [f"{_head(name)}covariance of the shares, estimated ({how}):", fit_table(*one.covariance_table())]


def _coverage_lines(name: str, one: Estimate, place: dict[str, Any], *, seed: int, grouped: bool) -> list[str]:
    """Write how often the interval of each input covers the true share, and for which true shares this coverage was computed.

    The same is put into the document `place`. `grouped` says that the estimate has several groups. If the coverage cannot be
    computed, the reason is noted for this group; without groups an error is raised.
    """
    import numpy

    try:
        found = {
            label: one.true_coverage(label, rng=numpy.random.default_rng(seed)) for label in one.mechanism.input_labels
        }
    except InputError as error:
        if not grouped:
            raise
        place["true_coverage"], place["true_coverage_note"] = None, str(error)
        return [f"{_head(name)}true coverage: none ({error})."]
    return _say_group(name, one, place, found)


def _say_group(name: str, one: Estimate, place: dict[str, Any], found: dict[str, Coverage]) -> list[str]:
    from rropt.exact.decimal import show_with_decimal
    from rropt.exact.spelling import show

    lines, shares = [], one.coverage_shares()
    to = "millionths" if one.sampling.kind == "replacement" else "whole people"
    rounded = "" if shares == one.likelihood.prevalence else f" rounded to {to}"
    for label, covers in found.items():
        lines.append(
            f"{_head(name)}true coverage of the {one.method} interval of {label} at the maximum likelihood shares"
            f"{rounded}: {covers.explain()}."
        )
        place["inputs"][label]["true_coverage"] = _document(covers)
        place["true_coverage"] = {"input": label, **_document(covers)}
    place["true_coverage"]["shares"] = [show(x) for x in shares]
    if rounded:
        place["true_coverage_note"] = f"the maximum likelihood shares were{rounded}"
        lines.append(f"{_head(name)}the shares{rounded}: {', '.join(map(show_with_decimal, shares))}.")
    return lines


def _document(covers: Coverage) -> dict[str, Any]:
    from rropt.survey.enclosures import bounds_text

    lower, upper = bounds_text((covers.lower, covers.upper))
    bounds = {"exact": None, "lower": lower, "upper": upper, "source": covers.source.value}
    if covers.confidence is None:
        return bounds
    return bounds | {key: str(getattr(covers, key)) for key in ("confidence", "surveys", "hits")}


def _head(name: str) -> str:
    return f"{name}: " if name else ""
