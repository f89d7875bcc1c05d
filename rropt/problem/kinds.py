"""The objectives by name. A new one is a line here; it is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["OBJECTIVES", "list_objectives"]

OBJECTIVES: Mapping[str, str] = MappingProxyType(
    {
        "variance": "rropt.variance.objective:Variance",
        "trace": "rropt.linear.trace:Trace",
        "utility": "rropt.linear.utility:Utility",
        "loss": "rropt.linear.utility:Utility",
        "information": "rropt.sublinear.information:Information",
        "divergence": "rropt.sublinear.divergence:Divergence",
        "linear": "rropt.linear.cost:Linear",
        "total-variance": "rropt.categories.objective:TotalVariance",
        "contrast": "rropt.categories.objective:Contrast",
        "determinant": "rropt.categories.d_and_e.objective:Determinant",
        "largest-variance": "rropt.categories.d_and_e.objective:LargestVariance",
    }
)
"""Where the objective stands that a command line or a document calls by this name."""


def list_objectives() -> str:
    """The names of the objectives, as a sentence lists them."""
    *others, last = OBJECTIVES
    return f"{', '.join(others)} or {last}"
