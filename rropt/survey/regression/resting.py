"""Find on how many clusters a coefficient rests: on one, so that it has no error, or on so few that its interval is too short.

One cluster. Let S have the scores s_i of people as rows, and S_g those of cluster g. If a direction β of the parameters has
S_h β = 0 in every cluster h but g, moving parameters along β changes the likelihood of g's people alone. A coefficient c with
β_c ≠ 0 then rests on g, because no other cluster tells where it lies along β. At the maximum the scores sum to 0, so those of g
add up to (Σ s_i)ᵀβ = 0 along β, and the sandwich of the clusters takes the variance there as 0, whatever it is. With S = QT⁻¹, the
columns of Q orthonormal, and β = Tv,

    |v|² = Σ_h |Q_h v|²,  so that S_h β = 0 for all h ≠ g  iff  Q_gᵀQ_g v = v.

So these directions are β = Tv for the eigenvectors v of Q_gᵀQ_g with eigenvalue 1. The eigenvalue is the share of cluster g in the
information along β. Every eigenvalue is in [0, 1], whatever the units of covariates. Σ_g tr Q_gᵀQ_g is the number of columns of Q,
so at most as many clusters can have an eigenvalue 1.

Few clusters. If people were independent, coefficient c would have the variance Σ_i (A⁻¹s_i)_c² with the information A; let q_g
be the share of cluster g in this sum. A sum of squares of independent normal deviations with the shares q_g of the variance
varies about as a χ² variable with 1/Σ q_g² degrees of freedom, divided by this number (Satterthwaite). So 1/Σ q_g² is the
number of clusters on which c rests; it is G if all G clusters count alike. The coefficient rests on few if a 95 % interval by
Student's t with this number of degrees of freedom is a tenth longer than with as many degrees as clusters less strata; for 40
clusters, few are 10 or less.
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
    """How many clusters the data on each coefficient come from. Along the `directions` (columns) the likelihood of one cluster
    alone changes; `alone` is a mask of the coefficients that such a direction changes.

    `numbers` has for each coefficient the number of clusters on which it rests, and `few` is a mask of those that rest on few. The
    product of `root` with its transpose is the inverse information matrix.
    """

    directions: Any
    alone: Any
    numbers: Any
    few: Any
    root: Any

    def lacks(self, gradients: Any) -> Any:
        """Whether, for each gradient, more than a hundredth of the variance of this combination of coefficients lies along the
        `directions`, about which one cluster alone tells anything."""
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
    """Find on how many clusters each coefficient in the mask `kept` rests; the others, which have no error, are held fixed."""
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
