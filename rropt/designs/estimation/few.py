"""Find the best estimates from mechanisms of at most m answers, or prove bounds of the best value.

If the best mechanism of any number of answers has at most m answers, it is also the best one here. Otherwise bounds are given.

The contrasts are identified if they are linear combinations of the rows. The vector (1, …, 1) is the sum of the rows, so it is
always such a combination. So no value is finite if m is less than the rank of the contrasts together with (1, …, 1).

The lower bound is the least value for any number of answers. If there are conditions on answers, it is the least value if several
answers may have one label; then for variances of contrasts the list of vertices gives another lower bound (`mixtures.py`), and the
larger of the two is taken.

The upper bound is the value of the best mechanism that was found with at most m answers. If there are conditions, the following
mechanisms are tried:

* the design for the lower bound, after the rows of the answers with one label have been added up;
* the vertices of the mechanisms of few answers, if they can be listed (`reductions/few_lists.py`).

Without conditions, the following are tried:

* The design for the lower bound, after answers have been merged two at a time until at most m are left. Each time the two answers
  are merged for which the value rises least. To merge two answers is to add their rows. This keeps every demand, because demands
  are closed under processing.
* The mechanism that answers the truth, mixed with noise.
* If the contrasts are affine functions of one score, two answers whose probabilities are affine in the score, mixed with noise.

A demand is convex and allows answers that tell nothing, so the least noise that keeps a demand is found by halving. In both cases,
descents start from the best of these mechanisms and from random mixtures, and their result is tried too (`descent.py`).

There are two cases in which one number, the information, determines every variance that is estimated: two inputs, and one contrast
from two answers, whose probabilities are then affine in the scores. If the scores range from 0 to 1, the information is
Σ (r_b − r_a)²/(r·π) over the rows r, where a is an input of score 0, and b is one of score 1. The variances fall with this number,
which is convex in the rows. So if there is one list of prevalences, the vertex of the largest information is the best mechanism.
Then the bounds meet if the demand's numbers are rational, and else they nearly meet.
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
from rropt.exact.matrix import Matrix, identity, total_of
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
MOST_NEAR = 16  # mechanisms, the best in floats, whose exact values are computed; no lower bound follows from these
MOST_BEGUN = 3  # mechanisms, the best of these, from which descents start
MOST_NOISY = 32  # inputs whose truth is mixed with noise


@dataclass(frozen=True, slots=True)
class FewEstimates(OfEstimation, AtMost):
    """The program for an objective about the covariance of estimates, if a mechanism may have at most m answers."""

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
        """Return no value, because the problem is not convex. Raise InputError if a solver is named."""
        self.require_no_solver(solver)
        return NumericAnswer(
            status="not posed, because with few answers the program is not convex", value=math.nan, source="HiGHS"
        )

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained | Unsatisfiable:
        """Return the certified best design for any number of answers, if it has at most m answers; else a design with bounds.

        If there are conditions on answers or labels of outputs, a design with bounds is always returned. If no mechanism meets the
        conditions, or if no estimate has a finite variance, this is certified instead.
        """
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
        """List the vertices of the set of mechanisms with few answers, if the best mechanism must be a vertex.

        Some vertex is best if there is one list of prevalences and one of two conditions holds. The first is that there are two
        inputs. The second is that at most two answers are allowed and all contrasts are affine functions of one score.

        If the ratios e^ε and slacks δ of the demand are irrational, they are rounded to rationals. They are rounded down, so that
        the vertices keep the demand, or up if `above` is true. None if the best mechanism may be no vertex, or if the list is too
        long.
        """
        if len(self.objective.prevalences.at(self.problem.k)) > 1:
            return None
        if self.problem.k == 2:
            return vertices_of(self.problem, self.most, above=above)
        heights = self._heights() if self.most == 2 else None
        return None if heights is None else vertices_of(self.problem, 2, above=above, heights=heights)

    def _best_listed(self, below: list[Matrix]) -> Evidence:
        """Return the best of the mechanisms in `below`, with bounds from both sides.

        `below` has the vertices for the demand, or, if the demand's numbers are irrational, for a slightly stronger rational
        demand. The best value in `below` is the upper bound. The lower bound is the best value among the vertices for the demand
        itself, or for a slightly weaker rational demand.
        """
        above = below if self.is_rational else self._listed(above=True)
        assert above is not None
        mechanism, least = (self.mechanism_of(max(listed, key=self._information)) for listed in (below, above))
        lower, reached = self.objective.value_bounds(least)[0], self.objective.value_bounds(mechanism)[1]
        if is_infinite(lower) or is_infinite(reached):
            raise self._none_found()
        return evidence_of_bounds(
            self.problem,
            mechanism,
            (min(reached, lower), reached),
            source="the vertices, listed",
            estimators=self.objective.estimators_of(mechanism),
        )

    def _information(self, rows: Matrix) -> Number:
        """Compute the information of a mechanism in the list that `_listed` returns.

        The larger the information, the smaller are the variances. If it is 0, they are infinite.
        """
        (pi,), heights = self.objective.prevalences.at(self.problem.k), self._heights()
        assert heights is not None
        low, high = heights.index(Fraction(0)), heights.index(Fraction(1))
        shares = [total_of([x * p for x, p in zip(row, pi, strict=True)]) for row in rows]
        risen = [(row[high] - row[low], share) for row, share in zip(rows, shares, strict=True)]
        return total_of([rise * rise / share for rise, share in risen if rise])

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
            f"no mechanism of {self.most} answers with a finite {self.objective.called} was found{among}; give {more}"
        )

    def _bounded(self, free: Evidence, tried: Sequence[Matrix], how: str) -> Evidence:
        """Return the best mechanism that is found, with its value as the upper bound, and with a lower bound.

        `free` is the optimum for any number of answers. Its value is a lower bound, unless the vertices give a larger one.

        The mechanisms in `tried` are candidates. If there are conditions, the vertices are candidates too. Descents start from the
        best of these, and their result is one more candidate. The best candidate is returned. `how` says in words where `tried`
        comes from.
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
        """Compute the lower bound that follows from the vertices of the set of mechanisms with few answers (`mixtures.py`).

        If the numbers of the demand are rational, the list of vertices is `below`. Otherwise the list is made for a slightly weaker
        demand, in which the ratios and slacks are rounded up to rationals.

        None if the objective is neither a total variance nor a variance of contrasts, if there are several lists of prevalences, or
        if there is no list of vertices.
        """
        lists = self.objective.prevalences.at(self.problem.k)
        if len(lists) > 1 or not isinstance(self.objective, TotalVariance | Contrast):
            return None
        listed = below if self.is_rational else vertices_of(self.problem, self.most, above=True)
        return None if not listed else bound_of_vertices(listed, self.objective.contrast_of(self.problem.k), lists[0])

    def _best_of(self, tried: Sequence[Matrix]) -> tuple[Mechanism, Number]:
        """Return the best of these mechanisms, with an upper bound of its value; raise an error if none has a finite value.

        If the value is known exactly, the bound is the value itself.
        """
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
        """List mechanisms without noise: none, one or two.

        One mechanism always answers with the true input. It is left out if there are more inputs than answers are allowed, or more
        than MOST_NOISY inputs. If all contrasts are affine functions of one score, another mechanism has two answers whose
        probabilities are affine in the score.
        """
        k, heights = self.problem.k, self._heights()
        found: list[Matrix] = [identity(k)] if k <= self.most and k <= MOST_NOISY else []
        return found if heights is None else [*found, (tuple(1 - x for x in heights), heights)]

    def _heights(self) -> tuple[Fraction, ...] | None:
        """Return the score of each input, scaled to the range 0 to 1, if all contrasts are affine functions of one score. Else
        return None.
        """
        # a contrast that is the same for all inputs needs no answer
        contrast = [row for row in self.objective.contrast_of(self.problem.k) if max(row) > min(row)]
        scaled = [[(x - min(row)) / (max(row) - min(row)) for x in row] for row in contrast]
        risen = {tuple(min(row, [1 - x for x in row])) for row in scaled}
        return next(iter(risen)) if len(risen) == 1 else None

    def _noisy(self, sharp: Matrix) -> Matrix:
        """Mix a noiseless mechanism with uniformly random answers, so that the demand is satisfied.

        The weight of the noiseless mechanism is found by bisection. It is nearly the largest that the demand allows.
        """
        low, high, even = Fraction(0), Fraction(1), Fraction(1, len(sharp))

        def mixed(share: Fraction) -> Matrix:
            return tuple(tuple(share * x + (1 - share) * even for x in row) for row in sharp)

        def holds(rows: Matrix) -> bool:
            return self.problem.demand.holds(Mechanism(rows, self.problem.inputs))

        if holds(sharp):
            return sharp
        for _ in range(HALVINGS):
            require_time()
            middle = (low + high) / 2
            low, high = (middle, high) if holds(mixed(middle)) else (low, middle)
        return mixed(low)

    def _merged(self, rows: Matrix) -> Matrix:
        """Merge two answers at a time, until no more answers are left than allowed.

        To merge two answers is to add their rows. In each step those two answers are merged whose merging raises the objective
        least.
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
        """Raise an error, because ε and δ must be given as numbers if the number of answers is limited."""
        raise InputError(
            f"if {self.problem.free} is free, the {self.objective.called} cannot be designed with at most {self.most} answers; "
            f"give one {self.problem.free}, or ",
            SEVERAL,
        )

    def refute(self, found: Design, wanted: Number) -> Refutation:
        """Prove that the wanted value is not reached with any number of answers. So it is not reached with few answers either."""
        return self._free().refute(found, wanted)

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that the number of answers is limited."""
        return (f"at most {self.most} answers are allowed; with outputs free the optimum may be smaller",)
