"""Compute many least variances with two outputs at once, in doubles; each can be certified on demand.

Let n be the number of respondents, π the prevalence and T = e^ε. The candidates are the vertices of `theorems.py`. The symmetric
design has n·Var = a(a − 1) + π(1 − π) with a = (T + δ)/(T − 1 + 2δ). The better of the two one-sided designs has n·Var = (1/δ −
s)·s with s = min(π, 1 − π). The smaller of these two numbers is the least variance with two outputs: Holohan, Leith and Mason
(2016), Theorem 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rropt.designs.objectives.variance import Variance
from rropt.exact.errors import InputError
from rropt.privacy.ldp import LDP
from rropt.problem.design import design
from rropt.problem.result import Design
from rropt.results import Table, Tabled
from rropt.surface.optional import import_pandas

if TYPE_CHECKING:
    import numpy as np
    import pandas

    Floats = np.ndarray[Any, np.dtype[np.float64]]

__all__ = ["BinaryOptima", "binary_optima"]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class BinaryOptima(Tabled):
    """Arrays of one shape: the given ε, δ and prevalence, the best p00 and p11, and n times the variance; in doubles,
    not certified.

    Example:
        >>> from rropt.designs import binary_optima
        >>> binary_optima([0.5, 1.0], 0, 0.1).value.round(4).tolist()
        [4.0077, 1.0107]

    Reference: Holohan, Leith and Mason (2016), Optimal differentially private mechanisms for randomised response.
    """

    epsilon: Floats
    delta: Floats
    prevalence: Floats
    p00: Floats
    p11: Floats
    value: Floats

    def design(self, *index: int) -> Design:
        """Certify the design of one entry of the arrays.

        The doubles ε, δ and prevalence of the entry are taken as the decimals that Python prints for them.

        Args:
            *index: the place in the arrays, one index for each of their axes.

        Returns:
            What `rropt.design` returns.
        """
        asked = (repr(float(x[index])) for x in (self.epsilon, self.delta, self.prevalence))
        epsilon, delta, prevalence = asked
        return design(Variance(prevalence), LDP(epsilon, delta=delta))

    def explain(self) -> str:
        """Say how many optima there are, and the range of their variances."""
        least, most = (f"{x:.6g}" for x in (self.value.min(), self.value.max())) if self.value.size else ("-", "-")
        return f"{self.value.size} binary optima, n·Var from {least} to {most}, in doubles; design(i) certifies one"

    def to_dict(self) -> dict[str, Any]:
        """The arrays by name, each as a flat list of numbers as text."""
        return {name: [repr(float(x)) for x in getattr(self, name).ravel()] for name in self.__slots__}

    def as_table(self) -> Table:
        """A table with one row per optimum; arrays of several axes are read row by row."""
        columns = [getattr(self, name).ravel() for name in self.__slots__]
        return self.__slots__, [[f"{x:.6g}" for x in row] for row in zip(*columns, strict=True)]

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a data frame of pandas, with unrounded doubles."""
        pandas = import_pandas()
        return pandas.DataFrame({name: getattr(self, name).ravel() for name in self.__slots__})  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return self.value.size


def binary_optima(epsilon: object, delta: object, prevalence: object) -> BinaryOptima:
    """The least variance of an estimated share with two answers, for arrays of ε, δ and prevalences that broadcast
    together.

    Args:
        epsilon: numbers >= 0.
        delta: numbers in [0, 1].
        prevalence: numbers in [0, 1].

    Returns:
        A `BinaryOptima`. Where ε = δ = 0 nothing can be estimated: its value is infinite and its p00 and p11 are nan.

    Raises:
        InputError: for a number out of its range, and for shapes that do not broadcast.

    Example:
        >>> binary_optima([0.5, 1.0], 0, 0.1).value.round(4).tolist()
        [4.0077, 1.0107]

    Reference: Holohan, Leith and Mason (2016), Optimal differentially private mechanisms for randomised response, Theorems 2
    and 3.
    """
    import numpy as np

    asked = {"epsilon": epsilon, "delta": delta, "prevalence": prevalence}
    ranges = {"epsilon": (0.0, np.inf), "delta": (0.0, 1.0), "prevalence": (0.0, 1.0)}
    try:
        arrays = {name: np.asarray(x, dtype=np.float64) for name, x in asked.items()}
        e, d, pi = np.broadcast_arrays(*arrays.values())
    except (TypeError, ValueError) as error:
        raise InputError(f"epsilon, delta and prevalence must be numbers or arrays that broadcast: {error}") from None
    for name, x in arrays.items():
        low, high = ranges[name]
        for bad in x[~((x >= low) & (x <= high) & np.isfinite(x))][:1]:
            raise InputError(
                f"{name} = {bad!s} is not a number in [{low:g}, {'oo)' if high == np.inf else f'{high:g}]'}"
            )
    small = np.minimum(pi, 1 - pi)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        # a = (T + d)/(T - 1 + 2d) and a - 1 = (1 - d)/(T - 1 + 2d), numerators and denominators divided by T, so that a large
        # epsilon does not overflow
        falling = np.exp(-e)
        below = -np.expm1(-e) + 2 * d * falling
        symmetric = (1 + d * falling) * (1 - d) * falling / below**2 + pi * (1 - pi)
        one_sided = np.where(small == 0, 0.0, (1 / d - small) * small)
        one_sided = np.where(d > 0, one_sided, np.inf)
        is_symmetric = symmetric <= one_sided
        value = np.where(is_symmetric, symmetric, one_sided)
        p = (1 + d * falling) / (1 + falling)
        p00, p11 = np.where(pi <= 0.5, 1.0, d), np.where(pi <= 0.5, d, 1.0)
        silent = (e == 0) & (d == 0)
        p00, p11 = (np.where(silent, np.nan, np.where(is_symmetric, p, x)) for x in (p00, p11))
    return BinaryOptima(e, d, pi, p00, p11, np.where(silent, np.inf, value))
