"""Signs agree with 200-digit arithmetic, with Sturm's theorem against sympy, and enclosures contain their number."""

import itertools
import random
from fractions import Fraction

import mpmath
import pytest
import sympy
from flint import fmpz_poly

from rropt.exact.element import Element, Number, element, generator
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Exponential, Free, Radical
from rropt.exact.grammar import read_number
from rropt.exact.sign import count_roots, enclose, enclose_relative, sign, signs

DIGITS = 200


def reference(x: Number) -> mpmath.mpf:
    """The value at 200 digits, by mpmath alone."""
    with mpmath.workdps(DIGITS):
        if isinstance(x, Fraction):
            return mpmath.mpf(x.numerator) / x.denominator
        f = x.field
        if isinstance(f, Exponential):
            t = mpmath.exp(mpmath.mpf(f.epsilon.numerator) / f.epsilon.denominator)
        else:
            assert isinstance(f, Radical)
            t = mpmath.root(mpmath.mpf(f.radicand.numerator) / f.radicand.denominator, f.degree)
        num, den = ([int(c) for c in reversed(p.coeffs())] for p in (x.num, x.den))
        return mpmath.polyval(num, t) / mpmath.polyval(den, t)


def random_elements(count: int) -> list[Number]:
    rng = random.Random(20261120)
    fields = [
        Exponential(Fraction(1)),
        Exponential(Fraction(1, 2)),
        Exponential(Fraction(7, 3)),
        Exponential(Fraction(1, 1000)),
        Radical(Fraction(2), 2),
        Radical(Fraction(5, 3), 7),
    ]
    found: list[Number] = []
    while len(found) < count:
        field = rng.choice(fields)
        num, den = (fmpz_poly([rng.randint(-50, 50) for _ in range(rng.randint(1, 6))]) for _ in range(2))
        if den != 0:
            found.append(element(field, num, den))
    return found


def test_the_sign_of_random_elements_is_that_of_200_digits() -> None:
    for x in random_elements(400):
        value = reference(x)
        assert sign(x) == (0 if x == 0 else mpmath.sign(value))


def test_the_order_of_random_elements_is_that_of_200_digits() -> None:
    xs = [x for x in random_elements(300) if isinstance(x, Element) and x.field == Exponential(Fraction(1))]
    for a, b in itertools.pairwise(xs):
        if a != b:
            assert (a < b) == (reference(a) < reference(b))


def convergents(field: Exponential | Radical, count: int) -> list[Fraction]:
    """The continued fraction convergents of t: the rationals hardest to tell from it."""
    with mpmath.workdps(DIGITS):
        value, found = reference(generator(field)), []
        h, k, h0, k0 = 1, 0, 0, 1
        for _ in range(count):
            a = int(mpmath.floor(value))
            h, k, h0, k0 = a * h + h0, a * k + k0, h, k
            found.append(Fraction(h, k))
            value = 1 / (value - a)
        return found


@pytest.mark.parametrize(
    "field", [Exponential(Fraction(1)), Exponential(Fraction(1, 7)), Radical(Fraction(2), 2)], ids=str
)
def test_convergents_of_t_lie_on_alternating_sides(field: Exponential | Radical) -> None:
    t = generator(field)
    for n, q in enumerate(convergents(field, 60)):
        assert sign(t - q) == (1 if n % 2 == 0 else -1)


def test_adversarial_elements() -> None:
    t = read_number("e")
    assert t < Fraction(19, 7) + Fraction(1, 100) and t > Fraction(19, 7)
    a = Fraction(10**40 + 1, 10**40)
    assert t * a > t and t / a < t and t * a - t < Fraction(1, 10**39)
    assert (t - Fraction(19, 7)) ** 7 > 0 and (Fraction(19, 7) - t) ** 7 < 0
    product = (t - Fraction(271828, 100000)) * (t - Fraction(271829, 100000))
    assert product < 0 < -product
    assert sign(read_number("(e-1)^9*(e+1)^9 - (e^2-1)^9")) == 0


