"""What several mechanisms disclose together: against all tuples of answers, sums in high precision, and between its bounds."""

import itertools
import random
import time
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from rropt import LDP, InputError, Mechanism, from_spec, profile
from rropt.privacy import Profile, ProfileBounds, compose
from rropt.privacy.excess import pairs
from rropt.privacy.repeated.composition import Use, use_of
from rropt.privacy.repeated.enclosed_uses import ball_pair

WARNER, OTHER = from_spec("warner:p=3/4"), from_spec("warner:p=2/3")
RATIOS = (Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(4), Fraction(50))


def random_mechanism(rng: random.Random, m: int, k: int, *, zeros: bool) -> Mechanism:
    columns = []
    for _ in range(k):
        weights = [rng.randint(0 if zeros else 1, 7) for _ in range(m)]
        weights[rng.randrange(m)] += 1
        columns.append([Fraction(w, sum(weights)) for w in weights])
    return Mechanism(list(zip(*columns, strict=True)))


def enumerated(mechanisms: list[Mechanism], t: Fraction) -> Fraction:
    """δ by all tuples of answers, none merged."""
    found = Fraction(0)
    for j, low in itertools.permutations(range(mechanisms[0].k), 2):
        total = Fraction(0)
        for answers in itertools.product(*(p.rows for p in mechanisms)):
            a, b = Fraction(1), Fraction(1)
            for row in answers:
                a, b = a * row[j], b * row[low]  # type: ignore[assignment]
            total += max(Fraction(0), a - t * b)
        found = max(found, total)
    return found


@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.slow
def test_together_they_are_the_sum_over_all_tuples_of_answers(k: int, zeros: bool) -> None:
    rng = random.Random(f"{k} {zeros}")
    for _ in range(40):
        different = [random_mechanism(rng, rng.randint(2, 4), k, zeros=zeros) for _ in range(rng.randint(1, 3))]
        listed = [*different, *rng.choices(different, k=rng.randint(0, 2))]
        found = compose(listed)
        assert isinstance(found, Profile) and found.times == len(listed)
        for t in RATIOS:
            assert found.at(t) == enumerated(listed, t)


def test_a_hundred_uses_of_one_are_its_profile_and_the_order_says_nothing() -> None:
    assert compose([WARNER] * 100).to_dict() == profile(WARNER, times=100).to_dict()
    assert compose([WARNER, OTHER, WARNER]).to_dict() == compose([OTHER, WARNER, WARNER]).to_dict()


@pytest.mark.slow
def test_a_hundred_uses_of_each_of_two_are_the_double_sum_at_sixty_digits() -> None:
    found = compose([WARNER] * 100 + [OTHER] * 100)
    with mpmath.workdps(60):
        first = [mpmath.binomial(100, i) * mpmath.mpf(3) ** i / mpmath.mpf(4) ** 100 for i in range(101)]
        second = [mpmath.binomial(100, i) * mpmath.mpf(2) ** i / mpmath.mpf(3) ** 100 for i in range(101)]
        for epsilon in (1, 30, 80, 120):
            t = mpmath.exp(epsilon)
            expected = mpmath.fsum(
                max(0, first[i] * second[j] - t * first[100 - i] * second[100 - j])
                for i in range(101)
                for j in range(101)
            )
            exact = mpmath.mpf(f"{found.delta(epsilon):.80e}")
            assert abs(exact - expected) <= mpmath.mpf(10) ** -55


@pytest.mark.parametrize("budget", [200, 199])
def test_budgets_far_apart_are_the_double_sum_and_take_no_time(budget: int) -> None:
    """The ratios of 300 uses are powers of e^1 with hundreds of unused exponents between them."""
    start = time.process_time()
    found = compose([from_spec("warner:epsilon=1")] * 2 + [from_spec(f"warner:epsilon={budget}")] * 300)
    assert isinstance(found, ProfileBounds) and time.process_time() - start < 10
    with mpmath.workdps(500):
        p, q = mpmath.e / (mpmath.e + 1), 1 / (mpmath.exp(budget) + 1)
        for epsilon in (0, 1, 500, 999):
            cells = [(mpmath.binomial(300, i) * mpmath.binomial(2, j), (i, j)) for i in range(301) for j in range(3)]
            expected = mpmath.fsum(
                n
                * max(
                    0,
                    (1 - q) ** i * q ** (300 - i) * p**j * (1 - p) ** (2 - j)
                    - mpmath.exp(epsilon) * q**i * (1 - q) ** (300 - i) * (1 - p) ** j * p ** (2 - j),
                )
                for n, (i, j) in cells
            )
            low, high = (mpmath.mpf(x.numerator) / x.denominator for x in found.delta(epsilon))
            assert low - mpmath.mpf(10) ** -80 <= expected <= high + mpmath.mpf(10) ** -80 and high - low < 1e-60


def test_mechanisms_at_different_budgets_are_multiplied_in_one_field() -> None:
    p, q = from_spec("krr:k=3,epsilon=1"), from_spec("krr:k=3,epsilon=1/2")
    found = compose([p, q])
    assert isinstance(found, Profile) and str(found.epsilon(0)) == "3/2"
    with mpmath.workdps(60):
        a, b = mpmath.e / (mpmath.e + 2), mpmath.exp(0.5) / (mpmath.exp(0.5) + 2)
        assert abs(mpmath.mpf(f"{found.delta(1):.60e}") - (a * b - mpmath.e * (1 - a) / 2 * (1 - b) / 2)) < 1e-50


