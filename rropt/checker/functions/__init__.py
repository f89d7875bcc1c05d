"""The objectives, one file each: the function f of a row, why it is convex and homogeneous, and the outer step to the value.

Each has a class with `read`, which takes the objective and the evidence beside the prices from the file; `require_stated`, which
rejects what is no prior or no prevalence; `function`, its f; `bounds`, the outer step from B and the mechanism to bounds of the
optimum; `aim`, its words; `formula` and `named`, those of f and the numbers in it; and `outer`, those of the outer step, none where
the value is the sum of f. SPEC.md, section 5.
"""

from importlib import import_module
from typing import Any

# The file of each objective, whose class has the file's name; it is loaded where such an objective is read.
OBJECTIVES = {
    "trace": "linear",
    "weighted trace": "linear",
    "utility": "linear",
    "linear": "linear",
    "worst": "worst",
    "asymptotic variance": "prevalence",
    "total variance": "contrasts",
    "contrast variance": "contrasts",
    "determinant": "determinant",
    "largest variance": "largest",
    "information": "information",
    "divergence": "divergence",
    "together": "together",
    "variances": "variances",
}


# The files whose objectives are sums of entries, each with a weight, or the worst of such sums.
OF_ENTRIES = ("linear", "worst")

# The files whose objectives take conditions or a number of outputs beside the demand: sums over rows that may be split.
OF_SPLIT_ROWS = ("information", "divergence", "together", "contrasts", "determinant", "largest", "variances")

# The files whose objectives are read from `by_orbits.py` where the mechanism is given by orbits.
OF_COVARIANCES = ("contrasts", "determinant", "largest")


def objective_of(name: str, orbits: bool) -> Any:
    """The class of an objective, for a mechanism by rows or by orbits."""
    file = OBJECTIVES[name]
    if orbits and file in OF_COVARIANCES:
        return import_module(".by_orbits", __name__).ByOrbits
    return getattr(import_module(f".{file}", __name__), file.capitalize())
