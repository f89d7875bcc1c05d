"""Estimates from at most m answers: if the best mechanism of any number of answers has at most m, it is taken; else bounds.

The contrasts are identified if they are linear combinations of the rows. The vector (1, …, 1) always is one, as the sum of the
rows. So no value is finite if there are fewer answers than the rank of the contrasts together with (1, …, 1).

The lower bound is the least value for any number of answers; under conditions, the least value where answers may be split. For
variances of contrasts the list of vertices gives another lower bound (`mixtures.py`), and the larger of the two is taken.

The upper bound is the value of the best of these mechanisms of at most m answers:

* under conditions, the design for the lower bound with the answers of each label added up, and the vertices of the mechanisms of
  few answers if they can be listed (`reductions/few_lists.py`);
* the design for the lower bound after two of its answers at a time have been merged, always the two that lose least, until there
  are few enough. To merge answers is to add their rows, which keeps every demand, because demands are closed under processing;
* the truth with noise; and, for contrasts that are affine functions of one score, two answers with noise whose probabilities are
  affine in the score. A demand is convex and allows answers that tell nothing, so the least noise that keeps it is found by
  halving;
* the result of descents that start from the best of these and from random mixtures (`descent.py`).

In two cases everything that is estimated has a variance that falls with a single number, the information, which is convex in the
rows: for two inputs, and for one contrast from two answers (whose probabilities are then affine in the scores). So at one list of
prevalences the best mechanism is a vertex, and the bounds meet; they nearly meet if the demand has irrational numbers.
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
from rropt.designs.reductions.at_most import AtMost
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
MOST_NEAR = 16  # mechanisms, the best in floats, whose exact values are computed
MOST_BEGUN = 3  # mechanisms, the best of these, from which descents start
MOST_NOISY = 32  # inputs whose truth is mixed with noise


@dataclass(frozen=True, slots=True)
class FewEstimates(OfEstimation, AtMost):
    """The least value of an objective of the covariance with at most m answers."""

    problem: Problem
    pose_free: Callable[[Problem], Program]

    @property
    def is_bounded(self) -> bool:
        """Always True: in general the checker verifies only that the mechanism keeps the demand, and rropt alone states the bounds.

        Nevertheless, `prove` may find a design whose optimality the checker verifies.
        """
        return True

    def _free(self) -> Program:
        """Pose the same problem for any number of answers. If the problem has conditions, several answers may have one label."""
        free = with_labels(self.problem) if self.problem.conditions else self.problem.with_usual_answers()
        return self.pose_free(free)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Return no value: the problem is not convex, so no solver is asked."""
        self.require_no_solver(solver)
        return NumericAnswer(
            status="not posed, because with few answers the program is not convex", value=math.nan, source="HiGHS"
        )

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained | Unsatisfiable:
        """If the best design for any number of answers has at most m answers, certify it. Else return bounds."""
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
        """List the vertices of the mechanisms of few answers, if some vertex must be the best mechanism.

        This is so if there is one list of prevalences and either there are two inputs, or there are two answers and all contrasts
        are affine functions of one score. In all other cases, or if the list is too long, the result is None. The vertices are
        listed for rational ratios and slacks that are at most the demand's or, if `above`, at least the demand's.
        """
        if len(self.objective.prevalences.at(self.problem.k)) > 1:
            return None
        if self.problem.k == 2:
            return vertices_of(self.problem, self.most, above=above)
        heights = self._heights() if self.most == 2 else None
        return None if heights is None else vertices_of(self.problem, 2, above=above, heights=heights)

    def _best_listed(self, below: list[Matrix]) -> Evidence:
        """Return bounds and the best of the mechanisms in `below`, which all keep the demand.

        The mechanisms in `below` are the vertices for ratios and slacks at most the demand's; the value of the best one is the
        upper bound. The lower bound is the least value in another list: the vertices for ratios and slacks at least the demand's.
        """
        above = below if self.is_rational else self._listed(above=True)
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
        """Certify that no mechanism meets the conditions.

        Raise an error if some mechanism does meet them, but identifies nothing of what is estimated.
        """
        found = contradict(self.problem)
        if not isinstance(found, Unsatisfiable):
            raise self._none_found()
        return found

    def _none_found(self) -> InputError:
        among = " under these conditions" if self.problem.conditions else ""
        more = "more outputs, or free"
        if self.problem.conditions:
            more = "labels of answers (then several answers may share a label)"
        return InputError(
            f"no mechanism of {self.most} answers was found{among} from which the {self.objective.called} is estimated; give {more}"
        )

    def _bounded(self, free: Evidence, tried: Sequence[Matrix], how: str) -> Evidence:
        """Bound from above by the best mechanism found, and from below by the optimum `free` for any number of answers.

        The mechanisms that are compared are those in `tried`, the vertices if there are conditions, and the result of descents that
        start from the best of these. `how` says in words where `tried` comes from.
        """
        listed = vertices_of(self.problem, self.most, above=False) if self.problem.conditions else None
        starts = self._near([*tried, *(listed or [])])
        descended = descend(self.problem, self.objective, self.most, starts[:MOST_BEGUN])
        mechanism, reached = self._best_of([*([] if descended is None else [descended]), *starts])
        lower, what = free.lower, "the least value of any number of answers"
        if self.problem.conditions:
            what = "the least value if the answers of a label may be split"
        mixed = self._least_mixed(listed) if listed else None
        if mixed is not None and mixed > lower:
            lower, what = mixed, "the least value of weighted means of the vertices"
        return evidence_of_bounds(
            self.problem,
            mechanism,
            (lower, reached),
            source=f"{free.source}, and {how}",
            estimators=self.objective.estimators_of(mechanism),
            notes=(f"the lower bound is {what}; the upper bound is the value of the mechanism stated",),
        )

    def _least_mixed(self, below: list[Matrix]) -> Number | None:
        """Compute the lower bound that follows from a list of vertices (`mixtures.py`).

        If the demand's numbers are rational, this list is `below`. Else it is made for a slightly weaker demand, with rational
        ratios and slacks that are none smaller. Return None if the objective is not a total variance or a variance of contrasts, if
        there are several lists of prevalences, or if there is no list of vertices.
        """
        lists = self.objective.prevalences.at(self.problem.k)
        if len(lists) > 1 or not isinstance(self.objective, TotalVariance | Contrast):
            return None
        listed = below if self.is_rational else vertices_of(self.problem, self.most, above=True)
        return None if not listed else bound_of_vertices(listed, self.objective.contrast_of(self.problem.k), lists[0])

    def _best_of(self, tried: Sequence[Matrix]) -> tuple[Mechanism, Number]:
        """Return the best of these mechanisms, with its exact value; raise an error if none has a finite value.

        Only the MOST_NEAR mechanisms that are best in floats are evaluated exactly.
        """
        tried = self._near(tried)
        made = [self.mechanism_of(few) for few in tried]
        values = [self.objective.value_bounds(mechanism)[1] for mechanism in made]
        found = [(x, n) for n, x in enumerate(values) if not is_infinite(x)]
        if not found:
            raise self._none_found()
        best, n = min(found)
        return made[n], best

    def _near(self, tried: Sequence[Matrix]) -> list[Matrix]:
        """Return at most MOST_NEAR of these mechanisms, the best in floats first."""
        floats = [self._value(np.array([[float(x) for x in row] for row in few if any(row)])) for few in tried]
        return [tried[n] for n in np.argsort(floats, kind="stable")[:MOST_NEAR].tolist()]

    def _sharp(self) -> list[Matrix]:
        """List mechanisms without noise, of at most two kinds.

        The first answers the truth, unless that needs too many answers. The second has two answers with probabilities affine in the
        score, if all contrasts are affine functions of one score.
        """
        k, heights = self.problem.k, self._heights()
        found: list[Matrix] = [identity(k)] if k <= self.most and k <= MOST_NOISY else []
        return found if heights is None else [*found, (tuple(1 - x for x in heights), heights)]

    def _heights(self) -> tuple[Fraction, ...] | None:
        """If all contrasts are affine functions of one score, return this score of each input, scaled to the range 0 to 1; else
        None."""
        # a contrast that is the same for all inputs needs no answer
        contrast = [row for row in self.objective.contrast_of(self.problem.k) if max(row) > min(row)]
        scaled = [[(x - min(row)) / (max(row) - min(row)) for x in row] for row in contrast]
        risen = {tuple(min(row, [1 - x for x in row])) for row in scaled}
        return next(iter(risen)) if len(risen) == 1 else None

    def _noisy(self, sharp: Matrix) -> Matrix:
        """Mix a noiseless mechanism with uniformly random answers; halving finds nearly the largest noiseless part that the demand
        allows."""
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

    def _merged(self, rows: Matrix) -> Matrix:
        """Reduce the number of answers to the one allowed, by merging two answers at a time (their rows are added up).

        Each time the two answers are merged for which the objective rises least.
        """
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
        """Compute the objective of a mechanism in floats."""
        return float(values_in_floats(self.objective, rows[None])[0])

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Raise an error: ε or δ may not be free with few answers."""
        raise InputError(
            f"with {self.problem.free} free no design of at most {self.most} answers for the {self.objective.called} is available; "
            f"give one {self.problem.free}, or ",
            SEVERAL,
        )

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Prove that the wanted value is not reached with any number of answers, and so not with few."""
        return self._free().refute(found, wanted)

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that the number of answers is limited."""
        return (f"at most {self.most} answers are allowed; with outputs free the optimum may be smaller",)
