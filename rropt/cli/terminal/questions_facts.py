"""Makes the report of `rropt questions`: the estimates of all patterns of answers, or of all pairs of questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.cli.terminal.facts import Cell, Fact, Report, budget, cell_text, double, measured, stated, words
from rropt.exact.decimal import EXACT, decimal, double_text
from rropt.exact.element import Number
from rropt.exact.spelling import counted, show
from rropt.questions.bits import whole_answer_epsilon
from rropt.questions.loss import Loss, approximate_loss, least_loss
from rropt.questions.pattern_errors import legend
from rropt.questions.patterns import Patterns, pattern_text
from rropt.questions.questions import ExactMarginal, Marginal

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism

__all__ = ["marginal_report", "pairs_report"]

SCHEMA = "rropt/questions/2"

ORDER = "the first question named is the first bit of a pattern (the most significant)"
FLOATS = "floats (counts exact, weights rounded to doubles)"
EXACTLY = "exact"
CHOSEN = "the pairs shown have, of {pairs}, the estimated covariances farthest from 0: so many pairs show extremes by chance alone"


@dataclass(frozen=True, slots=True)
class _Cells(Sequence[tuple[Cell, ...]]):
    """The rows of the table that shows an estimated distribution. A row is formatted only on access, because there may be millions.

    `projected` is the estimate projected onto the simplex, or None.
    """

    found: Marginal | ExactMarginal
    patterns: Patterns
    projected: Any

    def __len__(self) -> int:
        return len(self.patterns.counts)

    def __getitem__(self, i: Any) -> Any:
        x, (v, source) = self.found.estimate[i], self.found.stated_variance(i)
        cells = (
            pattern_text(i, len(self.patterns.questions)),
            str(int(self.patterns.counts[i])),
            x if isinstance(self.found, ExactMarginal) else double_text(x),
            double_text(float(v) ** 0.5),
            source,
        )
        if self.projected is None:
            return cells
        p = self.projected[i]
        return (*cells, p if isinstance(self.found, ExactMarginal) else double_text(p))


def marginal_report(
    found: Marginal | ExactMarginal,
    patterns: Patterns,
    bits: Sequence[Mechanism],
    *,
    show: int,
    differ: int | None,
    project: bool,
) -> Report:
    """Report the estimated joint distribution of the true answers. At most `show` of its cells are printed, those with the largest
    estimates.
    """
    header: tuple[str, ...] = ("pattern", "people", "estimate", "standard error", "its variance")
    notes: tuple[str, ...] = ()
    projected = None
    if project:
        from rropt.questions.simplex import BIASED

        projected = _project(found)
        header, notes = (*header, "projected"), (f"projected: {BIASED}",)
    cells, wanted = len(patterns.counts), max(1, show)
    largest: Sequence[int] = (
        range(cells)
        if cells <= wanted
        else sorted(range(cells), key=lambda i: -float(found.estimate[i]))[:wanted]
        if cells <= 1 << 16
        else _largest(found.estimate, wanted)
    )
    chosen = largest[:show]
    is_exact = isinstance(found, ExactMarginal)
    label = "n·trace of the covariance, estimated"
    trace = measured("trace", found.trace, label=label) if isinstance(found, ExactMarginal) else None
    facts = [
        words("questions", ", ".join(found.questions), value=list(found.questions)),
        words("order", ORDER),
        stated("people", found.n),
        *_left_out(patterns.dropped),
        words("sampling", str(found.sampling)),
        words("arithmetic", EXACTLY if is_exact else FLOATS),
        _privacy(bits, differ),
        trace or double("trace", float(found.trace), label=label),
        *(_losses(found, bits) if found.sampling.kind == "replacement" else ()),
    ]
    notes += legend([found.stated_variance(i)[1] for i in chosen])
    table = _Cells(found, patterns, projected)
    best = max(largest, key=lambda i: float(found.estimate[i]))
    pattern, _, share, error, _ = map(cell_text, table[best][:5])
    return Report(SCHEMA, facts, header, table, list(chosen), notes, _most(found, pattern, share, error))


def _most(found: Marginal | ExactMarginal, pattern: str, share: str, error: str) -> str:
    """Say which combination of answers is estimated to be the most frequent, with its share and standard error."""
    return (
        f"The most frequent answers to {', '.join(found.questions)} are estimated to be {pattern}: a share of {share}, with a "
        f"standard error of {error}, from {counted(found.n, 'person', 'people')}."
    )


def _left_out(people: int) -> list[Fact]:
    """Say how many people were left out, if any."""
    return [stated("dropped", people, label="people left out for an answer that is no output")] if people else []


def _project(found: Marginal | ExactMarginal) -> Any:
    from rropt.questions.simplex import project, project_exact

    return project_exact(found.estimate) if isinstance(found, ExactMarginal) else project(found.estimate)


def _largest(estimate: Any, show: int) -> list[int]:
    import numpy

    top = numpy.argpartition(-estimate, show)[:show]
    return [int(i) for i in top[numpy.argsort(-estimate[top])]]


def _privacy(bits: Sequence[Mechanism], differ: int | None) -> Fact:
    k = len(bits) if differ is None else differ
    found = budget("epsilon", whole_answer_epsilon(bits, differ=differ), label="epsilon of the whole answer")
    text = f"{found.text} (for people who differ in up to {counted(k, 'question')})"
    return replace(found, text=text).beside(differ=str(k))


def _losses(found: Marginal | ExactMarginal, bits: Sequence[Mechanism]) -> list[Fact]:
    """Compute the loss factor L, which says how many randomized answers are worth one truthful answer.

    Three values are given: L at the estimated distribution, an approximation to L, and a lower bound on L. The last fact is n/L,
    the number of truthful answers that are worth as much as the n randomized answers. In n/L, the value at the estimated
    distribution is used if it was found and is positive, and the approximation otherwise.
    """
    approximate, least = approximate_loss(bits), least_loss(bits)
    squares = sum(float(x) ** 2 for x in found.estimate) if isinstance(found, ExactMarginal) else found.sum_of_squares
    if isinstance(found, ExactMarginal):
        squares -= float(sum(found.variance, Fraction(0)))
    label = "loss factor L at the estimated distribution"
    effective, by = found.n / float(approximate.value), "approximate"
    # the squared shares of 2^k patterns sum to at least 2^-k, and to 1 only if everybody answers alike
    if not 2.0 ** -len(found.questions) <= squares < 1:
        none = "none (too few answers: the estimated sum of squares is that of no distribution)"
        here = Fact("loss_here", label, none, None)
    else:
        loss = float(found.trace) / (1 - squares)
        here = double("loss_here", loss, label=label)
        if loss > 0:
            effective, by = found.n / loss, "estimated"
    worth = double("worth", effective, label=f"worth, by the {by} L")
    return [
        here,
        _loss_fact("loss", approximate, "loss factor L, about"),
        _loss_fact("loss_at_least", least, "loss factor L, at least"),
        replace(worth, text=f"about {double_text(effective)} truthful answers").beside(by=by),
    ]


def _loss_fact(key: str, loss: Loss, label: str) -> Fact:
    return replace(measured(key, loss.value, label=label), text=f"{_brief(loss.value)} ({loss.kind})").beside(
        kind=loss.kind
    )


def _brief(x: Number) -> str:
    return show(x) if len(show(x)) <= 12 and EXACT.get() else decimal(x)


def pairs_report(
    answers: Any, names: tuple[str, ...], bits: Sequence[Mechanism], *, show: int, differ: int | None, dropped: int = 0
) -> Report:
    """Report all pairs of questions. At most `show` of them are printed, those with the largest absolute covariances."""
    import numpy

    from rropt.exact.errors import InputError
    from rropt.questions.pairwise import pairwise

    if len(names) < 2:
        raise InputError(f"pairs need at least 2 questions, not {len(names)}; name more with --of")
    found = pairwise(answers, bits, questions=names)
    covariance = found.covariance()
    first, second = numpy.triu_indices(len(names), k=1)
    rows = _Pairs(found, covariance, first, second)
    strength = numpy.abs(covariance[first, second])
    wanted = max(1, show)
    largest: Sequence[int] = range(len(first)) if len(first) <= wanted else _largest(strength, wanted)
    chosen = largest[:show]
    facts = [
        words("questions", str(len(names)), value=list(names)),
        stated("pairs", len(first)),
        stated("people", found.n),
        *_left_out(dropped),
        words("sampling", "independent draws with replacement: respondents and device are random"),
        words("arithmetic", FLOATS),
        _privacy(bits, differ),
    ]
    header = ("first", "second", "P(first)", "P(second)", "P(both)", "standard error", "its variance", "covariance")
    notes: tuple[str, ...] = () if len(chosen) == len(first) else (CHOSEN.format(pairs=len(first)),)
    notes += legend([found.stated_variance(int(first[i]), int(second[i]))[1] for i in chosen])
    first_name, second_name, *_, most = rows[max(largest, key=lambda i: strength[i])]
    answer = (
        f"Of {counted(len(first), 'pair')} of questions {first_name} and {second_name} have the covariance farthest from 0: "
        f"{most}."
    )
    return Report(SCHEMA, facts, header, rows, list(chosen), notes, answer)


@dataclass(frozen=True, slots=True)
class _Pairs(Sequence[tuple[str, ...]]):
    found: Any
    covariance: Any
    first: Any
    second: Any

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, index: Any) -> Any:
        i, j = int(self.first[index]), int(self.second[index])
        names, single = self.found.questions, self.found.single
        numbers = (single[i], single[j], self.found.both[i, j])
        variance, source = self.found.stated_variance(i, j)
        return (
            names[i],
            names[j],
            *map(double_text, numbers),
            double_text(variance**0.5),
            source,
            double_text(self.covariance[i, j]),
        )
