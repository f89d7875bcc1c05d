"""Climb to the maximum of a log-likelihood, by EM and Fisher scoring with a line search, or find that there is no maximum.

A step is I⁻¹s, where s is the score (the gradient) and I is an information matrix, so that the step goes uphill. The step is halved
until the likelihood grows by at least a small part of the gain that the slope promises.

The matrix I changes during the climb. Far from the maximum, answers of a mechanism may have little information. So in the first
steps I is the information that the truths themselves would have, which is larger (Lange's gradient form of EM). After these, I is
the matrix that the method `scale` of the likelihood returns. Near the end, where steps are short, I is the observed information if
it is positive definite (Newton). The reason for Newton's steps is as follows. For shares close to 0 or 1, the expected and the
observed information differ by a factor. Then a step with the expected information covers only a fixed part of the remaining way, so
many steps would be needed.

After the first steps, no step moves a linear predictor by more than a bound, the `leap`. If I⁻¹s would do so, λG is added to I with
a number λ (Levenberg and Marquardt). Here G is the matrix for which stepᵀG step is the mean square by which linear predictors move.
Parameters that tend to infinity then move by about the same amount in every step, and do not slow down the others. The leap
doubles, up to a limit, while steps gain more than a quarter of what the slope promises.

A climb ends in one of three ways.

- `is_found`: the maximum is reached. The step is 0 to rounding, and so is the decrement sᵀI⁻¹s.
- `runs_off`: nothing is gained any more, but the steps do not become short. The likelihood then grows towards a limit that no
  parameters attain, because covariates separate the answers, or because shares lie at 0 or 1. The parameters that run off are held
  fixed, and the others are brought to their maximum.
- Otherwise the climb stopped too early. This happens, for example, if shares are at 0 or 1 for nearly everybody, and the
  likelihood bends so sharply that steps are cut short and gain hardly anything.

Reference: Osborne (1992), Fisher's method of scoring; Lange (1995), A gradient algorithm locally equivalent to the EM algorithm;
Marquardt (1963), An algorithm for least-squares estimation of nonlinear parameters; Albert and Anderson (1984), On the existence of
maximum likelihood estimates in logistic regression models.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

__all__ = ["Ascent", "Climbable", "climb", "invert", "unfixed"]

MOST_STEPS, STEPS_OF_EM, MOST_HALVINGS = 500, 6, 50
ARMIJO = 1e-4
ROUNDING = 1e-15
NOTHING = 1e-14
"""The decrement is the gain of log-likelihood that the slope promises for a step. Below this part of the log-likelihood, it is a
gain that doubles cannot show."""
LITTLE = 1e-10
"""A gain below this part of the log-likelihood counts as none if steps go on."""
STILL, SETTLED, MOVING, LEAP, LARGEST_LEAP = 1e-7, 1e-5, 1e-2, 3.0, 12.0
"""Changes of linear predictors by a step: below STILL they do not move, below SETTLED no more than by rounding, above MOVING they
move. LEAP is the largest change at first, LARGEST_LEAP the largest ever."""
FAR_OUT, NO_INFORMATION = 12.0, 1e-12
"""The size of linear predictors from which shares are 0 or 1 within 1e-5; information of one answer about its predictor below which
there is none."""
HARDLY, SHORT, MOST_CRAWLED = 1e-4, 0.25, 20
"""A step crawls if it gains less log-likelihood than HARDLY and at most the part SHORT of it is taken; the climb stops after more
than MOST_CRAWLED such steps in a row."""
NEAR = 0.5
"""If a step moves linear predictors by less than this, the next step is Newton's."""
RANK = 1e-10
"""Eigenvalues below this count as 0, in an information matrix that is scaled to a unit diagonal."""


class Climbable(Protocol):
    """The interface of a likelihood that can be climbed: its value, its score, and matrices that serve as its information."""

    @property
    def n(self) -> int:
        """The number of people."""

    def value(self, theta: Any) -> float:
        """The log-likelihood."""

    def score(self, theta: Any) -> Any:
        """The gradient of the log-likelihood."""

    def scale(self, theta: Any) -> Any:
        """The matrix M of a step M⁻¹s, where s is the score. It is used except for steps of EM and for Newton's steps."""

    def complete(self, theta: Any) -> Any:
        """The information matrix that there would be if the truths were observed. A step of EM (expectation-maximisation) is the
        inverse of this matrix times the score. The matrix is positive definite if the covariates are independent."""

    def observed(self, theta: Any) -> Any:
        """Minus the second derivative of the log-likelihood."""

    def gram(self, theta: Any) -> Any:
        """The matrix G for which stepᵀG step is the mean square, over people, of the change of linear predictors by a step."""

    def moves(self, theta: Any, step: Any) -> float:
        """The largest change of a linear predictor if θ moves by `step`."""


