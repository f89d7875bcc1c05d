"""Estimates from at most m answers: the best of any number of answers where it has so few, else bounds.

What is estimated is identified if the contrasts and (1, …, 1), the sum of the rows, are combinations of the rows, so that fewer
answers than the rank of these leave no finite value. The least value of any number of answers bounds that of few from below, under
conditions that of answers that may be split, and of variances of contrasts the list of vertices, too (`mixtures.py`). From above
there is the best found of these mechanisms of few:

* under conditions, the answers of a label of that design put together, and the vertices of the mechanisms of few answers where
  these are listed (`reductions/few_lists.py`);
* two answers of a best one are merged (their rows added, which keeps every demand, as demands are closed under processing), those
  that lose least, until there are few enough;
* the truth, or of one contrast, and of several that are affine in one, two answers whose chances are affine in the scores, with as
  much noise as the demand wants: demands are convex and allow answers that tell nothing, so that the largest share of the truth
  that keeps it is found by halving;
* what a descent finds that begins from the best of these, and from mixtures by lot (`descent.py`).

Of two inputs, and of one contrast from two answers (whose chances are then affine in the scores), all that is estimated has a
variance that falls with one number, the information, which is convex in the rows: so at one list of prevalences the best of all is
at a vertex, and the bounds meet, or nearly, where the demand has irrational numbers.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from rropt.certificate.writing import dumps
from rropt.designs.estimation.descent import descend, values_in_floats
from rropt.designs.estimation.mixtures import bound_of_vertices
from rropt.designs.objectives.contrast import Contrast
from rropt.designs.objectives.estimation import OfEstimation
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.designs.reductions.few_lists import vertices_of
from rropt.designs.reductions.halving import SEVERAL
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix, identity
from rropt.exact.patience import require_time
from rropt.mechanism import Mechanism
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Search, Unattained, Unsatisfiable
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import Program
from rropt.problem.contradiction import contradict
from rropt.problem.problem import Problem
from rropt.problem.refutation import Refutation
from rropt.problem.result import Design
from rropt.problem.split import join_labels, with_labels

__all__ = ["FewEstimates"]

HALVINGS = 40
MOST_NEAR = 16  # mechanisms of a list whose exact values are looked at
MOST_BEGUN = 3  # of these, from which a descent begins
MOST_NOISY = 32  # inputs whose truth is mixed with noise


@dataclass(frozen=True, slots=True)
class FewEstimates(OfEstimation, Program):
    """The least value of an objective of the covariance with at most m answers."""

    problem: Problem
    pose_free: Callable[[Problem], Program]

    @property
    def most(self) -> int:
        """The largest number of answers allowed."""
        assert isinstance(self.problem.outputs, int)
        return self.problem.outputs

    @property
    def is_bounded(self) -> bool:
        """Whether the bounds may be only rropt's own: unless a best mechanism has few enough answers."""
        return True

    def _free(self) -> Program:
        free = with_labels(self.problem) if self.problem.conditions else self.problem.with_usual_answers()
        return self.pose_free(free)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """No value: no solver takes a problem that is not convex."""
        if solver is not None:
            raise InputError(
                f"at most {self.most} answers are no convex program, which {solver} cannot solve; leave the solver out"
            )
        return NumericAnswer(status="not posed, as few answers make no convex program", value=math.nan, source="HiGHS")

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained | Unsatisfiable:
        """Certify the optimum for any number of answers if it has few enough, else bounds."""
        if self.problem.conditions and (listed := self._listed(above=False)) is not None:
            return self._best_listed(listed) if listed else self._refused()
        program = self._free()
        free = program.prove(program.theorem(), optima="one")
        if not isinstance(free, Evidence):
            return free
        if self.problem.conditions:
            split = with_labels(self.problem)
            return self._bounded(free, [join_labels(split, free)], "the answers of a label put together")
        rows = tuple(row for row in free.rows if any(row))
        stated = json.loads(free.certificate)
        is_own = stated["claim"] in ("optimal", "within") and "prices" in stated and not self.problem.output_labels
        if 0 < len(rows) == len(free.rows) <= self.most and is_own:
            return replace(free, certificate=dumps({**stated, "most_outputs": str(self.most)}), minimisers=())
        if (listed := self._listed(above=False)) is not None:
            return self._best_listed(listed)
        tried = [self._merged(rows)] if rows else []
        return self._bounded(free, [*tried, *(self._noisy(sharp) for sharp in self._sharp())], "answers merged")

    def _listed(self, *, above: bool) -> list[Matrix] | None:
        """The vertices, one of which is best, where one number is all that is estimated by; None where there are more, or the list
        is too long."""
        if len(self.objective.prevalences.at(self.problem.k)) > 1:
            return None
        if self.problem.k == 2:
            return vertices_of(self.problem, self.most, above=above)
        heights = self._heights() if self.most == 2 else None
        return None if heights is None else vertices_of(self.problem, 2, above=above, heights=heights)

    def _best_listed(self, below: list[Matrix]) -> Evidence:
        """Bound the best of the listed mechanisms: for numbers below the demand's, which it keeps, and above."""
        above = below if self._is_rational else self._listed(above=True)
        assert above is not None
        mechanism, reached = self._best_of(below)
        return evidence_of_bounds(
            self.problem,
            mechanism,
            (min(reached, self._best_of(above)[1]), reached),
            source="the vertices, listed",
            estimators=self.objective.estimators_of(mechanism),
        )

    def _refused(self) -> Unsatisfiable:
        """Certify that nothing meets the conditions; refuse if something does, from which nothing is estimated."""
        found = contradict(self.problem)
        if not isinstance(found, Unsatisfiable):
            raise self._none_found()
        return found

    def _none_found(self) -> InputError:
        among = " under these conditions" if self.problem.conditions else ""
        more = "labels of answers, which may be split" if self.problem.conditions else "more outputs, or free"
        return InputError(
            f"no mechanism of {self.most} answers was found{among} from which the {self.objective.called} is estimated; give {more}"
        )

    def _bounded(self, free: Evidence, tried: Sequence[Matrix], how: str) -> Evidence:
        """Bound by the best of these mechanisms, and by any number of answers; under conditions by vertices, too."""
        listed = vertices_of(self.problem, self.most, above=False) if self.problem.conditions else None
        starts = self._near([*tried, *(listed or [])])
        descended = descend(self.problem, self.objective, self.most, starts[:MOST_BEGUN])
        mechanism, reached = self._best_of([*([] if descended is None else [descended]), *starts])
        lower, what = free.lower, "the least value of any number of answers"
        if self.problem.conditions:
            what = "the least value where answers may be split"
        mixed = self._least_mixed(listed) if listed else None
        if mixed is not None and mixed > lower:
            lower, what = mixed, "that of means of the vertices"
        return evidence_of_bounds(
            self.problem,
            mechanism,
            (lower, reached),
            source=f"{free.source}, and {how}",
            estimators=self.objective.estimators_of(mechanism),
            notes=(f"the lower bound is {what}; the mechanism's own is the upper one",),
        )

    def _least_mixed(self, below: list[Matrix]) -> Number | None:
        """The lower bound from the list of vertices, of variances of contrasts at one list of prevalences; None of others."""
        lists = self.objective.prevalences.at(self.problem.k)
        if len(lists) > 1 or not isinstance(self.objective, TotalVariance | Contrast):
            return None
        listed = below if self._is_rational else vertices_of(self.problem, self.most, above=True)
        return None if not listed else bound_of_vertices(listed, self.objective.contrast_of(self.problem.k), lists[0])

    @property
    def _is_rational(self) -> bool:
        return all(isinstance(x, Fraction) for x in self.problem.bounds.numbers())

    def _best_of(self, tried: Sequence[Matrix]) -> tuple[Mechanism, Number]:
        """The best of these mechanisms, with its value; of many only those are looked at exactly that are best in floats."""
        tried = self._near(tried)
        made = [Mechanism(self._padded(few), self.problem.inputs, self.problem.output_labels) for few in tried]
        values = [self.objective.value_bounds(mechanism)[1] for mechanism in made]
        found = [(x, n) for n, x in enumerate(values) if not is_infinite(x)]
        if not found:
            raise self._none_found()
        best, n = min(found)
        return made[n], best

    def _near(self, tried: Sequence[Matrix]) -> list[Matrix]:
        """Those of these mechanisms that are best in floats, the best first."""
        floats = [self._value(np.array([[float(x) for x in row] for row in few if any(row)])) for few in tried]
        return [tried[n] for n in np.argsort(floats, kind="stable")[:MOST_NEAR].tolist()]

    def _sharp(self) -> list[Matrix]:
        """Mechanisms without noise: the truth, and two answers whose probabilities are affine in the scores."""
        k, heights = self.problem.k, self._heights()
        found: list[Matrix] = [identity(k)] if k <= self.most and k <= MOST_NOISY else []
        return found if heights is None else [*found, (tuple(1 - x for x in heights), heights)]

    def _heights(self) -> tuple[Fraction, ...] | None:
        """The scores of the one contrast, or of several that are affine in one, from 0 to 1; None if there are more."""
        # a contrast that is alike for all inputs needs no answer
        contrast = [row for row in self.objective.contrast_of(self.problem.k) if max(row) > min(row)]
        scaled = [[(x - min(row)) / (max(row) - min(row)) for x in row] for row in contrast]
        risen = {tuple(min(row, [1 - x for x in row])) for row in scaled}
        return next(iter(risen)) if len(risen) == 1 else None

    def _noisy(self, sharp: Matrix) -> Matrix:
        """Mix a noiseless mechanism with the uniform one, with the largest weight that keeps the demand."""
        low, high, even = Fraction(0), Fraction(1), Fraction(1, len(sharp))

        def mixed(share: Fraction) -> Matrix:
            return tuple(tuple(share * x + (1 - share) * even for x in row) for row in sharp)

        if self.problem.demand.holds(Mechanism(sharp)):
            return sharp
        for _ in range(HALVINGS):
            require_time()
            middle = (low + high) / 2
            low, high = (middle, high) if self.problem.demand.holds(Mechanism(mixed(middle))) else (low, middle)
        return mixed(low)

    def _padded(self, rows: Matrix) -> Matrix:
        """The rows; if answers have labels, with zero rows for those that are never given."""
        lacking = self.most - len(rows) if self.problem.output_labels else 0
        return (*rows, *((rows[0][0] * 0,) * self.problem.k,) * lacking)

    def _merged(self, rows: Matrix) -> Matrix:
        """Merge two answers at a time, those that lose least, until there are few enough."""
        while len(rows) > self.most:
            require_time()
            pairs = list(itertools.combinations(range(len(rows)), 2))
            floats = np.array([[float(x) for x in row] for row in rows])
            losses = [self._value(np.vstack([np.delete(floats, (i, j), 0), floats[i] + floats[j]])) for i, j in pairs]
            i, j = pairs[int(np.argmin(losses))]
            merged = tuple(x + y for x, y in zip(rows[i], rows[j], strict=True))
            rows = (*(row for n, row in enumerate(rows) if n not in (i, j)), merged)
        return rows

    def _value(self, rows: npt.NDArray[np.float64]) -> float:
        """The objective in floats."""
        return float(values_in_floats(self.objective, rows[None])[0])

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Refuse a free ε or δ."""
        raise InputError(
            f"with {self.problem.free} free the {self.objective.called} is not designed for at most {self.most} answers; give one "
            f"{self.problem.free}, or ",
            SEVERAL,
        )

    def refute(self, found: Design, wanted: object) -> Refutation:
        """Refute: the bound for any number of answers shows that no smaller value is reached."""
        program = self._free()
        return program.refute(found, wanted)  # type: ignore[arg-type]

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that the number of answers is limited."""
        return (f"at most {self.most} answers are allowed; with outputs free the optimum may be smaller",)
