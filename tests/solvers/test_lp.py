"""Linear programs in rational numbers: every answer is proved by its prices, and another simplex method finds the same status."""

import random
from fractions import Fraction

import pytest
from flint import fmpq

from rropt.exact.errors import InputError, OutOfTime
from rropt.exact.patience import limit_seconds
from rropt.solvers.program import Basis, Infeasible, Optimum, Program
from rropt.solvers.rational import ONE, ZERO, fraction, rational
from rropt.solvers.simplex import Search, solve
from tests.differential.simplex import Unbounded, maximise

NUMBERS = {
    "small": lambda r: Fraction(r.randint(-3, 3)),
    "fractions": lambda r: Fraction(r.randint(-20, 20), r.randint(1, 12)),
    "sparse": lambda r: Fraction(r.choice([0, 0, 1, -1])),
    "mixed": lambda r: Fraction(r.choice([-1, 0, 1, 2])) * Fraction(10) ** r.choice([-9, 0, 0, 9]),
    # rows without an entry, of which HiGHS has a basis but no factors
    "zeros": lambda r: Fraction(0),
    "beyond doubles": lambda r: Fraction(r.randint(-3, 3)) * Fraction(10) ** r.choice([-400, 0, 400]),
    "beyond floats": lambda r: (
        Fraction(r.randint(-3, 3)) * Fraction(10) ** r.choice([-25, 0, 25]) + Fraction(r.randint(0, 1), 10**30)
    ),
}


def random_program(kind: str, seed: int) -> Program[fmpq]:
    r = random.Random(f"{kind} {seed}")
    number, program = NUMBERS[kind], Program()
    x = program.variables([rational(number(r)) for _ in range(r.randint(1, 7))])
    for n in range(r.randint(1, 6)):
        row = {j: rational(v) for j in x if (v := number(r))}
        program.add(n, row, rational(number(r)), equal=r.random() < 0.4)
    if r.random() < 0.8:
        program.add("all", dict.fromkeys(x, ONE), fmpq(r.randint(1, 5)))
    return program


def test_no_basis_is_solved_when_the_time_is_over() -> None:
    with limit_seconds(1e-9), pytest.raises(OutOfTime):
        Search(random_program("small", 0), Basis((), frozenset()))


def is_proved(program: Program[fmpq], found: Optimum | Infeasible) -> bool:
    """Whether the prices prove the answer: optimal by equal values, or infeasible by a cost below 0."""
    y = [found.prices.get(name, ZERO) for name in program.names]
    costs = [ZERO] * len(program.gains)
    for price, row in zip(y, program.rows, strict=True):
        for n, a in row.items():
            costs[n] += price * a
    value = sum((a * b for a, b in zip(y, program.right, strict=True)), ZERO)
    signs = all(price >= 0 or equal for price, equal in zip(y, program.equal, strict=True))
    if isinstance(found, Infeasible):
        return signs and min(costs) >= 0 > value
    point = [found.point.get(n, ZERO) for n in range(len(costs))]
    sides = [
        (sum((a * point[n] for n, a in row.items()), ZERO), b)
        for row, b in zip(program.rows, program.right, strict=True)
    ]
    is_met = all(a == b if equal else a <= b for (a, b), equal in zip(sides, program.equal, strict=True))
    gain = sum((c * x for c, x in zip(program.gains, point, strict=True)), ZERO)
    return (
        signs
        and is_met
        and min(point) >= 0
        and gain == value
        and all(a >= c for a, c in zip(costs, program.gains, strict=True))
    )


def status_of(program: Program[fmpq], found) -> str:
    try:
        answer = found(program)
    except InputError:
        return "unbounded"
    assert is_proved(program, answer)
    return "optimal" if isinstance(answer, Optimum) else "infeasible"


def other_status(program: Program[fmpq]) -> str:
    """The status by the exact simplex method of these tests, which shares nothing with rropt."""
    columns = range(len(program.gains))
    rows = [
        ([fraction(row.get(n, ZERO)) for n in columns], fraction(b))
        for row, b in zip(program.rows, program.right, strict=True)
    ]
    at_most, equal = (
        [x for x, told in zip(rows, program.equal, strict=True) if bool(told) is want] for want in (False, True)
    )
    try:
        return "infeasible" if maximise([fraction(c) for c in program.gains], at_most, equal) is None else "optimal"
    except Unbounded:
        return "unbounded"


@pytest.mark.parametrize("kind", NUMBERS)
def test_status_and_proof_of_random_programs(kind):
    for seed in range(60):
        program = random_program(kind, seed)
        status = other_status(program)
        assert status_of(program, solve) == status, (kind, seed)
        no_variable = Basis((), frozenset(range(len(program.rows))))
        assert status_of(program, lambda p: Search(p, no_variable).finish()) == status, (kind, seed)  # noqa: B023


def test_an_optimum_below_the_tolerance_of_floats():
    """The second variable gains 1e-30 more than the first; floats cannot tell them apart."""
    program: Program[fmpq] = Program()
    program.variables([ONE, 1 + fmpq(1, 10**30)])
    program.add("all", {0: ONE, 1: ONE}, ONE, equal=True)
    found = solve(program)
    assert isinstance(found, Optimum)
    assert found.point == {1: ONE}


def test_a_program_without_optimum_is_refused():
    program: Program[fmpq] = Program()
    program.variables([ONE])
    program.add("row", {0: -ONE}, ONE)
    with pytest.raises(InputError, match="without limit"):
        solve(program)