@dataclass(frozen=True, slots=True, eq=False)
class Ascent:
    """The result of a search for the maximum of a log-likelihood.

    `theta` has the last parameters, and `value` is the log-likelihood there. `steps` is the number of steps. `is_found` says
    whether the last parameters are the maximum. `runs_off` is a mask of the parameters that tend to infinity.
    """

    theta: Any
    value: float
    steps: int
    is_found: bool
    runs_off: Any

    @property
    def is_border(self) -> bool:
        """Whether the likelihood has no maximum, because some parameters run off to infinity."""
        return bool(self.runs_off.any())


def invert(information: Any) -> tuple[Any, Any]:
    """Return the inverse of an information matrix on its range, and a matrix whose columns span its kernel.

    Rows and columns are first divided by the square roots of the diagonal, so that the units of covariates do not matter.
    """
    import numpy as np

    diagonal = np.sqrt(np.maximum(np.diag(information), 0.0))
    unit = np.divide(1.0, diagonal, out=np.zeros_like(diagonal), where=diagonal > 0)
    values, vectors = np.linalg.eigh(information * np.outer(unit, unit))
    kept = values > RANK * max(1.0, float(values[-1]))
    inverse = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T
    # a parameter without any information is a direction of its own
    null = np.where(diagonal > 0, unit, 1.0)[:, None] * vectors[:, ~kept]
    return inverse * np.outer(unit, unit), null


def unfixed(null: Any) -> Any:
    """Return a mask of the parameters that change along some column of `null`. Each column is a direction in the parameter
    space."""
    import numpy as np

    if null.shape[1] == 0:
        return np.zeros(null.shape[0], dtype=bool)
    size = np.abs(null)
    return (size > 1e-6 * size.max(axis=0, keepdims=True)).any(axis=1)


def climb(target: Climbable, start: Any, spread: Any, *, most: int = MOST_STEPS) -> Ascent:
    """Climb from the start, in at most `most` steps, and return where the climb ended and how.

    `spread[j]` is a bound on how much any linear predictor changes if parameter j changes by 1.
    """
    import numpy as np

    theta, value = np.array(start, dtype=float), target.value(start)
    moving, crawled, leap, is_near = 0, 0, LEAP, False
    steps, size = 0, np.full(len(theta), np.inf)
    for steps in range(1, most + 1):
        by_em = steps <= STEPS_OF_EM
        step, decrement, size = _step(target, theta, spread, leap, by_em=by_em, is_near=is_near)
        is_near = not by_em and target.moves(theta, step) < NEAR
        if steps > STEPS_OF_EM and decrement < NOTHING * max(1.0, abs(value)) and size.max() < STILL:
            return _end(target, theta, value, steps, True)
        length, found = _search(target, theta, step, value, decrement)
        theta, gain, value = theta + length * step, found - value, found
        leap = min(2 * leap, LARGEST_LEAP) if gain > decrement / 4 else max(LEAP, leap / 2)
        moving = moving + 1 if length and gain < LITTLE * max(1.0, abs(value)) and size.max() > MOVING else 0
        if moving > 3:
            return _hold(target, theta, spread, size > MOVING, steps, most)
        crawled = crawled + 1 if length <= SHORT and gain < HARDLY and _is_far_out(target, theta) else 0
        if crawled > MOST_CRAWLED or (length == 0.0 and steps > STEPS_OF_EM):
            break
    return _end(target, theta, value, steps, bool(size.max() < SETTLED))


def _end(target: Climbable, theta: Any, value: float, steps: int, is_still: bool) -> Ascent:
    """Return the result of a search that stopped at the parameters `theta`.

    `is_still` says that the last steps were small. If it is True and no parameter tends to infinity, the parameters count as the
    maximum.

    If no linear predictor is far from 0, no parameter counts as tending to infinity. Otherwise, find the directions along which the
    answers give almost no information. Each parameter that changes along one of these directions counts as tending to infinity.
    """
    import numpy as np
    from scipy.linalg import eigh

    lost = np.zeros(len(theta), dtype=bool)
    if _is_far_out(target, theta):
        values, vectors = eigh(target.scale(theta), target.gram(theta))
        lost = unfixed(vectors[:, values < NO_INFORMATION * target.n])
    return Ascent(theta, value, steps, is_still and not lost.any(), lost)


def _is_far_out(target: Climbable, theta: Any) -> bool:
    """Whether some linear predictor is so far from 0 that a share is 0 or 1 within 1e-5."""
    return target.moves(0 * theta, theta) > FAR_OUT


