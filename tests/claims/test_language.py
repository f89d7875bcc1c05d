"""The reader: what a text means, against Python's own arithmetic, and what it refuses."""

import random
from contextlib import nullcontext
from fractions import Fraction as F

import pytest

from rropt.claims.language import Node, comparisons, known_value, number, read, substitute
from rropt.errors import InputError

POINT = {"x": F(2, 3), "y": F(5), "i": F(7)}


def value(text: str, **definitions: str) -> F | None:
    return known_value(substitute(read(text, definitions), {name: number(x) for name, x in POINT.items()}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-x^2", F(-4, 9)),
        ("2^3^2", 512),
        ("2^-1", F(1, 2)),
        ("12/2/3", 2),
        ("sum(i, 0, 3, sum(j, 0, i, j*x))", F(20, 3)),
        ("sum(i, 1, 0, 1/0)", 0),
        ("prod(i, 1, 4, i)", 24),
        ("binomial(y, 2)", 10),
        ("factorial(5)", 120),
        ("factorial(0)", 1),
        ("binomial(x, 0)", 1),
        ("at(x^2, x, 3)", 9),
        ("diff(x^3/(x+1), x)", F(2, 3) ** 2 * (2 * F(2, 3) + 3) / (F(5, 3)) ** 2),
        ("diff(x^3, x, 2)", 4),
        ("diff(y*diff(x^3, x), x)", 20),
        ("0^0", 1),
        ("x^-2 + 2^400/2^399", F(17, 4)),
        (f"max({', '.join(map(str, range(400)))}, 7)", 399),  # not nested 400 deep
        ("min(x, y, 1/2) + max(x, y) + abs(-3)", F(17, 2)),
    ],
)
def test_terms(text: str, expected: F) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "define", "expected"),
    [
        ("f(x)", {"f(y)": "y + y"}, F(4, 3)),
        ("f(i)", {"f(y)": "sum(i, 0, 2, y*i)"}, 21),  # the index of the sum is not the argument's i
        ("V(x, y)", {"x1": "5", "P(x, y)": "x", "V(y, P)": "P + y"}, F(17, 3)),  # a parameter hides a definition
        ("f(3, f(2, x))", {"f(k, y)": "sum(i, 1, k, i*y)"}, 12),  # nor that of an inner sum that of an outer one
        ("g(2)", {"f(k, y)": "sum(i, 1, k, i*y)", "g(m)": "f(3, f(m, 1))"}, 18),  # which may end at a letter
        ("sum(i, 1, 3, f(i, i))", {"f(k, y)": "sum(i, 1, k, i*y)"}, 1 + 6 + 18),
        ("f(3) + D(x, x)", {"f(x)": "diff(x^2, x)", "D(x, z)": "diff(x*z, x)"}, 6 + F(2, 3)),  # by its parameter
        ("sum(i, 0, 3, g)", {"g": "i^2"}, None),
        ("exists y: g > y", {"g": "y + 1"}, None),
        ("f(y)", {"f(p)": "exists y: y > p"}, None),
    ],
)
def test_names_of_definitions_are_never_captured(text: str, define: dict[str, str], expected: F | None) -> None:
    with pytest.raises(InputError) if expected is None else nullcontext():
        assert value(text, **define) == expected


def test_what_is_written_is_read_again() -> None:
    for text in (
        "not (x > 1 or y = 2) and x^2 < 3",
        "(x + 1)*(y - 2)/x^3 >= -1",
        "x > 0 implies (y > 0 implies x*y > 0)",
        "-(x - 1)^2 != 0",
        "x > 0 implies ((exists y, z: y + z > x and y < 1) or x = 2)",
    ):
        node = read(text)
        assert read(str(node)) == node


def test_a_term_that_is_written_has_its_value() -> None:
    """Brackets stand where they must: of random terms, with negative numbers and fractions in all places."""
    rng = random.Random(4)

    def term(depth: int) -> Node:
        if depth == 0:
            return number(F(rng.randint(-3, 3), rng.randint(1, 2)))
        op = rng.choice(("+", "-", "*", "/", "^", "neg", "abs", "max", "where"))
        first, second = term(depth - 1), number(rng.randint(0, 2)) if op in ("^", "where") else term(depth - 1)
        return Node(op, (first,) if op in ("neg", "abs") else (first, second))

    for _ in range(400):
        node = term(rng.randint(0, 3))
        assert known_value(read(str(node))) == known_value(node), str(node)


@pytest.mark.parametrize(
    "head", ["f(x, x)", "f(x y)", "f(1)", "exp", "sum(x)", "diff", "V(x)", "ln(y)", "f(", "1", "binomial"]
)
def test_a_name_is_defined_once_with_different_letters(head: str) -> None:
    with pytest.raises(InputError, match="cannot define"):
        read("1", {"V(x)": "x", head: "1"} if head != "V(x)" else {"V(y)": "y", head: "1"})


@pytest.mark.parametrize(
    "text",
    ["V", "V(1)", "V(1, 2, 3)", "g(1)", "diff(V(x, 1), V)", "exists g: 1 = 1", "exists exp: exp = 1",
     "", "x +", "1 + ;", "and = 1",
     "(x", "x y", "1 < ", "f(1, 2", "10^10^10", "(" * 999 + "x" + ")" * 999, "x ~ y", "exists x, x: x = 1", "sqrt(1, 2)",
     "diff(x, x, 1, 1)", "diff(x, x, 0)", "diff(x, x, 10^7)", "x^401", "x^-401", "x ~ 1 1",
     "diff(x)", "sum(i, 0, n, i)", "argmin[x] x = {(1, 2)}", "x ~ 0.1 + 1", "__import__('os')", "1" * 3000, "x;y", "floor(x, 1)",
     "diff(abs(x), x)",
     "x+" * 400 + "x", "factorial(0-1)", "where(x)", "factorial(1/2)", "binomial(x, -1)", "sum(i, 3, 1, i)"],
)  # fmt: skip
def test_what_is_not_in_the_grammar_is_refused(text: str) -> None:
    """A definition has as many arguments as it says, and is no variable."""
    with pytest.raises(InputError):
        read(text, {"V(x, y)": "x*y", "g": "2"})


@pytest.mark.slow
def test_a_sum_of_sums_is_refused_before_all_of_its_terms_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    formed = []
    monkeypatch.setattr(Node, "__post_init__", lambda x, form=Node.__post_init__: (formed.append(1), form(x)))
    with pytest.raises(InputError, match="expands to more than"):
        read("sum(i, 1, 500, sum(j, 1, 5000, i*j))")  # ten million parts
    assert 100 < len(formed) < 10**6


def test_bound_variables_are_not_free_and_a_term_has_a_size_and_a_depth() -> None:
    assert read("exists y: y > x and z = 1").free == {"x", "z"}
    assert (read("x + 2*y").size, read("x + 2*y").depth) == (5, 3)
    assert str(read("diff(x*y + exp(x), x)")) == "y + exp(x)", "without factors of 1"


def test_the_comparisons_of_a_formula_are_listed_but_for_those_of_what_exists() -> None:
    stated = read("0 < x <= 1 and (not y = 2 or (z != 3 implies exists w: w > z))")
    assert [str(x) for x in comparisons(stated)] == ["0 < x", "x <= 1", "y = 2", "z != 3"]
