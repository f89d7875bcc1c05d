"""The result of a regression on randomized answers: coefficients, standard errors and tests, named as in statsmodels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import DIGITS, double_text
from rropt.exact.errors import InputError
from rropt.exact.spelling import counted, show
from rropt.results import Result, Table, text_table
from rropt.survey.intervals.quantile import name_ends
from rropt.survey.regression.ascent import Ascent
from rropt.survey.regression.covariance import CovType, Spread
from rropt.survey.regression.effects import Effects, effects_on_truths
from rropt.survey.regression.formulas import Matrix, build_again
from rropt.survey.regression.hypotheses import CoefficientTest, is_determined, likelihood_ratio, ratio_test, wald
from rropt.survey.regression.misfit import said_of_misfit
from rropt.survey.regression.odds import proportional_odds_test, said_of_odds
from rropt.survey.regression.outcome import Kind
from rropt.survey.regression.people import People
from rropt.survey.regression.predicted import columns_by_truth, effects_on_outcome
from rropt.survey.regression.prediction import (
    OddsRatios,
    Predictions,
    means_of,
    odds_ratios_of,
    predictions_of,
    unrelated_of,
)
from rropt.survey.regression.sentences import ERRORS, said_of_unrelated, what_was_fitted
from rropt.survey.sentences import clusters_in_strata

if TYPE_CHECKING:
    import pandas

__all__ = ["Regression"]

SCHEMA = "rropt/regression/1"


@dataclass(frozen=True, slots=True, repr=False, eq=False, kw_only=True)
class Regression(Result):
    """Coefficients of a model of the truth behind randomized answers, at the maximum of its likelihood.

    `params`, `bse`, `tvalues` and `pvalues` are pandas series by `names`. `cov_params()`, `conf_int()`, `predict()`, `llf`, `aic`,
    `bic` and `nobs` are as in statsmodels. `wald_test` and `lr_test` are tests, and `marginal_effects` gives effects.
    """

    kind: Kind
    formula: str
    answer: str
    labels: tuple[str, ...]
    samples: tuple[str, ...]
    names: tuple[str, ...]
    ascent: Ascent
    spread: Spread
    cov_type: CovType
    confidence: Fraction
    people: People
    matrix: Matrix
    likelihood: Any
    null: tuple[float, int] | None
    tells_apart: bool
    unfit: tuple[str, ...]
    outcome: str = ""
    doubt: str = ""
    assumed: str = ""

    @property
    def params(self) -> pandas.Series[Any]:
        """The coefficients."""
        return self._series(self.ascent.theta)

    @property
    def bse(self) -> pandas.Series[Any]:
        """The standard errors; NaN if a coefficient is not determined, or is determined by a single cluster alone."""
        import numpy as np

        return self._series(
            np.where(self._without_error(), np.nan, np.sqrt(np.maximum(np.diag(self.spread.matrix), 0.0)))
        )

    @property
    def tvalues(self) -> pandas.Series[Any]:
        """The coefficients divided by their errors."""
        return self.params / self.bse

    @property
    def pvalues(self) -> pandas.Series[Any]:
        """Two-sided p-values of the hypotheses that a coefficient is 0. The distribution is normal, or Student's with clusters."""
        return self._series(2 * self.law().sf(self.tvalues.abs().to_numpy()))

    @property
    def llf(self) -> float:
        """The log-likelihood; with weights, which are scaled to mean 1, the logarithm of the pseudo-likelihood."""
        return self.ascent.value

    @property
    def nobs(self) -> int:
        """The number of answers used."""
        return self.people.n

    @property
    def aic(self) -> float:
        """2·(number of coefficients) − 2·llf; NaN with weights, because llf is then no likelihood of independent answers."""
        return float("nan") if self.people.is_weighted else 2 * len(self.names) - 2 * self.llf

    @property
    def bic(self) -> float:
        """log(nobs)·(number of coefficients) − 2·llf; NaN with weights."""
        import math

        return float("nan") if self.people.is_weighted else math.log(self.nobs) * len(self.names) - 2 * self.llf

    def cov_params(self) -> pandas.DataFrame:
        """The covariance matrix of the coefficients; NaN for those without an error."""
        import pandas

        matrix, lost = self.spread.matrix.copy(), self._without_error()
        matrix[lost] = matrix[:, lost] = float("nan")
        return pandas.DataFrame(matrix, index=list(self.names), columns=list(self.names))

    def conf_int(self, alpha: float | None = None) -> pandas.DataFrame:
        """The intervals in columns 0 and 1, at the result's own confidence or at 1 − alpha."""
        import pandas

        tail = (1 - float(self.confidence) if alpha is None else alpha) / 2
        half = self.bse * float(self.law().isf(tail))
        return pandas.DataFrame({0: self.params - half, 1: self.params + half})

    def predict(self, data: Any = None) -> Any:
        """Predict each truth's share for people with these covariates. Of two truths, return only the positive one's, as a series.

        If the truth explains an outcome, predict for each truth the mean of the outcome among people with this truth. For a
        logistic outcome this is the probability of its second value.
        """
        import pandas

        means, _, index = means_of(self, data)
        if self.kind.explains_truth and len(self.labels) == 2:
            return pandas.Series(means[:, 1], index=index, name=self.labels[1])
        return pandas.DataFrame(means, index=index, columns=list(self.labels))

    def get_prediction(self, data: Any = None) -> Predictions:
        """The means of `predict` with standard errors and intervals; `summary_frame()` has them as in statsmodels."""
        return predictions_of(self, data)

    def odds_ratios(self) -> OddsRatios:
        """The odds ratio e^β of every coefficient β, with its interval. Constants and cut points are left out."""
        return odds_ratios_of(self)

    def columns_again(self, frame: Any) -> Any:
        """Build the covariates from other data. If the truth explains an outcome, they are indexed [person, truth, column]."""
        if not self.kind.explains_truth:
            return columns_by_truth(self.matrix, frame, self.answer, self.labels)
        x = build_again(self.matrix, frame)
        if self.kind is Kind.ORDINAL:
            x = x[:, [j for j, name in enumerate(self.matrix.names) if name != "Intercept"]]
        return x

    def wald_test(self, hypotheses: str | Sequence[str]) -> CoefficientTest:
        """Test hypotheses together by Wald's test: texts such as "age", "age = 0.5", "b: age = c: age" or a term, "C(region)"."""
        covariance = self.cov_params().to_numpy()
        terms, labels = self.matrix.terms, self.labels
        return wald(self.names, self.ascent.theta, covariance, hypotheses, self.spread.freedom, terms, labels)

    def lr_test(self, smaller: Regression) -> CoefficientTest:
        """Test a smaller model of the same answers against this one by the likelihood ratio."""
        return ratio_test(self, smaller)

    def proportional_odds_test(self) -> CoefficientTest:
        """Test, for ordered truths, that covariates have the same coefficient at every cut point, by Rao's score test."""
        return proportional_odds_test(self)

    def marginal_effects(self, *names: str) -> Effects:
        """Compute average marginal effects of the named covariates, or of all if none is named, on the shares of the truths.

        If the truth explains an outcome, compute the effects of the truth and of the covariates on the outcome's mean instead. For
        a covariate, the truth is held fixed.
        """
        known = self.covariates if self.kind.explains_truth else (self.answer, *self.covariates)
        for name in names:
            if name not in known:
                raise InputError(f"the formula has no covariate '{name}'; it has {', '.join(known)}")
        chosen = names or known
        found = effects_on_truths(self, chosen) if self.kind.explains_truth else self._effects_on_outcome(chosen)
        half = float(self.law().isf((1 - float(self.confidence)) / 2))
        changes, truths, effects, gradients = zip(*found, strict=True) if found else ((),) * 4
        errors = tuple(float(self.delta_errors(g)) for g in gradients)
        low_ends = tuple(a - half * e for a, e in zip(effects, errors, strict=True))
        high_ends = tuple(a + half * e for a, e in zip(effects, errors, strict=True))
        outcome = "" if self.kind.explains_truth else self.outcome_name
        return Effects(self.confidence, changes, truths, effects, errors, low_ends, high_ends, outcome)

    def delta_errors(self, gradients: Any) -> Any:
        """Compute the standard error √(gᵀ V g) for each gradient g in the parameters, where V is the parameters' covariance matrix.

        The last axis of `gradients` is that of the parameters. The error is NaN if g depends on an undetermined coefficient or too
        much on one cluster (`lacks`), or if no maximum was found.
        """
        import numpy as np

        errors = np.sqrt(np.maximum(np.einsum("...p,pq,...q->...", gradients, self.spread.matrix, gradients), 0.0))
        is_lost = (np.abs(gradients[..., self._lost()]) > 0).any(axis=-1) | (not self.ascent.is_found)
        if self.spread.resting is not None:
            is_lost |= self.spread.resting.lacks(gradients)
        return np.where(is_lost, np.nan, errors)

    def summary(self) -> str:
        """The text and the table of the result, as printed."""
        return self.explain()

    def as_table(self) -> Table:
        """A table with one row per coefficient."""
        ratio = "t" if self.spread.clusters is not None else "z"
        header = ["coefficient", "estimate", "standard error", ratio, "p", *name_ends(self.confidence)]
        ends = self.conf_int().to_numpy()
        columns = zip(self.params, self.bse, self.tvalues, self.pvalues, ends[:, 0], ends[:, 1], strict=True)
        return header, [
            [name, *(double_text(float(x)) for x in row)] for name, row in zip(self.names, columns, strict=True)
        ]

    def explain(self) -> str:
        """Write the model, warnings, the coefficients, and their assumptions."""
        lines = [what_was_fitted(self), *self.attention(), "", text_table(*self.as_table()), *self.notes()]
        return "\n".join(lines)

    def attention(self) -> list[str]:
        """Warnings to read first, such as that answers fit no shares, that there is no maximum, or that rows were left out."""
        lines, theta = [*said_of_misfit(self.unfit), *([self.doubt] if self.doubt else [])], self.ascent
        if theta.is_border and (empty := self._empty_truths()):
            lines.append(
                f"WARNING: no share is left for {empty} at the largest likelihood, where two cut points meet: the numbers shown "
                "have no error; join such a truth with its neighbour."
            )
        elif theta.is_border:
            named = ", ".join(name for name, moves in zip(self.names, theta.runs_off, strict=True) if moves)
            lines.append(
                f"WARNING: the likelihood has no maximum: it grows as {named} {'run' if ',' in named else 'runs'} off to infinity "
                "(the answers separate people, or a share lies at 0 or 1); the numbers shown are where the climb stopped, "
                "and have no error: join rare categories, or leave a covariate out."
            )
        elif not theta.is_found:
            lines.append(
                "WARNING: the climb ended before the maximum was reached, as it does where few answers nearly separate people or a "
                "share lies at 0 or 1; do not use these coefficients, which have no errors."
            )
        if self.spread.unknown.any() and not theta.is_border:
            lost = ", ".join(name for name, gone in zip(self.names, self.spread.unknown, strict=True) if gone)
            lines.append(f"WARNING: at the estimate the answers have no information about {lost}: no errors.")
        spread = self.spread
        if spread.resting is not None and spread.clusters is not None and spread.freedom is not None:
            lines += spread.resting.said(self.names, spread.clusters, spread.freedom)
        lines += self.people.left_out_said()
        if same := [name for name, column in self.people.frame.items() if column.nunique() == 1]:
            lines.append(f"The same for everybody, so that it explains nothing: {', '.join(map(str, same))}.")
        if not self.tells_apart:
            lines.append(
                "The mechanism alone does not identify the shares of the truths: the coefficients are identified by the form of "
                "the model, and are wrong if this form is wrong."
            )
        return lines

    def notes(self) -> list[str]:
        """Say the log-likelihood and how errors were computed."""
        coefficients = counted(len(self.names), "coefficient")
        # Differences of these numbers are read, so two decimals at least; more if more than six digits are asked for.
        places = max(2, DIGITS.get() - 4)
        lines = [f"Log-likelihood {self.llf:.{places}f}, {coefficients}; AIC {self.aic:.{places}f}."]
        if self.people.is_weighted:
            lines = [f"Pseudo-log-likelihood {self.llf:.{places}f}, {coefficients}; weights are scaled to a mean of 1."]
        if self.null is not None and len(self.names) > self.null[1] and is_determined(self):
            value, free = self.null
            ratio = likelihood_ratio(
                self.llf, value, len(self.names) - free, f"'{self.answer} ~ 1' in '{self.formula}'"
            )
            lines.append(ratio.sentence)
        lines += said_of_odds(self)
        lines += [self.assumed] if self.assumed else []
        lines += said_of_unrelated(self.unrelated)
        if references := self.matrix.references:
            lines.append(f"Reference: {', '.join(f'{column} {x}' for column, x in references.items())}.")
        law = "normal"
        if (clusters := self.spread.clusters) is not None and (freedom := self.spread.freedom) is not None:
            drawn = clusters_in_strata(clusters, self.spread.strata or 1, are_people=self.spread.are_people)
            law = f"Student's with {counted(freedom, 'degree')} of freedom ({drawn})"
        by = "the sandwich of the scores" if self.spread.are_people else ERRORS[self.cov_type]
        lines.append(f"Errors: by {by}; intervals and p {law}, for large samples.")
        return lines

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        ends = self.conf_int().to_numpy()
        rows = zip(self.names, self.params, self.bse, self.tvalues, self.pvalues, ends, strict=True)
        return {
            "schema": SCHEMA,
            "model": self.kind.value,
            "formula": self.formula,
            "answer": self.answer,
            "truths": list(self.labels),
            "reference": self.matrix.references,
            "samples": list(self.samples),
            "answers": str(self.nobs),
            "left_out": {name: str(n) for name, n in self.people.left_out},
            "weighted": self.people.is_weighted,
            "clusters": None if self.spread.clusters is None else str(self.spread.clusters),
            "strata": None if self.spread.strata is None else str(self.spread.strata),
            "degrees_of_freedom": None if self.spread.freedom is None else str(self.spread.freedom),
            "cov_type": self.cov_type.value,
            "confidence": show(self.confidence),
            "log_likelihood": repr(float(self.llf)),
            "is_maximum": self.ascent.is_found,
            "identified_by_form": not self.tells_apart,
            "coefficients": {
                name: {
                    "estimate": _exact(b),
                    "standard_error": _exact(e),
                    "statistic": _exact(t),
                    "p": _exact(p),
                    "interval": {"lower": _exact(ci[0]), "upper": _exact(ci[1])},
                }
                for name, b, e, t, p, ci in rows
            },
            "unrelated": None if self.unrelated is None else list(map(_exact, self.unrelated)),
            "covariance": [[_exact(x) for x in row] for row in self.cov_params().to_numpy()],
            "attention": self.attention(),
            "notes": self.notes(),
        }

    @property
    def unrelated(self) -> tuple[float, float, float] | None:
        """The share of yes to the unrelated question, and the two ends of its interval. The ends are NaN if the share has no
        standard error. None if there is no unrelated question."""
        return unrelated_of(self)

    def _lost(self) -> Any:
        """A mask of the undetermined coefficients: all, if no maximum was found and no parameter tends to infinity."""
        is_somewhere = self.ascent.is_found or self.ascent.is_border
        return self.spread.unknown | self.ascent.runs_off | (not is_somewhere)

    def _without_error(self) -> Any:
        """A mask of the coefficients without a standard error: those not determined, or determined by a single cluster alone."""
        return self._lost() | (False if self.spread.resting is None else self.spread.resting.alone)

    def _empty_truths(self) -> str:
        """Name the ordered truths that nobody is estimated to have, because the cut points around them meet; '' if none."""
        if self.kind is not Kind.ORDINAL:
            return ""
        most = self.likelihood.shares(self.ascent.theta).max(axis=0)[1:-1]
        return ", ".join(x for x, share in zip(self.labels[1:-1], most, strict=True) if share < 1e-6)

    @property
    def covariates(self) -> tuple[str, ...]:
        """The columns that a person's covariates are made of; an outcome asked directly is not among them."""
        return tuple(self.people.frame.columns)[0 if self.kind.explains_truth else 1 :]

    @property
    def outcome_name(self) -> str:
        """The name of the outcome that the truth explains; for a logistic outcome with the value that counts as 1: vote = yes."""
        left = str(self.people.frame.columns[0])
        return f"{left} = {self.outcome}" if self.outcome else left

    def _effects_on_outcome(self, names: Sequence[str]) -> list[tuple[str, str, float, Any]]:
        """Compute the effect of every change on the outcome's mean."""
        what = self.outcome_name
        people = (self.people.frame, self.answer, self.labels)
        found = effects_on_outcome(self.likelihood, self.ascent.theta, self.matrix, *people, names)
        return [(title, what, effect, gradient) for title, effect, gradient in found]

    def law(self) -> Any:
        """The distribution of an estimate divided by its error: normal, or Student's with clusters."""
        from scipy import stats

        return stats.norm() if self.spread.freedom is None else stats.t(self.spread.freedom)

    def _series(self, values: Any) -> pandas.Series[Any]:
        import pandas

        return pandas.Series(values, index=list(self.names))


def _exact(x: float) -> str | None:
    return None if x != x else repr(float(x))
