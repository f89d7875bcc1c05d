"""The optimal vertices are those of the whole polytope, enumerated from its inequalities, that have the largest value."""

import itertools
import random
from fractions import Fraction as F

import pytest
from flint import fmpq, fmpq_mat

from rropt.designs.linear.optima.face import FEW
from rropt.designs.linear.optima.vertices import optimal_vertices
from rropt.designs.linear.program import LinearProgram
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.result import Optima
from rropt.solvers import double_description as polytope
from tests.calls import within_calls


def polytope_vertices(m: int, k: int, t: F, delta: F = F(0)) -> list[tuple[tuple[F, ...], ...]]:
    """Every feasible solution of the column sums and enough tight inequalities to leave one point."""
    places = list(itertools.product(range(m), range(k)))
    equalities = [[int(j == c) for _, j in places] for c in range(k)]
    inequalities = [([int(p == q) for q in places], F(0)) for p in places]
    subsets = [s for size in range(1, m + 1) for s in itertools.combinations(range(m), size)]
    for s, j, n in itertools.product(subsets if delta else [(i,) for i in range(m)], range(k), range(k)):
        if j != n:
            inequalities.append(([t * (q[1] == n) - (q[1] == j) if q[0] in s else 0 for q in places], -delta))
    found = set()
    for tight in itertools.combinations(inequalities, (m - 1) * k):
        rows = [*equalities, *(row for row, _ in tight)]
        matrix = fmpq_mat(m * k, m * k, [fmpq(F(x).numerator, F(x).denominator) for row in rows for x in row])
        if matrix.det() == 0:
            continue
        side = fmpq_mat(m * k, 1, [1] * k + [fmpq(b.numerator, b.denominator) for _, b in tight])
        point = [F(int(x.p), int(x.q)) for x in matrix.solve(side).entries()]
        if all(sum(a * x for a, x in zip(row, point, strict=True)) >= b for row, b in inequalities):
            found.add(tuple(tuple(point[i * k : (i + 1) * k]) for i in range(m)))
    return sorted(found)


@pytest.mark.some(t=2)
@pytest.mark.slow_at("3-2-t1-delta1")
@pytest.mark.parametrize("delta", [F(0), F(1, 10)])
@pytest.mark.parametrize(("m", "k", "t"), [(2, 2, F(3)), (3, 2, F(2)), (2, 3, F(3, 2)), (2, 2, F(1))])
def test_they_are_the_best_of_all_vertices(m: int, k: int, t: F, delta: F) -> None:
    rng, corners = random.Random(m * 10 + k), polytope_vertices(m, k, t, delta)
    several = 0
    for _ in range(40):
        weights = tuple(tuple(F(rng.randint(0, 3)) for _ in range(k)) for _ in range(m))
        program = LinearProgram(t, delta, weights, True)
        found = design(Utility([[k * w for w in row] for row in weights]), LDP(f"log({t})", delta=delta), optima="all")
        best = max(program.value(rows) for rows in corners)
        expected = [rows for rows in corners if program.value(rows) == best]
        assert found.value == best
        assert found.optima is (Optima.ONLY if len(expected) == 1 else Optima.MIXTURES)
        assert sorted(m.mechanism.rows for m in found.minimisers) == expected
        several += len(expected) > 1
    assert several >= 4


def test_over_e_and_for_a_loss() -> None:
    found = design(Utility([[1, 0], [0, 1], [0, 1]], sense="min"), LDP("1"), optima="all")
    assert len(found.minimisers) > 1 and found.optima is Optima.MIXTURES
    assert all(LDP("1").holds(m.mechanism) for m in found.minimisers)


