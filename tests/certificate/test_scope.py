"""The field of a certificate and the text of its numbers."""

from fractions import Fraction as F

import pytest

from rropt.certificate.read import read_cut
from rropt.certificate.scope import cut, scope_of
from rropt.exact.element import generator
from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import Algebraic
from rropt.exact.grammar import read_number


@pytest.mark.parametrize(
    ("epsilon", "expected"),
    [("ln3", "3"), ("1/2", "exp(1/2)"), ("0", "1"), ("ln2.5", "5/2"), ("inf", "inf")],
)
def test_a_point_of_the_line(epsilon: str, expected: str) -> None:
    assert cut(read_epsilon(epsilon).t) == expected


def test_an_algebraic_point_is_isolated() -> None:
    for split, degree in ((2, 2), (5, 5)):
        found = cut(read_epsilon("ln3").split(split).t)
        low, high = map(F, found["between"])
        assert found["root"] == f"1*t^{degree}-3" and low**degree < 3 < high**degree
    with pytest.raises(ValueError, match="no point"):
        cut(read_epsilon("1/2").t + 1)  # type: ignore[operator]


@pytest.mark.parametrize(("epsilon", "root"), [("ln(8)/2", "1*t^2-8"), ("ln(16)/3", "1*t^3-16")])
def test_a_root_that_does_not_generate_its_field_is_isolated(epsilon: str, root: str) -> None:
    t = read_epsilon(epsilon).t
    assert cut(t) == {"root": root, "between": ["2", "3"]} and read_cut(cut(t)) == t


def test_a_root_of_a_number_beyond_floats_is_isolated() -> None:
    found = cut(read_number("sqrt(10^400+1)"))
    assert found["between"] == [str(10**200), str(10**200 + 1)]


def test_numbers_of_one_scope_are_functions_of_one_t() -> None:
    a, b = read_epsilon("1/2").t, read_epsilon("1/3").t
    scope = scope_of([a, b], ratio=a)  # type: ignore[list-item,arg-type]
    assert scope.domain == {"t": "exp(1/6)"}
    assert (scope.number(a), scope.number(b), scope.number(F(2, 3))) == ("t^3", "t^2", "2/3")  # type: ignore[arg-type]


def test_a_free_t_and_a_rational_one() -> None:
    t = read_epsilon("1/2..2").t
    assert scope_of([], ratio=t).domain == {"from": "exp(1/2)", "to": "exp(2)", "ends": "[]"}  # type: ignore[arg-type]
    assert scope_of([], ratio=read_epsilon("every").t).domain == {"from": "1", "to": "inf", "ends": "()"}  # type: ignore[arg-type]
    assert scope_of([F(1, 3)], ratio=F(3)).domain == {"t": "3"}


def test_texts_read_back_as_the_numbers() -> None:
    t = read_epsilon("1/2").t
    rows = ((t / (t + 1), 1 / (t + 1)), (1 / (t + 1), t / (t + 1)))  # type: ignore[operator]
    texts = scope_of([x for row in rows for x in row], ratio=t).matrix(rows)  # type: ignore[arg-type]
    assert [[read_number(x.replace("t", "exp(1/2)")) for x in row] for row in texts] == [list(row) for row in rows]


def test_a_named_root_is_its_own_point() -> None:
    golden = generator(Algebraic((-1, -1, 1), F(1), F(2)))
    assert cut(golden) == {"root": "-1-1*t^1+1*t^2", "between": ["1", "2"]}
    assert scope_of([golden + 1]).domain == {"t": cut(golden)}
    with pytest.raises(ValueError, match="no point that a certificate can state"):
        cut(golden + 1)


def test_a_small_matrix_of_rationals_is_in_lowest_terms_and_a_large_one_over_one_denominator() -> None:
    row = (F(1, 2), F(1, 7), F(0), F(-2))
    assert scope_of(row).matrix((row,)) == [["1/2", "1/7", "0", "-2"]]
    assert scope_of(row).matrix((row * 17,)) == [["7/14", "2/14", "0", "-28/14"] * 17]