def _step(
    target: Climbable, theta: Any, spread: Any, leap: float, *, by_em: bool, is_near: bool
) -> tuple[Any, float, Any]:
    """Return the next step of the climb, the gain of log-likelihood that the slope promises for it, and a bound for each parameter.

    Let only one parameter change, by its entry of the step. Its bound is the most by which any linear predictor can then change.

    If `by_em` is True, the step is that of EM. Otherwise, if `is_near` is True and the observed information is positive definite,
    it is Newton's step. In all other cases it is the inverse of the matrix `scale` times the score. Except for EM, the step is
    shortened if it would change a linear predictor by more than `leap`.
    """
    import numpy as np

    score = target.score(theta)
    if by_em:
        step = invert(target.complete(theta))[0] @ score
    else:
        observed = target.observed(theta) if is_near else None
        is_newton = observed is not None and _is_definite(observed)
        step = _bounded(target, theta, score, leap, observed if is_newton else target.scale(theta))
    return step, float(score @ step), np.abs(step) * spread


def _is_definite(information: Any) -> bool:
    """Whether an information matrix is positive definite by more than rounding."""
    import numpy as np

    return bool((np.diag(information) > 0).all()) and invert(information)[1].shape[1] == 0


def _bounded(target: Climbable, theta: Any, score: Any, leap: float, information: Any) -> Any:
    """Compute a step that changes no linear predictor by more than `leap`.

    Let I be the information matrix, s the score, and G the matrix of `gram`. If the step I⁻¹s changes no predictor by more than
    `leap`, return that step. Otherwise return (I + λG)⁻¹s, with λ chosen by bisection so that the largest change is between half of
    `leap` and `leap`.
    """
    import numpy as np
    from scipy.linalg import eigh

    step = invert(information)[0] @ score
    if target.moves(theta, step) <= leap:
        return step
    values, vectors = eigh(information, target.gram(theta))
    along = vectors.T @ score
    low, high = -80.0, 80.0
    for _ in range(40):
        middle = (low + high) / 2
        step = vectors @ (along / (np.maximum(values, 0) + np.exp(middle)))
        moved = target.moves(theta, step)
        if leap / 2 <= moved <= leap:
            break
        low, high = (middle, high) if moved > leap else (low, middle)
    return step


def _search(target: Climbable, theta: Any, step: Any, value: float, decrement: float) -> tuple[float, float]:
    """Halve the step until the likelihood grows by at least a small part of `decrement`, which is the gain that the slope promises.

    Return the fraction of the step that remains, and the log-likelihood after it. The fraction is 0 if nothing is gained.
    """
    length = 1.0
    # a chance near 1 has a rounding error of some 1e-16, and so has its logarithm, in the same direction for every person
    rounding = ROUNDING * (abs(value) + target.n)
    for _ in range(MOST_HALVINGS):
        found = target.value(theta + length * step)
        if found >= value + ARMIJO * length * decrement - rounding:
            return length, found
        length /= 2
    return 0.0, value


def _hold(target: Climbable, theta: Any, spread: Any, runs_off: Any, steps: int, most: int) -> Ascent:
    """Maximise the log-likelihood over the parameters that do not tend to infinity, and hold the others fixed.

    The mask `runs_off` marks the parameters that tend to infinity. The result does not count as a maximum. Of the `most` steps
    allowed, `steps` are already taken; the search may take the rest.
    """
    if runs_off.all():
        return Ascent(theta, target.value(theta), steps, False, runs_off)
    rest = climb(_Held(target, theta, ~runs_off), theta[~runs_off], spread[~runs_off], most=most - steps)
    theta, lost = theta.copy(), runs_off.copy()
    theta[~runs_off] = rest.theta
    lost[~runs_off] = rest.runs_off
    return Ascent(theta, rest.value, steps + rest.steps, False, lost)


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """A likelihood in the `free` parameters alone; the other parameters keep their values in `whole`."""

    target: Climbable
    whole: Any
    free: Any

    @property
    def n(self) -> int:
        return self.target.n

    def _at(self, theta: Any) -> Any:
        whole = self.whole.copy()
        whole[self.free] = theta
        return whole

    def value(self, theta: Any) -> float:
        return self.target.value(self._at(theta))

    def score(self, theta: Any) -> Any:
        return self.target.score(self._at(theta))[self.free]

    def scale(self, theta: Any) -> Any:
        return self.target.scale(self._at(theta))[self.free][:, self.free]

    def complete(self, theta: Any) -> Any:
        return self.target.complete(self._at(theta))[self.free][:, self.free]

    def observed(self, theta: Any) -> Any:
        return self.target.observed(self._at(theta))[self.free][:, self.free]

    def gram(self, theta: Any) -> Any:
        return self.target.gram(self._at(theta))[self.free][:, self.free]

    def moves(self, theta: Any, step: Any) -> float:
        whole = self.free.astype(float)
        whole[self.free] = step
        return self.target.moves(self._at(theta), whole)
