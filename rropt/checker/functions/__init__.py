"""The objectives, one file each: the function f of a row, why it is convex and homogeneous, and the outer step. SPEC.md, section 5.

Prices bound the sum of f over the rows of every mechanism by a number B (rows/prices.py). The *outer step* goes from B to a bound
of the objective's value. If the value is the sum of f itself, there is no outer step.

The class of an objective has these members:
- `read` reads the objective, and the evidence beside the prices.
- `require_stated` rejects the objective if its numbers are not valid, for example if a prior is no distribution.
- `function` makes f. Linear objectives have `gains` instead, which returns the matrix W for which f_i(s) = W_i s.
- `bounds` returns bounds of the optimum. The outer step makes the bound on one side from B, and the mechanism given shows the
  other.
- `aim` returns two texts: the objective in words, and what a sentence adds at its end.
- `formula` is f in words, for a reader.
- `named` lists the numbers in f by name, for a reader.
- `outer` is the outer step in words, or "" if there is none.
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
    """Return the class that reads the objective of this name.

    `orbits` says whether the mechanism is given by orbits (sets of inputs). If so, some objectives are read by another class,
    `ByOrbits`.
    """
    file = OBJECTIVES[name]
    if orbits and file in OF_COVARIANCES:
        return import_module(".by_orbits", __name__).ByOrbits
    return getattr(import_module(f".{file}", __name__), file.capitalize())
