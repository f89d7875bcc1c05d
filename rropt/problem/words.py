"""What a design is in words: names of its answers, what respondents do, and how good the best simple design is beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import count

from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import DIGITS, decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.exact.reading import label_set
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.objectives.base import Bounds
from rropt.objectives.covariance import Variances
from rropt.privacy.words import percent
from rropt.problem.problem import Problem
from rropt.solvers.rational import fraction

__all__ = ["best_simple", "name_answers", "say_simple", "say_what_to_do"]

MOST_SAID = 12
# A loss below this part of the value is not told.
NOTHING = Fraction(1, 10**6)


def name_answers(mechanism: Mechanism) -> Mechanism:
    """Label the answers by what they disclose; return the mechanism unchanged if they have labels, or cannot be told so.

    Of two inputs an answer is "surely no" if it is possible only under "no", "perhaps yes" if it is likelier under "yes", or
    "either". Of more inputs an answer whose row has two entries alone is the set of inputs that have the larger one, such as
    {monthly,weekly}. Of two answers with one set, one whose smaller entry is 0 is told with "surely". If each answer is one input,
    they are also told in the order of the inputs, those with "surely" last.

    Answers with one name are numbered from the second on: of two inputs by their evidence, of more by how often they are given.
    """
    labels, rows = mechanism.input_labels, mechanism.rows
    # two answers for two inputs are reports of them
    if mechanism.outputs is not None or mechanism.is_free or mechanism.shape == (2, 2) or not all(map(any, rows)):
        return mechanism
    if mechanism.k == 2:
        # an answer's evidence is its larger entry as a part of the row's sum
        return mechanism.relabel(
            outputs=_numbered([_stem(row, labels) for row in rows], [max(row) / total_of(row) for row in rows])
        )
    if any(len(set(row)) > 2 for row in rows) or any("," in label for label in labels):
        return mechanism
    sets = [label_set([label for label, x in zip(labels, row, strict=True) if x != min(row)]) for row in rows]
    stems = [x if min(row) or sets.count(x) == 1 else f"surely {x}" for x, row in zip(sets, rows, strict=True)]
    names = _numbered(stems, [total_of(row) for row in rows])
    order = [*labels, *(f"surely {label}" for label in labels)]
    if not {*names} <= {*order}:
        return mechanism.relabel(outputs=names)
    kept = [label for label in order if label in names]
    return Mechanism([rows[names.index(label)] for label in kept], mechanism.inputs, kept)


def _numbered(stems: Sequence[str], ranks: Sequence[Number]) -> list[str]:
    """Number answers with one name from the second on, by decreasing rank."""
    names, used = [*stems], Counter[str]()
    for i in sorted(range(len(names)), key=lambda i: -float(enclose(ranks[i])[0])):
        used[stems[i]] += 1
        if used[stems[i]] > 1:
            names[i] = f"{stems[i]} ({used[stems[i]]})"
    return names


def _stem(row: Sequence[Number], labels: Sequence[str]) -> str:
    a, b = row
    if not a or not b:
        return f"surely {labels[0 if a else 1]}"
    return "either" if a == b else f"perhaps {labels[0 if a > b else 1]}"


def say_what_to_do(p: Mechanism | SetMechanism) -> str:
    """Say what a respondent with each truth answers, and with what probability."""
    if isinstance(p, SetMechanism):
        return p.say()
    if p.is_free:
        return "answer with the chances of the table."
    if truth := _say_truthful(p):
        return truth
    if all(len({*row}) == 1 for row in p.rows):
        return (
            f"{_say_column(p, 0)}, whatever the truth is: the answers tell nothing, so that nobody needs to be asked."
        )
    idle = [f'"{name}"' for name, row in zip(p.output_labels, p.rows, strict=True) if not any(row)]
    never = f" Nobody ever answers {' or '.join(idle)}." if idle else ""
    if p.k * p.m > MOST_SAID:
        return f"draw an answer with the chances that the table has in the column of their truth.{never}"
    parts = [f'if the truth is "{name}", {_say_column(p, j)}' for j, name in enumerate(p.input_labels)]
    return f"{'; '.join(parts)}.{never}"


def _say_truthful(p: Mechanism) -> str:
    """Say the rule by which respondents tell the truth with one probability and each other answer with another, smaller one."""
    if p.m != p.k or p.k < 2 or (p.outputs is not None and p.output_labels != p.input_labels):
        return ""
    stays, leaves = p.rows[0][0], p.rows[0][1]
    rule = tuple(tuple(stays if i == j else leaves for j in range(p.k)) for i in range(p.k))
    if stays <= leaves or p.rows != rule:
        return ""
    if leaves == 0:
        return "tell the truth."
    others = "the opposite" if p.k == 2 else f"one of the other {p.k - 1} answers, each as likely"
    # with so many digits that the difference of the chances, of which alone answers tell, is right to a hundredth
    told = ((n, [Fraction(decimal(x, digits=n)) for x in (stays, leaves)]) for n in count(DIGITS.get()))
    few = next(n for n, (high, low) in told if abs(float(high - low) / float(stays - leaves) - 1) < 0.01)
    return f"tell the truth with probability {_chance(stays, few)}, else {others}."


def _chance(x: Number, digits: int | None = None) -> str:
    """Write a probability below 1, in per cent if only this tells it from 1."""
    return told if (told := decimal(x, digits=digits)) != "1" else percent(x)


def _say_column(p: Mechanism, j: int) -> str:
    """Say the answers of one truth."""
    given = [(row[j], name) for row, name in zip(p.rows, p.output_labels, strict=True) if row[j]]
    if len(given) == 1:
        return f'always answer "{given[0][1]}"'
    parts = [f'"{name}" with probability {_chance(x)}' for x, name in given]
    return f"answer {', '.join(parts[:-1])} and {parts[-1]}"


def say_simple(problem: Problem, optimum: Bounds) -> str:
    """Say how much worse than the optimum a simple mechanism is; "" if none is told."""
    objective, entries, common = problem.objective, best_simple(problem), problem.asked.common
    if entries is None or common is None:
        return ""
    try:
        kept = objective.efficiency(objective.value_bounds_of_k_ary(problem.k, *entries), optimum)
    except InputError:  # it tells nothing, as e^ε = 1, or its value is infinite
        return ""
    name = f"k-ary randomized response (the truth with probability {_chance(entries[0], 4)}"
    start = (
        f"A simple design is {name}, the largest that the demand allows)"
        if common[1]
        else f"Of designs with an answer for each category, which everybody else gives equally often, {name}) is best"
    )
    if kept is None or kept[0] >= 1 - NOTHING:
        return f"{start}{'' if kept is None else ', and no design of any answers is better'}."
    if objective.sense == "max":
        return f"{start}: it keeps {decimal(100 * kept[0], digits=4, direction='lower')} % of this."
    more = decimal(100 / kept[0] - 100, digits=3, direction="upper")
    if isinstance(objective, Variances):
        return f"{start}: it needs {more} % more people for the same error."
    return f"{start}: its {objective.name} is {more} % larger."


def best_simple(problem: Problem) -> tuple[Number, Number] | None:
    """Find a mechanism in which each answer names a category, people of that category give it most often, and all others equally.

    Return the chance of the answer that names somebody's own category, and that of each other answer. None unless the question has
    three inputs or more, leaves answers free, and its demand is one for all pairs.

    Let one demand ask the same ratio T and slack δ of all pairs. Such a mechanism is P = a·1 + c(1, …, 1) with a ≥ 0: the truth
    with probability a, else answer i with a chance in proportion to c_i, Σ c_i = 1 − a. The demand says a + c_i ≤ T·c_i + δ for
    every i. The sum over i of a − δ ≤ (T − 1)c_i gives k(a − δ) ≤ (T − 1)(1 − a), so a is at most (T − 1 + kδ)/(T − 1 + k), where
    all c_i are equal: that is k-ary randomized response. If δ = 0, every other such mechanism is this one with its answers
    randomized further, so this one is best for all criteria of estimates, information and divergences. If δ > 0, one with a
    smaller a and unequal c_i may be better, as where one category is frequent.
    """
    k, common = problem.k, problem.asked.common
    if problem.outputs is not None or k < 3 or common is None:
        return None
    ratio, slack = common[0].exact, fraction(common[1])
    truth = (ratio - 1 + k * slack) / (ratio - 1 + k)
    rest = (1 - truth) / k
    return truth + rest, rest
