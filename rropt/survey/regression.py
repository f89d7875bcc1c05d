"""Regressions on randomized answers: the function `regress` and its result, in the words of statsmodels.

Covariates that were asked directly explain the truth behind randomized answers (`likelihood` has the models), or the truth
explains an outcome (`predictor`). `effects` has what follows from the coefficients.

Reference: van den Hout, van der Heijden and Gilchrist (2007), The logistic regression model with response variables subject to
randomized response, Computational Statistics & Data Analysis 51.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import expit

from rropt.exact.errors import InputError, refuse
from rropt.exact.spelling import counted
from rropt.given import MechanismLike
from rropt.show import Block, Col, Fact, Say, Table, Warn, near, up
from rropt.survey import effects
from rropt.survey.answers import Columns, Drop, read_level
from rropt.survey.contrast import Contrast
from rropt.survey.covariates import (
    Mechanisms,
    People,
    covariates_of,
    people_frame,
    read_mechanisms,
    read_people,
    read_people_file,
    require_independent,
    variables_of,
)
from rropt.survey.data_file import is_path
from rropt.survey.estimates import FEW_CLUSTERS, FEW_FREE, UNLIKELY, likeliest, unlikely
from rropt.survey.laws import Array, quantile
from rropt.survey.likelihood import (
    Ascent,
    Multinomial,
    ProportionalOdds,
    Randomized,
    TwoQuestions,
    climb,
    spread_of,
)
from rropt.survey.predictor import Fit, fit_mixture

if TYPE_CHECKING:
    import pandas

__all__ = ["Regression", "regress"]

COV_TYPES = ("expected", "observed", "HC0", "cluster")
LONGER, MOST_NAMED = 1.1, 6  # where an interval needs to be a tenth longer, a coefficient rests on few clusters


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Regression(Contrast):
    """Coefficients of a model at the maximum of its likelihood, in statsmodels' words.

    `labels` are the truths in the order of the model, the reference first. If the truth explains an outcome, `fit.outcome` names
    it, for a logistic one with the value that counts as 1; it is empty otherwise.
    """

    schema: ClassVar[str] = "rropt/regression/2"
    fit: Fit
    model: str
    formula: str
    answer: str
    labels: tuple[str, ...]
    covariance: Array
    cov_type: str
    people: People
    warnings: tuple[str, ...]

    @property
    def params(self) -> pandas.Series[Any]:
        """The coefficients."""
        return self._series(self.values)

    @property
    def bse(self) -> pandas.Series[Any]:
        """The standard errors; NaN if a coefficient is not determined."""
        return self._series(self.errors)

    @property
    def tvalues(self) -> pandas.Series[Any]:
        """The coefficients divided by their errors."""
        return self._series(self.values / self.errors)

    @property
    def pvalues(self) -> pandas.Series[Any]:
        """Two-sided p-values, normal or Student's with clusters."""
        return self._series(self.p)

    @property
    def llf(self) -> float:
        """The log-likelihood; with weights, scaled to mean 1, that of the pseudo-likelihood."""
        return self.fit.end.value

    @property
    def nobs(self) -> int:
        """The number of answers used."""
        return self.people.n

    @property
    def aic(self) -> float:
        """2·(number of coefficients) − 2·llf; NaN with weights."""
        return math.nan if self.people.answers.is_weighted else 2 * len(self.names) - 2 * self.llf

    @property
    def bic(self) -> float:
        """log(nobs)·(number of coefficients) − 2·llf; NaN with weights."""
        return math.nan if self.people.answers.is_weighted else math.log(self.nobs) * len(self.names) - 2 * self.llf

    def cov_params(self) -> pandas.DataFrame:
        """The covariance matrix of the coefficients."""
        import pandas

        return pandas.DataFrame(self.covariance, index=list(self.names), columns=list(self.names))

    def conf_int(self, alpha: float | None = None) -> pandas.DataFrame:
        """The intervals in columns 0 and 1, at the result's own confidence or at 1 − alpha."""
        import pandas

        level = self.level if alpha is None else 1 - alpha
        told = Contrast.of(self.names, self.values, self.errors**2, freedom=self.freedom, level=level)
        return pandas.DataFrame({0: told.lower, 1: told.upper}, index=list(self.names))

    def _series(self, values: Array) -> pandas.Series[Any]:
        import pandas

        return pandas.Series(values, index=list(self.names))

    @property
    def slopes(self) -> list[int]:
        """The places of the coefficients that are neither constants nor cut points nor a deviation."""
        return [
            i
            for i, x in enumerate(self.names)
            if x.rpartition(": ")[2] not in ("Intercept", "log sigma")
            and not (self.model == "ordinal" and i < len(self.labels) - 1)
        ]

    @property
    def unrelated(self) -> tuple[float, float, float] | None:
        """The share of yes to the unrelated question and the ends of its interval; None if there is no such question."""
        if not isinstance(self.fit.likelihood.link, TwoQuestions):
            return None
        return float(expit(self.values[-1])), float(expit(self.lower[-1])), float(expit(self.upper[-1]))

    def predict(self, data: Any = None) -> Any:
        """Predict each truth's share, of two the second alone as a series; or for each truth the mean of the outcome."""
        import pandas

        x, index = effects.read_covariates(self, data)
        mean = self.fit.likelihood.means(x, self.values)
        if not self.fit.outcome and len(self.labels) == 2:
            return pandas.Series(mean[:, 1], index=index, name=self.labels[1])
        return pandas.DataFrame(mean, index=index, columns=list(self.labels))

    get_prediction = effects.predictions
    odds_ratios = effects.odds_ratios
    marginal_effects = effects.marginal_effects
    wald_test = effects.wald
    lr_test = effects.likelihood_ratio

    def summary(self) -> str:
        """The text of the result."""
        return repr(self)

    def show(self) -> Iterator[Block]:
        """The model, the coefficients, and what their errors rest on."""
        yield from map(Warn, [*self.warnings, *self.people.answers.left_out])
        yield Say(self._lead(), key="")
        name = Col("coefficient", "coefficient"), self.names
        estimate, error, low, high, _ = self.columns("estimate")
        yield Table.of(
            "coefficients",
            name,
            estimate,
            error,
            (Col("statistic", "z" if self.freedom is None else "t"), self.values / self.errors),
            self.tests()[0],
            low,
            high,
        )
        yield Table.of(
            "covariance", name, *[(Col(x, x), v) for x, v in zip(self.names, self.covariance, strict=True)], shown=False
        )
        yield Fact("log_likelihood", "log-likelihood", self.llf, shown=False)
        yield from map(Say, self._notes())

    def _lead(self) -> str:
        tested = [i for i in self.slopes if not math.isnan(self.p[i])]
        apart = [
            f"{self.names[i]} ({near(self.values[i])}, p {up(self.p[i])})" for i in tested if self.p[i] < 1 - self.level
        ]
        more = f" and {len(apart) - MOST_NAMED} more" if len(apart) > MOST_NAMED else ""
        aside = f" beside the {'cut points' if self.model == 'ordinal' else 'intercept'}" * (
            self.slopes != [*range(len(self.names))]
        )
        differ = (
            f"{', '.join(apart[:MOST_NAMED])}{more} {'differ' if len(apart) > 1 else 'differs'}"
            if apart
            else f"no {'coefficient' if tested == self.slopes else 'tested coefficient'}{aside} is shown to differ"
        )
        said = (
            f"At the {near(100 * (1 - self.level))}% level {differ} from 0, each tested alone."
            if tested
            else f"No coefficient{aside} is tested against 0."
        )
        of_truth = f", those of 'truth …' about the log-odds of a truth against {self.labels[0]}"
        what = {
            "logit": f"the log-odds of the truth {self.labels[-1]} against {self.labels[0]}",
            "multinomial": f"the log-odds of each truth against {self.labels[0]}",
            "ordinal": "the log-odds of a later truth against an earlier one",
            "linear": f"the mean of {self.fit.outcome}{of_truth}",
            "logistic": f"the log-odds of {self.fit.outcome}{of_truth}",
        }[self.model]
        return (
            f"{said} {self.model.capitalize()} regression, from {self.nobs} randomized answers: {self.formula}; coefficients are "
            f"about {what}."
        )

    def _notes(self) -> Iterator[str]:
        coefficients = counted(len(self.names), "coefficient")
        if self.people.answers.is_weighted:
            yield f"Pseudo-log-likelihood {self.llf:.2f}, {coefficients}; weights are scaled to a mean of 1."
        else:
            yield f"Log-likelihood {self.llf:.2f}, {coefficients}; AIC {self.aic:.2f}."
        yield from self.fit.remarks
        if (share := self.unrelated) is not None:
            yield (
                f"Share of yes to the unrelated question: {near(share[0])}, interval from {near(share[1], 'down')} to "
                f"{near(share[2], 'up')}."
            )
        if references := self.fit.covariates.references():
            yield f"Reference: {', '.join(f'{column} {x}' for column, x in references.items())}."
        units = (
            ("people", "people's") if np.bincount(self.people.answers.unit).max() == 1 else ("clusters", "clusters'")
        )
        by = {
            "expected": "the inverse expected information",
            "observed": "the inverse observed information",
            "HC0": "the sandwich of the scores (HC0)",
            "cluster": f"the sandwich of the {units[1]} scores",
        }[self.cov_type]
        law = "normal"
        if (freedom := self.people.freedom) is not None:
            drawn = self.people.answers.drawn
            of = f"{int(drawn.sum())} {units[0]} in {counted(len(drawn), 'stratum', 'strata')}"
            law = f"Student's t with {counted(freedom, 'degree')} of freedom ({of})"
        yield f"Errors: by {by}; intervals and p {law}, for large samples."


