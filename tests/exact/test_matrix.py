"""Linear algebra over Q, Q(t) and radicals: every answer is multiplied back, and a 20×20 system over Q(t) is quick."""

import random
from fractions import Fraction

import pytest
import sympy
from flint import fmpz_poly

from rropt.exact.element import Number, element, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Algebraic, Exponential, Field, Free, Radical
from rropt.exact.grammar import read_number
from rropt.exact.matrix import (
    PRIME,
    RESIDUE,
    Matrix,
    common_field,
    determinant,
    freeze,
    have_common_field,
    identity,
    independent_rows,
    inverse,
    is_rational,
    kernel,
    kronecker,
    least_rank,
    product,
    rank,
    solve,
    total_of,
    transpose,
)
from tests.calls import within_calls

FIELDS: list[Field | None] = [None, Exponential(Fraction(1)), Free(), Radical(Fraction(2), 3)]


def entry(rng: random.Random, field: Field | None, degree: int = 1, *, fractional: bool = False) -> Number:
    if field is None:
        return Fraction(rng.randint(-9, 9), rng.randint(1, 9))
    num = fmpz_poly([rng.randint(-9, 9) for _ in range(degree + 1)])
    den = fmpz_poly([rng.randint(1, 9), rng.randint(0, 2)]) if fractional else fmpz_poly([1])
    return element(field, num, den)


def matrix(rng: random.Random, field: Field | None, m: int, n: int, *, fractional: bool = True) -> Matrix:
    return freeze([[entry(rng, field, fractional=fractional) for _ in range(n)] for _ in range(m)])


def of_rank(rng: random.Random, field: Field | None, m: int, n: int, r: int) -> Matrix:
    return product(matrix(rng, field, m, r), matrix(rng, field, r, n))


@pytest.mark.parametrize("field", FIELDS, ids=str)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_solutions_and_inverses_multiply_back(field: Field | None, n: int) -> None:
    rng = random.Random(n)
    a, b = matrix(rng, field, n, n), matrix(rng, field, n, 2)
    assert determinant(a) != 0
    assert product(a, solve(a, b)) == b
    assert product(a, inverse(a)) == identity(n) == product(inverse(a), a)


@pytest.mark.parametrize("field", [Free(), Exponential(Fraction(1, 2))], ids=str)
def test_a_generic_20_by_20_system_over_q_of_t_is_solved_exactly(field: Field) -> None:
    rng = random.Random(20)
    a, b = matrix(rng, field, 20, 20, fractional=False), matrix(rng, field, 20, 1, fractional=False)
    assert product(a, within_calls(20_000, lambda: solve(a, b))) == b


@pytest.mark.parametrize("field", FIELDS, ids=str)
def test_rank_kernel_and_determinant_of_deficient_matrices(field: Field | None) -> None:
    rng = random.Random(4)
    for m, n, r in [(3, 3, 2), (4, 6, 3), (6, 4, 2), (5, 5, 1), (2, 5, 2)]:
        a = of_rank(rng, field, m, n, r)
        basis = kernel(a)
        assert rank(a) == len(independent_rows(a)) == r and len(basis) == n - r
        assert rank([a[i] for i in independent_rows(a)]) == r
        assert all(not any(row) for row in product(a, transpose(basis)))
        assert rank(basis) == n - r
        if m == n:
            assert determinant(a) == 0
            with pytest.raises(InputError, match="singular"):
                solve(a, identity(n))


def test_the_determinant_agrees_with_sympy() -> None:
    rng, x = random.Random(9), sympy.Symbol("x")
    for n in (2, 3, 4):
        coefficients = [[[rng.randint(-5, 5) for _ in range(3)] for _ in range(n)] for _ in range(n)]
        expected = sympy.Matrix(n, n, lambda i, j, c=coefficients: sum(v * x**p for p, v in enumerate(c[i][j]))).det()
        ours = determinant([[element(Free(), fmpz_poly(c), fmpz_poly([1])) for c in row] for row in coefficients])
        poly = sympy.Poly(sympy.expand(expected), x)
        assert ours == element(Free(), fmpz_poly([int(c) for c in reversed(poly.all_coeffs())]), fmpz_poly([1]))


def test_the_determinant_changes_sign_with_a_row_exchange_and_counts_denominators() -> None:
    t = generator(Free())
    assert determinant([[Fraction(0), 1 / t], [t + 1, Fraction(2)]]) == -(t + 1) / t
    assert determinant([[t + 1, Fraction(2)], [Fraction(0), 1 / t]]) == (t + 1) / t


def test_the_zero_matrix_has_a_full_kernel() -> None:
    t = generator(Free())
    zero = t - t
    assert rank([[zero, zero]]) == 0 and kernel([[zero, zero]]) == identity(2)
    assert kernel([[zero, t]]) == ((Fraction(1), Fraction(0)),)