def brute_signs(p: sympy.Poly, lower: Fraction, upper: Fraction | None, closed: tuple[bool, bool]) -> set[int]:
    """The signs of p on an interval, from sympy's isolated real roots and a point in every gap."""
    roots = sorted({r for r in sympy.real_roots(p) if r > lower and (upper is None or r < upper)})
    ends = [
        sympy.Rational(lower),
        *roots,
        sympy.Rational(upper) if upper is not None else (roots or [sympy.Rational(lower)])[-1] + 2,
    ]
    found = {0} if roots else set()
    for a, b in itertools.pairwise(ends):
        found.add(int(sympy.sign(p.as_expr().subs(p.gen, sympy.nsimplify(sympy.N((a + b) / 2, 30), rational=True)))))
    for end, included in ((lower, closed[0]), (upper, closed[1])):
        if included and end is not None:
            found.add(int(sympy.sign(p.eval(sympy.Rational(end)))))
    return found


def test_signs_over_an_interval_agree_with_sympy() -> None:
    rng, x = random.Random(7), sympy.Symbol("x")
    for _ in range(60):
        roots = [
            rng.choice([Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5, 2), Fraction(3)])
            for _ in range(rng.randint(1, 3))
        ]
        p = sympy.Poly(1, x)
        for r in roots:
            p *= sympy.Poly(r.denominator * x - r.numerator, x)
        p *= sympy.Poly(x**2 + rng.randint(-5, 1) * x + rng.randint(-3, 3) + sympy.Rational(0), x)
        closed = (rng.random() < 0.5, rng.random() < 0.5)
        upper = rng.choice([None, Fraction(2), Fraction(3)])
        field = Free(
            Fraction(1),
            float("inf") if upper is None else upper,
            lower_open=not closed[0],
            upper_open=not closed[1] or upper is None,
        )
        coefficients = [int(c) for c in reversed(p.all_coeffs())]
        value = element(field, fmpz_poly(coefficients), fmpz_poly([1]))
        assert signs(value) == brute_signs(p, Fraction(1), upper, closed), (p, field)


def test_roots_are_counted_strictly_inside_also_with_irrational_ends() -> None:
    p = fmpz_poly([-2, 0, 1])  # x² − 2
    assert count_roots(p, Fraction(1), Fraction(2)) == 1
    assert count_roots(p, Fraction(-2), Fraction(2)) == 2
    assert count_roots(p, generator(Radical(Fraction(2), 2)), Fraction(2)) == 0
    assert count_roots(p, Fraction(1), generator(Radical(Fraction(2), 2))) == 0
    assert count_roots(p, Fraction(1), generator(Exponential(Fraction(1, 3)))) == 0
    assert count_roots(p, Fraction(1), generator(Exponential(Fraction(1, 2)))) == 1
    assert count_roots(fmpz_poly([5]), Fraction(0), Fraction(9)) == 0


def test_a_pole_in_the_interval_is_undecided_also_at_a_closed_end() -> None:
    t = generator(Free(Fraction(1), Fraction(4), lower_open=False, upper_open=False))
    for x in (1 / (t - 2), 1 / (t - 1), 1 / (t - 4) ** 2):
        with pytest.raises(Undecided, match="pole"):
            assert x > 0
    assert 1 / (t - 5) < 0
    assert 1 / (generator(Free()) - 1) > 0


def test_sign_of_a_number_without_one_sign_is_undecided() -> None:
    with pytest.raises(Undecided):
        sign(generator(Free()) - 2)


@pytest.mark.parametrize("width", [Fraction(1, 10), Fraction(1, 10**40)])
def test_enclosures_contain_their_number_within_the_width(width: Fraction) -> None:
    for x in random_elements(60):
        lower, upper = enclose(x, width=width)
        assert lower <= x <= upper and upper - lower <= width


def test_relative_enclosures_have_one_sign() -> None:
    for x in random_elements(60):
        if x != 0:
            lower, upper = enclose_relative(x, bits=50)
            assert lower <= x <= upper and (upper - lower) * 2**50 <= min(abs(lower), abs(upper))


def test_a_free_number_has_no_enclosure() -> None:
    with pytest.raises(InputError, match="fix epsilon"):
        enclose(generator(Free()))


def test_a_double_is_next_to_its_number_however_large_or_near_another() -> None:
    e = generator(Exponential(Fraction(1)))
    near = [e**n - enclose(e**n, width=Fraction(1, 10**40))[0] for n in (1, 5)]
    for x in [*random_elements(200), *near, e**600, 1 / e**600]:
        lower, upper = enclose_relative(x, bits=100)
        assert abs(Fraction(float(x)) - lower) <= max(abs(lower), abs(upper)) / 2**53 * (1 + Fraction(1, 2**40))
    with pytest.raises(OverflowError):
        float(e**800)