def fit_truth(people: People, mechanisms: Mechanisms, right: str, formula: str, model: str) -> Fit:
    """Fit a model in which covariates explain the truth."""
    is_ordinal, labels = model == "ordinal", mechanisms.labels
    built = covariates_of(right, people.frame, constant=not is_ordinal)
    # the cut points are a constant
    columns = [(np.ones(people.n), "the cut points")] * is_ordinal + [*zip(built.values.T, built.names, strict=True)]
    if not columns:
        raise InputError(f"the formula '{formula}' has nothing on its right side; write 1 for a constant alone")
    require_independent(np.column_stack([x for x, _ in columns]), [name for _, name in columns])
    link: Any = (TwoQuestions if mechanisms.is_unrelated else ProportionalOdds if is_ordinal else Multinomial)(
        len(labels)
    )
    names = link.names(labels, built.names)
    target = Randomized(people, built.values, link)
    return Fit(target, climb(target, link.start(len(names))), names, built, "", (), ())


def _said_of_end(end: Ascent, names: Sequence[str]) -> Iterator[str]:
    """Say that there is no maximum."""
    if not end.is_found:
        named = ", ".join(x for x, moves in zip(names, end.runs_off, strict=True) if moves)
        yield (
            f"The likelihood has no maximum: it grows as {named} {'run' if ',' in named else 'runs'} off to infinity (the answers "
            "separate people, or a share lies at 0 or 1). What runs off has no error; join rare categories, or leave a "
            "covariate out."
        )


