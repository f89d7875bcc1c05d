"""Questions posed for other programs, in numbers for cvxpy and in symbols for sympy, as a check and to alter."""

from rropt.lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
