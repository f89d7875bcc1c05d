"""Privacy budgets: read, printed so that they read back, split, multiplied, enclosed."""

import math
from fractions import Fraction

import pytest
import sympy

from rropt.exact.decimal import EXACT, decimal
from rropt.exact.element import Element, generator
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Exponential, Free, Radical
from rropt.exact.sign import enclose


@pytest.mark.parametrize(
    ("given", "t"),
    [
        ("ln3", Fraction(3)),
        ("log(3)", Fraction(3)),
        ("ln2.5", Fraction(5, 2)),
        (sympy.log(3), Fraction(3)),
        ("0", Fraction(1)),
        (0, Fraction(1)),
        ("inf", math.inf),
        (math.inf, math.inf),
        ("1/2", generator(Exponential(Fraction(1, 2)))),
        (0.5, generator(Exponential(Fraction(1, 2)))),
        (Fraction(1, 2), generator(Exponential(Fraction(1, 2)))),
        (sympy.Rational(1, 2), generator(Exponential(Fraction(1, 2)))),
        ("ln3/2", generator(Radical(Fraction(3), 2))),
        ("ln(e+1)", generator(Exponential(Fraction(1))) + 1),
        ("every", generator(Free())),
    ],
)
def test_budgets_are_read(given: object, t: object) -> None:
    assert read_epsilon(given).t == t


@pytest.mark.parametrize(
    "text", ["0", "1", "1/2", "inf", "log(3)", "log(5/2)", "log(3^(1/2))", "1/2..2", "0..inf", "log(e + 1)"]
)
def test_a_budget_prints_as_it_reads_back(text: str) -> None:
    assert str(read_epsilon(text)) == text and read_epsilon(str(read_epsilon(text))) == read_epsilon(text)


def test_an_interval_is_closed_where_finite() -> None:
    t = read_epsilon("1/2..2").t
    assert isinstance(t, Element) and isinstance(t.field, Free)
    half = generator(Exponential(Fraction(1, 2)))
    assert (t.field.lower, t.field.upper) == (half, half**4)
    assert not t.field.lower_open and not t.field.upper_open
    assert read_epsilon("ln(2)/2..1").is_free and read_epsilon("1..ln(19)/2").is_free  # the ends share no field
    assert t >= 1 and read_epsilon("every").is_free and not read_epsilon("1").is_free


@pytest.mark.parametrize(
    "bad",
    [
        "-1",
        "ln0.5",
        "e",
        "t",
        "nan",
        float("nan"),
        True,
        "",
        "2..1",
        "1..1",
        "1..ln(2)/2",
        "ln(8)..3*ln(2)",
        "..",
        "1..",
        "inf..inf",
        "10^9",
        None,
    ],
)
def test_what_is_no_budget_is_refused_in_one_sentence(bad: object) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$"):
        read_epsilon(bad)


def test_a_decimal_says_how_it_was_read() -> None:
    assert "read as the rational" in read_epsilon(1.0986122886681098).said and "ln3" in read_epsilon(1.5).said
    assert read_epsilon("1/2").said == "" and read_epsilon(1.5) == read_epsilon("3/2")


@pytest.mark.parametrize("text", ["1", "1/3", "ln3", "ln8", "ln(9/4)", "ln3/2", "ln(8)/2", "2*ln(2)/3", "0", "inf"])
@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_parts_of_a_budget_make_it_whole(text: str, n: int) -> None:
    epsilon = read_epsilon(text)
    assert epsilon.split(n).times(n) == epsilon


def test_budgets_that_cannot_be_split_are_refused() -> None:
    with pytest.raises(InputError, match="at least 1"):
        read_epsilon("1").split(0)
    with pytest.raises(InputError, match="cannot be split"):
        read_epsilon("ln(e+1)").split(2)
    for text in ("every", "1/2..2"):
        with pytest.raises(InputError, match="is not one number; give one finite epsilon"):
            read_epsilon(text).split(2)


def test_exact_values_and_enclosures() -> None:
    assert read_epsilon("3/2").value == Fraction(3, 2) and read_epsilon("ln3").value is None
    assert Epsilon(generator(Exponential(Fraction(1, 2))) ** 3).value == Fraction(3, 2)
    lower, upper = read_epsilon("ln3").bounds(width=Fraction(1, 10**30))
    assert lower < Fraction("1.098612288668109691395245236923") < upper + Fraction(1, 10**29)
    assert upper - lower <= Fraction(1, 10**30)
    assert float(read_epsilon("ln3")) == math.log(3) and float(read_epsilon("inf")) == math.inf
    assert read_epsilon("ln(e+1)").bounds()[0] > 1 and read_epsilon("1/3").bounds() == (Fraction(1, 3), Fraction(1, 3))
    with pytest.raises(InputError):
        read_epsilon("every").bounds()


