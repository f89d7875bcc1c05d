"""What `rropt estimate` adds on request: the covariance matrix, and the intervals' enumerated coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.estimates.result import Estimate

__all__ = ["coverage_lines", "covariance_lines"]

ENUMERATED = 1e-8


def covariance_lines(name: str, one: Estimate, place: dict[str, Any]) -> list[str]:
    """The matrix as a table; into `place` the one of many inputs, which the JSON leaves out without the option."""
    from rropt.results import text_table

    if one.variances is None:
        return [f"{_head(name)}covariance of the shares: none, because one answer has no covariance estimate."]
    place["covariance"] = one.covariance_document()
    how = "linearised" if one.is_weighted else "unbiased; a variance on its diagonal can be negative"
    return [f"{_head(name)}covariance of the shares, estimated ({how}):", text_table(*one.covariance_table())]


def coverage_lines(name: str, one: Estimate, place: dict[str, Any], *, grouped: bool) -> list[str]:
    """A line for every input, and where the shares stand; a group that cannot be enumerated has a note instead."""
    labels = one.mechanism.input_labels
    try:
        found = {label: one.true_coverage(label, quick=label != labels[-1]) for label in labels}
    except InputError as error:
        if not grouped:
            raise
        place["true_coverage"], place["true_coverage_note"] = None, str(error)
        return [f"{_head(name)}true coverage: none ({error})."]
    return _said(name, one, place, found)


def _said(name: str, one: Estimate, place: dict[str, Any], found: dict[str, Any]) -> list[str]:
    from rropt.estimates.tables import bounds_text
    from rropt.exact.decimal import shown
    from rropt.exact.reading import show

    lines, shares = [], one.coverage_shares()
    to = "millionths" if one.sampling.kind == "replacement" else "whole people"
    rounded = "" if shares == one.likelihood.prevalence else f" rounded to {to}"
    for label, bounds in found.items():
        lower, upper = bounds_text(bounds)
        wide = bounds[1] - bounds[0] > ENUMERATED
        said = f"between {lower} and {upper} (enclosed)" if wide else f"{lower} (enumerated)"
        lines.append(
            f"{_head(name)}true coverage of the {one.method} interval of {label} at the maximum likelihood shares"
            f"{rounded}: {said}."
        )
        place["inputs"][label]["true_coverage"] = {"exact": None, "lower": lower, "upper": upper}
        place["true_coverage"] = {"input": label, "exact": None, "lower": lower, "upper": upper}
    place["true_coverage"]["shares"] = [show(x) for x in shares]
    if rounded:
        place["true_coverage_note"] = f"the maximum likelihood shares were{rounded}"
        lines.append(f"{_head(name)}the shares{rounded}: {', '.join(map(shown, shares))}.")
    return lines


def _head(name: str) -> str:
    return f"{name}: " if name else ""
