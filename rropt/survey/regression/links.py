"""Links, which turn linear predictors into shares of the truths: multinomial logit (for two truths logit), proportional odds, and
two questions.

Let there be k truths and d linear predictors η; for the first two links d = k − 1. A link gives the shares π(η) and their slopes
∂π_j/∂η_l. For any vector v it also gives the curvature Σ_j v_j ∂²π_j/∂η_l∂η_m. Below, δ_jl is 1 if j = l, else 0.

Multinomial: the first truth is the reference, with η_0 = 0. The shares are π_j = e^{η_j}/Σ e^{η_l}. So ∂π_j/∂η_l = π_j(δ_jl − π_l)
and ∂²π_j/∂η_l∂η_m = π_j((δ_jl − π_l)(δ_jm − π_m) − (δ_lm π_l − π_l π_m)). With u_j = v_j π_j and U = Σ u_j the curvature is
δ_lm u_l − u_l π_m − π_l u_m + U π_l π_m − U(δ_lm π_l − π_l π_m).

Proportional odds: Pr(truth ≤ l) = Λ(η_l), where Λ is the logistic function and η_1 < … < η_{k−1}. Let F_l = Λ(η_l) and
f_l = F_l(1 − F_l). The slope of π_l in η_l is f_l, and that of π_{l+1} is −f_l. So the curvature is diagonal, with the entries
f_l(1 − 2F_l)(v_l − v_{l+1}). A difference of two values of Λ is computed as

    Λ(b) − Λ(a) = Λ(b)Λ(−a)(1 − e^{a−b}),

which loses no digits in the tails.

Two questions: a device asks either a sensitive question or an unrelated one. The log-odds of a yes to the sensitive question is
η_1 = xᵀβ. The log-odds of a yes to the unrelated question is η_2 = ψ, the same for everybody. There are four "shares": those of no
and of yes to the sensitive question, then those of no and of yes to the unrelated one. If the sensitive question is asked with
chance p, the mechanism has the row (p, 0, 1 − p, 0) for the answer no, and the row (0, p, 0, 1 − p) for yes. Each question is a
logit, so the curvature is diagonal. How the two truths depend on each other does not matter, because nobody is asked both
questions. If one saw which question was asked, the information would be p times that of the first logit plus 1 − p times that of
the second. This is no more than the sum of both, which `Randomized.complete` computes.

References: McCullagh and Nelder (1989), Generalized linear models; McCullagh (1980), Regression models for ordinal data, for
proportional odds; Greenberg, Abul-Ela, Simmons and Horvitz (1969), The unrelated question randomized response model.
"""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Link", "Multinomial", "ProportionalOdds", "TwoQuestions"]


class Link(Protocol):
    """The interface of a link, which turns linear predictors into shares of the truths. A likelihood calls its methods.

    The array `eta` of linear predictors has one row per person and `d` columns. Arrays of shares have one row per person and one
    column per truth.
    """

    d: int

    def shares(self, eta: Any) -> Any:
        """The shares π, one row per person and one column per truth."""

    def slopes(self, eta: Any) -> Any:
        """The derivatives of the shares in the linear predictors, ∂π_j/∂η_l, indexed [person, j, l]."""

    def curvature(self, eta: Any, v: Any) -> Any:
        """The second derivatives of the shares, summed over the truths j with the factors v_j: Σ_j v_j ∂²π_j/∂η_l∂η_m, indexed
        [person, l, m]."""

    def design(self, x: Any) -> Any:
        """The derivatives of the linear predictors in the parameters θ at the covariates x, indexed [person, linear predictor,
        parameter]."""

    def log_slopes(self, eta: Any) -> Any:
        """The derivatives of the logarithms of the shares, ∂log π_j/∂η_l, indexed [person, j, l]."""


