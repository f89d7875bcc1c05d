"""Links, which turn linear predictors into shares of the truths: multinomial logit (for two truths logit), proportional odds,
and two questions.

For k truths and linear predictors η (d = k − 1 numbers), a link gives the shares π(η), their slopes ∂π_j/∂η_l, and for any vector v
the curvature Σ_j v_j ∂²π_j/∂η_l∂η_m.

Multinomial, the first truth being the reference (η_0 = 0): π_j = e^{η_j}/Σ e^{η_l}, so ∂π_j/∂η_l = π_j(δ_jl − π_l) and
∂²π_j/∂η_l∂η_m = π_j((δ_jl − π_l)(δ_jm − π_m) − (δ_lm π_l − π_l π_m)). With u_j = v_j π_j and U = Σ u_j the curvature is
δ_lm u_l − u_l π_m − π_l u_m + U π_l π_m − U(δ_lm π_l − π_l π_m).

Proportional odds: Pr(truth ≤ l) = Λ(η_l) with the logistic function Λ and η_1 < … < η_{k−1}. With F = Λ(η) and f = F(1 − F), the
slope of π_l in η_l is f_l and that of π_{l+1} is −f_l, so the curvature is diagonal: f_l(1 − 2F_l)(v_l − v_{l+1}). A difference of
two Λ is computed as
Λ(b) − Λ(a) = Λ(b)Λ(−a)(1 − e^{a−b}), which loses no digits in the tails.

Two questions, of which a device asks one: η_1 = xᵀβ is the log-odds of a yes to the sensitive question, η_2 = ψ that of a yes to an
unrelated one, the same for everybody. The four "shares" are those of no and of yes to the sensitive question, then those of no and
of yes to the unrelated one. A device that asks the sensitive question with chance p has the rows (p, 0, 1 − p, 0) for the answer no
and (0, p, 0, 1 − p) for yes. Each question is a logit, so the curvature is diagonal. How the two truths depend on each other does
not matter, because nobody is asked both questions. If it were seen which question was asked, the information would be p times that
of the first logit and 1 − p times that of the second. This is no more than the sum of both, which `Randomized.complete` computes.
References: McCullagh and Nelder (1989), Generalized linear models; McCullagh (1980), Regression models for ordinal data, for
proportional odds; Greenberg, Abul-Ela, Simmons and Horvitz (1969), The unrelated question randomized response model.
"""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Link", "Multinomial", "ProportionalOdds", "TwoQuestions"]


class Link(Protocol):
    """The methods that a likelihood needs of a link, which turns linear predictors η into shares of the truths; η has one row per
    person and `d` columns, shares have one column per truth."""

    d: int

    def shares(self, eta: Any) -> Any:
        """The shares π, one row per person and one column per truth."""

    def slopes(self, eta: Any) -> Any:
        """The slopes ∂π_j/∂η_l, indexed [person, j, l]."""

    def curvature(self, eta: Any, v: Any) -> Any:
        """Σ_j v_j ∂²π_j/∂η_l∂η_m, indexed [person, l, m]."""

    def design(self, x: Any) -> Any:
        """∂η/∂θ, indexed [person, l, parameter], for covariates x."""

    def log_slopes(self, eta: Any) -> Any:
        """∂log π_j/∂η_l, indexed [person, j, l]."""


