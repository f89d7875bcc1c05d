"""Answer the questions of many yes/no questions at once by the version before."""

from __future__ import annotations

from typing import Any

import numpy

from rropt import questions
from rropt.questions.loss import loss as exact_loss
from rropt.questions.pairwise import pairwise
from tests.gold.reading_old import Asked, answer_by, budget, mechanism, number, rounded, told


def answer(ask: Asked) -> Asked:
    kinds = {"joint": joint, "loss": loss, "whole_epsilon": whole_epsilon, "equal_epsilon": equal_epsilon}
    return answer_by(kinds | {"rappor": rappor, "pairs": pairs}, ask)


def patterns(counts: list[int]) -> Any:
    names = tuple(f"q{n + 1}" for n in range(len(counts).bit_length() - 1))
    return questions.Patterns(names, numpy.array(counts, dtype=numpy.int64))


def joint(joint: list[int], randomizers: list[str], of: list[str] | None = None, **model: Any) -> Asked:
    """Shares and variances, exactly; in floats they are close."""
    counts = patterns(joint)
    chosen = (
        dict(zip(counts.questions, map(mechanism, randomizers), strict=True))
        if of
        else list(map(mechanism, randomizers))
    )
    found = questions.marginal_exact(counts, chosen, questions=of, **model)
    near = questions.marginal(counts, chosen, questions=of, **model)
    cells = range(len(found.estimate))
    return {
        "estimate": [number(x) for x in found.estimate],
        "variance": [number(x) for x in found.variance],
        "stated": [number(found.stated_variance(i)[0]) for i in cells],
        "floats": [float(x) for x in near.estimate],
    }


def loss(loss: list[str], distribution: list[str] | None = None) -> Asked:
    """The loss at a distribution, or else the approximate and the least one; and the people who do the work of 1,000."""
    from rropt.exact import read_number

    chosen = list(map(mechanism, loss))
    if distribution is not None:
        told = {"exact_loss": exact_loss(chosen, [read_number(x) for x in distribution])}
    else:
        told = {"approximate_loss": questions.approximate_loss(chosen), "least_loss": questions.least_loss(chosen)}
    return {name: {"loss": number(x.value), "people": str(x.sample_size(1000))} for name, x in told.items()}


def whole_epsilon(whole_epsilon: list[str], differ: int | None = None) -> Asked:
    return {"epsilon": budget(questions.whole_answer_epsilon(list(map(mechanism, whole_epsilon)), differ=differ))}


def equal_epsilon(equal_epsilon: int, epsilon: str, **options: Any) -> Asked:
    """Each bit randomizer's name, its two chances of an answer 1, its loss, and how many of 1,000 people count."""
    found = questions.bits_at_equal_epsilon(equal_epsilon, epsilon, **options)
    return {"rows": [[row[0], *map(cell, row[2:])] for row in found.rows]}


def cell(x: Any) -> Any:
    return rounded(x) if isinstance(x, str) else x if isinstance(x, float) else number(x)


def rappor(rappor: Asked, reports: list[int]) -> Asked:
    found = questions.Rappor.of(**rappor)
    limit = budget(found.epsilon(reports=None))
    return {
        "one_time": told(found.one_time()),
        "one_report": told(found.one_report()),
        "epsilon": [budget(found.epsilon(reports=n)) for n in reports],
        "limit": limit,
        "differing": [[budget(found.epsilon(reports=n, differ=k)) for n in (1, None)] for k in (2, 4, 128)],
    }


def pairs(pairs: list[int], randomizers: list[str]) -> Asked:
    """The pairs of questions, from a row for each person where there are few people, else of counts that are cut to few."""
    counts = [x % 40 for x in pairs]
    bits = len(pairs).bit_length() - 1
    rows = [[i >> (bits - 1 - q) & 1 for q in range(bits)] for i, n in enumerate(counts) for _ in range(n)]
    found = pairwise(numpy.array(rows), list(map(mechanism, randomizers)))
    return {"both": found.both.tolist(), "variance": found.variance.tolist()}
