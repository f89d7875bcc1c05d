"""Information and divergences with at most m answers: the best mechanism of a list of vertices, or bounds.

The objective's function f is convex. So its sum over the rows is largest at a vertex of a polytope of mechanisms (SPEC.md, 9.12,
has the proofs). There are four cases:

- Two answers. The mechanisms have the rows r and 1 − r. Here r is a vertex of the set of rows for which r and 1 − r keep the
  demand. If all pairs of inputs have the same ratio T, and there is no δ, there is a vertex for each set of inputs: its entries are
  T/(1 + T) in the set and 1/(1 + T) outside. Under other demands the vertices are listed by `reductions/few_lists.py`.
- m answers under conditions. The vertices are listed here too. The checker has no claim about these problems, so rropt states the
  bounds itself. If the vertices are too many, a program in which several answers may share a label (`over_rows.py`) gives the upper
  bound. Adding up the rows of its optimum that share a label gives a mechanism, which keeps the demand and the conditions. This
  mechanism, or a better one found by a climb that starts from it, gives the lower bound.
- More than two answers for few inputs with one ratio and no δ. Independent patterns with the weighted sum (1, …, 1) are merged into
  m groups. For two inputs with one ratio and one δ > 0, the rows of the dominating mechanism are merged instead.
- All other problems. A best mechanism with any number of answers is found first. If it has at most m rows, it is the result. Else
  its prices give the upper bound. The lower bound is the value of its merged rows, of a design of two answers, or of a climb.

If a number of the demand is irrational, two lists are made: one for a rational number below it, and one for a rational number above
it. The mechanisms of the first list keep the demand. The second list gives the upper bound.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import flint
import numpy as np

from rropt.certificate.judge import judge
from rropt.certificate.writing import Document, dumps
from rropt.designs.objectives.row_function import Function, floats_of, require_finite_at
from rropt.designs.reductions.at_most import AtMost
from rropt.designs.reductions.few_lists import lists_of
from rropt.designs.reductions.labelled import refuse_all
from rropt.designs.sublinear.climb import climb
from rropt.designs.sublinear.mixtures import best_mixtures
from rropt.designs.sublinear.numeric import fairest
from rropt.designs.sublinear.pieces import pieces_by_parts
from rropt.designs.sublinear.program import require_ratio
from rropt.engine.sets import Classes
from rropt.exact.element import Number
from rropt.exact.enclosure import enclose_ball
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.exact.patience import require_time
from rropt.exact.spelling import counted, show
from rropt.problem.answers import ClosedForm, Evidence, NumericAnswer, Parts, Search, Unsatisfiable
from rropt.problem.contract import Program
from rropt.problem.problem import Problem
from rropt.problem.split import join_labels, with_labels

__all__ = ["FewAnswers"]

MOST_SETS = 1 << 16  # the most sets of inputs that are listed; the checker tries them all if its limits allow
MOST_MIXED = 1 << 12  # of the least of several functions, for which mixtures of the sets are tried too
MOST_TRIED = 5  # the most inputs for which the best mechanism of two answers is listed as a start for more answers
WIDTH = Fraction(1, 10**20)
GAIN = 1e-7  # a set of inputs is replaced by another whose sum is larger by more than this part of it


@dataclass(frozen=True, slots=True)
class FewAnswers(AtMost):
    """The problem to maximise the sum of the objective's function over the rows of a mechanism with a limited number of answers.

    `pose_free` makes the program without this limit. If the problem has conditions on its answers, that program has a label for
    each of the answers, and several answers may share a label.
    """

    problem: Problem
    pose_free: Callable[[], Program]
    function: Function
    _kept: dict[bool, list[Matrix] | None] = field(default_factory=dict, compare=False, repr=False)

    def theorem(self) -> ClosedForm | None:
        """The closed form for any number of answers; None if there is none, or if its mechanism has more answers than allowed."""
        if self._pure_ratio is None or self.function.phi is None or self.problem.conditions:
            return None  # the theorem is about one divergence under one pure demand
        found = self.pose_free().theorem()
        return found if found is not None and len(found.rows) <= self.most else None

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Compute the optimum in floats by the theorem or from a list; NaN if neither gives it. A named solver is refused."""
        self.require_no_solver(solver)
        if self.theorem() is not None:
            return self.pose_free().numeric(None)
        lists, source = self._listed(above=False), "the vertices of all such mechanisms, in floats"
        if lists is None or self.function.is_least:
            status = "not listed" if lists is None else "a mixture of mechanisms may be better than each"
            return NumericAnswer(status=status, value=math.nan, source=source)
        value = self.function.outer_float(_largest_in_floats(self.function, lists))
        return NumericAnswer(status="Optimal", value=value, source=source)

    def prove(self, theorem: ClosedForm | None, *, optima: Search) -> Evidence | Unsatisfiable:
        """Return the best of the listed mechanisms. If there is no list, return a good mechanism with an upper bound that holds for
        any number of answers. The bounds are not certified under conditions, or if the checker could not judge a certificate."""
        if self.problem.conditions:
            return self._under_conditions()
        if theorem is None and self.most == 2 and (found := self._best_listed()) is not None:
            return found
        free = self.pose_free().prove(theorem, optima="one")
        assert isinstance(free, Evidence)
        if free.rows and len(free.rows) <= self.most:
            return self._of_few(free, free.rows)
        if theorem is None and self.most > 2 and (found := self._best_listed()) is not None:
            return found
        starts = [*([self._merged(free)] if free.rows else []), *self._of_two()]
        climbed = climb(self.problem, self._mean, self.most, starts)
        rows = max([*starts, *([] if climbed is None else [climbed])], key=self._reached)
        return self._of_few(free, rows)

    def _under_conditions(self) -> Evidence | Unsatisfiable:
        """Find the best mechanism under conditions on the answers, or prove that no mechanism meets them.

        If the vertices can be listed, return the best of them. Else the upper bound comes from the program in which several answers
        may share a label.
        """
        if self._listed(above=False) == []:
            return refuse_all(self.problem)
        if (found := self._best_listed()) is not None:
            return found
        split = self.pose_free().prove(None, optima="one")
        if isinstance(split, Unsatisfiable):
            return split
        assert isinstance(split, Evidence)
        joined = join_labels(with_labels(self.problem), split)
        climbed = climb(self.problem, self._mean, self.most, [joined])
        rows = max([joined, *([] if climbed is None else [climbed])], key=self._reached)
        bounds = self._value_of(rows), split.upper
        return self.stated(rows, bounds, f"{split.source}, and the answers of a label put together")

    # the lists

    @property
    def _pure_ratio(self) -> Number | None:
        """The ratio T = e^ε, if all pairs of inputs have the same ratio and there is neither a δ nor a condition; else None."""
        common = self.problem.bounds.common
        is_other = common is None or common[1] != 0 or self.problem.conditions
        return None if is_other else self.problem.ratio_and_delta[0]

    @property
    def _functions(self) -> tuple[Function, ...]:
        return self.function.each if self.function.is_least else (self.function,)

    @property
    def _mean(self) -> Function:
        """The objective's function of a row. If the least of several sums is maximised, the mean of their functions with equal
        weights is returned."""
        n = len(self._functions)
        return self._weighed((Fraction(1, n),) * n) if self.function.is_least else self.function

    def _weighed(self, weights: tuple[Fraction, ...]) -> Function:
        return replace(self.function.mean(weights), is_least=False)

    @property
    def _is_of_sets(self) -> bool:
        """Whether each listed mechanism belongs to a set of inputs. True for two answers, one ratio e^ε, and no δ or condition."""
        return self._pure_ratio is not None and self.most == 2

    @property
    def _is_rounded(self) -> bool:
        """Whether lists are made for rational numbers just below or above the demand's numbers, some of which are irrational."""
        return not self._is_of_sets and not self.is_rational

    def _listed(self, *, above: bool) -> list[Matrix] | None:
        """List mechanisms one of which is optimal. If the objective is the least of several sums, a mixture of them may be better.
        None if no list is known or it is too long. If the demand's numbers are rounded, round up if `above`, else down."""
        above = above and self._is_rounded
        if above not in self._kept:
            self._kept[above] = self._sets() if self._is_of_sets else lists_of(self.problem, self.most, above=above)
        return self._kept[above]

    def _sets(self) -> list[Matrix] | None:
        """List mechanisms of two answers, one for each set of inputs.

        Let T = e^ε. The first row of a mechanism is T/(1 + T) at the inputs of its set and 1/(1 + T) at the others; the second row
        is the reverse. If sets differ only by exchanging inputs that the objective treats alike, one of them is taken. Unless the
        objective is the least of several sums, one of a set and its complement is taken, as their mechanisms differ only in the
        order of the rows. None if the sets are too many.
        """
        classes = Classes.by(self.function.keys)
        if classes.number_of_orbits > (MOST_MIXED if self.function.is_least else MOST_SETS):
            return None
        ratio = self._pure_ratio
        assert ratio is not None
        high, low = ratio / (ratio + 1), 1 / (ratio + 1)
        found: list[Matrix] = []
        # the second half of all sets has the complements of the first, so that only mixtures need it
        many = classes.number_of_orbits if self.function.is_least else (classes.number_of_orbits + 1) // 2
        for counts in itertools.islice(itertools.product(*(range(n + 1) for n in classes.sizes)), many):
            inside = {j for members, n in zip(classes.members, counts, strict=True) for j in members[:n]}
            row = tuple(high if j in inside else low for j in range(classes.k))
            found.append((row, tuple(low if j in inside else high for j in range(classes.k))))
        return found

    def _best_listed(self) -> Evidence | None:
        """Certify the best listed mechanism of the demand, with an upper bound.

        If the demand's numbers are rounded, there are two lists. The mechanism comes from the list for rational numbers below the
        demand's numbers. The upper bound is the largest value in the list for rational numbers above them.

        If the problem has conditions, there is no certificate, and rropt states the bounds itself. If the list has mechanisms of
        two answers for very many sets of inputs, the checker would need too long, and rropt states the bounds too.

        None if there is no list of the mechanisms, or if the checker would need too long for a list of another kind.
        """
        if (below := self._listed(above=False)) is None or (above := self._listed(above=True)) is None:
            return None
        self._require_finite([*below, *above])
        weights, function = self._weights(above)
        (rows, most), source = self._best(below), "the vertices, listed"
        if self.function.is_least:
            rows = max([*best_mixtures(self._functions, below, self.most), rows], key=self._reached)
        if above is not below or self.function.is_least:
            most = max(high for _, high in _enclosed(function, above))
        bounds = self._with_room(self._reached(rows), most)
        if self.problem.conditions:
            return self.stated(rows, bounds, source)
        classes = Classes.by(self.function.keys) if self._is_of_sets else None
        document = self._document(rows, bounds, classes)
        if weights is not None:
            document["witness"] = {"weights": [show(w) for w in weights]}
        text = dumps(document)
        if not judge(text).asks_too_much:
            return self.certified(rows, bounds, text, source)
        # for so many inputs the bound for any number of answers is rropt's own too, and it is wider
        beyond = classes is not None and classes.number_of_orbits > MOST_MIXED
        return self.stated(rows, bounds, source) if beyond else None

    def _with_room(self, reached: Number, most: Number) -> tuple[Number, Number]:
        """Return a lower and an upper bound of the objective's value.

        Let f be the objective's function of a row. `reached` is the sum of f over the rows of one mechanism. `most` is the largest
        such sum for the mechanisms in the list.

        In two cases the bounds are widened a little, because the checker rounds. If f has exact values but the demand's numbers are
        rounded, the upper bound is raised. If the objective is the least of several sums and f has no exact values, both bounds are
        moved apart.
        """
        if self.function.is_zero:
            reached = most = Fraction(0)
        elif self.function.is_exact and self._is_rounded:
            most += WIDTH
        elif self.function.is_least and not self.function.is_exact:
            # if the checker encloses one of the sums, it encloses them all
            reached, most = max(Fraction(0), reached - WIDTH), most + WIDTH
        return self.function.finite_bounds(reached, most)

    def _weights(self, lists: Sequence[Matrix]) -> tuple[tuple[Fraction, ...] | None, Function]:
        """Choose weights of the functions if the least of several sums is maximised; return the weights and the weighted mean
        function.

        The weights make the largest sum of this mean over the listed mechanisms as small as possible. If there is only one
        function, return None and this function.
        """
        if not self.function.is_least:
            return None, self.function
        weights = fairest(np.array([[float(low) for low, _ in _enclosed(f, lists)] for f in self._functions]))
        return weights, self._weighed(weights)

    def _best(self, lists: Sequence[Matrix]) -> tuple[Matrix, Number]:
        """Return the listed mechanism whose value is largest, and an upper bound of the value of every listed one.

        The value is the sum of the objective's function over the rows; of several functions, the smallest of their sums.
        """
        found = _enclosed(self.function, lists)
        best = max(range(len(lists)), key=lambda n: found[n][0])
        return lists[best], max(high for _, high in found)

    def _require_finite(self, lists: Sequence[Matrix]) -> None:
        """Raise an error if the objective's function may be infinite or is not certified at some row of these mechanisms."""
        rows = tuple(row for rows in lists for row in rows)
        require_finite_at(self.function, rows)
        require_ratio(self.function, rows)

    # bounds

    def _reached(self, rows: Matrix) -> Number:
        low = self.function.bounds(rows)[0]
        assert not is_infinite(low)
        return low

    def _value_of(self, rows: Matrix) -> Number:
        """Return a lower bound of the objective's value at a mechanism; `_reached` bounds the sum over its rows."""
        reached = self._reached(rows)
        return self.function.finite_bounds(reached, reached)[0]

    def _of_two(self) -> list[Matrix]:
        """Find a good mechanism of two answers, from which a search for one with more answers may start.

        If all pairs of inputs have one ratio, and there is neither a δ nor a condition, a set of inputs gives the mechanism. One
        answer is likelier at the inputs of the set, and the other answer at the other inputs. The set is improved by moving one
        input in or out of it, until no such move helps.

        In all other cases the best mechanism of a list is taken. Mechanisms are listed only if more than two answers are allowed
        and the inputs are few. The result is a list with one mechanism, or an empty list if none was found.
        """
        ratio, k = self._pure_ratio, self.problem.k
        if ratio is None:
            listed = lists_of(self.problem, 2, above=False) if self.most > 2 and k <= MOST_TRIED else None
            return [] if listed is None else [self._best(listed)[0]]
        high, low = ratio / (ratio + 1), 1 / (ratio + 1)
        inside, best = np.arange(k) < k // 2, -1.0
        while True:
            require_time()
            tried = np.vstack([inside, inside ^ np.eye(k, dtype=bool)])
            rows = np.where(tried, float(high), float(low))
            values = np.min([floats_of(f, rows) + floats_of(f, 1 - rows) for f in self._functions], axis=0)
            if not values.max() > best * (1 + GAIN):
                return [(tuple(high if x else low for x in inside), tuple(low if x else high for x in inside))]
            inside, best = tried[values.argmax()], float(values.max())

    def _merged(self, free: Evidence) -> Matrix:
        """Add up rows of the mechanism, two at a time, until there are few enough. Each time two rows are taken for which the
        objective's sum over rows falls least; of several sums, the one that falls most counts."""
        rows = [row for row in free.rows if any(row)]
        while len(rows) > self.most:
            require_time()
            pairs = list(itertools.combinations(range(len(rows)), 2))
            floats = np.array([[float(x) for x in row] for row in rows])
            single = [floats_of(f, floats) for f in self._functions]
            first, second = (np.array(side) for side in zip(*pairs, strict=True))
            losses = [
                s[first] + s[second] - floats_of(f, floats[first] + floats[second])
                for f, s in zip(self._functions, single, strict=True)
            ]
            i, j = pairs[int(np.argmin(np.max(losses, axis=0)))]
            merged = tuple(x + y for x, y in zip(rows[i], rows[j], strict=True))
            rows = [merged, *(row for n, row in enumerate(rows) if n not in (i, j))]
        return tuple(rows)

    def _of_few(self, free: Evidence, rows: Matrix) -> Evidence:
        """Return evidence for the mechanism `rows`, which has few enough answers.

        The upper bound is that of `free`, the evidence for any number of answers. If `free` has a certificate, its prices are used
        again. If not, the bounds are not certified; for information the upper bound is then at most log of the number of answers.
        """
        lower, upper = free.lower if rows is free.rows else self._value_of(rows), free.upper
        if free.is_bounded:
            if self.function.is_of_logarithms and not self.function.parts:
                upper = min(upper, enclose_ball(flint.arb(self.most).log())[1])  # at most the entropy of the answers
            return self.stated(rows, (lower, upper), free.source)
        stated: Document = json.loads(free.certificate)
        document = self._document(rows, (lower, upper), None)
        document |= {key: stated[key] for key in ("field", "prices", "witness", "classes") if key in stated}
        return self.certified(rows, (lower, upper), dumps(document), free.source)

    # what is written down

    def _document(self, rows: Matrix, bounds: tuple[Number, Number], classes: Classes | None) -> Document:
        rows = self.padded(rows)
        scope, found = self.begin_certificate(rows, bounds, (x for row in self.function.vectors for x in row))
        if classes is not None and any(n > 1 for n in classes.sizes):
            found["classes"] = [str(a) for a in classes.places]
        return {**found, "mechanism": scope.matrix(rows)}

    def pieces(self, *, closed_forms: bool) -> Parts:
        """Bound the optimum from both sides on parts of the interval of ε; if it is known exactly as a function of ε, return it."""
        return pieces_by_parts(self.problem)

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that the number of answers is limited."""
        if self.problem.conditions:
            return (
                f"exactly {counted(self.most, 'answer')}, none of them split; if the answers with a label may be split, the "
                "optimum may be larger",
            )
        return (f"at most {self.most} answers are allowed; with outputs free the optimum may be larger",)


def _largest_in_floats(function: Function, lists: Sequence[Matrix]) -> float:
    """Compute in floats the largest value of a listed mechanism, where a value is the sum of `function` over the rows."""
    rows = np.array([[float(x) for x in row] for rows in lists for row in rows])
    values, places = floats_of(function, rows), np.repeat(range(len(lists)), [len(rows) for rows in lists])
    values = np.where((rows == rows[:, :1]).all(axis=1), 0.0, values)
    return float(np.bincount(places, values, len(lists)).max())


def _enclosed(function: Function, lists: Sequence[Matrix]) -> list[tuple[Number, Number]]:
    """Enclose, for each listed mechanism, the sum of `function` over its rows by two exact numbers.

    Small sums are enclosed too: for rows whose entries are nearly equal, the function is smaller than the rounding of floats.
    """
    found = []
    for rows in lists:
        require_time()
        low, high = function.bounds(rows)
        assert not is_infinite(low) and not is_infinite(high)
        found.append((low, high))
    return found
