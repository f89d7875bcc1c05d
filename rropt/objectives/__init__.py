"""What is optimised: one objective a file, each with its exact value on a mechanism."""

from rropt.objectives.prevalence import Prevalence
from rropt.objectives.trace import Trace
from rropt.objectives.utility import Utility
from rropt.objectives.variance import Variance

__all__ = ["Objective", "Prevalence", "Trace", "Utility", "Variance"]

Objective = Variance | Trace | Utility
