"""The function `estimate_sets` estimates shares from answers that are sets of inputs. The mechanism may be too large for a matrix.

With the matrix P, the shares π of the inputs, D = diag(P π) and M = PᵀD⁻¹P, the best weights are L = M⁻¹PᵀD⁻¹ (`linear_weights`).
The mechanism divides the inputs into classes. Let the shares be equal within each class. If two inputs of one class are exchanged,
neither M nor L changes. So what a set adds to the estimate of input j depends on two things only: how many inputs of each class the
set holds, and whether it holds j.

At every prevalence, these two things are the output of a small mechanism, which `SetMechanism.seen_from` makes for the class of j.
The best weights of the small mechanism are unbiased for the large one too. The best weights of the large mechanism are weights of
the small one. So both have the same best weights.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.mechanism import Mechanism
from rropt.survey.estimate import (
    chosen_weights,
    estimate_tally,
    require_columns,
)
from rropt.survey.frames import is_frame, joint_name, rows_of_frame
from rropt.survey.groups import Estimates
from rropt.survey.intervals.quantile import read_confidence
from rropt.survey.prevalence import read_prevalence
from rropt.survey.result import Estimate
from rropt.survey.sampling import population_of_groups, read_sampling, whole_population
from rropt.survey.sets.result import SetEstimate
from rropt.survey.tally import MOST_ANSWERS, Missing, Other, Row, Tally, count_answers, tally_of_rows

__all__ = ["estimate_sets"]

Held: TypeAlias = tuple[int, ...]


def estimate_sets(
    data: Any,
    *,
    mechanism: SetMechanism,
    answer: str | None = None,
    by: str | Sequence[str] | None = None,
    sampling: str = "replacement",
    population: int | Mapping[Any, int] | None = None,
    weights: str | None = None,
    other: Other = "error",
    missing: Missing = "error",
    method: str | None = None,
    confidence: object = "0.95",
    working: object = None,
) -> SetEstimate | Estimates:
    """Estimate the shares of the inputs from answers that are sets, as `draw` gives them.

    Args:
        data: Counts by answer, answers, or a data frame with a column of answers.
        mechanism: The mechanism that made the answers (`Design.sets`), or the design.
        answer: Of a frame, the column of the answers.
        by: Of a frame, the column or columns of groups.
        weights: Of a frame, the column of survey weights.
        sampling: replacement, census, or srs. With srs, `population` is the number of people, or one number per group.
        other: What becomes of answers that are no set of the mechanism: error or drop.
        missing: What becomes of missing answers: error or drop. If `other` is drop, they are dropped too.
        method: The kind of interval (wilson if not given; normal with weights); `confidence` is its level.
        working: The shares of all inputs at which linear weights are best. If not given, they are the shares for which the
            mechanism was designed; if there are none, the data suggest them.

    Returns:
        The estimate of every share, with errors and intervals; with `by`, one per group.

    Raises:
        InputError: The data have no answers, or answers that are no set of the mechanism.

    Example:
        >>> from rropt import LDP, TotalVariance, design
        >>> from rropt.survey import draw, estimate_sets
        >>> p = design(TotalVariance(), LDP("ln3"), inputs=40).sets
        >>> sum(estimate_sets([draw(p, j) for j in range(40)], mechanism=p).prevalence)
        Fraction(1, 1)

    Reference: Ye and Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy.
    """
    given = answers_of(mechanism)
    if not isinstance(given, SetMechanism):
        raise InputError(
            f"estimate_sets needs a mechanism whose answers are sets, such as the `sets` of a design, not {str(given)[:60]!r}; "
            "for a mechanism with a matrix call estimate"
        )
    mechanism = given
    mechanism.require_pairs_alike()
    level, groups = read_confidence(confidence), _rows(data, answer, by, weights, _example(mechanism))
    people = {"": whole_population(population)} if by is None else population_of_groups(population, list(groups))
    seen = {name: _Seen.of(mechanism, _tally(mechanism, rows, other, missing)) for name, rows in groups.items()}
    best = None if working is None else read_prevalence(working, mechanism.k)
    small = [mechanism.seen_from(a) for a in range(len(mechanism.members))]
    found: dict[str, list[Estimate]] = {name: [] for name in seen}
    for j, a in enumerate(mechanism.places):
        tallies = {name: x.tally_of(j, small[a]) for name, x in seen.items()}
        at = None if best is None else mechanism.shares_from(j, best)
        chosen = chosen_weights(small[a], at, tallies.values())
        for name, tally in tallies.items():
            model = read_sampling(sampling, population=people[name])
            with _naming(name):
                one = estimate_tally(small[a], chosen, tally, model, method, level, weighted=weights is not None)
            found[name].append(one)
    every = {name: SetEstimate(mechanism, x.tally, tuple(found[name])) for name, x in seen.items()}
    if by is None:
        return every[""]
    return Estimates(joint_name(by), tuple(every.items()))


@contextmanager
def _naming(group: str) -> Iterator[None]:
    """Add the group's name to a refusal that is raised in the block under `with`; nothing is added if the name is empty."""
    try:
        yield
    except InputError as error:
        if not group:
            raise
        raise InputError(f"group {group!r}: ", *error.args, " (or filter this group out)") from None