def _said_of_clusters(names: Sequence[str], alone: Array, behind: Array, people: People) -> Iterator[str]:
    """Say which coefficients rest on one cluster alone, or on clusters that do not differ, and that there are few clusters, or few
    on which a coefficient rests."""
    freedom, drawn = people.freedom, int(people.answers.drawn.sum())
    if freedom is None:
        return
    if alone.any():
        yield (
            f"No error of {', '.join(np.array(names)[alone])}: of each, one cluster alone tells, or all clusters tell the same, "
            "which does not show how clusters differ. Join categories, or choose a reference that several clusters have."
        )
    if freedom <= FEW_FREE:
        yield FEW_CLUSTERS.format(drawn, counted(freedom, "degree"))
    few = ~alone & (quantile(0.95, behind) > LONGER * quantile(0.95, freedom))
    if told := [f"{name} on {x:.2g}" for name, x, is_few in zip(names, behind, few, strict=True) if is_few]:
        yield (
            f"Few of the {drawn} clusters tell of a coefficient, in effect of {', '.join(told)}: its interval is too short, "
            "its p too small."
        )


def _unfit(people: People) -> Iterator[str]:
    """Say of which samples the answers fit no shares of the truths, whatever covariates do."""
    a = people.answers
    law = np.stack([p @ likeliest(p, total) for p, total in zip(people.devices, a.total(a.w), strict=True)])
    for name, is_odd in zip(a.groups, unlikely(a, law), strict=True):
        if is_odd:
            yield f"{UNLIKELY} Such are the answers of {name}." if name else UNLIKELY


