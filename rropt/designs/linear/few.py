"""Optimise linear objectives by branch and bound over sets of answers, if at most m of the answers may ever be given.

A linear objective has weights W_l for each answer l, and a row r of a mechanism is worth W_l·r if its output is the answer l. Take
any mechanism of at most m rows, and assign to each row the answer l with the largest W_l·r. If two rows have the same answer,
replace them by their sum; the value stays the same. The result has one row for each answer, and at most m of these rows are not 0.

So the optimum is the best of the optima over all sets of m answers. The optimum over a larger set is a bound for all of its
subsets. The search takes the set with the best bound, and one answer that the best mechanism of this set gives. It splits the set
into two cases. In one case this answer is left out; in the other the search never leaves it out later. The search ends when every
set has a bound no better than the best mechanism of m answers found so far. The certificate lists the remaining sets with their
multipliers (`few_labels` in SPEC.md, section 7).

An answer that is not given counts as a row of 0 in every condition. So if only some answers may be given, each condition keeps only
its terms for these answers. A set of answers is left out of the search if no mechanism with it meets the conditions. The checker
knows no claim about few answers under conditions. So if there are conditions, rropt states the bounds without a certificate. If the
search ends, the bounds are equal.

For a trace Σ w_i p_ii under one demand for all pairs, the answers of the m largest weights are best. To see this, exchange inputs
together with their answers.
"""

from __future__ import annotations

import heapq
import itertools
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from rropt.certificate.judge import judge
from rropt.certificate.scope import scope_of
from rropt.certificate.writing import Document, dumps, head, without_schema
from rropt.designs.objectives.cost import Linear
from rropt.designs.objectives.linear import OfEntries
from rropt.designs.objectives.trace import Trace
from rropt.designs.reductions.at_most import AtMost
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Either, InputError
from rropt.exact.fields import DELTA
from rropt.exact.matrix import Matrix
from rropt.exact.patience import require_time
from rropt.problem.answers import Evidence, NumericAnswer, Parts, Search, Unsatisfiable, ask_cvxpy
from rropt.problem.contract import Objective, Program
from rropt.problem.pieces.answer import Draft, answer_together
from rropt.problem.pieces.piece import Formula, Piece
from rropt.problem.pieces.sampled import compare_values, sampled_ratios
from rropt.problem.problem import Problem
from rropt.problem.result import Leg
from rropt.problem.verdicts import Optima

__all__ = ["FewLabels"]

MOST_CASES = 256
MOST_SETS = 1 << 14  # the most sets of m answers for which the checker looks for a case
ZERO = Fraction(0)

Kept = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A set of answers that the search considers.

    Only `answers` may be given. From this set, the search no longer tries to leave out the answers in `always`. `found` has the
    optimum among the mechanisms that give only `answers`.
    """

    answers: Kept
    always: frozenset[int]
    found: Evidence

    @property
    def frequencies(self) -> dict[int, float]:
        """For each answer, its probability in the case's mechanism, added up over all inputs."""
        return {i: sum(map(float, row)) for i, row in zip(self.answers, self.found.rows, strict=True)}