class Multinomial:
    """The multinomial logit of k truths: d = k − 1 linear predictors, each with its own coefficients for every covariate."""

    def __init__(self, k: int) -> None:
        self.d = k - 1

    def shares(self, eta: Any) -> Any:
        """π_j = e^{η_j}/Σ e^{η_l}, with η_0 = 0."""
        import numpy as np

        whole = np.concatenate([np.zeros((len(eta), 1)), eta], axis=1)
        powers = np.exp(whole - whole.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    def log_slopes(self, eta: Any) -> Any:
        """∂log π_j/∂η_l = δ_jl − π_l."""
        import numpy as np

        own = np.eye(self.d + 1)[:, 1:]
        return own[None] - self.shares(eta)[:, None, 1:]

    def slopes(self, eta: Any) -> Any:
        """∂π_j/∂η_l = π_j(δ_jl − π_l)."""
        return self.shares(eta)[:, :, None] * self.log_slopes(eta)

    def curvature(self, eta: Any, v: Any) -> Any:
        """The sum over j of v_j ∂²π_j/∂η_l∂η_m, by its formula in the module's docstring."""
        import numpy as np

        shares = self.shares(eta)
        u = v * shares
        total = u.sum(axis=1)[:, None, None]
        u, p = u[:, 1:], shares[:, 1:]
        cross, squares = u[:, :, None] * p[:, None, :], p[:, :, None] * p[:, None, :]
        found = -cross - cross.transpose(0, 2, 1) + 2 * total * squares
        found[:, np.arange(self.d), np.arange(self.d)] += u - total[:, 0] * p
        return found

    def design(self, x: Any) -> Any:
        """∂η/∂θ, indexed [person, l, parameter]: the covariates at the coefficients of the l-th predictor, 0 at the others."""
        import numpy as np

        n, p = x.shape
        found = np.zeros((n, self.d, self.d * p))
        for j in range(self.d):
            found[:, j, j * p : (j + 1) * p] = x
        return found


class ProportionalOdds:
    """Proportional odds of k ordered truths: η_l = c_l − xᵀβ, with cut points c_1 < … < c_{k−1} and coefficients β.

    Positive coefficients move people to later truths. If the cut points are not in order the shares are NaN.
    """

    def __init__(self, k: int) -> None:
        self.d = k - 1

    def shares(self, eta: Any) -> Any:
        """Differences of the logistic function at neighbouring predictors; NaN if cut points are not in order."""
        import numpy as np
        from scipy.special import expit

        between = expit(eta[:, 1:]) * expit(-eta[:, :-1]) * -np.expm1(eta[:, :-1] - eta[:, 1:])
        found = np.concatenate([expit(eta[:, :1]), between, expit(-eta[:, -1:])], axis=1)
        return np.where((between >= 0).all(axis=1, keepdims=True), found, np.nan)

    def slopes(self, eta: Any) -> Any:
        """∂π_j/∂η_l: f_l if j = l, −f_l if j is the truth after l, else 0, with f_l = F(1 − F) and F the logistic function of
        η_l."""
        import numpy as np
        from scipy.special import expit

        f = expit(eta) * expit(-eta)
        found = np.zeros((len(eta), self.d + 1, self.d))
        for j in range(self.d):
            found[:, j, j], found[:, j + 1, j] = f[:, j], -f[:, j]
        return found

    def log_slopes(self, eta: Any) -> Any:
        """The slopes divided by the shares."""
        return self.slopes(eta) / self.shares(eta)[:, :, None]

    def curvature(self, eta: Any, v: Any) -> Any:
        """A diagonal matrix per person: f_l(1 − 2F_l)(v_l − v_{l+1}), with the logistic function F_l of η_l and f_l = F_l(1 −
        F_l)."""
        import numpy as np
        from scipy.special import expit

        own = expit(eta) * expit(-eta) * (1 - 2 * expit(eta)) * (v[:, :-1] - v[:, 1:])
        return own[:, :, None] * np.eye(self.d)

    def design(self, x: Any) -> Any:
        """∂η/∂θ, indexed [person, l, parameter]: for the cut points 1 at the l-th and 0 elsewhere, then the negated covariates."""
        import numpy as np

        n, p = x.shape
        found = np.zeros((n, self.d, self.d + p))
        found[:, :, : self.d] = np.eye(self.d)
        found[:, :, self.d :] = -x[:, None, :]
        return found


class TwoQuestions:
    """The logit of a sensitive question, and the constant log-odds of the unrelated question that replaces it."""

    d = 2

    def shares(self, eta: Any) -> Any:
        """The shares of no and yes to the sensitive question, then to the unrelated one."""
        import numpy as np
        from scipy.special import expit

        return np.stack([expit(-eta), expit(eta)], axis=2).reshape(len(eta), 4)

    def slopes(self, eta: Any) -> Any:
        """∂π_j/∂η_l: −f for no and f for yes to question l, with f = F(1 − F) and its chance F of yes; 0 for the other question."""
        import numpy as np
        from scipy.special import expit

        f = expit(eta) * expit(-eta)
        found = np.zeros((len(eta), 4, 2))
        for j in range(2):
            found[:, 2 * j, j], found[:, 2 * j + 1, j] = -f[:, j], f[:, j]
        return found

    def log_slopes(self, eta: Any) -> Any:
        """The slopes divided by the shares."""
        return self.slopes(eta) / self.shares(eta)[:, :, None]

    def curvature(self, eta: Any, v: Any) -> Any:
        """A diagonal matrix per person: f(1 − 2F)(v_yes − v_no) for each question, with its chance F of yes and f = F(1 − F)."""
        import numpy as np
        from scipy.special import expit

        own = expit(eta) * expit(-eta) * (1 - 2 * expit(eta)) * (v[:, 1::2] - v[:, ::2])
        return own[:, :, None] * np.eye(2)

    def design(self, x: Any) -> Any:
        """∂η/∂θ, indexed [person, l, parameter]: for the first question the covariates, for the second 1 at its only parameter."""
        import numpy as np

        n, p = x.shape
        found = np.zeros((n, 2, p + 1))
        found[:, 0, :p], found[:, 1, p] = x, 1.0
        return found
