"""Test coefficients: linear hypotheses by Wald's test, and a smaller model by the likelihood ratio.

Wald: the hypothesis is Rθ = r, where θ has the coefficients and the matrix R has rank q. Let V be the covariance matrix of the
estimate θ̂. Then W = (Rθ̂ − r)ᵀ (R V Rᵀ)⁻¹ (Rθ̂ − r) is about chi-squared with q degrees of freedom. If respondents come from
clusters, V is itself estimated with ν degrees of freedom, where ν is the number of clusters minus the number of strata. Then W·(ν −
q + 1)/(νq) is about F with q and ν − q + 1 degrees of freedom (Korn and Graubard 1990).

Likelihood ratio: the statistic is twice the difference of the two maximal log-likelihoods. It is about chi-squared, and its degrees
of freedom are the number of parameters that the smaller model lacks. It needs the likelihood of independent answers, so it is
refused with weights or clusters. Both likelihoods must have a maximum at which every coefficient is determined. Otherwise the
statistic has another distribution, for example because a share at 0 or 1 can move to one side only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import double_text
from rropt.exact.errors import InputError
from rropt.results import FieldResult, Table, fact_table
from rropt.survey.regression.ascent import invert
from rropt.survey.regression.formulas import are_combinations

if TYPE_CHECKING:
    from rropt.survey.regression.result import Regression

__all__ = ["CoefficientTest", "is_determined", "likelihood_ratio", "ratio_test", "wald"]

NUMBER = r"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?"


@dataclass(frozen=True, slots=True, repr=False)
class CoefficientTest(FieldResult):
    """The result of a test. `law` names the distribution of `statistic` under the hypothesis, and `degrees` has the numbers of
    degrees of freedom of this distribution."""

    name: str
    hypothesis: str
    statistic: float
    law: str
    degrees: tuple[int, ...]
    p_value: float

    def explain(self) -> str:
        """The hypothesis and the result in a sentence."""
        return self.sentence

    @property
    def sentence(self) -> str:
        """The hypothesis and the result in a sentence, with enough digits for quotation."""
        said = " and ".join(map(str, self.degrees))
        what = "degree" if self.degrees == (1,) else "degrees"
        return (
            f"{self.name} test of {self.hypothesis}: {self.law} {double_text(self.statistic)} with {said} {what} of freedom, "
            f"p {double_text(self.p_value)}."
        )

    def as_table(self) -> Table:
        """A table with one row per fact."""
        return fact_table({"statistic": self.statistic, "law": self.law, "p": self.p_value})


def wald(
    names: Sequence[str],
    theta: Any,
    covariance: Any,
    hypotheses: str | Sequence[str],
    freedom: int | None,
    terms: Mapping[str, Sequence[str]],
    labels: Sequence[str],
) -> CoefficientTest:
    """Test one or more hypotheses about coefficients together, by Wald's test.

    A hypothesis is a text such as "age" (that is, age = 0), "age = 0.5" or "a: age = b: age". The name of a term of the formula
    stands for all coefficients of this term. `labels` are the truths, and the first one has no coefficients.
    """
    import numpy as np
    from scipy import stats

    given = [hypotheses] if isinstance(hypotheses, str) else list(hypotheses)
    texts = [x for text in given for x in (_of_term(text, names, terms, labels) or [text])]
    if not texts:
        raise InputError("no hypothesis was given; name coefficients, such as ['age', 'region[T.south]']")
    rows, values = zip(*(_linear(text, names) for text in texts), strict=True)
    texts = [text if "=" not in text or text in names else " = ".join(_sides(text)) for text in texts]
    matrix, apart = np.array(rows), np.array(rows) @ theta - np.array(values)
    # a coefficient without an error has NaN, which must not enter hypotheses that do not name it
    named = matrix.any(axis=0)
    middle = matrix[:, named] @ covariance[named][:, named] @ matrix[:, named].T
    if (bad := np.isnan(np.diag(middle))).any():
        raise InputError(
            f"a coefficient in the hypothesis {texts[int(np.argmax(bad))][:80]} has no standard error; leave this hypothesis out"
        )
    q, said = len(texts), ", ".join(f"{text} = 0" if text in names else text for text in texts)
    if freedom is not None and q > freedom:
        raise InputError(
            f"{q} hypotheses are more than the clusters' {freedom} degrees of freedom can test; name fewer"
        )
    inverse, null = invert(middle)
    if null.shape[1]:
        raise InputError(f"the hypotheses {', '.join(texts)[:80]} follow from one another; drop one")
    statistic = float(apart @ inverse @ apart)
    if freedom is None:
        return CoefficientTest("Wald", said, statistic, "chi-squared", (q,), float(stats.chi2(q).sf(statistic)))
    rest = freedom - q + 1
    scaled = statistic * rest / (freedom * q)
    return CoefficientTest("Wald", said, scaled, "F", (q, rest), float(stats.f(q, rest).sf(scaled)))


def _linear(text: str, names: Sequence[str]) -> tuple[list[float], float]:
    """Read `NAME`, `NAME = number` or `NAME = NAME` as a linear hypothesis about coefficients.

    Return a list of factors, one per coefficient, and a number. The hypothesis is that the sum of the factors times the
    coefficients is this number.
    """
    left, right = (text.strip(), "0") if text.strip() in names or "=" not in text else _sides(text)
    row = [0.0] * len(names)
    row[_place(left, names)] += 1
    if re.fullmatch(NUMBER, right):
        return row, float(right)
    row[_place(right, names)] -= 1
    if not any(row):
        raise InputError(f"the hypothesis '{text[:60]}' always holds; name two different coefficients")
    return row, 0.0


def _sides(text: str) -> tuple[str, str]:
    """Return the left and the right side of a hypothesis.

    Names may contain = too. If some = has blanks on both sides, split the text at the last such =. Otherwise split it at the
    last = of all.
    """
    left, right = text.rsplit(" = " if " = " in text else "=", 1)
    return left.strip(), right.strip()


def _of_term(text: str, names: Sequence[str], terms: Mapping[str, Sequence[str]], labels: Sequence[str]) -> list[str]:
    """List the names of the coefficients that belong to a term of the formula.

    If each of several truths has coefficients of this term, all of them are listed. If the truth explains an outcome, only the
    coefficients of the outcome are listed. The list is empty if the text is the name of a coefficient, or not the name of a term.
    """
    if text in names or text not in terms:
        return []
    own = terms[text]
    of_truths = [f"{label}: {x}" for label in labels[1:] for x in own]
    return [x for x in own if x in names] or [x for x in of_truths if x in names]


def _place(name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise InputError(f"there is no coefficient or term '{name}'; the coefficients are {', '.join(names[:12])}")
    return list(names).index(name)


def likelihood_ratio(value: float, smaller: float, degrees: int, hypothesis: str) -> CoefficientTest:
    """Test a smaller model against a larger one that contains it, by the likelihood ratio.

    `value` and `smaller` are the maximal log-likelihoods of the larger and of the smaller model.
    """
    from scipy import stats

    statistic = max(0.0, 2 * (value - smaller))
    p = float(stats.chi2(degrees).sf(statistic))
    return CoefficientTest("Likelihood ratio", hypothesis, statistic, "chi-squared", (degrees,), p)


def is_determined(found: Regression) -> bool:
    """Whether the maximum of the likelihood was found, and the answers determine every coefficient."""
    return bool(found.ascent.is_found and not found.spread.unknown.any())


def ratio_test(found: Regression, smaller: Regression) -> CoefficientTest:
    """Test a smaller model of the same answers against `found` by the likelihood ratio."""
    import numpy as np

    if any(one.people.is_weighted or one.people.clusters is not None for one in (found, smaller)):
        raise InputError("with weights or clusters there is no likelihood ratio; test by wald_test")
    mine, other = found.likelihood, smaller.likelihood
    same = found.kind is smaller.kind and found.labels == smaller.labels and np.array_equal(mine.chances, other.chances)
    if not same or not (found.kind.explains_truth or (mine.y == other.y).all()):
        raise InputError(
            f"'{smaller.formula}' and '{found.formula}' were fitted to different answers, by different mechanisms or by different "
            "models; fit both alike, to complete rows"
        )
    degrees = len(found.names) - len(smaller.names)
    pairs = zip(mine.columns(), other.columns(), strict=True)
    if degrees < 1 or not all(are_combinations(y, x) for x, y in pairs):
        raise InputError(
            f"'{smaller.formula}' is not a smaller model contained in '{found.formula}'; fit it with some covariates of that "
            "formula and no others"
        )
    for one in (found, smaller):
        if not is_determined(one):
            raise InputError(
                f"the likelihood of '{one.formula}' has no maximum that determines every coefficient, so there is no likelihood "
                "ratio; join rare categories, or leave a covariate out"
            )
    return likelihood_ratio(found.llf, smaller.llf, degrees, f"'{smaller.formula}' in '{found.formula}'")
