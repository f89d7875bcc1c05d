"""Answer the questions of many yes/no questions at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from rropt import questions
from tests.gold.reading_old import Asked, answer_by, budget, mechanism, number, told


def answer(ask: Asked) -> Asked:
    kinds = {"joint": joint, "loss": loss, "whole_epsilon": whole_epsilon, "equal_epsilon": equal_epsilon}
    return answer_by(kinds | {"rappor": rappor, "pairs": pairs}, ask)


def joint(joint: list[int], randomizers: list[str], of: list[str] | None = None, **model: Any) -> Asked:
    """Shares and variances, in doubles."""
    named = None if of is None else [x.removeprefix("q") for x in of]
    chosen = list(map(mechanism, randomizers))
    by_name = {str(i + 1): p for i, p in enumerate(chosen)} if named else chosen
    found = questions.marginal(np.array(joint), by_name, questions=named, **model)
    shares = found.estimate.tolist()
    return {
        "estimate": shares,
        "variance": found.variance.tolist(),
        "stated": (found.standard_error**2).tolist(),
        "floats": shares,
    }


def loss(loss: list[str], distribution: list[str] | None = None) -> Asked:
    """The loss at a distribution, or else the approximate and the least one; and the people who do the work of 1,000."""
    chosen = list(map(mechanism, loss))
    if distribution is not None:
        found = {"exact_loss": questions.loss(chosen, distribution)}
    else:
        found = {"approximate_loss": questions.approximate_loss(chosen), "least_loss": questions.least_loss(chosen)}
    return {name: {"loss": number(x.value), "people": str(x.sample_size(1000))} for name, x in found.items()}


def whole_epsilon(whole_epsilon: list[str], differ: int | None = None) -> Asked:
    return {"epsilon": budget(questions.whole_answer_epsilon(list(map(mechanism, whole_epsilon)), differ=differ))}


def equal_epsilon(equal_epsilon: int, epsilon: str, **options: Any) -> Asked:
    """Each bit randomizer's name, its two chances of an answer 1, its loss, and how many of 1,000 people count."""
    found = questions.bits_at_equal_epsilon(equal_epsilon, epsilon, **options)
    return {"rows": [[row[0], *(x if isinstance(x, float) else number(x) for x in row[2:])] for row in found.rows]}


def rappor(rappor: Asked, reports: list[int]) -> Asked:
    found = questions.Rappor.of(**rappor)
    return {
        "one_time": told(found.one_time()),
        "one_report": told(found.one_report()),
        "epsilon": [budget(found.epsilon(reports=n)) for n in reports],
        "limit": budget(found.epsilon(reports=None)),
        "differing": [[budget(found.epsilon(reports=n, differ=k)) for n in (1, None)] for k in (2, 4, 128)],
    }


def pairs(pairs: list[int], randomizers: list[str]) -> Asked:
    """Each pair of questions by its own marginal, from counts that are cut to few."""
    counts = np.array([x % 40 for x in pairs])
    bits = len(pairs).bit_length() - 1
    chosen = {str(i + 1): mechanism(p) for i, p in enumerate(randomizers)}
    cells = [
        [questions.marginal(counts, chosen, questions=sorted({a, b})) for b in range(1, bits + 1)]
        for a in range(1, bits + 1)
    ]
    return {
        "both": [[float(x.estimate[-1]) for x in row] for row in cells],
        "variance": [[float(x.variance[-1]) for x in row] for row in cells],
    }
