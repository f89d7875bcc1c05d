"""Fit a model in which the truth explains an outcome that was asked directly. The mixture likelihood of the people's randomized
answers and outcomes is maximised (`mixture`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rropt.exact.errors import Argument, InputError
from rropt.exact.spelling import counted
from rropt.survey.regression.ascent import Ascent, climb
from rropt.survey.regression.formulas import Formula, Matrix, design_of
from rropt.survey.regression.mixture import Mixture
from rropt.survey.regression.outcome import require_independent, tell_truths_apart
from rropt.survey.regression.people import Mechanisms, People
from rropt.survey.regression.predicted import by_truth
from rropt.survey.regression.starts import assumed, best_elsewhere, corrected, doubt_about, start_at

__all__ = ["Predicted", "fit_predictor"]


@dataclass(frozen=True, slots=True, eq=False)
class Predicted:
    """A fitted model in which the truth explains an outcome.

    `names` has the names of the parameters. `ascent` is the result of the search for the maximum of `likelihood`. `tells_apart`
    says whether the mechanisms identify the shares of the truths. `positive` is the value of the outcome that counts as 1; it is
    empty for a linear outcome. For a linear outcome, `assumed` states the assumption about its errors, and `doubt` warns if the
    errors seem not normal.
    """

    names: tuple[str, ...]
    likelihood: Mixture
    ascent: Ascent
    tells_apart: bool
    matrix: Matrix
    positive: str
    doubt: str = ""
    assumed: str = ""


def fit_predictor(
    people: People, mechanisms: Mechanisms, read: Formula, answer: str, order: list[int], *, is_linear: bool
) -> Predicted:
    """Fit the model in which the truth explains an outcome.

    The distribution of the truth has covariates of its own: the terms of the formula that do not name the truth. If no linear
    combination of these is constant, a constant is added.
    """
    import numpy as np

    labels = tuple(mechanisms.labels[j] for j in order)
    y, positive = _outcome(people.frame[read.left], read.left, is_linear=is_linear)
    whole = design_of(read.right, by_truth(people.frame, answer, labels))
    require_independent(whole.values, whole.names)
    x = whole.values.reshape(len(labels), people.n, -1).transpose(1, 0, 2)
    rest = _without(read.right, answer)
    of_truth = design_of(rest, people.frame)
    if not of_truth.has_constant:
        # 0 + said leaves out the outcome's constant, not the truth's shares
        of_truth = design_of(f"{rest} + 1", people.frame)
    require_independent(of_truth.values, of_truth.names)
    matrices = mechanisms.matrices(order)
    chances = np.array([matrices[g][a] for g, a in zip(people.samples, people.answers, strict=True)])
    target = Mixture(y, x, of_truth.values, chances, people.weights, is_linear)
    names = (
        *(f"truth {label}: {name}" for label in labels[1:] for name in of_truth.names),
        *whole.names,
        *(("log sigma",) if is_linear else ()),
    )
    start, spread = _start(target)
    tells_apart = tell_truths_apart(people, matrices)
    if not is_linear:
        return Predicted(names, target, climb(target, start, spread), tells_apart, whole, positive)
    scores = _scores_of_truth(people, matrices)
    fair = corrected(target, scores, people.clusters, people.strata)
    ascent = climb(target, start if fair is None else start_at(target, fair.beta, fair.sigma), spread)
    doubt = doubt_about(target, names, read.left, ascent, best_elsewhere(target, spread), fair)
    said = assumed(target, names, read.left, fair, scores)
    return Predicted(names, target, ascent, tells_apart, whole, positive, doubt, said)


def _scores_of_truth(people: People, matrices: Sequence[Any]) -> Any:
    """Return a number for each person and each truth, computed from the person's answer.

    The number has the expectation 1 for the truth that the person has, and the expectation 0 for every other truth. If the person's
    mechanism does not identify the shares of the truths, all numbers of this person are 0.
    """
    import numpy as np

    inverses = [np.linalg.pinv(p) * (np.linalg.matrix_rank(p) == p.shape[1]) for p in matrices]
    return np.array([inverses[g][:, a] for g, a in zip(people.samples, people.answers, strict=True)])


def _outcome(column: Any, name: str, *, is_linear: bool) -> tuple[Any, str]:
    """Read the outcome as numbers, and return them with a text.

    For a linear model the numbers are the outcome itself, and the text is empty. For a logistic model they are 0 and 1, and the
    text is the value of the outcome that is read as 1.
    """
    import numpy as np
    import pandas

    if is_linear:
        if not pandas.api.types.is_numeric_dtype(column):
            said = f"a linear model needs numbers, but the outcome '{name}' has other values; convert it"
            if column.nunique() != 2:
                raise InputError(said)
            raise InputError(f"{said}, or give ", Argument("model", "logistic", '"logistic"'))
        y = column.to_numpy(dtype=float)
        if not np.isfinite(y).all() or y.std() == 0:
            raise InputError(
                f"the outcome '{name}' is the same in every row, or not finite; there is nothing to explain"
            )
        return y, ""
    # Python compares no text with a number
    values = sorted(column.unique().tolist(), key=lambda x: (isinstance(x, str), x))
    if len(values) != 2:
        said = f"the outcome '{name}' has {counted(len(values), 'value')}, and a logistic model needs two; "
        if len(values) < 2:
            raise InputError(f"{said}there is nothing to explain")
        if not pandas.api.types.is_numeric_dtype(column):
            raise InputError(f"{said}join some")
        raise InputError(f"{said}join some, or give ", Argument("model", "linear", '"linear"'))
    return (column == values[1]).to_numpy(dtype=float), str(values[1])


def _without(right: str, answer: str) -> str:
    """Return the right side of the formula without the terms that name the answer."""
    from patsy import ModelDesc

    from rropt.survey.regression.formulas import names_of

    terms = ModelDesc.from_formula(f"~ {right}").rhs_termlist
    kept = [t for t in terms if not any(answer in names_of(f.code) for f in t.factors)]
    if len(kept) == len(terms):
        raise InputError(
            f"the right side of the formula must have the randomized answers '{answer}', which explain the outcome; add '{answer}'"
        )
    return str(ModelDesc([], kept).describe()).removeprefix("~").strip()


def _start(target: Mixture) -> tuple[Any, Any]:
    """Return the parameters at which the search for the maximum starts, and a bound for each parameter.

    A parameter's bound says by how much any linear predictor changes if this parameter changes by 1. A linear outcome's predictor
    is measured in standard deviations of its errors.

    At the start all coefficients of the truth are 0. A linear outcome starts with its least-squares line, and with the standard
    deviation around this line. A logistic outcome starts with coefficients 0.
    """
    import numpy as np

    theta, end = np.zeros(target.size), target.of_truth + target.x.shape[2]
    sigma = 1.0
    if target.is_linear:
        middle = target.x.mean(axis=1)
        theta[target.of_truth : end] = np.linalg.lstsq(middle, target.y, rcond=None)[0]
        sigma = float(np.std(target.y - middle @ theta[target.of_truth : end])) or 1.0
        theta[-1] = np.log(sigma)
    sizes = np.tile(np.abs(target.z).max(axis=0), target.chances.shape[1] - 1)
    spread = np.concatenate([sizes, np.abs(target.x).max(axis=(0, 1)) / sigma, np.ones(int(target.is_linear))])
    return theta, spread
