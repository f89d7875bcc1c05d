"""Find how many clusters contribute to the estimated variance of a coefficient. We say that the coefficient rests on them.

If it rests on one cluster, it has no standard error. If it rests on few clusters, its interval is too short.

One cluster. The matrix S has the scores of people as rows, and S_g has the rows of cluster g. Let β be a direction of the
parameters for which S_h β = 0 in every cluster h except g. Moving the parameters along β changes the likelihood of the people of g
alone. Then a coefficient c with β_c ≠ 0 rests on g, because no other cluster has information along β. At the maximum all scores sum
to 0. So the scores of g sum to 0 along β, and the sandwich of the clusters takes the variance there as 0, whatever it is.

To find these directions, write S = QT⁻¹ with orthonormal columns of Q, and β = Tv. Then

    |v|² = Σ_h |Q_h v|²,  so that S_h β = 0 for all h ≠ g  iff  Q_gᵀQ_g v = v.

So these directions are β = Tv for the eigenvectors v of Q_gᵀQ_g with eigenvalue 1. An eigenvalue is the share of cluster g in the
information along β. It is in [0, 1], whatever the units of covariates. Summed over g, the traces of Q_gᵀQ_g give the number of
columns of Q. So the number of clusters with an eigenvalue 1 is at most the number of columns.

Few clusters. If people were independent, the variance of coefficient c would be Σ_i (A⁻¹s_i)_c², with the information A and the
scores s_i. Let q_g be the share of cluster g in this sum, and let m be 1/Σ q_g². If the clusters contribute independent normal
deviations, the estimated variance is the true one times Σ q_g z_g², where the z_g are independent standard normal. This sum is
distributed about as a χ² variable with m degrees of freedom, divided by m (Satterthwaite). So m is called the number of clusters on
which c rests. If all G clusters have the same share, m is G.

Compare two 95 % intervals of the coefficient by Student's t: one with m degrees of freedom, and one with as many as there are
clusters less strata. The coefficient rests on few clusters if the first interval is more than a tenth longer than the second. For
40 clusters, few are 10 or less.

Reference: Satterthwaite (1946), An approximate distribution of estimates of variance components; Bell and McCaffrey (2002), Bias
reduction in standard errors for linear regression with multi-stage samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rropt.exact.spelling import counted
from rropt.survey.regression.ascent import unfixed

__all__ = ["Resting", "resting"]

REACHED, WHOLE, PART = 1e-9, 1e-10, 1e-2
"""Scores have columns of length 1; of their singular values, those below REACHED count as 0. A cluster's share of the information
counts as 1 if it is above 1 − WHOLE. One cluster may bring at most the share PART of the variance of a combination of
coefficients."""
LONGER = 1.1


@dataclass(frozen=True, slots=True, eq=False)
class Resting:
    """How many clusters effectively contribute to the estimated variance of each coefficient (on how many clusters it rests).

    `numbers` has this number of clusters for each coefficient. If the number is small, the mask `few` marks the coefficient, unless
    `alone` marks it.

    Each column of `directions` is a direction in the space of the parameters along which the likelihood of only one cluster
    changes. If a coefficient changes along such a direction, only this cluster determines it. The mask `alone` marks these
    coefficients. `root` times its transpose is the inverse of an information matrix.
    """

    directions: Any
    alone: Any
    numbers: Any
    few: Any
    root: Any

    def lacks(self, gradients: Any) -> Any:
        """Return a mask of the linear combinations of parameters that depend too much on a single cluster.

        Each gradient has the factors of one combination, on its last axis. The mask is True if more than a hundredth of the
        combination's variance lies along the `directions`. Only one cluster has information about each of these directions. So the
        combination gets no standard error.
        """
        import numpy as np

        whole = ((gradients @ self.root) ** 2).sum(axis=-1)
        return ((gradients @ self.directions) ** 2).sum(axis=-1) > PART * np.maximum(whole, 1e-300)

    def said(self, names: Sequence[str], clusters: int, freedom: int) -> list[str]:
        """Say which coefficients rest on one cluster, and which on few."""
        lines = []
        if alone := [name for name, is_alone in zip(names, self.alone, strict=True) if is_alone]:
            rests = "rests on one cluster" if len(alone) == 1 else "rest on one cluster each"
            lacks_reference = any(name.endswith("Intercept") for name in alone)
            cure = ", unless a reference is chosen that lies in several clusters" if lacks_reference else ""
            lines.append(
                f"WARNING: {', '.join(alone)} {rests}, which does not show how clusters differ: no errors{cure}."
            )
        few = zip(names, self.numbers, self.few, strict=True)
        if told := [f"{name} on {x:.2g}" for name, x, is_few in few if is_few]:
            lines.append(
                f"WARNING: some coefficients rest on effectively few of {counted(clusters, 'cluster')}: {', '.join(told)}. So few "
                f"show only roughly how clusters differ, and t with {counted(freedom, 'degree')} of freedom makes intervals too "
                "short: they cover less often than stated."
            )
        return lines


def resting(scores: Any, inverse: Any, clusters: Any, freedom: int, kept: Any) -> Resting:
    """Find how many clusters effectively contribute to the estimated variance of each coefficient.

    Only the coefficients in the mask `kept` are examined. The others have no standard error, and are held fixed.
    """
    import numpy as np
    from scipy import stats

    scores = np.where(kept, scores, 0.0)
    length = np.sqrt((scores**2).sum(axis=0))
    unit = np.divide(1.0, length, out=np.zeros_like(length), where=length > 0)
    left, values, right = np.linalg.svd(scores * unit, full_matrices=False)
    reached = values > REACHED
    q, root = left[:, reached], unit[:, None] * right[reached].T / values[reached]
    shares = np.bincount(clusters, (q**2).sum(axis=1))
    found = [np.zeros((len(root), 0))]
    for g in np.flatnonzero(shares > 1 - WHOLE):
        mine = q[clusters == g]
        parts, vectors = np.linalg.eigh(mine.T @ mine)
        found.append(root @ vectors[:, parts > 1 - WHOLE])
    directions = np.concatenate(found, axis=1)
    alone = unfixed(length[:, None] * directions)
    sums = np.zeros((len(shares), len(root)))
    np.add.at(sums, clusters, (scores @ inverse) ** 2)
    squares = (sums**2).sum(axis=0)
    numbers = np.divide(sums.sum(axis=0) ** 2, squares, out=np.full(len(root), np.inf), where=squares > 0)
    few = kept & ~alone & (stats.t.isf(0.025, numbers) > LONGER * stats.t.isf(0.025, freedom))
    return Resting(directions, alone, numbers, few, root)