def _tally(mechanism: SetMechanism, rows: Sequence[Row], other: Other, missing: Missing) -> tuple[Tally, list[Held]]:
    """Tally the answers that are sets of the mechanism; return the tally, and the inputs in each of these sets."""
    known = {text: held for text in {str(x) for x, *_ in rows} if (held := mechanism.read_label(text)) is not None}
    tally = tally_of_rows(rows, list(known) or [_example(mechanism)], other=other, missing=missing)
    if tally.n == 0:
        raise InputError(
            f"there are no answers{tally.left_out()}, so there is nothing to estimate; an answer is a set such as "
            f"{_example(mechanism)}"
        )
    return tally, list(known.values())


@dataclass(frozen=True, slots=True)
class _Seen:
    """Counts and sums of weights of the answers, which are sets of inputs, by the inputs that an answer holds.

    `sums` has three arrays of integers, each with a common denominator of its entries. The first array counts answers, the second
    adds up their weights, and the third adds up their squared weights.

    The entry [c, 0, j] of an array is for the answers that hold input j and as many inputs of each class as `p.counts[c]` says. The
    entry [c, 1, j] is for the answers that hold the same numbers of inputs, but not j.
    """

    p: SetMechanism
    tally: Tally
    sums: tuple[tuple[Any, int], ...]

    @classmethod
    def of(cls, p: SetMechanism, given: tuple[Tally, list[Held]]) -> _Seen:
        """Make the three sums of a tally: of the answers, of their weights, and of their squared weights.

        `given` has the tally, and for each set in the tally the inputs that the set holds.
        """
        tally, sets = given
        kinds = (list(map(Fraction, tally.counts)), tally.weights, tally.squares)
        same = not tally.is_weighted
        found = [_sums(p, sets, kinds[0])]
        found += [found[0]] * 2 if same else [_sums(p, sets, x) for x in kinds[1:]]
        return cls(p, tally, tuple(found))

    def tally_of(self, j: int, small: Mechanism) -> Tally:
        """Return the tally of the outputs of `small`, the mechanism to which `seen_from` reduces the answers for input j."""
        places = [self.p.seen_labels.index(label) for label in small.output_labels]
        cells = [[Fraction(int(array[n // 2][n % 2][j]), scale) for n in places] for array, scale in self.sums]
        counts, weights, squares = map(tuple, cells)
        return Tally(tuple(map(int, counts)), weights, squares)


def _sums(p: SetMechanism, sets: Sequence[Held], values: Sequence[Fraction]) -> tuple[Any, int]:
    """Sum the values of the sets in groups. Return an array of whole numbers, and their common denominator.

    `values` has one value for each of the `sets`. Group c has the sets that hold as many inputs of each class as `p.counts[c]`
    says. The entry [c, 0, j] of the array is the sum over the sets of group c that hold input j. The entry [c, 1, j] is the sum
    over the other sets of group c.
    """
    scale = math.lcm(*(x.denominator for x in values))
    whole = [x.numerator * (scale // x.denominator) for x in values]
    kind: Any = np.int64 if sum(whole) < 1 << 62 else object
    held, every = np.zeros((len(p.counts), p.k), kind), np.zeros(len(p.counts), kind)
    for inputs, x in zip(sets, whole, strict=True):
        place = p.place_of(inputs)
        held[place, list(inputs)] += x
        every[place] += x
    return np.stack([held, every[:, None] - held], axis=1), scale


def _example(p: SetMechanism) -> str:
    """Write an example of an answer of the mechanism."""
    if p.blocks:
        return p.label(sorted(p.blocks[0][0][0]))
    return p.label(sorted(j for inputs, c in zip(p.members, p.counts[0], strict=True) for j in inputs[:c]))


def _rows(data: Any, answer: str | None, by: object, weights: str | None, example: str) -> dict[str, list[Row]]:
    """Return the different answers of each group, each with its frequency and sums of weights. A refusal shows the example of an
    answer."""
    if is_frame(data):
        found = rows_of_frame(data, answer=require_columns(answer, by, weights), by=by, weights=weights)  # type: ignore[arg-type]
        if not found:
            raise InputError("the data have no rows, so there is nothing to estimate")
        return found
    if answer is not None or by is not None or weights is not None:
        raise InputError(
            "answer=, by= and weights= name columns of a data frame, but the data are not a data frame; leave these arguments out"
        )
    if isinstance(data, Mapping):
        counts = [(x, read_integer(n, least=0, most=MOST_ANSWERS, name=f"the count of '{x}'")) for x, n in data.items()]
    elif isinstance(data, str) or not isinstance(data, Iterable):
        raise InputError(f"the data must be counts, a sequence of answers or a data frame, not {str(data)[:60]!r}")
    else:
        counts = list(count_answers(data, example))
    return {"": [(x, n, Fraction(n), Fraction(n)) for x, n in counts]}
