"""Effects, odds ratios, predictions and tests of a regression, all by one delta method.

A mean m(θ) that a model predicts, a share π(Dθ) or the mean μ(xᵀβ) of an outcome, has the error √(gᵀVg), with its gradient g in the
parameters and their covariance matrix V.

The average effect of a covariate is a difference of two such means over people. For a number v it is the mean of [π(v + h) −
π(v − h)]/2h with a small h, or less where the data end; where a column of the formula jumps as v grows, there is none. For a
covariate of 0 and 1 or of categories every other value is compared with the first. If the truth explains an outcome, an effect is
on the outcome's mean, averaged over people and their truths with the probabilities π_ij; the truth itself is compared with the
first truth.

Intervals of shares and of logistic means are computed for their log-odds. The interval of an odds ratio e^β is that of β, mapped.

Wald's test of Rθ = r is W = (Rθ − r)ᵀ(RVRᵀ)⁻¹(Rθ − r), chi-squared or, for clusters, F (Korn and Graubard 1990). The likelihood
ratio of a smaller model needs independent answers and maxima that determine every coefficient.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import expit, logit

from rropt.exact.errors import Either, InputError, require_known
from rropt.exact.spelling import counted
from rropt.show import Block, Col, Result, Say, Table
from rropt.survey.answers import text_of
from rropt.survey.contrast import Contrast, JointTest, joint_test
from rropt.survey.covariates import frame_of, names_column, read_people_file
from rropt.survey.data_file import is_path, number_of
from rropt.survey.estimates import listed
from rropt.survey.laws import Array, delta_variances
from rropt.survey.predictor import by_truth

if TYPE_CHECKING:
    import pandas

__all__ = [
    "CoefficientTest",
    "OddsRatios",
    "Predictions",
    "likelihood_ratio",
    "marginal_effects",
    "odds_ratios",
    "predictions",
    "wald",
]

STEP, LEAST_STEP = 1e-6, 1e-8
# Between so many values of a covariate jumps are looked for, by so many halvings; what then remains of a change is a jump.
MOST_GAPS, HALVINGS, JUMP, ROUNDING = 500, 30, 1e-6, 1e-12


def columns_again(found: Any, frame: Any) -> Array:
    """Build the covariates of other people; if the truth explains an outcome they are indexed [person, truth, column].

    Each truth is then tried for everybody, unless the data have a column of it.
    """
    if found.fit.outcome:
        return np.asarray(
            found.fit.covariates.again(by_truth(frame, found.answer, found.labels))
            .reshape(len(found.labels), len(frame), -1)
            .swapaxes(0, 1)
        )
    return np.asarray(found.fit.covariates.again(frame))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Predictions(Contrast):
    """Predicted means, or average changes of them: one row for each of `names` and of `truths`.

    Of two truths that covariates explain only the second has rows. `heads` names the columns of names, truths and values.
    """

    schema: ClassVar[str] = "rropt/predictions/1"
    key: str
    title: str
    heads: tuple[str, str, str]
    truths: tuple[str, ...]

    def summary_frame(self) -> pandas.DataFrame:
        """The rows with statsmodels' columns mean, mean_se, mean_ci_lower and mean_ci_upper."""
        import pandas

        columns = {"truth": self.truths, "mean": self.values, "mean_se": self.errors}
        columns |= {"mean_ci_lower": self.lower, "mean_ci_upper": self.upper}
        return pandas.DataFrame(columns, index=pandas.Index(list(self.names)))

    def show(self) -> Iterator[Block]:
        """The table, after what the numbers are."""
        yield Say(self.title, key="")
        first, second, name = self.heads
        yield Table.of(
            self.key,
            (Col(first, first), [x if isinstance(x, str) else str(x + 1) for x in self.names]),
            (Col(second, second), self.truths),
            *self.columns(name)[:4],
        )


# effects


