"""State as linear inequalities the program of a linear objective ΣW·P over mechanisms P that keep a demand and meet conditions.

The demand consists of sides and budgets. A side (j, l) requires p_ij ≤ T_jl·p_il at every output i. A budget n limits a sum over
the outputs to b_n. Its term for output i is h_n(p_i), where p_i is the row of this output. The function h_n is the largest of 0 and
some linear functions g, the planes of the budget (`rropt.designs.rows.cone`). The unknowns are the entries p_ij ≥ 0, and a number
w_in ≥ 0 for each output i and budget n. The inequalities are

    p_ij − T_jl·p_il ≤ 0 for each side,   g·p_i − w_in ≤ 0 for each plane g of a budget n,   Σ_i w_in ≤ b_n,   Σ_i p_ij = 1,

    −s_n·Σ a_n,ij p_ij ≤ −s_n·c_n for each condition n (or = ), with s_n = −1 for an upper bound and s_n = 1 else.

Condition n bounds the sum Σ a_n,ij p_ij by c_n. By the inequalities, w_in is at least h_n(p_i). The multipliers are μ_ijl ≥ 0 for
the sides, μ_ing ≥ 0 for the planes, z_n ≥ 0 for the budgets, y_j for the columns, and u_n for the conditions. If condition n is an
inequality, u_n ≥ 0. Suppose that Σ_g μ_ing ≤ z_n, and that W_ij + Σ_n u_n s_n a_n,ij ≤ y_j + Σ_l (μ_ijl − T_lj·μ_ilj) + Σ_n,g
μ_ing·g_j. Then ΣW·P of every mechanism P is at most Σ_j y_j + Σ_n z_n b_n − Σ_n u_n s_n c_n. Sides that follow from others are left
out. For a metric on a line, only the sides of neighbours remain.

A demand on an average has the form Σ_i max_a g_a·p_i ≤ v, where a runs over actions. It is the budget v − Σ_j g_0j with the planes
g_a − g_0 (`Budget.of_planes`). If z is the multiplier of this budget, the multipliers of its planes are the shares of the actions
a ≠ 0. At each output, action 0 has the share of z that is left, and each y_j falls by z·g_0j.

The worst of several objectives, max min_a ΣW_a·P, has one more unknown v of any sign, which is written as the difference of two
unknowns. The program is to maximise v with v − ΣW_a·P ≤ 0 for every a. The multipliers λ_a of these inequalities sum to 1. If
Σ_a λ_a W_a stands in place of W, the other multipliers bound the mean of the objectives with weights λ. So they bound the least
objective.

If one ratio T holds for all pairs and there are no budgets, the unknowns are the least entry u_i of each row i, and
q_ij = p_ij − u_i with q_ij − (T−1)·u_i ≤ 0. The multipliers are then those of columns and conditions alone
(`rropt.designs.linear.program`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations

from rropt.designs.linear.program import LinearProgram, Multipliers
from rropt.designs.rows.averages import actions_of, best_action
from rropt.designs.rows.cone import Budget, Cone, Place
from rropt.exact.element import Element, Number
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.sign import enclose_relative
from rropt.privacy.bounds import Average
from rropt.problem.conditions import Condition
from rropt.solvers.vertex import Inequalities

__all__ = ["RowForm", "RowProgram"]

BITS = 120
ZERO, ONE = Fraction(0), Fraction(1)
Bound = tuple[Number, Number]


@dataclass(frozen=True, slots=True)
class RowProgram:
    """Maximise (or minimise) ΣW·P over the mechanisms P that keep a demand and meet conditions; W is `weights`.

    If `several` has matrices, the objective is instead the worst of the sums ΣW·P over these matrices W. `cone` has the bounds on
    pairs of inputs. They are sides p_ij ≤ T·p_il for every output i, and budgets, which limit sums over the outputs. `common` is
    the ratio T if it is the same for all pairs and there are no budgets; otherwise it is None. `averages` maps an index n to a
    demand on an average, the mean gain of a guesser. Such a demand has one linear function of a row for each action of the guesser.
    If these functions are not all equal, the cone has a budget for the demand, under the name (n,).
    """

    weights: Matrix
    maximise: bool
    cone: Cone
    conditions: tuple[Condition, ...] = ()
    common: Number | None = None
    averages: Mapping[int, Average] = field(default_factory=dict)
    several: tuple[Matrix, ...] = ()

    @classmethod
    def under(
        cls,
        weights: Matrix,
        maximise: bool,
        bounds: Mapping[Place, Bound],
        conditions: tuple[Condition, ...] = (),
        *,
        common: Number | None = None,
        averages: Mapping[int, Average] | None = None,
    ) -> RowProgram:
        """Build the program from bounds on pairs of inputs and demands on averages.

        `bounds` maps a name to the bound (T, δ) of an ordered pair of inputs, and `averages` maps a number to a demand on an
        average. Bounds that others imply are left out, unless there is a `common` ratio.
        """
        cone, averages = Cone.of_places(len(weights[0]), bounds.items()), averages or {}
        whole = {(n,): Budget.of_planes(average.planes, average.most) for n, average in averages.items()}
        cone = replace(cone, budgets={**cone.budgets, **{name: b for name, b in whole.items() if b.planes}})
        short = cone if common is not None else cone.without_chains()
        return cls(weights, maximise, short, conditions, common, averages)

    @classmethod
    def of_all_pairs(cls, program: LinearProgram) -> RowProgram:
        """Build the program with the same objective and demand, in which every ordered pair of inputs has a bound of its own.

        All these bounds have the common ratio and slack.
        """
        bound = program.ratio, program.delta
        return cls.under(program.weights, program.maximise, dict.fromkeys(permutations(range(program.k), 2), bound))

    @property
    def linear(self) -> LinearProgram:
        """The program of the objective alone: its weights and sense, with a demand (ratio 1, slack 1) that asks nothing."""
        return LinearProgram(ONE, ONE, self.weights, self.maximise)

    def value_of(self, weights: Matrix, rows: Matrix) -> Number:
        """Compute ΣW·P for the given weights W and the mechanism P with the given rows."""
        return LinearProgram(ONE, ONE, weights, self.maximise).value(rows)

    def gains_of(self, weights: Matrix) -> Matrix:
        """Return the weights of the equivalent maximisation of ΣW·P: for a minimisation all signs are changed."""
        return LinearProgram(ONE, ONE, weights, self.maximise).gains

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of outputs and inputs."""
        return len(self.weights), len(self.weights[0])

    @property
    def bounds(self) -> dict[Place, Bound]:
        """The bounds (T, δ) of ordered pairs of inputs, by name, without those that others imply. The program must have no
        averages."""
        found: dict[Place, Bound] = {place: (self.cone.sides[pair], ZERO) for pair, place in self.cone.places.items()}
        return found | {name: (budget.ratio, budget.most) for name, budget in self.cone.budgets.items()}

    @property
    def is_rational(self) -> bool:
        """Whether every ratio, slack and weight is rational. The numbers of conditions are not considered."""
        stated = self.several or (self.weights,)
        numbers = [*self.cone.sides.values(), *(x for weights in stated for row in weights for x in row)]
        numbers += [x for b in self.cone.budgets.values() for x in (b.most, *(a for g in b.planes for _, a in g))]
        return not any(isinstance(x, Element) for x in numbers)

    def bound(self, found: Multipliers) -> Number:
        """Compute the bound that the multipliers prove. No mechanism has a better value."""
        terms = [*found.columns, *(z * self.cone.budgets[name].most for name, z in found.budgets.items())]
        for (n,), u in found.conditions.items():
            terms.append(-u * self.conditions[n].sign * self.conditions[n].bound)
        total = total_of(terms)
        return total if self.maximise else -total

    def named(self, found: Multipliers) -> dict[str, Number]:
        """Map the names that certificates use to the multipliers. The weights of the objectives are left out.

        Let n be the number of a demand on an average. Its multiplier is named `average[n]`. For each output i and action a, the
        number `action[i,a,n]` is the action's share of this multiplier.
        """
        columns, budgets, excess = list(found.columns), dict(found.budgets), dict(found.excess)
        told: dict[str, Number] = {}
        for n, average in self.averages.items():
            price = budgets.pop((n,), ZERO)
            if not price:
                continue
            told[f"average[{n}]"] = price
            columns = [y - price * g for y, g in zip(columns, average.planes[0], strict=True)]
            actions = actions_of(average, self.cone.budgets[n,].planes)
            for i in range(len(self.weights)):
                left = price
                for number, action in enumerate(actions):
                    share = excess.pop((i, n, *((number,) if len(actions) > 1 else ())), ZERO)
                    told[f"action[{i},{action},{n}]"], left = share, left - share
                told[f"action[{i},0,{n}]"] = left
        return replace(found, columns=tuple(columns), budgets=budgets, excess=excess).named() | told

    def contradiction(self) -> dict[str, Number] | None:
        """Find multipliers that prove that some demand on an average cannot be met. None if a constant mechanism meets all of them.

        Such a demand bounds Σ_i h(p_i) over the rows p_i, where h(r) is the largest of linear functions g_a·r. As h is convex and
        homogeneous and the rows sum to 1, Σ_i h(p_i) ≥ h(1). Constant mechanisms attain h(1), so they meet the demand if any
        mechanism does.
        """
        for n, average in self.averages.items():
            action = best_action(average)
            plane = average.planes[action]
            if total_of(list(plane)) > average.most:
                found = {f"action[{i},{action},{n}]": ONE for i in range(len(self.weights))}
                return {f"average[{n}]": ONE, **found, **{f"column[{j}]": -g for j, g in enumerate(plane)}}
        return None

    def rounded(self, *, up: bool) -> RowProgram:
        """Return the program with ratios and slacks rounded to rationals, all up or all down. Gains are always rounded down.

        If all are rounded down, a mechanism that keeps the rounded demand also keeps the stated one. If all are rounded up,
        multipliers that are valid for the rounded ratios and slacks are valid for the stated ones too, because their inequalities
        become weaker as T falls. But the gains have been rounded down, so the multipliers of columns must be raised a little;
        `short_of` says by how much.
        """
        known: dict[tuple[int, int], Fraction] = {}

        def near(x: Number, end: int) -> Fraction:
            if (id(x), end) not in known:
                known[id(x), end] = enclose_relative(x, bits=BITS)[end]
            return known[id(x), end]

        def near_budget(budget: Budget) -> Budget:
            # as entries are not negative, planes with smaller factors use less of the budget
            planes = tuple(tuple((j, near(a, 1 - up)) for j, a in plane) for plane in budget.planes)
            return Budget(planes, near(budget.most, up))

        cone = replace(
            self.cone,
            sides={pair: max(near(ratio, up), ONE) for pair, ratio in self.cone.sides.items()},
            budgets={name: near_budget(budget) for name, budget in self.cone.budgets.items()},
        )
        sense = 1 if self.maximise else -1

        def near_weights(weights: Matrix) -> Matrix:
            return tuple(tuple(sense * near(x, 0) for x in row) for row in self.gains_of(weights))

        several = tuple(map(near_weights, self.several))
        common = None if self.common is None else max(near(self.common, up), ONE)
        return replace(self, weights=near_weights(self.weights), cone=cone, common=common, several=several)

    def short_of(self, other: RowProgram) -> tuple[Number, ...]:
        """Bound for each input the amount by which its multiplier must rise, so that the multipliers are valid for the program
        `other`.

        The gains of `other` lie just above those of this program.
        """
        both = zip(self.several or (self.weights,), other.several or (other.weights,), strict=True)
        gains = [zip(self.gains_of(a), other.gains_of(b), strict=True) for a, b in both]
        pairs = [zip(a, b, strict=True) for rows in gains for a, b in rows]
        lacking = [[enclose_relative(theirs - own)[1] for own, theirs in row] for row in pairs]
        return tuple(max(column) for column in zip(*lacking, strict=True))

    def form(self, *, elastic: bool = False) -> RowForm:
        """Write the inequalities of the program.

        If `elastic`, the objective is instead to minimise the total by which the conditions are missed.
        """
        (m, k), gains = self.shape, self.linear.gains
        is_none = elastic or self.several
        costs: list[Number] = [ZERO] * (m * k) if is_none else [-w for row in gains for w in row]
        form = RowForm(Inequalities(costs), [], [])
        if self.common is not None:
            form.add_least_entries(m, k, self.common)
        else:
            form.entries.extend([(i * k + j,) for j in range(k)] for i in range(m))
            for (high, low), ratio in self.cone.sides.items():
                form.add_side(m, k, self.cone.places[high, low], ((high, ONE), (low, -ratio)))
            for name, budget in self.cone.budgets.items():
                form.add_budget(m, k, name, budget)
        for j in range(k):
            form.add("column", (j,), {n: ONE for row in form.entries for n in row[j]}, ONE, equal=True)
        for n, condition in enumerate(self.conditions):
            form.add_condition(n, condition, elastic)
        if self.several and not elastic:
            form.add_least([self.gains_of(weights) for weights in self.several])
        return form