def regress(
    formula: str,
    data: Any,
    *,
    mechanism: MechanismLike = None,
    unrelated: Mapping[str, Any] | None = None,
    outputs: Sequence[str] | None = None,
    positive: object = None,
    model: str | None = None,
    answer: str | None = None,
    by: str | None = None,
    weights: str | None = None,
    cluster: str | None = None,
    stratum: str | None = None,
    counts: str | None = None,
    cov_type: str | None = None,
    other: Drop = "error",
    missing: Drop = "drop",
    meanings: Mapping[str, str] | None = None,
    confidence: object = "0.95",
) -> Regression:
    """Regress a truth on covariates: the truth was asked by a randomized mechanism, the covariates were asked directly.

    Args:
        formula: A formula as in statsmodels: "said ~ age + C(region)", with the column of randomized answers on the left.
        data: A data frame of any kind that narwhals supports, or a CSV or Parquet file, with one row per respondent.
        mechanism: The mechanism that made the answers, or a mechanism for every value of the column `by`.
        unrelated: In place of `mechanism`, the chance of the sensitive question for every value of the column `by`, where people
            were asked either it or an unrelated question, whose share of yes is then a parameter, too.
        outputs: With `unrelated`, the names of the two answers in the data, the "no" first.
        positive: The one of two truths whose log-odds the coefficients describe; the second input if not given.
        model: logit (two truths), multinomial, or ordinal (proportional odds, inputs in their order); with `answer` linear or
            logistic.
        answer: The column of randomized answers, if they are on the right side of the formula: "said" in "income ~ said + age". The
            truth is then a predictor, in a linear or logistic model.
        by: The column that says by which mechanism somebody was asked: half-samples, or strata.
        weights: The column of survey weights; standard errors then come from the sandwich.
        cluster: The column of clusters that were drawn independently; the scores of the sandwich are then summed within each.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        counts: In a table of counts, the column that says how many people a row stands for.
        cov_type: How errors are computed: expected, observed, HC0 or cluster. By default cluster with clusters or strata, else HC0
            with weights, else expected, or observed if the truth explains an outcome.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of rows with missing values: drop, in which case the result says how many, or error.
        meanings: What texts of the answers' column stand for, in a mapping such as ja=yes,NA= (nothing: missing).
        confidence: The intervals' confidence.

    Returns:
        Coefficients with errors, intervals and tests, in statsmodels' words: `params`, `bse`, `conf_int()`, `predict` and others.

    Raises:
        InputError: The formula names a column that is missing, answers are no outputs, or no data could identify the coefficients.

    Examples:
        >>> import pandas
        >>> from rropt import from_spec, regress
        >>> people = pandas.DataFrame({"said": [0] * 60 + [1] * 40 + [0] * 40 + [1] * 60, "old": [0] * 100 + [1] * 100})
        >>> found = regress("said ~ old", people, mechanism=from_spec("warner:p=3/4"))
        >>> [f"{b:.4f} ± {e:.4f}" for b, e in zip(found.params, found.bse)]
        ['-0.8473 ± 0.4666', '1.6946 ± 0.6598']

    Reference: van den Hout, van der Heijden and Gilchrist (2007), The logistic regression model with response variables subject
    to randomized response, Computational Statistics & Data Analysis 51.
    """
    level, mechanisms = read_level(confidence), read_mechanisms(mechanism, unrelated, by, outputs, positive)
    left, tilde, right = (x.strip() for x in str(formula).partition("~"))
    if not tilde or not left or not right:
        raise InputError(
            f"the formula, which stands first, is {str(formula)[:60]!r}; give two sides, such as said ~ age + region"
        )
    randomized = answer or left
    columns = Columns.of(
        answer=randomized, by=by, weights=weights, counts=counts, cluster=cluster, stratum=stratum, other=other, missing=missing,
        meanings=meanings,
    )  # fmt: skip
    chosen = _read_model(model, mechanisms, explains=randomized != left)
    if is_path(data):
        data = read_people_file(Path(data), str(formula), labels=(by, cluster, stratum), answer=randomized)
    kind = _read_cov_type(cov_type, weights, bool(cluster or stratum), explains=randomized != left)
    needed = list(variables_of(right, list(map(str, people_frame(data).collect_schema().names())), taken=randomized))
    if left in needed:
        raise InputError(f"the formula has '{left}' on both sides; leave it out of the right side")
    if randomized != left:
        needed = [left, *(x for x in needed if x != randomized)]
    people = read_people(data, mechanisms, columns, needed)
    # of pairs of truths, the shares of yes to both questions tell one less than all shares
    if np.linalg.matrix_rank(np.vstack(list(people.devices))) < len(mechanisms.labels) + mechanisms.is_unrelated:
        raise InputError(
            "the answers do not identify the shares of the truths: several truths, or mixtures of them, have the same chances of "
            "answers; join truths, or ask by another mechanism"
        )
    said = f"{left} ~ {right}"
    if randomized == left:
        fit = fit_truth(people, mechanisms, right, said, chosen)
    else:
        outcome = people.frame[left]
        people = replace(people, frame=people.frame.drop(columns=left))
        fit = fit_mixture(people, mechanisms, right, outcome, randomized, is_linear=chosen == "linear")
    cov, alone, behind = spread_of(fit.likelihood, fit.end, kind, people)
    few, odd = _said_of_clusters(fit.names, alone, behind, people), _said_of_end(fit.end, fit.names)
    return Regression.of(
        fit.names, fit.end.theta, np.diag(cov), freedom=people.freedom, level=level, fit=fit, model=chosen, formula=said,
        answer=randomized, labels=mechanisms.labels, covariance=cov, cov_type=kind, people=people,
        warnings=(*_unfit(people), *few, *fit.warnings, *odd),
    )  # fmt: skip