def test_kronecker_products_let_the_first_factor_vary_slowest() -> None:
    a, b = ((Fraction(1), Fraction(2)),), ((Fraction(3),), (Fraction(5),))
    assert kronecker(a, b) == ((3, 6), (5, 10))
    rng = random.Random(2)
    c, d, e, f = (matrix(rng, None, 2, 2) for _ in range(4))
    assert product(kronecker(c, d), kronecker(e, f)) == kronecker(product(c, e), product(d, f))


def test_shapes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="2 columns"):
        product(identity(2), identity(3))


def test_the_common_field_joins_the_entries() -> None:
    half, third = generator(Exponential(Fraction(1, 2))), generator(Exponential(Fraction(1, 3)))
    assert common_field([[half, Fraction(1)]], [[third]]) == Exponential(Fraction(1, 6))
    assert common_field(identity(2)) is None and is_rational(identity(2))
    a = ((half, third), (third, Fraction(1)))
    assert product(a, inverse(a)) == identity(2)


@pytest.mark.parametrize("field", [Algebraic((-3, -1, 0, 0, 0, 1), Fraction(1), Fraction(2)), Radical(Fraction(5), 3)])
def test_systems_over_an_algebraic_number_agree_with_elimination(field: Algebraic | Radical) -> None:
    rng, t = random.Random(5), generator(field)
    a, b = ([[t * t * rng.randint(-9, 9) + t * rng.randint(1, 9) for _ in range(4)] for _ in range(4)] for _ in "ab")
    assert product(a, solve(a, b)) == tuple(map(tuple, b))
    assert product(a, inverse(a)) == identity(4) and determinant(a) * determinant(inverse(a)) == 1
    with pytest.raises(InputError, match="singular"):
        solve([*a[:3], [x + t * y for x, y in zip(a[0], a[1], strict=True)]], b)


def test_a_total_of_rationals_and_of_elements() -> None:
    t = generator(Exponential(Fraction(1)))
    assert total_of([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]) == 1 and total_of([]) == 0
    assert total_of([1 / (t + 1), t / (t + 1), Fraction(-1)]) == 0 and total_of([t, t, Fraction(1)]) == 2 * t + 1


def test_a_total_is_the_sum_over_several_fields_of_one_kind() -> None:
    rng, half, one = random.Random(1), generator(Exponential(Fraction(1, 2))), generator(Exponential(Fraction(1)))
    parts = [Fraction(2, 3), half / (half + 1), one / (one + 1), 1 / (half + 1), -half, one, Fraction(0)]
    for _ in range(60):
        xs = [rng.choice(parts) for _ in range(rng.randint(0, 9))]
        assert total_of(xs) == sum(xs, Fraction(0))
    root = generator(Radical(Fraction(2), 2))
    assert total_of([root, root, -2 * root]) == 0 and total_of([1 / root, 1 / root]) == root


def test_whether_a_field_holds_all_entries() -> None:
    root, e, third = (read_number(x) for x in ("2^(1/2)", "exp(1/2)", "exp(1/3)"))
    assert have_common_field([[root, Fraction(1)]], [[Fraction(2), root]]) and have_common_field([[e, third]])
    assert not have_common_field([[root, e]])


def test_products_of_many_terms_are_those_of_few() -> None:
    rng = random.Random(5)
    for field in FIELDS[1:3]:
        a, b = matrix(rng, field, 6, 12), matrix(rng, field, 12, 8)
        apart = tuple(tuple(product([row], [[x] for x in column])[0][0] for column in transpose(b)) for row in a)
        assert product(a, b) == apart


def test_a_rank_that_residues_do_not_show_is_found_exactly() -> None:
    for field in (None, Exponential(Fraction(1))):
        x = Fraction(PRIME) if field is None else generator(field) - RESIDUE
        assert least_rank([[x]]) == 0 and rank([[x]]) == 1
        assert rank([[x, x], [2 * x, 2 * x], [0 * x, 0 * x]]) == 1
    assert least_rank([[Fraction(1, PRIME)]]) is None and rank([[Fraction(1, PRIME)]]) == 1


def test_residues_bound_the_rank_over_t_but_not_over_a_root() -> None:
    t, root = read_number("e^1"), read_number("2^(1/2)")
    assert least_rank([[t, t * t], [Fraction(1), t]]) == 1 and least_rank([[t, Fraction(1)], [Fraction(1), t]]) == 2
    assert least_rank([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(4)]]) == 1
    assert (
        least_rank([[root, Fraction(2)], [Fraction(1), root]]) is None
        and rank([[root, Fraction(2)], [Fraction(1), root]]) == 1
    )
