"""Evidence for optima that rropt bounds but the checker cannot verify. The reason is one of two: there are too many possible rows
to try, or the checker has no kind of claim that fits the problem.

The certificate then shows only that the mechanism keeps the demand, and rropt alone states the bounds. The verdict is `within`,
even if both bounds are equal.
"""

from __future__ import annotations

from collections.abc import Sequence

from rropt.certificate.statements import emit_satisfies
from rropt.certificate.writing import dumps
from rropt.exact.decimal import decimal, round_bounds_outward
from rropt.exact.element import Number
from rropt.exact.errors import Disagreement
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence
from rropt.problem.problem import Problem
from rropt.problem.verdicts import BOUNDED

__all__ = ["evidence_of_bounds"]


def evidence_of_bounds(
    problem: Problem,
    mechanism: Mechanism,
    bounds: tuple[Number, Number],
    *,
    source: str,
    estimators: Sequence[Matrix] = (),
    notes: Sequence[str] = (),
) -> Evidence:
    """Make evidence from a certificate that the mechanism keeps the demand, and from bounds that only rropt states.

    No checker compares these bounds. So a lower bound above the upper one is refused here.
    """
    if bounds[0] > bounds[1]:
        low, high = map(decimal, bounds)
        raise Disagreement(f"the lower bound {low} was found above the upper bound {high}, so no number is given")
    lower, upper = round_bounds_outward(*bounds, digits=17)
    said = f"the value is {BOUNDED}, which accepted that the mechanism keeps the demand"
    return Evidence(
        rows=mechanism.rows,
        bounds=(lower, upper),
        certificate=dumps(dict(emit_satisfies(mechanism, problem.demand).data)),
        source=source,
        outputs=mechanism.outputs,
        estimators=tuple(estimators),
        notes=(said, *notes),
        is_bounded=True,
    )
