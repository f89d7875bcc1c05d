"""Fit a model in which covariates explain the truth. The likelihood of the people's randomized answers is maximised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

from rropt.exact.errors import Argument, InputError
from rropt.exact.spelling import counted
from rropt.survey.regression.ascent import Ascent, climb, invert, unfixed
from rropt.survey.regression.formulas import Matrix
from rropt.survey.regression.likelihood import Randomized
from rropt.survey.regression.links import Link, Multinomial, ProportionalOdds, TwoQuestions
from rropt.survey.regression.people import Mechanisms, People

__all__ = [
    "Kind",
    "Outcome",
    "fit_outcome",
    "null_value",
    "places",
    "read_kind",
    "require_independent",
    "tell_truths_apart",
]


UNRELATED = "unrelated: Intercept"
"""The name of the parameter that is the log-odds of a yes to an unrelated question."""
NEAR = 2e-5
"""A covariate is refused if, after scaling to length 1, its part that is independent of the covariates before it is shorter than
this. The square of this length is above `RANK`, below which an eigenvalue of the scaled information matrix counts as 0."""


class Kind(StrEnum):
    """The kinds of models."""

    LOGIT = "logit"
    MULTINOMIAL = "multinomial"
    ORDINAL = "ordinal"
    LINEAR = "linear"
    LOGISTIC = "logistic"

    @property
    def explains_truth(self) -> bool:
        """Whether covariates explain the truth. In the other kinds, the truth explains an outcome."""
        return self in (Kind.LOGIT, Kind.MULTINOMIAL, Kind.ORDINAL)


ROUNDING = 1e-26
"""If the information of answers is below this part of the information of the truths, it counts as 0. This part is about the square
of a difference of chances: a difference of 1e-13 has three digits in doubles, and a smaller one has none."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A fitted model in which covariates explain the truth.

    `names` has the names of the parameters, and `ascent` is the end of the climb to the maximum of `likelihood`. `tells_apart` says
    whether the mechanisms alone, without covariates, identify the shares of the truths.
    """

    names: tuple[str, ...]
    likelihood: Randomized
    ascent: Ascent
    tells_apart: bool


def read_kind(model: str | None, k: int, *, of_answer: bool) -> Kind:
    """Read the kind of model.

    If the truth explains an outcome (`of_answer` is False), the model must be named. Otherwise, `model` may be None if there are
    two truths, and the kind is then logit. If there are more truths, the model must be named.
    """
    fitting = [kind.value for kind in Kind if kind.explains_truth is of_answer]
    if model is not None and model not in fitting:
        where = "explained by the formula" if of_answer else "on the right side of the formula"
        raise InputError(f"for randomized answers {where}, model must be one of {', '.join(fitting)}, not '{model}'")
    if model is None and not of_answer:
        raise InputError(
            "the randomized answers are on the right side of the formula, so the model of the outcome must be named; give ",
            Argument("model", "linear", '"linear"'),
            " or ",
            Argument("model", "logistic", '"logistic"'),
        )
    if model is not None and not of_answer:
        return Kind(model)
    if k > 2 and model in (None, "logit"):
        raise InputError(
            f"the mechanism has {k} truths, and a logit has two; give ",
            Argument("model", "multinomial", '"multinomial"'),
            " or, for ordered truths, ",
            Argument("model", "ordinal", '"ordinal"'),
        )
    return Kind(model or "logit")


def places(labels: tuple[str, ...], positive: object) -> list[int]:
    """Return the order of the truths in the model, as a list of their indices.

    If there are two truths, the positive one comes last. If no positive one is named, the order stays as it is. If there are more
    truths, naming a positive one is refused.
    """
    if positive is None:
        return list(range(len(labels)))
    if len(labels) > 2:
        raise InputError(
            f"positive = '{positive}' chooses between two truths, but the mechanism has {len(labels)}; leave positive out"
        )
    if str(positive) not in labels:
        raise InputError(
            f"positive = '{positive}' is not an input of the mechanism; its inputs are {', '.join(labels)}"
        )
    return [1, 0] if str(positive) == labels[0] else [0, 1]


def fit_outcome(people: People, mechanisms: Mechanisms, matrix: Matrix, kind: Kind, order: list[int]) -> Outcome:
    """Fit a model in which covariates explain the truth; refuse a model that no data could identify."""
    labels = tuple(mechanisms.labels[j] for j in order)
    x, names = _covariates(matrix, kind)
    link = _link(mechanisms, kind)
    matrices = mechanisms.matrices(order)
    target = Randomized(x, people.answers, people.samples, matrices, people.weights, link)
    whole = _parameter_names(kind, labels, names)
    whole = (*whole, UNRELATED) if mechanisms.has_unrelated else whole
    _require_identified(target, whole)
    ascent = climb(target, _start(target, kind), _spread(target))
    return Outcome(whole, target, ascent, tell_truths_apart(people, matrices))


def tell_truths_apart(people: People, matrices: Sequence[Any]) -> bool:
    """Whether the mechanisms by which people were asked, without covariates, identify the shares of the truths.

    `matrices` has the matrices of all mechanisms. A mechanism by which nobody was asked tells nothing, and is left out.
    """
    import numpy as np

    stacked = np.vstack([matrix for g, matrix in enumerate(matrices) if (people.samples == g).any()])
    return bool(np.linalg.matrix_rank(stacked) == stacked.shape[1])


def _link(mechanisms: Mechanisms, kind: Kind) -> Link:
    if mechanisms.has_unrelated:
        return TwoQuestions()
    k = len(mechanisms.labels)
    return ProportionalOdds(k) if kind is Kind.ORDINAL else Multinomial(k)


def _covariates(matrix: Matrix, kind: Kind) -> tuple[Any, tuple[str, ...]]:
    """Return the covariates of the model and their names.

    For proportional odds the constant is left out, because the cut points take its place. For the other kinds, a formula without
    covariates is refused. Covariates that `require_independent` refuses are refused for all kinds.
    """
    import numpy as np

    x, names = matrix.values, matrix.names
    if kind is Kind.ORDINAL:
        kept = [j for j, name in enumerate(names) if name != "Intercept"]
        x, names = x[:, kept], tuple(names[j] for j in kept)
    if not x.shape[1] and kind is not Kind.ORDINAL:
        raise InputError("the formula has nothing on its right side; write 1 for a constant alone")
    if kind is Kind.ORDINAL:
        require_independent(np.column_stack([np.ones(len(x)), x]), ("the cut points", *names))
    else:
        require_independent(x, names)
    return x, names


def require_independent(x: Any, names: tuple[str, ...]) -> None:
    """Refuse covariates that are 0 everywhere, that depend linearly or almost so on earlier ones, or that outnumber the rows."""
    import numpy as np

    size = np.sqrt((x**2).sum(axis=0))
    if (size == 0).any():
        raise InputError(f"the covariate '{names[int(np.argmin(size))]}' is 0 in every row; leave it out")
    if len(x) < x.shape[1]:
        raise InputError(
            f"{counted(len(x), 'row')} cannot determine {x.shape[1]} coefficients; leave some covariates out"
        )
    own = np.abs(np.diag(np.linalg.qr(x / size)[1]))
    for name, part in zip(names, own, strict=True):
        if part < 1e-9:
            raise InputError(f"the covariate '{name}' is a linear combination of those before it; leave '{name}' out")
        if part < NEAR:
            raise InputError(
                f"the covariate '{name}' is too close to a linear combination of those before it for computing in doubles; "
                "subtract its mean, with center(…) in the formula, or leave it out"
            )


def _parameter_names(kind: Kind, labels: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    if kind is Kind.ORDINAL:
        return (*(f"{a} | {b}" for a, b in pairwise(labels)), *names)
    if len(labels) == 2:
        return names
    return tuple(f"{label}: {name}" for label in labels[1:] for name in names)


def _start(target: Randomized, kind: Kind) -> Any:
    """Return the parameters from which to climb: coefficients 0, and for proportional odds the cut points of equal shares."""
    import numpy as np

    theta = np.zeros(target.size)
    if kind is Kind.ORDINAL:
        k = target.matrices[0].shape[1]
        share = np.arange(1, k) / k
        theta[: k - 1] = np.log(share / (1 - share))
    return theta


def _spread(target: Randomized) -> Any:
    """Return, for each parameter, a bound on how much any linear predictor changes if this parameter changes by 1.

    The bound is the largest absolute value of the covariate that belongs to the parameter, or 1 if no covariate does.
    """
    import numpy as np

    return np.abs(target.link.design(target.x)).max(axis=(0, 1))


def _require_identified(target: Randomized, names: tuple[str, ...]) -> None:
    """Refuse a model with parameters that the answers cannot identify, whatever the data.

    At two random points, find the directions along which the expected information is 0. A parameter is refused if, at both points,
    moving along such a direction changes it.
    """
    import numpy as np

    rng = np.random.default_rng(1)
    free = np.ones(target.size, dtype=bool)
    for _ in range(2):
        theta = rng.normal(size=target.size) / np.maximum(_spread(target), 1e-12)
        d = target.link.d
        if isinstance(target.link, ProportionalOdds):
            theta[:d] = np.sort(rng.normal(size=d)) + np.arange(d) / 10
        information, size = target.expected(theta), np.diag(target.complete(theta))
        # so small a part of the truths' information is rounding, whose rank means nothing
        faint = np.diag(information) <= ROUNDING * size
        information[faint] = information[:, faint] = 0.0
        _, null = invert(information)
        free &= unfixed(null)
    if free.any():
        named = ", ".join(f"'{name}'" for name, loose in zip(names, free, strict=True) if loose)
        raise InputError(
            f"the answers do not identify {named}, whatever the data: several truths have the same probabilities of answers, to "
            "the precision of doubles; join these truths, or ask by another mechanism"
        )


def null_value(people: People, mechanisms: Mechanisms, order: list[int]) -> tuple[float, int] | None:
    """Compute the largest log-likelihood if everybody has the same shares of the truths.

    Return this log-likelihood, and how many of the shares are free; None if it has no maximum, as with a share at 0 or 1.
    """
    import numpy as np

    link = _link(mechanisms, Kind.MULTINOMIAL)
    target = Randomized(
        np.ones((people.n, 1)), people.answers, people.samples, mechanisms.matrices(order), people.weights, link
    )
    end = climb(target, np.zeros(link.d), np.ones(link.d))
    return (end.value, link.d) if end.is_found else None
