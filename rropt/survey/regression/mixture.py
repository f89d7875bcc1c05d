"""The mixture likelihood of a truth that explains an outcome asked directly, with its score and observed information.

Person i has the weight w_i, the outcome y_i, and the randomized answer a_i through the mechanism P. The covariates z_i explain the
truth, by a multinomial logit with the parameters α, which gives truth j the probability π_j(z_i; α). The vector x_ij has the
covariates that the formula gives the outcome if j is the truth of person i. Let f be the density of the outcome, with the
parameters β. Then

    c_ij = P[a_i, j] π_j(z_i; α) f(y_i | x_ij; β),    ℓ(α, β) = Σ w_i log Σ_j c_ij.

Given all that is known of person i, truth j has the probability r_ij = c_ij/Σ_l c_il. Let ∂ be the derivative in all parameters,
and u_ij = ∂ log c_ij. Then

    score                 s_i = Σ_j r_ij u_ij
    observed information  Σ w_i (s_i s_iᵀ − Σ_j r_ij (u_ij u_ijᵀ + ∂² log c_ij)).

The derivatives are as follows. For the truth, with its linear predictors η: ∂ log π_j/∂η_l = δ_jl − π_l, where δ_jl is 1 if j = l
and else 0, and ∂² log π_j = −(diag π − ππᵀ). For a linear outcome, let σ be the standard deviation of its errors, τ = log σ and
e = (y − xᵀβ)/σ. Then ∂_β log f = e x/σ and ∂_τ log f = e² − 1. The second derivatives are ∂²_ββ = −x xᵀ/σ², ∂²_βτ = −2 e x/σ and
∂²_ττ = −2e². For a logistic outcome, let Λ be the logistic function of xᵀβ. Then ∂_β log f = (y − Λ)x and ∂²_ββ = −Λ(1 − Λ)x xᵀ.

If the truths were seen, the mean information given the answers and outcomes would be Σ_i w_i Σ_j r_ij (−∂² log c_ij). To make this
matrix positive definite, e² and e in the derivatives by τ are replaced by their means 1 and 0. The result serves for steps of EM.

Reference: Imai, Park and Greene (2015), Using the predicted responses from list experiments as explanatory variables in regression
models; Louis (1982), Finding the observed information matrix when using the EM algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rropt.survey.regression.links import Multinomial

__all__ = ["Mixture"]


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """The likelihood of n people, whose truth explains an outcome.

    `y` has the outcomes. `x` (n × k × p) has the p covariates of the outcome for each of the k truths that a person may have. `z`
    (n × q) has the q covariates of the truth. `chances` (n × k) has the probability of the person's answer under each truth.

    The parameters are (k − 1)·q coefficients of the truth, then p coefficients of the outcome. For a linear outcome the last
    parameter is the logarithm of the standard deviation of its errors.
    """

    y: Any
    x: Any
    z: Any
    chances: Any
    weights: Any
    is_linear: bool

    @property
    def n(self) -> int:
        """The number of people."""
        return len(self.y)

    @property
    def of_truth(self) -> int:
        """The number of parameters of the truth's distribution."""
        return int((self.chances.shape[1] - 1) * self.z.shape[1])

    @property
    def size(self) -> int:
        """The number of parameters."""
        return self.of_truth + int(self.x.shape[2]) + self.is_linear

    def columns(self) -> tuple[Any, ...]:
        """Return two arrays: the covariates of the truth, with a row per person, and those of the outcome, with a row per person
        and truth. Linear predictors are linear combinations of their columns."""
        return self.z, self.x.reshape(-1, self.x.shape[2])

    def value(self, theta: Any) -> float:
        """The log-likelihood; minus infinity if it is undefined."""
        import numpy as np

        with np.errstate(over="ignore", invalid="ignore"):
            total = float(self.weights @ self.values(theta))
        return total if np.isfinite(total) else -np.inf

    def values(self, theta: Any) -> Any:
        """Compute the log-likelihood of each person's outcome and randomized answer, without the person's weight.

        For person i this is log Σ_j c_ij, where c_ij is the joint likelihood of the answer, the outcome and the truth j.
        """
        from scipy.special import logsumexp

        return logsumexp(self._log_parts(theta), axis=1)

    def posterior(self, theta: Any) -> Any:
        """The probability of each truth given all that is known of each person, as an n × k array."""
        import numpy as np

        parts = self._log_parts(theta)
        found = np.exp(parts - parts.max(axis=1, keepdims=True))
        return found / found.sum(axis=1, keepdims=True)

    def scores(self, theta: Any) -> Any:
        """Compute the gradient of each person's weighted log-likelihood, one row per person."""
        import numpy as np

        return self.weights[:, None] * np.einsum("nj,njp->np", self.posterior(theta), self._slopes(theta))

    def score(self, theta: Any) -> Any:
        """The sum of the scores."""
        return self.scores(theta).sum(axis=0)

    def observed(self, theta: Any) -> Any:
        """Minus the second derivative of the log-likelihood."""
        import numpy as np

        r, u = self.posterior(theta), self._slopes(theta)
        s = np.einsum("nj,njp->np", r, u)
        lost = np.einsum("n,nj,njp,njq->pq", self.weights, r, u, u, optimize=True) - (s * self.weights[:, None]).T @ s
        return self._known(theta, r, exact=True) - lost

    def complete(self, theta: Any) -> Any:
        """The positive definite matrix by which a step of EM divides the score.

        It is the mean information that there would be if the truths were seen, given the answers and outcomes. For a linear
        outcome, let e be its error divided by the standard deviation σ. In the derivatives by log σ, e² and e are replaced by their
        means 1 and 0, or e² by (m − 1)/log m if its mean m is above 1.
        """
        return self._known(theta, self.posterior(theta), exact=False)

    def scale(self, theta: Any) -> Any:
        """Return a matrix M such that M⁻¹ times the score is a step of the search.

        M is the observed information if this is positive definite. Otherwise M is `complete`, the information that there would be
        if the truths were seen.
        """
        import numpy as np

        observed = self.observed(theta)
        root = np.sqrt(np.maximum(np.diag(observed), 0.0))
        if (root > 0).all() and np.linalg.eigvalsh(observed / np.outer(root, root))[0] > 0:
            return observed
        return self.complete(theta)

    def gram(self, theta: Any) -> Any:
        """The matrix G that measures a step: stepᵀG step is a sum of mean squares of three changes.

        The first is the change of the log-odds of the truth. The second is the change of the outcome's linear predictor, divided by
        the standard deviation σ of the outcome's errors. For a linear outcome, the third is the change of log σ.
        """
        import numpy as np

        found, a, p = np.eye(self.size), self.of_truth, self.x.shape[2]
        n, k = self.chances.shape
        found[:a, :a] = np.kron(np.eye(k - 1), self.z.T @ self.z / n)
        found[a : a + p, a : a + p] = np.tensordot(self.x, self.x, axes=([0, 1], [0, 1])) / (n * k)
        found[a : a + p, a : a + p] /= self._line(theta)[1] ** 2
        return found

    def moves(self, theta: Any, step: Any) -> float:
        """Return the largest change that a step makes in any of three quantities.

        They are the log-odds of the truth, the outcome's linear predictor divided by the standard deviation σ of the outcome's
        errors, and, for a linear outcome, log σ.
        """
        import numpy as np

        a, p = self.of_truth, self.x.shape[2]
        parts = (self._eta(step), self.x @ step[a : a + p] / self._line(theta)[1], step[a + p :])
        return max(float(np.abs(part).max()) for part in parts if part.size)

    def _link(self) -> Multinomial:
        return Multinomial(self.chances.shape[1])

    def _eta(self, theta: Any) -> Any:
        return self.z @ theta[: self.of_truth].reshape(-1, self.z.shape[1]).T

    def _line(self, theta: Any) -> tuple[Any, float]:
        """Compute the outcome's linear predictors, indexed [person, truth], and the standard deviation of its errors. This
        deviation is 1 for a logistic outcome."""
        import numpy as np

        p = self.x.shape[2]
        beta = theta[self.of_truth : self.of_truth + p]
        return self.x @ beta, float(np.exp(theta[-1])) if self.is_linear else 1.0

    def _log_parts(self, theta: Any) -> Any:
        import numpy as np
        from scipy.special import log_expit

        line, sigma = self._line(theta)
        if self.is_linear:
            error = (self.y[:, None] - line) / sigma
            outcome = -0.5 * np.log(2 * np.pi) - np.log(sigma) - error**2 / 2
        else:
            outcome = log_expit(np.where(self.y[:, None] == 1, line, -line))
        with np.errstate(divide="ignore"):
            return np.log(self.chances) + np.log(self._link().shares(self._eta(theta))) + outcome

    def _slopes(self, theta: Any) -> Any:
        """Compute the gradients of log c_ij in the parameters, indexed [person, truth, parameter].

        Here c_ij is the joint likelihood of person i's answer and outcome together with truth j.
        """
        import numpy as np
        from scipy.special import expit

        own = self._link().log_slopes(self._eta(theta))
        n, k, _ = own.shape
        found = np.empty((n, k, self.size))
        found[:, :, : self.of_truth] = (own[:, :, :, None] * self.z[:, None, None, :]).reshape(n, k, -1)
        line, sigma = self._line(theta)
        error = (self.y[:, None] - line) / sigma if self.is_linear else self.y[:, None] - expit(line)
        found[:, :, self.of_truth : self.of_truth + self.x.shape[2]] = error[:, :, None] * self.x / sigma
        if self.is_linear:
            found[:, :, -1] = error**2 - 1
        return found

    def _known(self, theta: Any, r: Any, *, exact: bool) -> Any:
        """Compute the information matrix that there would be if the truths were seen, averaged over the truths.

        `r` has the probability of each truth for each person. Let e be the error of a linear outcome, divided by its standard
        deviation σ. The second derivatives that involve log σ contain e or e². If `exact` is False, these are replaced by their
        means 0 and 1, or e² by (m − 1)/log m if its mean m is above 1.
        """
        import numpy as np
        from scipy.special import expit

        found, a, p = np.zeros((self.size, self.size)), self.of_truth, self.x.shape[2]
        shares = self._link().shares(self._eta(theta))[:, 1:]
        middle = shares[:, :, None] * np.eye(shares.shape[1]) - shares[:, :, None] * shares[:, None, :]
        found[:a, :a] = np.einsum("n,nlm,nq,nr->lqmr", self.weights, middle, self.z, self.z, optimize=True).reshape(
            a, a
        )
        line, sigma = self._line(theta)
        w = self.weights[:, None] * r
        if not self.is_linear:
            mean = expit(line)
            found[a:, a:] = np.einsum("nj,njp,njq->pq", w * mean * (1 - mean), self.x, self.x, optimize=True)
            return found
        error, end = (self.y[:, None] - line) / sigma, a + p
        found[a:end, a:end] = np.einsum("nj,njp,njq->pq", w, self.x, self.x, optimize=True) / sigma**2
        squares, people = float((w * error**2).sum()), float(w.sum())
        ratio = squares / people
        # where errors are larger than σ, a step of log σ alone goes to their own deviation, and not far beyond it
        found[-1, -1] = 2 * (squares if exact else people * (ratio - 1) / np.log(ratio) if ratio > 1 else people)
        if exact:
            found[a:end, -1] = found[-1, a:end] = 2 * np.einsum("nj,nj,njp->p", w, error, self.x, optimize=True) / sigma
        return found