def test_budgets_of_no_common_field_are_enclosed() -> None:
    p, q = from_spec("warner:epsilon=1"), from_spec("warner:epsilon=ln3/2")
    found = compose([p, q])
    assert isinstance(found, ProfileBounds) and "2 answers, enclosed, not certified" in str(found)
    with mpmath.workdps(60):
        a, b = mpmath.e / (mpmath.e + 1), mpmath.sqrt(3) / (mpmath.sqrt(3) + 1)
        t = mpmath.exp(mpmath.mpf("0.75"))
        cells = [(x * y, (1 - x) * (1 - y)) for x in (a, 1 - a) for y in (b, 1 - b)]
        expected = mpmath.fsum(max(0, x - t * y) for x, y in cells)
    low, high = found.delta("3/4")
    assert float(low) - 1e-15 <= float(expected) <= float(high) + 1e-15 and high - low < Fraction(1, 1000)


def repeated(mechanisms: list[Mechanism]) -> list[tuple[Use, int]]:
    """What the first ordered pair of inputs sees of each, once."""
    return [(use_of(next(iter(pairs(p, distinct=False)))), 1) for p in mechanisms]


@pytest.mark.slow
@pytest.mark.then(zeros=1)
@pytest.mark.parametrize("zeros", [False, True])
def test_the_grid_bounds_the_exact_profile_on_both_sides(zeros: bool) -> None:
    rng = random.Random(f"grid {zeros}")
    widths = []
    for _ in range(30):
        different = [random_mechanism(rng, rng.randint(2, 5), 2, zeros=zeros) for _ in range(4)]
        found = ball_pair(repeated(different))
        for t in RATIOS:
            low, high = found.bounds(t)
            cells = itertools.product(*(p.rows for p in different))
            exact = sum((_over(answers, t) for answers in cells), Fraction(0))
            assert low <= exact <= high
            widths.append(high - low)
    assert max(widths) < Fraction(1, 1000) and (zeros or max(widths) > 0)


def _over(answers: Any, t: Fraction) -> Fraction:
    a, b = Fraction(1), Fraction(1)
    for row in answers:
        a, b = a * row[0], b * row[1]
    return max(Fraction(0), a - t * b)


@pytest.mark.full
def test_sixty_different_devices_are_enclosed_closely() -> None:
    found = compose([from_spec(f"warner:p={51 + i}/{100 + i}") for i in range(60)])
    assert isinstance(found, ProfileBounds)
    low, high = found.delta(4)
    assert 0 < low < high < low + Fraction(1, 500)


def test_labels_are_matched() -> None:
    p = Mechanism([["3/4", "1/2"], ["1/4", "1/2"]], inputs=("no", "yes"))
    turned = Mechanism([["1/2", "3/4"], ["1/2", "1/4"]], inputs=("yes", "no"))
    assert compose([p, turned]).to_dict() == profile(p, times=2).to_dict()


def test_an_answer_that_only_one_truth_gives_tells_for_certain() -> None:
    assert compose([WARNER, Mechanism([[1, 0], [0, 1]])]).delta(9) == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], "no mechanism is given"),
        (WARNER, "must be a list, such as"),
        ("warner:p=3/4", "must be a list, such as"),
        ([WARNER, from_spec("krr:k=3,gamma=2")], "give two with the same inputs"),
        (
            [WARNER, from_spec("warner:epsilon=every")],
            "free in one of the mechanisms, but what all answers disclose needs one value",
        ),
        ([WARNER, 3], "'3' is not a mechanism"),
    ],
)
def test_what_is_refused(given: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        compose(given)


def test_a_pair_of_rational_columns_beside_irrational_ones() -> None:
    last = 1 / (1 + LDP(1).t)
    p = Mechanism([["3/4", "1/4", last], ["1/4", "3/4", 1 - last]])
    assert compose([p, p]).to_dict() == profile(p, times=2).to_dict()


@pytest.mark.parametrize("exponent", [20, 400])
@pytest.mark.slow
def test_ratios_next_to_1_and_beyond_every_float(exponent: int) -> None:
    x = Fraction(1, 10**exponent)
    near, far = (Mechanism([[a, b], [b, a]]) for a, b in ((Fraction(1, 2) + x, Fraction(1, 2) - x), (1 - x, x)))
    for listed in ([near, near], [near, WARNER], [far, near, WARNER], [far, far]):
        found = compose(listed)
        for t in RATIOS:
            assert found.at(t) == enumerated(listed, t)
    irrational = Mechanism([["sqrt(2)/2", "1/2"], ["1-sqrt(2)/2", "1/2"]])
    bounds = compose([far, from_spec("krr:k=2,epsilon=1"), irrational])
    assert isinstance(bounds, ProfileBounds) and bounds.epsilon(0)[1] >= exponent * Fraction(23, 10)
    assert "3 answers, enclosed" in bounds.explain() and 1 - 100 * x <= bounds.delta(1)[1]
