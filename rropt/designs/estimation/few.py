"""Estimates from at most m answers: the best of any number of answers where it has so few, else bounds.

What is estimated is identified if the contrasts and (1, …, 1), the sum of the rows, are combinations of the rows, so that fewer
answers than the rank of these leave no finite value. The least value of any number of answers bounds that of few from below. From
above there is the best found of these mechanisms of few:

* two answers of a best one are merged (their rows added, which keeps every demand, as demands are closed under processing), those
  that lose least, until there are few enough;
* the truth, or of one contrast, and of several that are affine in one, two answers whose chances are affine in the scores, with as
  much noise as the demand wants: demands are convex and allow answers that tell nothing, so that the largest share of the truth
  that keeps it is found by halving.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from rropt.certificate.writing import dumps
from rropt.designs.objectives.estimation import OfEstimation
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix, identity
from rropt.exact.patience import require_time
from rropt.mechanism import Mechanism
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Search, Unattained
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.contract import Program
from rropt.problem.pieces.halving import SEVERAL
from rropt.problem.problem import Problem
from rropt.problem.refutation import Refutation
from rropt.problem.result import Design

__all__ = ["FewEstimates"]

HALVINGS = 40
MOST_NOISY = 32  # inputs whose truth is mixed with noise
SINGULAR = 1e-9  # of the largest eigenvalue, below which M is taken for singular while answers are merged


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
        return self.pose_free(self.problem.with_usual_answers())

    def numeric(self, solver: str | None) -> NumericAnswer:
        """No value: no solver takes a problem that is not convex."""
        if solver is not None:
            raise InputError(
                f"at most {self.most} answers are no convex program, which {solver} cannot solve; leave the solver out"
            )
        return NumericAnswer(status="not posed, as few answers make no convex program", value=math.nan, source="HiGHS")

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unattained:
        """Certify the optimum for any number of answers if it has few enough, else bounds."""
        program = self._free()
        free = program.prove(program.theorem(), optima="one")
        if not isinstance(free, Evidence):
            assert isinstance(free, Unattained)
            return free
        rows = tuple(row for row in free.rows if any(row))
        stated = json.loads(free.certificate)
        is_own = stated["claim"] in ("optimal", "within") and "prices" in stated and not self.problem.output_labels
        if 0 < len(rows) == len(free.rows) <= self.most and is_own:
            return replace(free, certificate=dumps({**stated, "most_outputs": str(self.most)}), minimisers=())
        mechanism, reached = self._best_found(rows)
        return evidence_of_bounds(
            self.problem,
            mechanism,
            (free.lower, reached),
            source=f"{free.source}, and answers merged",
            estimators=self.objective.estimators_of(mechanism),
            notes=(
                "the lower bound is the least value of any number of answers; the mechanism's own is the upper one",
            ),
        )

    def _best_found(self, rows: Matrix) -> tuple[Mechanism, Number]:
        """The best mechanism with few answers among those tried, with its value."""
        tried = [self._merged(rows)] if rows else []
        tried += [self._noisy(sharp) for sharp in self._sharp()]
        made = [Mechanism(self._padded(few), self.problem.inputs, self.problem.output_labels) for few in tried]
        values = [self.objective.value_bounds(mechanism)[1] for mechanism in made]
        found = [(x, n) for n, x in enumerate(values) if not is_infinite(x)]
        if not found:
            raise InputError(
                f"no mechanism of {self.most} answers was found from which the {self.objective.called} is estimated; give more "
                "outputs, or free"
            )
        best, n = min(found)
        return made[n], best

    def _sharp(self) -> list[Matrix]:
        """Mechanisms without noise: the truth, and two answers whose probabilities are affine in the scores."""
        k, contrast = self.problem.k, self.objective.contrast_of(self.problem.k)
        found: list[Matrix] = [identity(k)] if k <= self.most and k <= MOST_NOISY else []
        # scores from 0 to 1, falling or rising; a contrast that is alike for all inputs needs no answer
        scaled = [[(x - min(row)) / (max(row) - min(row)) for x in row] for row in contrast if max(row) > min(row)]
        risen = {tuple(min(row, [1 - x for x in row])) for row in scaled}
        if len(risen) == 1:
            (heights,) = risen
            found.append((tuple(1 - x for x in heights), heights))
        return found

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
        """The sum of the contrasts' variances in floats, the largest over the prevalences; a large number if they are
        not identified."""
        K = np.array([[float(x) for x in row] for row in self.objective.contrast_of(self.problem.k)])
        found = []
        for pi in self.objective.prevalences.at(self.problem.k):
            M = rows.T @ (rows / (rows @ np.array([float(x) for x in pi]))[:, None])
            back = np.linalg.pinv(M, rcond=SINGULAR, hermitian=True)
            missed = np.abs(K - K @ back @ M).max() > np.sqrt(SINGULAR)
            found.append(math.inf if missed else float(np.trace(K @ back @ K.T)))
        return max(found)

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