def marginal_effects(found: Any, *names: str) -> Predictions:
    """The average marginal effects of the named covariates, or of all, on the shares of truths or on the outcome's mean."""
    known = (*([found.answer] if found.fit.outcome else []), *found.people.frame.columns)
    require_known(names, known, "the formula has no covariate")
    of = _explained(found)
    titles, values, variances = [], [np.zeros(0)], [np.zeros(0)]
    for title, low, high, width in (change for name in names or known for change in _changes(found, name)):
        effect = partial(_effect, found, columns_again(found, low), columns_again(found, high), width)
        titles += [title] * len(of)
        values.append(effect(found.values))
        variances.append(delta_variances(effect, found.values, found.covariance))
    on = f"the mean of {found.fit.outcome}, the truth held fixed" if found.fit.outcome else "the shares of the truths"
    title = f"Average marginal effects on {on}, errors by the delta method:"
    return Predictions.of(
        titles, np.concatenate(values), np.concatenate(variances), freedom=found.people.freedom, level=found.level, key="effects",
        title=title, heads=("change", "of", "effect"), truths=of * (len(titles) // len(of)),
    )  # fmt: skip


def _explained(found: Any) -> tuple[str, ...]:
    """Return the outcome, or the truths, of two the second."""
    return (found.fit.outcome,) if found.fit.outcome else found.labels[len(found.labels) == 2 :]


def _effect(found: Any, low: Array, high: Array, width: Any, theta: Array) -> Array:
    """Return what a change of covariates by `width` changes, per unit, on average over people (and over their truths)."""
    target = found.fit.likelihood
    change = (target.means(high, theta) - target.means(low, theta)) / width
    if found.fit.outcome:
        change = (change * target.truths(theta)).sum(axis=1, keepdims=True)
    return np.asarray(found.people.answers.w @ change[:, -len(_explained(found)) :] / found.people.n)


def _changes(found: Any, name: str) -> Iterator[tuple[str, Any, Any, Any]]:
    """Yield each change of a covariate: its title, the data before and after it, and by how much a number changes."""
    frame = found.people.frame
    # whatever the truth is, it is taken to be the first, and then another
    values, is_number = list(found.labels), False
    if name in frame:
        values, categories = frame[name].unique().tolist(), found.fit.covariates.categories(name)
        is_category = set(values) <= set(categories)
        values.sort(key=categories.index if is_category else lambda x: (isinstance(x, str), x))
        is_number = frame[name].dtype.kind in "iuf" and not is_category and set(values) != {0, 1} and len(values) > 1
    changes: list[tuple[str, Any, Any, Any]] = [
        (f"{name}: {text_of(values[0])} to {text_of(x)}", values[0], x, 1.0) for x in values[1:]
    ]
    if is_number:
        _require_no_jump(found, name)
        column = frame[name].astype(float)
        h = max(STEP * float(column.std(ddof=0)), LEAST_STEP * float(column.abs().max()))
        low, high = (column - h).clip(lower=column.min()), (column + h).clip(upper=column.max())
        changes = [(name, low, high, (high - low).to_numpy()[:, None])]
    for title, before, after, width in changes:
        yield title, frame.assign(**{name: before}), frame.assign(**{name: after}), width


def _require_no_jump(found: Any, name: str) -> None:
    """Refuse a covariate if a column of the formula jumps as it grows: a slope is then the jump, divided by any width.

    Between neighbouring values, that half of the gap over which a column changes more is halved again: of a continuous change next
    to nothing remains, of a jump all. The other covariates are those of the person with the largest value in the column.
    """
    frame, recipe, x = found.people.frame, found.fit.covariates.recipe, np.abs(found.fit.covariates.values)
    own = [i for term, at in recipe.term_indices.items() if names_column(str(term), name) for i in at]
    v = np.unique(frame[name].to_numpy(float))
    v = v[np.unique(np.linspace(0, len(v) - 1, MOST_GAPS).astype(int))]
    column, ends = np.repeat(own, len(v) - 1), np.stack([np.tile(v[:-1], len(own)), np.tile(v[1:], len(own))])
    people, rows = frame.iloc[x.argmax(axis=0)[column] % len(frame)].reset_index(drop=True), np.arange(len(column))

    def at(values: Array) -> Array:
        columns = columns_again(found, people.assign(**{name: values}))
        return np.asarray((columns if found.fit.outcome else columns[:, None])[rows, :, column])

    values = np.stack([at(y) for y in ends])
    ranges = np.ptp(values.reshape(2, len(own), len(v) - 1, -1), axis=(0, 2)).max(axis=1)
    least = JUMP * ranges.repeat(len(v) - 1) + ROUNDING * x.max(axis=0)[column]
    for _ in range(HALVINGS):
        middle, between = ends.mean(axis=0), at(ends.mean(axis=0))
        low, high = np.abs(values - between).max(axis=2)
        ends[(low > high) * 1, rows], values[(low > high) * 1, rows] = middle, between
    # also one that is infinite
    if (jumps := ~(np.ptp(values, axis=0).max(axis=1) <= least)).any():
        raise InputError(
            f"'{found.fit.covariates.names[column[jumps.argmax()]]}' jumps as '{name}' grows, or is too steep, so that there is no "
            "effect of one more of it; make a column of this term, and name that column in the formula"
        )


# odds ratios and predictions


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OddsRatios(Contrast):
    """The odds ratios e^β of the coefficients with their intervals; constants and cut points are left out.

    `what` they multiply is told; the errors are those of the coefficients.
    """

    schema: ClassVar[str] = "rropt/odds-ratios/1"
    what: str

    def show(self) -> Iterator[Block]:
        """The table, after what the numbers are."""
        yield Say(f"Odds ratios: the factors by which one more of each multiplies {self.what}:", key="")
        yield Table.of(
            "odds_ratios",
            (Col("coefficient", "coefficient"), self.names),
            (Col("odds_ratio", "odds ratio"), self.values),
            *self.columns("")[2:4],
        )


def odds_ratios(found: Any) -> OddsRatios:
    """The odds ratio e^β of every coefficient β, with its interval; constants and cut points are left out."""
    if found.model == "linear":
        raise InputError("a linear model has no odds ratios; use its coefficients, or the model logistic")
    of = {
        "logit": f"the odds of the truth {found.labels[-1]} against {found.labels[0]}",
        "multinomial": f"the odds of each truth against {found.labels[0]}",
        "ordinal": "the odds of a later truth against an earlier one",
        "logistic": f"the odds of {found.fit.outcome}; for 'truth …' the odds of the truth itself against {found.labels[0]}",
    }[found.model]
    built, kept = found.fit.covariates, found.slopes
    # in every row just one column of such a term is 1
    full = [
        str(t)
        for t, at in built.recipe.term_indices.items()
        if t != "1" and (built.values[:, at].sum(axis=1) == 1).all()
    ]
    if full:
        of += (
            f"; of {' and '.join(full)}, whose categories have no reference, they are no ratios but the odds themselves"
        )
    logs = OddsRatios.of(
        [found.names[i] for i in kept], found.values[kept], found.errors[kept] ** 2, freedom=found.people.freedom,
        level=found.level, what=of,
    )  # fmt: skip
    with np.errstate(over="ignore"):
        return replace(logs, values=np.exp(logs.values), lower=np.exp(logs.lower), upper=np.exp(logs.upper))


def read_covariates(found: Any, data: Any) -> tuple[Array, list[Any]]:
    """Return the covariates of other people, or of those of the regression, and their labels in the data."""
    frame = found.people.frame
    if data is not None:
        if is_path(data):
            # what was read as texts is so again, such as the code 1 beside 01
            data = read_people_file(
                Path(data), found.formula, labels=[x for x in frame if frame[x].map(type).eq(str).all()]
            )
        columns = list(frame.columns)
        # without covariates, all columns tell how many people there are
        frame = frame_of(data, columns or None)[columns]
    return columns_again(found, frame), list(frame.index)


def predictions(found: Any, data: Any = None) -> Predictions:
    """The means of `predict` with standard errors and intervals; `summary_frame()` has them as in statsmodels."""
    x, index = read_covariates(found, data)
    mean = partial(found.fit.likelihood.means, x)
    labels = found.labels if found.fit.outcome else _explained(found)
    values, variances = (
        v[:, -len(labels) :].ravel()
        for v in (mean(found.values), delta_variances(mean, found.values, found.covariance))
    )
    what = f"means of {found.fit.outcome} by truth" if found.fit.outcome else "shares of the truths"
    told = Predictions.of(
        [x for x in index for _ in labels], values, variances, freedom=found.people.freedom, level=found.level, key="predictions",
        title=f"Predicted {what}, errors by the delta method:", heads=("person", "truth", "mean"), truths=labels * len(index),
    )  # fmt: skip
    if found.model == "linear":
        return told
    with np.errstate(divide="ignore", invalid="ignore"):
        center, wide = logit(told.values), (told.upper - told.values) / (told.values * (1 - told.values))
    return replace(told, lower=expit(center - wide), upper=expit(center + wide))


# tests


@dataclass(frozen=True, slots=True, repr=False)
class CoefficientTest(Result):
    """A test of coefficients, by Wald or by the likelihood ratio."""

    schema: ClassVar[str] = "rropt/test/1"
    name: str
    hypothesis: str
    test: JointTest

    @property
    def p_value(self) -> float:
        """The p-value."""
        return self.test.p_value

    @property
    def row(self) -> tuple[float, str, str, float]:
        """The statistic, its law under the hypothesis with the degrees of freedom, and the p-value."""
        value, law, degrees = self.test.law
        return value, law, ", ".join(map(str, degrees)), self.p_value

    @property
    def sentence(self) -> str:
        """The hypothesis and the result."""
        return f"{self.name} test of {self.hypothesis}: {self.test}."

    def show(self) -> Iterator[Block]:
        """The result in a sentence, and its numbers."""
        yield Say(self.sentence, key="")
        yield Table(
            "test", tuple(Col(x, x) for x in ("statistic", "law", "degrees", "p_value")), [self.row], shown=False
        )


def wald(found: Any, hypotheses: str | Sequence[str]) -> CoefficientTest:
    """Test hypotheses together by Wald: texts such as "age", "age = 0.5", "b: age = c: age" or a term, "C(region)"."""
    names, given = found.names, [hypotheses] if isinstance(hypotheses, str) else listed(hypotheses)
    texts = [x for text in map(str, given) for x in (_of_term(found, text) or [text])]
    if not texts:
        raise InputError("no hypothesis was given; name coefficients, such as ['age', 'region[T.south]']")
    rows, values = zip(*(_linear(text, names) for text in texts), strict=True)
    matrix = np.array(rows)
    apart = matrix @ found.values - np.array(values)
    named = matrix.any(axis=0)
    middle = matrix[:, named] @ found.covariance[np.ix_(named, named)] @ matrix[:, named].T
    if (bad := np.isnan(np.diag(middle))).any():
        raise InputError(
            f"a coefficient in the hypothesis {texts[int(bad.argmax())][:80]} has no standard error; leave it out"
        )
    q, freedom = len(texts), found.people.freedom
    if freedom is not None and q > freedom:
        raise InputError(
            f"{q} hypotheses are more than the {freedom} degrees of freedom of clusters can test; name fewer"
        )
    if (test := joint_test(apart, middle, freedom)) is None:
        raise InputError(f"the hypotheses {', '.join(texts)[:80]} follow from one another; drop one")
    return CoefficientTest("Wald", ", ".join(f"{x} = 0" if x in names else x for x in texts), test)


def _of_term(found: Any, text: str) -> list[str]:
    """List the coefficients of a term of the formula; none if the text names a coefficient, or no term."""
    built = found.fit.covariates
    columns = [] if text in found.names else [built.names[i] for i in built.recipe.term_indices.get(text, [])]
    own = [x for x in columns if x in found.names]
    return own or [f"{label}: {x}" for label in found.labels[1:] for x in columns if f"{label}: {x}" in found.names]


def _linear(text: str, names: Sequence[str]) -> tuple[list[float], float]:
    """Read NAME, NAME = number or NAME = NAME as factors of the coefficients and a number."""
    left, right = text.strip(), "0"
    if left not in names and "=" in text:
        left, right = (x.strip() for x in text.rsplit(" = " if " = " in text else "=", 1))
    if left == right:
        raise InputError(f"the hypothesis '{text[:60]}' always holds; name two different coefficients")
    value = number_of(right)
    is_number = math.isfinite(value)
    signs = {left: 1.0} if is_number else {left: 1.0, right: -1.0}
    require_known(signs, names, "there is no coefficient or term")
    return [signs.get(x, 0.0) for x in names], value if is_number else 0.0


def likelihood_ratio(found: Any, smaller: Any) -> CoefficientTest:
    """Test a smaller model of the same answers against this one by the likelihood ratio."""
    if not isinstance(smaller, type(found)):
        raise InputError(f"lr_test needs a smaller model, not {str(smaller)[:60]!r}; give what regress returns for it")
    for one in (found, smaller):
        if one.people.answers.is_linearised:
            raise InputError(
                f"'{one.formula}' has weights or clusters, for which there is no likelihood ratio; ",
                Either("use wald_test", "give --test"),
            )
        if not one.fit.end.is_found or np.isnan(one.errors).any():
            raise InputError(
                f"the likelihood of '{one.formula}' has no maximum that determines every coefficient; join rare categories"
            )
    degrees = len(found.names) - len(smaller.names)
    same = (
        found.model == smaller.model
        and found.labels == smaller.labels
        # the same chances of the answers under each truth: the same answers, and mechanisms
        and np.array_equal(found.people.log_chances, smaller.people.log_chances)
    )
    # the cut points of an ordinal model are a constant
    x, y = (
        np.pad(one.fit.covariates.values, ((0, 0), (int(found.model == "ordinal"), 0)), constant_values=1.0)
        for one in (found, smaller)
    )
    if (
        not same
        or degrees < 1
        or len(x) != len(y)
        or np.abs(x @ np.linalg.lstsq(x, y, rcond=None)[0] - y).max() > 1e-8 * np.abs(y).max()
    ):
        raise InputError(
            f"'{smaller.formula}' is no smaller model of the same answers by the same mechanism than '{found.formula}'; fit it "
            "with some covariates of it"
        )
    return CoefficientTest(
        "Likelihood ratio",
        f"'{smaller.formula}' in '{found.formula}' ({counted(degrees, 'coefficient')} fewer)",
        JointTest(max(0.0, 2 * (found.llf - smaller.llf)), degrees, None),
    )