@dataclass(frozen=True, slots=True)
class FewLabels(AtMost):
    """The program of a linear objective if the problem limits how many of its answers a mechanism may give.

    The objective may also be the worst of several linear objectives. `pose` takes a problem that has only some of the answers, and
    returns its program.
    """

    problem: Problem
    pose: Callable[[Problem], Program]
    restate: Callable[[Sequence[Linear]], Objective]
    """A function that builds the objective restricted to some answers. It is given one Linear for each of the objectives, of which
    there is one unless the problem is the worst of several."""

    @property
    def is_bounded(self) -> bool:
        """Whether the problem has conditions, so that the bounds are stated without a certificate."""
        return bool(self.problem.conditions)

    @property
    def _is_max(self) -> bool:
        return self.problem.objective.sense == "max"

    # one case

    def _among(self, answers: Kept) -> Problem | None:
        """Restrict the problem to these answers. None if this alone makes a condition fail.

        That is so if a condition is only about answers that are left out, and fails because they then have probability 0.
        """
        objective, problem = self.problem.objective, self.problem
        assert isinstance(objective, OfEntries)
        every = objective.matrices(self.problem.k, self.problem.m)
        several = [Linear([weights[i] for i in answers], sense=objective.sense) for weights in every]
        places = {i: n for n, i in enumerate(answers)}
        kept = [
            replace(c, terms=tuple(((places[i], j), a) for (i, j), a in c.terms if i in places))
            for c in problem.conditions
        ]
        if any(not c.terms and not c.holds(()) for c in kept):
            return None
        asked = [c for c in kept if c.terms]
        return Problem(self.restate(several), problem.demand, inputs=problem.inputs or problem.k, subject_to=asked)

    def _solved(self, answers: Kept, always: frozenset[int]) -> Case | Unsatisfiable | None:
        """Find the optimum among the mechanisms that give only `answers`.

        Return a `Case` that keeps the answers in `always`. If the linear program shows that no such mechanism meets the conditions,
        return Unsatisfiable. If a condition is only about other answers, and fails because these have probability 0, return None.
        """
        posed = self._among(answers)
        if posed is None:
            return None
        found = self.pose(posed).prove(None, optima="one")
        assert isinstance(found, Evidence | Unsatisfiable)
        return Case(answers, always, found) if isinstance(found, Evidence) else found

    def _filled(self, answers: Kept, rows: Matrix) -> Matrix:
        """Add zero rows to a mechanism of these answers, so that it has a row for every answer of the problem."""
        own = dict(zip(answers, rows, strict=True))
        return tuple(own.get(i, (ZERO,) * self.problem.k) for i in range(self.problem.m))

    def _given(self, case: Case) -> int:
        return sum(any(row) for row in case.found.rows)

    def _reached(self, case: Case) -> Number:
        """Return the value of the case's mechanism. For a minimisation its sign is changed, so that larger is always better."""
        return case.found.lower if self._is_max else -case.found.upper

    def _bound(self, case: Case) -> Number:
        """Return a bound on the value of every mechanism that gives only the case's answers.

        For a minimisation its sign is changed, so that larger is always better.
        """
        return case.found.upper if self._is_max else -case.found.lower

    # the cases

    def _best_of_trace(self) -> Kept | None:
        """If the objective is a trace, return the answers with the largest weights, as many as may be given.

        These answers are best if one demand holds for all pairs of inputs. Return None if the objective is no trace, if there are
        several demands or demands on averages, or if there are conditions.
        """
        objective, bounds = self.problem.objective, self.problem.bounds
        if not isinstance(objective, Trace) or bounds.common is None or bounds.averages() or self.problem.conditions:
            return None
        weights = objective.weights or (Fraction(1),) * self.problem.k
        order = sorted(range(self.problem.k), key=lambda i: weights[i], reverse=True)
        return tuple(sorted(order[: self.most]))

    def _search(self) -> tuple[list[Case], Case | None] | Unsatisfiable:
        """Search by branch and bound, where m is the number of answers that may be given.

        Return two things. The first is the list of the cases left at the end; every mechanism of at most m answers has a value
        within the bound of one of them. The second is the case whose mechanism is the best found of at most m answers, or None if
        no such mechanism was found. If no mechanism exists even with all answers, return Unsatisfiable instead.
        """
        of_trace = self._best_of_trace()
        first = self._solved(of_trace or tuple(range(self.problem.m)), frozenset())
        assert first is not None
        if isinstance(first, Unsatisfiable):
            return first
        if of_trace is not None:
            return [first], first
        best = self._climbed(first)
        # the heap gives the case with the least -bound, which has the best bound; the count orders cases of equal bounds
        count = itertools.count()
        open_cases = [(-self._bound(first), next(count), first)]
        closed: list[Case] = []
        while open_cases and len(open_cases) + len(closed) < MOST_CASES:
            require_time()
            _, _, case = heapq.heappop(open_cases)
            if self._given(case) <= self.most and (best is None or self._reached(case) > self._reached(best)):
                best = case
            if len(case.answers) <= self.most or (best is not None and not self._bound(case) > self._reached(best)):
                closed.append(case)
                continue
            for part in self._split(case):
                heapq.heappush(open_cases, (-self._bound(part), next(count), part))
        return [*closed, *(case for *_, case in open_cases)], best

    def _split(self, case: Case) -> Iterator[Case]:
        """Choose an answer, and split the case into one without this answer and one that keeps it.

        The chosen answer is the one that the case's mechanism gives most often, among those that the case does not yet keep. If the
        second case keeps as many answers as may be given, its other answers are left out. Yield the cases that have an optimum.
        """
        given = case.frequencies
        chosen = max((i for i in case.answers if i not in case.always), key=lambda i: given[i])
        without, kept = tuple(i for i in case.answers if i != chosen), case.always | {chosen}
        sets = [(without, case.always), *([] if len(kept) < self.most else [(tuple(sorted(kept)), kept)])]
        found = [self._solved(answers, always) for answers, always in sets]
        # a set of answers with which nothing meets the conditions needs no bound
        yield from (one for one in found if isinstance(one, Case))
        if len(kept) < self.most:
            yield Case(case.answers, kept, case.found)

    def _climbed(self, whole: Case) -> Case | None:
        """Solve with only those answers that the best mechanism of all answers gives most often, as many as may be given.

        None if no mechanism with these answers meets the conditions.
        """
        given = whole.frequencies
        chosen = sorted(whole.answers, key=lambda i: -given[i])[: self.most]
        best = self._solved(tuple(sorted(chosen)), frozenset())
        return best if isinstance(best, Case) else None

    # the legs

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve in floats for every set of as many answers as may be given, and return the best of these optima.

        If a solver of cvxpy is named, solve one integer program with it instead. If `_best_of_trace` names the best set, only this
        set is solved. If there are too many sets, or if none has a solution, the value is NaN and the status says why.
        """
        if solver is not None:
            return ask_cvxpy(lambda problem, name: problem.solve_cvxpy(name), self.problem, solver)
        of_trace, m = self._best_of_trace(), self.problem.m
        if of_trace is None and comb(m, self.most) > MOST_CASES // 4:
            return NumericAnswer(status="not listed", value=math.nan, source="HiGHS, for every set of answers")
        sets = [of_trace] if of_trace else list(itertools.combinations(range(m), self.most))
        posed = [problem for answers in sets if (problem := self._among(answers)) is not None]
        found = [one for one in (self.pose(problem).numeric(None) for problem in posed) if not math.isnan(one.value)]
        if not found:
            return NumericAnswer(status="Infeasible", value=math.nan, source="HiGHS, for every set of answers")
        best = (max if self._is_max else min)(found, key=lambda one: one.value)
        return NumericAnswer(
            status=best.status,
            value=best.value,
            source=f"HiGHS, for {len(found)} sets of answers" if len(found) > 1 else best.source,
            resolution=max(one.resolution for one in found),
        )

    def prove(self, theorem: object, *, optima: Search) -> Evidence | Unsatisfiable:
        """Certify the best mechanism found, and bounds on the optimum.

        The search ends with a list of cases, whose bounds together hold for all mechanisms that give no more answers than allowed.
        The certificate has the multipliers of each case.

        If no mechanism exists even with all answers, certify that. The bounds are stated without a certificate if there
        are conditions, or if no certificate can be written that the checker is able to check. If no mechanism with few enough
        answers was found, an InputError is raised.
        """
        found = self._search()
        if isinstance(found, Unsatisfiable):
            natural = self.problem.restated(outputs=self.problem.output_labels or self.problem.m)
            impossible = self.pose(natural).prove(None, optima="one")
            assert isinstance(impossible, Unsatisfiable)
            return impossible
        cases, best = found
        if best is None:
            raise InputError(
                f"no mechanism that meets the conditions and uses at most {self.most} of the {self.problem.m} answers "
                f"{'exists' if len(cases) < MOST_CASES else 'was found'}; allow more outputs, or give other conditions"
            )
        upper = max(self._bound(case) for case in cases)
        bounds = (self._reached(best), upper) if self._is_max else (-upper, -self._reached(best))
        rows, source = self._filled(best.answers, best.found.rows), f"{best.found.source}, for {_counted(len(cases))}"
        known = Optima.UNASKED if optima == "one" else Optima.UNSEARCHED
        is_tried = self._best_of_trace() is not None or comb(self.problem.m, self.most) <= MOST_SETS
        document = self._document(rows, cases, bounds) if is_tried and not self.is_bounded else None
        if document is None or judge(text := dumps(document)).asks_too_much:
            return self.stated(rows, bounds, source)
        return replace(self.certified(rows, bounds, text, source), optima=known if bounds[0] == bounds[1] else None)

    def _document(self, rows: Matrix, cases: list[Case], bounds: tuple[Number, Number]) -> Document | None:
        """Join the certificates of the cases into one certificate. None if one is over another field or has no multipliers."""
        objective = self.problem.objective
        assert isinstance(objective, OfEntries)
        stated = [x for weights in objective.matrices(self.problem.k, self.problem.m) for row in weights for x in row]
        scope, found = self.begin_certificate(rows, bounds, stated)
        listed: list[Document] = []
        for answers, certificate in {case.answers: case.found.certificate for case in cases}.items():
            judged: Document = json.loads(certificate)
            if judged["field"] != found["field"] or "prices" not in judged:
                return None
            evidence: Document = {key: judged[key] for key in ("prices", "witness") if key in judged}
            listed.append({"outputs": list(map(str, answers)), **evidence})
        return {**found, "mechanism": scope.matrix(rows), "cases": listed}

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Find the optimum for every value of the free ε or δ.

        This is done only for a trace under one demand on all pairs, because its best answers are the same for all values. For any
        other problem, an InputError is raised, because each set of answers would have pieces of its own.
        """
        answers = self._best_of_trace()
        if answers is None:
            raise InputError(
                f"if {self.problem.free} is free, the {self.problem.objective.called} cannot be designed with at most {self.most} "
                f"of {self.problem.m} answers; give {self.problem.free} as one number, such as 1/2, or ",
                Either(
                    "ask frontier for the optimum at several",
                    f"--along {self.problem.free} instead of --{self.problem.free} for the optimum at several",
                ),
            )
        drafts = []
        posed = self._among(answers)
        assert posed is not None
        for piece in self.pose(posed).pieces(closed_forms=False).pieces:
            judged: Document = json.loads(piece.certificate)
            parts = judged["pieces"] if judged["claim"] == "pieces" else [judged]
            forms = [self._filled(answers, mechanism.rows) for mechanism in piece.mechanisms]
            assert not isinstance(piece.value, Formula)
            documents = [without_schema(self._of_piece(answers, part)) for part in parts]
            drafts.append(Draft(domain=judged["field"], documents=documents, forms=forms, value=piece.value))
        return answer_together(self.problem, drafts, numeric=self._sampled)

    def _of_piece(self, answers: Kept, part: Document) -> Document:
        """Turn the certificate for one piece into a certificate for the whole problem.

        A piece is a range of the free ε or δ. `part` is about the mechanisms that give only `answers`. The new certificate is about
        all mechanisms that give no more answers than the problem allows.
        """
        scope = scope_of(self.problem.bounds.numbers())
        stated: Document = {**head(self.problem, scope, part["claim"], self.problem.m), "most_outputs": str(self.most)}
        own = dict(zip(answers, part["mechanism"], strict=True))
        rows = [own.get(i, ["0"] * self.problem.k) for i in range(self.problem.m)]
        kept: Document = {key: part[key] for key in ("field", "value", "lower", "upper") if key in part}
        case = {"outputs": list(map(str, answers)), "prices": part["prices"]}
        return {**stated, **kept, "mechanism": rows, "cases": [case]}

    def _sampled(self, pieces: Sequence[Piece]) -> Leg:
        """Compare the values of the pieces with optima computed in floats, at sampled values of the free ε or δ."""
        values: list[tuple[Number, Fraction]] = []
        for t in sampled_ratios(self.problem):
            assert t is not None
            where = t if self.problem.free == DELTA else Epsilon(t)
            piece = next(piece for piece in pieces if piece.covers(where))
            values.append((piece.value, t))  # type: ignore[arg-type]
        return compare_values(self.problem, values)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return a note that says how many answers may be given at most."""
        return (
            f"at most {self.most} of the {self.problem.m} answers are ever given; with all of them the optimum may be better",
        )


def _counted(cases: int) -> str:
    return "one set of answers" if cases == 1 else f"{cases} sets of answers"
