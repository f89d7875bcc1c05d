"""The log-likelihood of a model of the truth for randomized answers and covariates, with its exact score and information.

Person i has the covariates x_i and the weight w_i, and gives the answer a_i. The matrix P is the mechanism by which this person was
asked. The truth Z takes k values, with the probabilities π_i = π(η_i). Here η_i = D_i θ are the d linear predictors of the person,
θ has the p parameters, and `links` gives π. So the answer has the probabilities q_i = P π_i, and the log-likelihood is

    ℓ(θ) = Σ w_i log q_i[a_i].

Let B_i = ∂π/∂η be the k × d matrix of slopes. By the chain rule, the probability of an answer a has the derivative g_i(a) = P[a, :]
B_i in η. For a vector v let C_i(v) = Σ_j v_j ∂²π_j/∂η². Then

    score                 s_i = D_iᵀ g_i(a_i)ᵀ / q_i[a_i]
    expected information  Σ w_i D_iᵀ (Σ_a g_i(a)ᵀ g_i(a) / q_i[a]) D_i
    observed information  Σ w_i D_iᵀ (gᵀ g/q² − C_i(v)) D_i.

The score has the mean 0, because the columns of P sum to 1. The expected information is a mean over the answer a. In the observed
information, g and q are g_i(a_i) and q_i[a_i], and v = P[a_i, :]/q.

P may have more or fewer answers than truths, and every half-sample or stratum may have its own P. If the truths Z themselves were
seen, the information would be that of P = identity. This is at least the information from any other P. So steps that divide the
score by it never overshoot (Lange).

Sums run over blocks of people, so that memory does not grow with n·d·p for n people.

Reference: Scheers and Dayton (1988), Covariate randomized response models; van den Hout, van der Heijden and Gilchrist (2007), The
logistic regression model with response variables subject to randomized response; Lange (1995), A gradient algorithm locally
equivalent to the EM algorithm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rropt.survey.regression.links import Link

__all__ = ["Randomized"]

BLOCK = 1 << 13
SATURATED = 20.0
"""Beyond this size of a linear predictor, shares are 0 or 1 in doubles and no longer change."""
TINY = 1e-290
"""The least probability whose inverse is still a double; answers below it add nothing to an information."""


@dataclass(frozen=True, slots=True, eq=False)
class Randomized:
    """The likelihood of randomized answers of n people, given p covariates.

    `x` has the covariates, one row per person. `answers` has the index of each person's answer, and `samples` the index of the
    person's mechanism in `matrices`. The matrix of a mechanism has one row per answer and one column per truth. `link` computes the
    shares of the truths from the covariates and the parameters.
    """

    x: Any
    answers: Any
    samples: Any
    matrices: tuple[Any, ...]
    weights: Any
    link: Link

    @property
    def n(self) -> int:
        """The number of people."""
        return len(self.x)

    @property
    def size(self) -> int:
        """The number of parameters."""
        return int(self.link.design(self.x[:1]).shape[2])

    def columns(self) -> tuple[Any, ...]:
        """Return one array, in a tuple. A linear predictor of a truth is a linear combination of the array's columns. With cut
        points, a constant is among these columns."""
        return (self.link.design(self.x)[:, 0],)

    @property
    def chances(self) -> Any:
        """The probability of each person's answer under each truth, as an n × k array."""
        import numpy as np

        found = np.empty((self.n, self.matrices[0].shape[1]))
        for g, matrix in enumerate(self.matrices):
            mine = self.samples == g
            found[mine] = matrix[self.answers[mine]]
        return found

    def shares(self, theta: Any) -> Any:
        """Compute the shares π_i of the truths, one row per person."""
        import numpy as np

        return np.concatenate([self.link.shares(block.design @ theta) for block in self._blocks()])

    def value(self, theta: Any) -> float:
        """The log-likelihood. It is minus infinity if an answer has the probability 0, or if the cut points are out of order."""
        import numpy as np

        total = 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            for block in self._blocks():
                law = (block.chances * self.link.shares(block.design @ theta)).sum(axis=1)
                total += float(block.weights @ np.log(law))
        return total if np.isfinite(total) else -np.inf

    def values(self, theta: Any) -> Any:
        """Compute the log-probability of each person's answer, without weights."""
        import numpy as np

        parts = [(b.chances * self.link.shares(b.design @ theta)).sum(axis=1) for b in self._blocks()]
        return np.log(np.concatenate(parts))

    def scores(self, theta: Any) -> Any:
        """Compute the gradient of each person's weighted log-likelihood, one row per person."""
        import numpy as np

        return np.concatenate([block.weights[:, None] * self._scores(block, theta) for block in self._blocks()])

    def score(self, theta: Any) -> Any:
        """The sum of the scores."""
        return sum(block.weights @ self._scores(block, theta) for block in self._blocks())

    def expected(self, theta: Any) -> Any:
        """The expected information, given the covariates and each person's mechanism."""
        return self._sum(theta, self._expected_in_eta)

    def complete(self, theta: Any) -> Any:
        """The expected information if the truths themselves were seen."""
        return self._sum(theta, self._complete_in_eta)

    def observed(self, theta: Any) -> Any:
        """Minus the second derivative of the log-likelihood."""
        return self._sum(theta, self._observed_in_eta)

    def scale(self, theta: Any) -> Any:
        """The expected information. A step of the ascent is its inverse times the score."""
        return self.expected(theta)

    def gram(self, theta: Any) -> Any:
        """The matrix G for which stepᵀG step is the mean square, over people, of the change of linear predictors by a step."""
        import numpy as np

        return sum(np.tensordot(b.design, b.design, axes=([0, 1], [0, 1])) for b in self._blocks()) / self.n

    def moves(self, theta: Any, step: Any) -> float:
        """The largest change of any person's linear predictor if θ moves by `step`.

        Predictors are first cut to ± SATURATED, because beyond that the shares no longer change.
        """
        import numpy as np

        def seen(block: _Block, at: Any) -> Any:
            return np.clip(block.design @ at, -SATURATED, SATURATED)

        return max(float(np.abs(seen(b, theta + step) - seen(b, theta)).max()) for b in self._blocks())

    def _scores(self, block: _Block, theta: Any) -> Any:
        import numpy as np

        eta = block.design @ theta
        law = (block.chances * self.link.shares(eta)).sum(axis=1)
        slope = np.einsum("nj,njl->nl", block.chances / law[:, None], self.link.slopes(eta))
        return np.einsum("nl,nlp->np", slope, block.design)

    def _expected_in_eta(self, block: _Block, eta: Any) -> Any:
        import numpy as np

        shares, slopes = self.link.shares(eta), self.link.slopes(eta)
        found = np.zeros((len(eta), eta.shape[1], eta.shape[1]))
        for g, matrix in enumerate(self.matrices):
            mine = block.samples == g
            if not mine.any():
                continue
            law, slope = shares[mine] @ matrix.T, np.einsum("aj,njl->nal", matrix, slopes[mine])
            # an answer that no truth gives has no chance and no slope: it adds nothing
            inverse = np.divide(1.0, law, out=np.zeros_like(law), where=law > TINY)
            found[mine] = np.einsum("nal,na,nam->nlm", slope, inverse, slope)
        return found

    def _complete_in_eta(self, block: _Block, eta: Any) -> Any:
        import numpy as np

        shares = self.link.shares(eta)
        inverse = np.divide(1.0, shares, out=np.zeros_like(shares), where=shares > TINY)
        slopes = self.link.slopes(eta)
        return np.einsum("njl,nj,njm->nlm", slopes, inverse, slopes)

    def _observed_in_eta(self, block: _Block, eta: Any) -> Any:
        import numpy as np

        v = block.chances / (block.chances * self.link.shares(eta)).sum(axis=1)[:, None]
        slope = np.einsum("nj,njl->nl", v, self.link.slopes(eta))
        return slope[:, :, None] * slope[:, None, :] - self.link.curvature(eta, v)

    def _sum(self, theta: Any, in_eta: Callable[[_Block, Any], Any]) -> Any:
        """Compute an information matrix of the parameters as the sum of w_i D_iᵀ M_i D_i over people i.

        Here w_i is the weight of the person, and D_i has the derivatives of the person's linear predictors in the parameters. M_i
        is the information about these linear predictors, which `in_eta` computes for a block of people.
        """
        import numpy as np

        found = np.zeros((len(theta), len(theta)))
        for block in self._blocks():
            middle = block.weights[:, None, None] * in_eta(block, block.design @ theta)
            right = np.einsum("nlm,nmp->nlp", middle, block.design)
            found += np.tensordot(block.design, right, axes=([0, 1], [0, 1]))
        return (found + found.T) / 2

    def _blocks(self) -> Iterator[_Block]:
        chances = self.chances
        for start in range(0, self.n, BLOCK):
            part = slice(start, start + BLOCK)
            yield _Block(self.link.design(self.x[part]), chances[part], self.samples[part], self.weights[part])


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """A block of people, with one entry per person in each array.

    `design` has the derivatives of the linear predictors in the parameters. `chances` has the probability of the person's answer
    under each truth. `samples` has the index of the person's mechanism.
    """

    design: Any
    chances: Any
    samples: Any
    weights: Any