class Multinomial:
    """The multinomial logit of k truths: d = k − 1 linear predictors, each with its own coefficients for every covariate."""

    def __init__(self, k: int) -> None:
        self.d = k - 1

    def shares(self, eta: Any) -> Any:
        """The shares π_j = e^{η_j}/Σ_l e^{η_l}, where the first truth has η_0 = 0."""
        import numpy as np

        whole = np.concatenate([np.zeros((len(eta), 1)), eta], axis=1)
        powers = np.exp(whole - whole.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    def log_slopes(self, eta: Any) -> Any:
        """The derivatives of the logarithms of the shares: ∂log π_j/∂η_l = δ_jl − π_l, where δ_jl is 1 if j = l, else 0."""
        import numpy as np

        own = np.eye(self.d + 1)[:, 1:]
        return own[None] - self.shares(eta)[:, None, 1:]

    def slopes(self, eta: Any) -> Any:
        """The derivatives of the shares: ∂π_j/∂η_l = π_j(δ_jl − π_l), where δ_jl is 1 if j = l, else 0."""
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
        """The derivatives of the linear predictors in the parameters, indexed [person, l, parameter].

        They are the covariates at the coefficients of the l-th predictor, and 0 at all other coefficients.
        """
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
        """The derivatives of the shares in the linear predictors, ∂π_j/∂η_l, indexed [person, j, l].

        Let F be the logistic function of η_l, and f_l = F(1 − F). The derivative is f_l if j = l, −f_l if j is the truth after l,
        and 0 otherwise.
        """
        import numpy as np
        from scipy.special import expit

        f = expit(eta) * expit(-eta)
        found = np.zeros((len(eta), self.d + 1, self.d))
        for j in range(self.d):
            found[:, j, j], found[:, j + 1, j] = f[:, j], -f[:, j]
        return found

    def log_slopes(self, eta: Any) -> Any:
        """The derivatives of the logarithms of the shares, ∂log π_j/∂η_l, indexed [person, j, l]."""
        return self.slopes(eta) / self.shares(eta)[:, :, None]

    def curvature(self, eta: Any, v: Any) -> Any:
        """The second derivatives of the shares, summed over the truths j with the factors v_j: Σ_j v_j ∂²π_j/∂η_l∂η_m.

        For each person they form a diagonal matrix. Let F_l be the logistic function of the linear predictor η_l, and f_l = F_l(1 −
        F_l). The diagonal entries are f_l(1 − 2F_l)(v_l − v_{l+1}).
        """
        import numpy as np
        from scipy.special import expit

        own = expit(eta) * expit(-eta) * (1 - 2 * expit(eta)) * (v[:, :-1] - v[:, 1:])
        return own[:, :, None] * np.eye(self.d)

    def design(self, x: Any) -> Any:
        """The derivatives of the linear predictors in the parameters, indexed [person, l, parameter].

        The first parameters are the cut points: the l-th has the derivative 1, the others have 0. Then come the coefficients, whose
        derivatives are the covariates with the sign changed.
        """
        import numpy as np

        n, p = x.shape
        found = np.zeros((n, self.d, self.d + p))
        found[:, :, : self.d] = np.eye(self.d)
        found[:, :, self.d :] = -x[:, None, :]
        return found


class TwoQuestions:
    """The link for a device that asks either a sensitive question or an unrelated one.

    The log-odds of a yes to the sensitive question depend on covariates. The log-odds of a yes to the unrelated question are the
    same for everybody.
    """

    d = 2

    def shares(self, eta: Any) -> Any:
        """The shares of no and yes to the sensitive question, then to the unrelated one."""
        import numpy as np
        from scipy.special import expit

        return np.stack([expit(-eta), expit(eta)], axis=2).reshape(len(eta), 4)

    def slopes(self, eta: Any) -> Any:
        """The derivatives of the shares in the two linear predictors, ∂π_j/∂η_l, indexed [person, j, l].

        Let F be the chance of a yes to question l, and f = F(1 − F). The derivative is −f for no and f for yes to question l. For
        the other question it is 0.
        """
        import numpy as np
        from scipy.special import expit

        f = expit(eta) * expit(-eta)
        found = np.zeros((len(eta), 4, 2))
        for j in range(2):
            found[:, 2 * j, j], found[:, 2 * j + 1, j] = -f[:, j], f[:, j]
        return found

    def log_slopes(self, eta: Any) -> Any:
        """The derivatives of the logarithms of the shares, ∂log π_j/∂η_l, indexed [person, j, l]."""
        return self.slopes(eta) / self.shares(eta)[:, :, None]

    def curvature(self, eta: Any, v: Any) -> Any:
        """The second derivatives of the shares, summed with the factors `v`: one diagonal matrix per person, with an entry per
        question.

        Let F be the chance of a yes to the question, and f = F(1 − F). The entry is f(1 − 2F)(v_yes − v_no), where v_yes and v_no
        are the entries of v for yes and no to this question.
        """
        import numpy as np
        from scipy.special import expit

        own = expit(eta) * expit(-eta) * (1 - 2 * expit(eta)) * (v[:, 1::2] - v[:, ::2])
        return own[:, :, None] * np.eye(2)

    def design(self, x: Any) -> Any:
        """The derivatives of the two linear predictors in the parameters, indexed [person, l, parameter].

        For the first question they are the covariates. For the second they are 1 at its only parameter, which is the last one.
        """
        import numpy as np

        n, p = x.shape
        found = np.zeros((n, 2, p + 1))
        found[:, 0, :p], found[:, 1, p] = x, 1.0
        return found
