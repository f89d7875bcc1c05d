"""The objectives, one file each. SPEC.md, section 5.

Every objective has a function f that maps a row of a mechanism to a number. The file of the objective says why f is convex and
homogeneous. Prices, which are dual variables, give a number B that bounds the sum of f over the rows of every mechanism
(rows/prices.py). The *outer step* goes from B to a bound on the objective's value. If the value is the sum of f itself, there is no
outer step.

The class of an objective has these members:
- `read` reads the objective, and the evidence beside the prices.
- `require_stated` rejects the objective if its numbers are not valid, for example if a prior is no distribution.
- `function` makes f. Linear objectives have `gains` instead, which returns the matrix W for which f_i(s) = W_i s.
- `bounds` returns bounds on the optimum. The outer step makes the bound on one side from B, and the mechanism given shows the bound
  on the other side.
- `aim` returns two texts: the objective in words, and a text to add at the end of a sentence about the objective.
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
