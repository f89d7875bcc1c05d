"""The objectives, one file each: the function f of a row, why it is convex and homogeneous, and the outer step. SPEC.md, section 5.

Prices bound the sum of f over the rows of every mechanism by B (rows/prices.py). The *outer step* goes from B to a bound of the
objective's value. There is none if the value is the sum of f itself.

The class of an objective has:
- `read`, which reads the objective and the evidence beside the prices;
- `require_stated`, which rejects the objective if its numbers are not what it needs, such as a prior that is no distribution;
- `function`, which gives f (linear objectives have `gains`, the matrix W of f_i(s) = W_i s, instead);
- `bounds`, which gives bounds of the optimum from B by the outer step, and from the mechanism;
- `aim`, the objective in words, with what a sentence adds at its end;
- `formula`, `named` and `outer`: for a reader, f in words, the numbers in f by name, and the outer step in words ("" if none).
"""

from importlib import import_module
from typing import Any

# The file of each objective; the class in it has the file's name. A file is loaded when such an objective is read.
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


# The files whose objectives are linear: sums of the mechanism's entries with weights, or the worst of such sums.
OF_ENTRIES = ("linear", "worst")

# The files whose objectives may have conditions or a largest number of outputs. They are sums over rows of one f for all outputs,
# so that an output may be split into several.
OF_SPLIT_ROWS = ("information", "divergence", "together", "contrasts", "determinant", "largest", "variances")

# The files in whose place `by_orbits.py` reads the objective if the mechanism is given by orbits.
OF_COVARIANCES = ("contrasts", "determinant", "largest")


def objective_of(name: str, orbits: bool) -> Any:
    """Return the class that reads the objective of this name, for a mechanism given by orbits (sets of inputs) if `orbits`."""
    file = OBJECTIVES[name]
    if orbits and file in OF_COVARIANCES:
        return import_module(".by_orbits", __name__).ByOrbits
    return getattr(import_module(f".{file}", __name__), file.capitalize())
