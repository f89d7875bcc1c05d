"""Designs: objectives, the rows of mechanisms, and the programs that find and prove the optimum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.designs.objectives.estimation_mixed import EstimateSum as EstimateSum
    from rropt.designs.objectives.estimation_mixed import EstimateWorst as EstimateWorst
    from rropt.designs.objectives.estimation_together import VarianceSum as VarianceSum
    from rropt.designs.objectives.estimation_together import VarianceWorst as VarianceWorst
    from rropt.designs.objectives.linear_sum import LinearSum as LinearSum
    from rropt.designs.objectives.linear_worst import LinearWorst as LinearWorst
    from rropt.designs.objectives.sublinear_together import ConvexSum as ConvexSum
    from rropt.designs.objectives.sublinear_together import ConvexWorst as ConvexWorst
    from rropt.designs.variance.frontier import Frontier as Frontier
    from rropt.designs.variance.many import BinaryOptima as BinaryOptima
    from rropt.designs.variance.many import binary_optima as binary_optima

__getattr__, __dir__ = lazy_names(__name__)
