"""What is optimised: one objective a file, each with its exact value on a mechanism."""

from rropt.linear.trace import Trace
from rropt.linear.utility import Utility
from rropt.variance.objective import Variance
from rropt.variance.prevalence import Prevalence

__all__ = ["Objective", "Prevalence", "Trace", "Utility", "Variance"]

Objective = Variance | Trace | Utility