def _read_model(model: str | None, mechanisms: Mechanisms, *, explains: bool) -> str:
    """Read the model; the default for two truths is logit."""
    k = len(mechanisms.labels)
    fitting = ["linear", "logistic"] if explains else ["logit", "multinomial", "ordinal"][k > 2 :]
    if mechanisms.is_unrelated:
        fitting = [x for x in fitting if x == "logit"]
    found = model or ("logit" if k == 2 and not explains else "")
    if found not in fitting:
        where = "an outcome that the truth explains" if explains else f"{k} truths"
        raise InputError(
            f"for {where} the model is {' or '.join(fitting) or 'none of those here: give mechanism'}"
            f"{'' if model is None else f', not {model}'}; give model"
        )
    return found


def _read_cov_type(asked: str | None, weights: str | None, drawn: bool, *, explains: bool) -> str:
    """Read how errors are computed, and refuse a type that does not fit the data."""
    default = "cluster" if drawn else "HC0" if weights is not None else "observed" if explains else "expected"
    if asked is None:
        return default
    refuse(
        (asked not in COV_TYPES, f"cov_type = {asked} must be one of {', '.join(COV_TYPES)}"),
        (
            (asked == "cluster") != drawn,
            f"cov_type = {asked} does not go with {'clusters or strata' if drawn else 'people without clusters'}; leave it out",
        ),
        (
            weights is not None and asked in ("expected", "observed"),
            f"with weights, the inverse of the {asked} information is no covariance; leave cov_type out, or give HC0",
        ),
        (
            explains and asked == "expected",
            "cov_type = expected has no closed form where the truth explains an outcome; give observed",
        ),
    )
    return asked
