"""The function `regress` fits a model given by a formula. It estimates coefficients of the truth behind randomized answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.exact.errors import Argument, InputError
from rropt.survey.frames import answers_as_units, rows_of_frame
from rropt.survey.intervals.quantile import read_confidence
from rropt.survey.regression.columns import columns_of
from rropt.survey.regression.covariance import CovType, read_cov_type, spread_of
from rropt.survey.regression.formulas import Formula, design_of, read_formula, require_statsmodels
from rropt.survey.regression.misfit import unfit_samples
from rropt.survey.regression.outcome import Kind, fit_outcome, null_value, places, read_kind
from rropt.survey.regression.people import Mechanisms, People, read_mechanisms, read_people, read_unrelated
from rropt.survey.regression.predictor import fit_predictor
from rropt.survey.regression.result import Regression
from rropt.survey.tally import Other, Strange, label_of, naming_outputs, refuse_weighted_counts

__all__ = ["regress"]


def regress(
    formula: str,
    data: Any,
    *,
    mechanism: object | Mapping[Any, object] = None,
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
    other: Other = "error",
    missing: str = "drop",
    confidence: object = "0.95",
) -> Regression:
    """Regress a truth on covariates: the truth was asked by a randomized mechanism, the covariates were asked directly.

    Results have statsmodels' names. GenericLikelihoodModel of statsmodels finds the same `params`, `bse` and `llf` but is not
    used: it lacks expected information, strata of clusters, and a treatment of likelihoods without a maximum.

    Args:
        formula: A formula as in statsmodels: "said ~ age + C(region)", with the column of randomized answers on the left.
        data: A data frame of any kind that narwhals supports, with one row per respondent.
        mechanism: The mechanism that made the answers, or a mechanism for every value of the column `by`.
        unrelated: Given in place of `mechanism` if people were asked either the sensitive question or an unrelated one. It maps
            every value of the column `by` to the chance of the sensitive question. The share of yes to the unrelated question is
            then a parameter, too.
        outputs: With `unrelated`, the names of the two answers in the data, the "no" first.
        positive: The one of two truths whose log-odds the coefficients describe; if not given, the second input.
        model: logit (two truths), multinomial, or ordinal (proportional odds, inputs in their order).
        answer: The column of randomized answers, if they are on the right side of the formula: "said" in "income ~ said + age",
            where income was asked directly. The model is then linear or logistic.
        by: The column that says by which mechanism somebody was asked: half-samples, or strata.
        weights: The column of survey weights. Standard errors then come from the sandwich estimate.
        cluster: The column of clusters, such as schools. Standard errors then come from the sandwich estimate, with the scores
            summed within each cluster.
        stratum: The column of the strata in which the clusters were drawn, or respondents if `cluster` is not given.
        counts: If the data are a table of counts, the column that says for how many people each row stands.
        cov_type: How errors are computed: expected, observed, HC0 or cluster. If it is not given, it is cluster with clusters or
            strata, else HC0 with weights. Without these it is expected, or observed if the truth explains an outcome.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of rows with missing values: drop, in which case the result says how many, or error.
        confidence: The intervals' confidence.

    Returns:
        Coefficients with errors, intervals and tests, in statsmodels' words: `params`, `bse`, `conf_int()`, `predict` and others.

    Raises:
        InputError: The formula names a column that is missing, answers are no outputs, or no data could identify the coefficients.

    Example:
        >>> import pandas
        >>> from rropt import from_spec
        >>> from rropt.survey import regress
        >>> people = pandas.DataFrame({"said": [0] * 60 + [1] * 40 + [0] * 40 + [1] * 60, "old": [0] * 100 + [1] * 100})
        >>> found = regress("said ~ old", people, mechanism=from_spec("warner:p=3/4"))
        >>> [f"{b:.4f} ± {e:.4f}" for b, e in zip(found.params, found.bse)]
        ['-0.8473 ± 0.4666', '1.6946 ± 0.6598']

    Reference: van den Hout, van der Heijden and Gilchrist (2007), The logistic regression model with response variables subject
    to randomized response, Computational Statistics & Data Analysis 51.
    """
    require_statsmodels()
    level = read_confidence(confidence)
    refuse_weighted_counts(weights, counts)
    mechanisms = _read(mechanism, unrelated, by, outputs)
    read = read_formula(formula, columns_of(data))
    randomized = read.left if answer is None else answer
    if held := [x for x in (randomized, read.left) if x in (cluster, stratum, weights, counts)]:
        raise answers_as_units(held[0])
    kind = read_kind(model, len(mechanisms.labels), of_answer=randomized == read.left)
    order = places(mechanisms.labels, positive)
    default = CovType.EXPECTED if kind.explains_truth else CovType.OBSERVED
    chosen = read_cov_type(cov_type, weighted=weights is not None, cluster=cluster, stratum=stratum, default=default)
    _require_fitting(read, mechanisms, kind)
    columns = read.columns if kind.explains_truth else (read.left, *(x for x in read.columns if x != randomized))
    rest: dict[str, Any] = {"weights": weights, "cluster": cluster, "stratum": stratum, "counts": counts}
    rest |= {"other": other, "missing": missing}
    try:
        people = read_people(data, mechanisms, answer=randomized, columns=columns, **rest)
    except Strange as error:
        if answer is not None or error.others:
            raise
        raise _on_the_other_side(error, data, read) from None
    if not kind.explains_truth:
        return _explained_by_truth(people, mechanisms, read, randomized, order, kind, chosen, level)
    matrix = design_of(read.right, people.frame)
    fitted = fit_outcome(people, mechanisms, matrix, kind, order)
    spread = spread_of(fitted.likelihood, fitted.ascent, chosen, people)
    alone = not people.is_weighted and people.clusters is None and (kind is Kind.ORDINAL or matrix.has_constant)
    # if the answers do not identify the shares without covariates, the ratio to them has no known distribution
    alone = alone and fitted.tells_apart
    return Regression(
        kind=kind,
        formula=f"{read.left} ~ {read.right}",
        answer=read.left,
        labels=tuple(mechanisms.labels[j] for j in order),
        samples=tuple(name for name, _ in mechanisms.of) if by else (),
        names=fitted.names,
        ascent=fitted.ascent,
        spread=spread,
        cov_type=chosen,
        confidence=level,
        people=people,
        matrix=matrix,
        likelihood=fitted.likelihood,
        null=null_value(people, mechanisms, order) if alone else None,
        tells_apart=fitted.tells_apart,
        unfit=unfit_samples(people, mechanisms),
    )


def _read(given: object, unrelated: object, by: str | None, outputs: Sequence[str] | None) -> Mechanisms:
    """Read the mechanisms of a regression from the arguments of `regress`.

    `given` is the argument `mechanism` of `regress`. If people were asked either the sensitive question or an unrelated one,
    `unrelated` has the chances of the sensitive question instead. Exactly one of the two must be given, or an error is raised.
    """
    if (given is None) == (unrelated is None):
        raise InputError("a regression needs mechanism= or, with an unrelated question, unrelated=; give one of them")
    if unrelated is not None:
        return read_unrelated(unrelated, by, outputs)
    if outputs is not None:
        raise InputError(
            "outputs= can be given with unrelated=, not with mechanism=; rename the mechanism's answers with relabel(outputs=…)"
        )
    return read_mechanisms(given, by)


def _on_the_other_side(error: Strange, data: Any, read: Formula) -> InputError:
    """Return a refusal for a formula whose left column has no answers of the mechanism.

    If a column on the right side of the formula has such answers, the refusal says how to regress the left column on that column.
    If the left column has at most as many different values as the mechanism has outputs, the refusal also says how to rename the
    outputs. If no column on the right side has such answers, return `error` itself.
    """
    naming = naming_outputs(error.counts, error.outputs)
    first = (naming, ", or, ") if len(error.counts) <= len(error.outputs) else ()
    for column in read.columns:
        if any(label_of(row[0], error.outputs) in error.outputs for row in rows_of_frame(data, answer=column)[""]):
            return InputError(
                f"the column '{read.left}' has none of the answers {', '.join(error.outputs[:8])}, but '{column}' has some; ",
                *first,
                f"if '{column}' was randomized, give ",
                Argument("answer", column, f'"{column}"'),
                " and ",
                Argument("model", "linear", '"linear"'),
                " (or logistic)",
            )
    return error


def _require_fitting(read: Formula, mechanisms: Mechanisms, kind: Kind) -> None:
    """Refuse a formula, mechanisms and a kind of model that do not fit together.

    With an unrelated question, the model must be logit. If covariates explain the truth, the probabilities of the answers must
    depend on the truth. No column may be on both sides of the formula.
    """
    if mechanisms.has_unrelated and kind is not Kind.LOGIT:
        raise InputError(
            f"an unrelated question of unknown share needs the model logit, not {kind.value}; leave the model out, and put the "
            "randomized answers on the left side of the formula"
        )
    if kind.explains_truth and mechanisms.tell_nothing:
        raise InputError(
            "the answers of this mechanism have the same chances whatever the truth is, so no data could say what explains the "
            "truth; ask by another mechanism"
        )
    if read.left in read.columns:
        raise InputError(f"the formula has '{read.left}' on both sides; leave it out of the right side")


def _explained_by_truth(
    people: People,
    mechanisms: Mechanisms,
    read: Formula,
    answer: str,
    order: list[int],
    kind: Kind,
    chosen: CovType,
    level: Fraction,
) -> Regression:
    """Regress an outcome on the truth; the outcome was asked directly."""
    if chosen is CovType.EXPECTED:
        raise InputError(
            "if the truth explains an outcome, the expected information has no closed form; give ",
            Argument("cov_type", "observed", '"observed"'),
        )
    fitted = fit_predictor(people, mechanisms, read, answer, order, is_linear=kind is Kind.LINEAR)
    return Regression(
        kind=kind,
        formula=f"{read.left} ~ {read.right}",
        answer=answer,
        labels=tuple(mechanisms.labels[j] for j in order),
        samples=tuple(name for name, _ in mechanisms.of) if mechanisms.by else (),
        names=fitted.names,
        ascent=fitted.ascent,
        spread=spread_of(fitted.likelihood, fitted.ascent, chosen, people),
        cov_type=chosen,
        confidence=level,
        people=people,
        matrix=fitted.matrix,
        likelihood=fitted.likelihood,
        null=None,
        tells_apart=fitted.tells_apart,
        unfit=unfit_samples(people, mechanisms),
        outcome=fitted.positive,
        doubt=fitted.doubt,
        assumed=fitted.assumed,
    )