@dataclass(frozen=True, slots=True)
class RowForm:
    """The inequalities of a program, and the meanings of their unknowns and their multipliers.

    `names` has the kind of each inequality (such as "column") and its name. `entries[i][j]` lists the indices of the unknowns whose
    sum is the mechanism's entry for output i and input j.
    """

    program: Inequalities
    names: list[tuple[str, Place]]
    entries: list[list[tuple[int, ...]]]

    def add(
        self, kind: str, name: Place, terms: Mapping[int, Number], right: Number = ZERO, *, equal: bool = False
    ) -> None:
        """Add an inequality or equation with its kind and name."""
        self.program.add(terms, right, equal=equal)
        self.names.append((kind, name))

    def add_least_entries(self, m: int, k: int, ratio: Number) -> None:
        """Write each entry p_ij of the mechanism as u_i + q_ij, where u_i is the least entry of row i.

        The numbers u_i and q_ij are unknowns that are at least 0. The inequalities q_ij ≤ (T − 1)·u_i are added, where T is the
        `ratio`.
        """
        costs, below = self.program.costs, 1 - ratio
        costs += [total_of(costs[i * k : (i + 1) * k]) for i in range(m)]
        for i in range(m):
            self.entries.append([(i * k + j, m * k + i) for j in range(k)])
            for j in range(k):
                self.add("row", (i, j), {i * k + j: ONE, m * k + i: below})

    def add_side(self, m: int, k: int, place: Place, plane: tuple[tuple[int, Number], ...]) -> None:
        """Add the inequality g·p_i ≤ 0 for every output i, where p_i is row i of the mechanism.

        `plane` has the vector g as pairs: the index of an input, and the coefficient of this input. `place` is the name of the
        bound.
        """
        for i in range(m):
            self.add("excess", (i, *place), {i * k + j: a for j, a in plane})

    def add_budget(self, m: int, k: int, name: Place, budget: Budget) -> None:
        """Add for every output i an unknown w_i with g·p_i ≤ w_i for each plane g of the budget, and require that the w_i sum to at
        most the budget."""
        start, several = len(self.program.costs), len(budget.planes) > 1
        self.program.costs += [ZERO] * m
        for number, plane in enumerate(budget.planes):
            of_plane = (number,) if several else ()
            for i in range(m):
                terms = {i * k + j: a for j, a in plane}
                terms[start + i] = -ONE
                self.add("excess", (i, *name, *of_plane), terms)
        self.add("budget", name, dict.fromkeys(range(start, start + m), ONE), budget.most)

    def add_condition(self, n: int, condition: Condition, elastic: bool) -> None:
        """Add condition n. If `elastic`, it may be missed, and the objective grows by the amount by which it is missed."""
        equal, costs = condition.relation == "==", self.program.costs
        sign = 1 if equal else -condition.sign
        terms: dict[int, Number] = {}
        for (i, j), a in condition.terms:
            for place in self.entries[i][j]:
                terms[place] = terms.get(place, ZERO) + sign * a
        if elastic:
            start = len(costs)
            costs += [ONE, ONE] if equal else [ONE]
            terms |= {start: -ONE, start + 1: ONE} if equal else {start: -ONE}
        self.add("equality" if equal else "condition", (n,), terms, sign * condition.bound, equal=equal)

    def add_least(self, gains: Sequence[Matrix]) -> None:
        """Add an unknown v that is maximised, and require v ≤ ΣW·P for the mechanism P and each matrix W of `gains`."""
        z = len(self.program.costs)
        self.program.costs.extend([-ONE, ONE])
        for n, matrix in enumerate(gains):
            terms: dict[int, Number] = {z: ONE, z + 1: -ONE}
            for places, weights in zip(self.entries, matrix, strict=True):
                for some, w in zip(places, weights, strict=True):
                    for place in some if w else ():
                        terms[place] = terms.get(place, ZERO) - w
            self.add("least", (n,), terms)

    def rows(self, point: tuple[Number, ...]) -> Matrix:
        """Compute the mechanism's rows at a point, which has the values of the unknowns. Each entry is the sum of one or two
        unknowns."""
        return tuple(tuple(total_of([point[n] for n in places]) for places in row) for row in self.entries)

    def multipliers(self, duals: tuple[Number, ...]) -> Multipliers:
        """Turn a solver's duals, one for each inequality of the program, into multipliers.

        The solver minimises, so its duals of inequalities are at most 0. The multipliers belong to the maximisation and are at
        least 0. So the signs are changed, except for conditions that are equations. Multipliers that are 0 are left out, except
        those of columns. The duals of the inequalities that `add_least_entries` adds are left out too.
        """
        kinds = ("column", "budget", "excess", "condition", "least")
        found: dict[str, dict[Place, Number]] = {kind: {} for kind in kinds}
        for (kind, name), y in zip(self.names, duals, strict=True):
            if y and kind != "row":
                found["condition" if kind == "equality" else kind][name] = y if kind == "equality" else -y
        k = len(self.entries[0])
        columns = tuple(found["column"].get((j,), ZERO) for j in range(k))
        return Multipliers(columns, found["budget"], found["excess"], found["condition"], found["least"])