def test_shown_puts_a_decimal_beside_the_exact_form() -> None:
    assert read_epsilon("ln3").shown() == "log(3) ≈ 1.09862" and read_epsilon("1/3").shown() == "1/3 ≈ 0.333334"
    assert read_epsilon("1").shown() == "1" and read_epsilon("every").shown() == "every epsilon > 0"


def test_the_logarithm_of_a_long_number_is_shown_as_a_decimal() -> None:
    assert Epsilon(Fraction(3) ** 1000).shown() == "≈ 1098.62"
    assert Epsilon(Fraction(3)).shown() == "log(3) ≈ 1.09862"


@pytest.mark.parametrize("exact", [True, False])
def test_a_decimal_that_stands_alone_is_rounded_in_the_stated_direction(exact: bool) -> None:
    token = EXACT.set(exact)
    try:
        for budget, low, high in (
            (Epsilon(Fraction(3) ** 1000 + Fraction(1, 3)), "1098.61", "1098.62"),
            (read_epsilon(Fraction(10**90 + 1, 3 * 10**90)), "0.333333", "0.333334"),
        ):
            said = [budget.shown(direction=way) for way in ("lower", "upper")]
            assert said == ([f"≈ {low}", f"≈ {high}"] if exact else [low, high])
    finally:
        EXACT.reset(token)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(
    "x", ["ln3", "ln18", "ln(7/5)", "1/3", "2/3", "1e-8", "ln(100000001/100000000)", "25", "ln(e+1)", "200/7"]
)
def test_nobody_is_told_less_than_the_budget(x: str, exact: bool) -> None:
    budget = read_epsilon(x)
    token = EXACT.set(exact)
    try:
        said = [Fraction(budget.shown(digits=digits).split()[-1]) for digits in (1, 3, 4, 6, 15)]
    finally:
        EXACT.reset(token)
    _, upper = budget.bounds(width=Fraction(1, 10**30))
    assert all(upper <= s for s in said) and said[-1] <= upper * (1 + Fraction(2, 10**14))


@pytest.mark.parametrize("x", ["1/5", "19/100", "7/2"])
def test_a_budget_next_to_a_decimal_is_shown_as_that_decimal(x: str) -> None:
    below, above = enclose(read_epsilon(x).t, width=Fraction(1, 10**25))
    text, more = decimal(Fraction(x)), decimal(Fraction(x) + Fraction(1, 10**20), direction="upper")
    assert [Epsilon(t).shown().split()[-1] for t in (below, above)] == [text, more]
    assert Epsilon(above).shown(direction="lower").split()[-1] == text


def test_a_number_too_long_for_python_to_print_is_read() -> None:
    assert read_epsilon(Fraction(1, 10**5000)).shown() == "≈ 1e-5000"
    with pytest.raises(InputError, match="give an exponent from"):
        read_epsilon(10**5000)


@pytest.mark.parametrize("places", [15, 18, 30, 60])
def test_a_tiny_budget_has_a_positive_decimal_and_tight_bounds(places: int) -> None:
    x = Fraction(1, 10**places)
    lower, upper = Epsilon(1 + x).bounds()
    # log(1 + x) lies between x − x²/2 and x
    assert 0 < lower <= x and x - x * x / 2 <= upper and upper - lower <= x / 10**14
    assert Epsilon(1 + x).shown().endswith(f"1.00000e-{places}") or Epsilon(1 + x).shown().endswith(f"1e-{places}")
    assert 0 < float(Epsilon(1 + x)) <= 1.0000001 * 10**-places


@pytest.mark.parametrize("text", ["1/2..", "..2", ".."])
def test_an_interval_without_an_end_is_said_to_lack_it(text: str) -> None:
    with pytest.raises(InputError, match="lacks an end; give both"):
        read_epsilon(text)


def test_a_budget_leaves_to_sympy() -> None:
    assert read_epsilon("ln3").to_sympy() == sympy.log(3)
    assert read_epsilon("1/2").to_sympy() == sympy.Rational(1, 2)
    assert read_epsilon("ln3").split(2).to_sympy() == sympy.log(3) / 2
    assert read_epsilon("every").to_sympy() == sympy.log(sympy.Symbol("t"))
    assert read_epsilon("inf").to_sympy() == sympy.oo