def test_a_single_optimum_is_said_to_be_one_at_any_size() -> None:
    rng = random.Random(3)
    for epsilon, size in (("1", 24), ("ln3", 32)):
        table = [[rng.randint(0, 10**6) for _ in range(size)] for _ in range(size)]
        assert design(Utility(table), LDP(epsilon), closed_forms=False).optima is Optima.ONLY
    assert design(Trace(), LDP("1"), inputs=40).optima is Optima.ONLY
    assert design(Trace(), LDP("ln(2)/2"), inputs=3).optima is Optima.ONLY
    table = [[rng.randint(0, 10**6) for _ in range(20)] for _ in range(20)]
    constant = design(Utility(table), LDP("1/100000"), closed_forms=False)
    assert constant.optima is Optima.ONLY and sum(any(row) for row in constant.mechanism.rows) == 1
    assert design(Trace(), LDP("1", delta="1/10"), inputs=7).optima is Optima.ONLY


def test_what_is_listed_is_a_choice() -> None:
    asked = (Utility([[1, 0, 1, 0], [0, 1, 1, 0], [0, 1, 1, 0], [1, 0, 1, 0]]), LDP("ln2"))
    one, few, every = (design(*asked, optima=how) for how in ("one", "few", "all"))  # type: ignore[arg-type]
    assert one.value == few.value == every.value and one.certificate == every.certificate
    assert (one.optima, few.optima, every.optima) == (Optima.UNASKED, Optima.UNLISTED, Optima.MIXTURES)
    assert len(one.minimisers) == len(few.minimisers) == 1 and len(every.minimisers) > 13
    with pytest.raises(InputError, match="one, few or all"):
        design(*asked, optima="some")  # type: ignore[arg-type]


def test_by_default_a_listing_spends_few_multiplications(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = list[int]()
    cut = polytope._Cone._cut

    def counted(cone: polytope._Cone, row: int) -> bool:
        spent.append(len(cone.rays))
        return cut(cone, row)

    monkeypatch.setattr(polytope._Cone, "_cut", counted)
    found = design(Trace([F(1, 1 + i // 2) for i in range(10)]), LDP("1/2"))
    assert found.optima is Optima.UNLISTED and sum(spent) == 0


@pytest.mark.parametrize("demand", [LDP("1/2"), LDP("ln3", delta="1/10")])
@pytest.mark.parametrize("objective", [Trace([0, 0, 0, 0]), Utility([[1, 2, 3, 4, 5]] * 5)])
def test_where_every_mechanism_is_optimal_none_is_listed(demand: LDP, objective: Trace | Utility) -> None:
    found = within_calls(400_000, lambda: design(objective, demand, optima="all"))
    assert found.optima is Optima.EVERY and "every mechanism of the demand is optimal" in found.all_notes[-1]
    assert found.value == found.problem.objective.value(from_spec(f"krr:k={found.problem.k},epsilon=0"))


def test_what_is_not_listed_is_said() -> None:
    rows = ((F(1),) * 6, *((F(0),) * 6,) * 5)
    zero = LinearProgram(F(2), F(0), ((F(0),) * 6,) * 6, True)
    assert optimal_vertices(zero, rows, (F(0),) * 6, FEW) is None
    found = design(Trace([F(1, 1 + i // 2) for i in range(10)]), LDP("ln2"))
    assert found.optima is Optima.UNLISTED and "may be optimal too" in found.all_notes[-1]


def test_a_small_face_of_a_large_design_is_listed() -> None:
    table = [[int(i == j) for j in range(12)] for i in range(12)]
    table.append([0] * 11 + [1])  # the last report under another name
    found = design(Utility(table), LDP("1"), closed_forms=False, optima="all")
    assert len(found.minimisers) == 2
    problem = LinearProgram(
        found.problem.demand.reduced()[0], F(0), tuple(tuple(F(x, 12) for x in r) for r in table), True
    )
    assert all(problem.value(m.mechanism.rows) == found.value for m in found.minimisers)
    assert all(LDP("1").holds(m.mechanism) for m in found.minimisers)


def test_an_optimum_that_is_no_vertex_is_not_listed() -> None:
    found = design(Trace(), LDP("0"), inputs=3)
    assert len(found.minimisers) == 3 and found.mechanism not in [m.mechanism for m in found.minimisers]
