"""The profile of shuffled answers against the enumeration of all answers, published numbers, and what must hold of every bound."""

import itertools
import math
import random
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from rropt import InputError, Mechanism, from_spec
from rropt.exact.element import Number
from rropt.exact.stochastic import group_proportional
from rropt.privacy import Profile, ProfileBounds, largest_ratio, profile, shuffled
from rropt.privacy.excess import fast
from rropt.privacy.repeated import shuffled as module

WARNER = from_spec("warner:p=3/4")


def random_mechanism(rng: random.Random, m: int, k: int, *, zeros: bool = False) -> Mechanism:
    columns = []
    for _ in range(k):
        weights = [rng.randint(0 if zeros else 1, 5) for _ in range(m)]
        weights[rng.randrange(m)] += 1
        columns.append([Fraction(w, sum(weights)) for w in weights])
    return Mechanism(list(zip(*columns, strict=True)))


def enumerated(p: Mechanism, others: list[int], t: Fraction) -> Fraction:
    """δ by all answers of all people, one after another."""
    truths = [v for v, count in enumerate(others) for _ in range(count)]
    histograms = []
    for j in range(p.k):
        found: dict[tuple[tuple[int, int], ...], Fraction] = defaultdict(Fraction)
        for answers in itertools.product(range(p.m), repeat=len(truths) + 1):
            chance = Fraction(1)
            for i, v in zip(answers, [j, *truths], strict=True):
                chance *= Fraction(p[i, v])
            found[tuple(sorted(Counter(answers).items()))] += chance
        histograms.append(found)
    return max(
        sum((max(Fraction(0), a - t * histograms[low][h]) for h, a in histograms[j].items()), Fraction(0))
        for j, low in itertools.permutations(range(p.k), 2)
    )


@pytest.mark.some(m=2)
@pytest.mark.parametrize(("m", "k", "n"), [(2, 2, 6), (2, 3, 5), (3, 2, 5), (3, 3, 4), (4, 2, 4)])
@pytest.mark.parametrize("zeros", [False, True])
def test_every_small_crowd_is_the_enumeration_of_all_answers(m: int, k: int, n: int, zeros: bool) -> None:
    rng = random.Random(f"{m} {k} {n} {zeros}")
    for _ in range(4):
        p = random_mechanism(rng, m, k, zeros=zeros)
        cuts = sorted(rng.randint(0, n - 1) for _ in range(k - 1))
        others = [b - a for a, b in zip([0, *cuts], [*cuts, n - 1], strict=True)]
        found = shuffled(p, n, others=others)
        assert isinstance(found, Profile)
        for t in (Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(4)):
            assert found.at(t) == enumerated(p, others, t)


def by_histograms(p: Mechanism, others: list[int], t: Fraction) -> Fraction:
    """δ by histograms, one person's answer added after another."""
    crowd = {(0,) * p.m: Fraction(1)}

    def joined(found: dict[tuple[int, ...], Fraction], truth: int) -> dict[tuple[int, ...], Fraction]:
        after: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for seen, chance in found.items():
            for i in range(p.m):
                after[(*seen[:i], seen[i] + 1, *seen[i + 1 :])] += chance * Fraction(p[i, truth])
        return after

    for truth in (v for v, count in enumerate(others) for _ in range(count)):
        crowd = joined(crowd, truth)
    seen = [joined(crowd, j) for j in range(p.k)]
    return max(
        sum((max(Fraction(0), a - t * seen[low][h]) for h, a in seen[j].items()), Fraction(0))
        for j, low in itertools.permutations(range(p.k), 2)
    )


@pytest.mark.parametrize("seed", range(10))
def test_two_hundred_random_crowds_are_their_histograms_counted(seed: int) -> None:
    rng = random.Random(f"histograms {seed}")
    for _ in range(20):
        m, k = rng.randint(2, 4), rng.randint(2, 3)
        n = rng.randint(2, {2: 14, 3: 8, 4: 6}[m])
        p = random_mechanism(rng, m, k, zeros=rng.random() < 0.3)
        cuts = sorted(rng.randint(0, n - 1) for _ in range(k - 1))
        others = [b - a for a, b in zip([0, *cuts], [*cuts, n - 1], strict=True)]
        t = Fraction(rng.randint(10, 60), 10)
        assert shuffled(p, n, others=others).at(t) == by_histograms(p, others, t)


@pytest.mark.parametrize(("n", "expected"), [(100, 0.5501), (300, 0.2831), (500, 0.2105)])
def test_epsilon_of_warner_where_all_others_say_no(n: int, expected: float) -> None:
    assert round(float(shuffled(WARNER, n, others=[n - 1, 0]).epsilon("1e-6")), 4) == expected


def test_the_worst_others_are_neither_all_alike_nor_half_and_half() -> None:
    p = from_spec("warner:epsilon=2")
    found = {x: shuffled(p, 11, others=[10 - x, x]).delta("3/10") for x in range(11)}
    assert {x: round(float(found[x][0]), 4) for x in (0, 3, 5, 10)} == {0: 0.2023, 3: 0.2334, 5: 0.2003, 10: 0.2023}
    assert max(found, key=found.__getitem__) in (3, 7), "of all truths of the others"
    assert all(high - low < Fraction(1, 10**40) for low, high in found.values())


def test_one_person_alone_is_the_mechanism() -> None:
    assert shuffled(WARNER, 1, others=[0, 0]).to_dict() == profile(WARNER).to_dict()


def test_answers_that_tell_the_same_are_one() -> None:
    split = Mechanism([["3/8", "1/8"], ["3/8", "1/8"], ["1/4", "3/4"], [0, 0]])
    assert shuffled(split, 40, others=[20, 19]).to_dict() == shuffled(WARNER, 40, others=[20, 19]).to_dict()


@pytest.mark.parametrize("spec", ["krr:k=3,epsilon=1", "warner:epsilon=1/2"])
def test_irrational_entries_are_enclosed_around_a_rational_neighbour(spec: str) -> None:
    """Entries that are off by 2^-44 move the exact profile by less than 1e-9."""
    p, n = from_spec(spec), 9
    others = [n - 1, *[0] * (p.k - 1)]
    low, high = shuffled(p, n, others=others).at(Fraction(6, 5))
    exact = shuffled(_rounded(p), n, others=others).at(Fraction(6, 5))
    assert low <= high < low + Fraction(1, 10**40) and abs(exact - low) < Fraction(1, 10**9)


def _rounded(p: Mechanism) -> Mechanism:
    rows = [[Fraction(round(float(x) * 2**44), 2**44) for x in row] for row in p.rows]
    last: list[Number] = [1 - sum(column[:-1], Fraction(0)) for column in zip(*rows, strict=True)]
    return Mechanism([*rows[:-1], last])


@pytest.mark.parametrize(("m", "k"), [(2, 2), (3, 2), (2, 3)])
@pytest.mark.slow_at("2-3")
def test_the_worst_of_all_others_lies_between_the_bounds(m: int, k: int) -> None:
    rng, n = random.Random(m * 10 + k), 7
    for _ in range(5):
        p = random_mechanism(rng, m, k)
        bounds = shuffled(p, n)
        assert isinstance(bounds, ProfileBounds)
        for t in (Fraction(1), Fraction(5, 4), Fraction(2)):
            crowds = [x for x in itertools.product(range(n), repeat=k) if sum(x) == n - 1]
            worst = max(shuffled(p, n, others=x).at(t) for x in crowds)
            low, high = bounds.at(t)
            assert low <= worst <= high


def test_an_answer_that_tells_nothing_discloses_nothing_whatever_the_others() -> None:
    silent = Mechanism([["1/3", "1/3"], ["2/3", "2/3"]])
    assert shuffled(silent, 50).delta(0)[1] < Fraction(1, 10**30)


def test_a_truth_that_is_told_is_seen_where_all_others_have_another() -> None:
    truth = Mechanism([[1, 0], [0, 1]])
    assert shuffled(truth, 20, others=[19, 0]).delta(5) == 1
    assert shuffled(truth, 20).delta(5) == (1, 1)


@pytest.mark.slow
def test_a_hundred_thousand_people_are_enclosed() -> None:
    found = shuffled(WARNER, 100_000, others=[70_000, 29_999])
    low, high = found.delta("1/100")
    assert 0 < low <= high < low + Fraction(1, 10**40)
    assert "100000 shuffled answers, enclosed, not certified" in str(found)


@pytest.mark.parametrize(("p", "others"), [("3/4", [1000, 0]), ("3/4", [300, 700]), ("9/10", [0, 1200])])
@pytest.mark.slow_at("9/10-others2")
def test_rare_histograms_that_are_left_out_bound_delta_on_both_sides(
    p: str, others: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """δ itself is below the chance of what is left out: at t = 1 it is up to 10^-105, and the bounds must have it between them."""
    mechanism, n = from_spec(f"warner:p={p}"), sum(others) + 1
    bounds = shuffled(mechanism, n, others=others)
    monkeypatch.setattr(module, "MOST_EXACT", n)
    exact = shuffled(mechanism, n, others=others)
    assert isinstance(bounds, ProfileBounds) and isinstance(exact, Profile)
    for t in (Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(299, 100), Fraction(9)):
        low, high = bounds.at(t)
        assert low <= exact.at(t) <= high < low + (1 + t) * Fraction(1, 10**47)


def test_the_largest_of_two_ratios_that_are_one_float_bounds_from_above(monkeypatch: pytest.MonkeyPatch) -> None:
    small = Fraction(1, 10**20)
    p = Mechanism(
        [["3/8", "1/8"], ["1/8", "3/8"], [Fraction(3, 8) + 3 * small, "1/8"], [Fraction(1, 8) - 3 * small, "3/8"]]
    )
    truths = []
    blankets = module._ball_pairs

    def noted(columns: Any, *rest: Any) -> Any:
        truths.append(columns[0][0])
        return blankets(columns, *rest)

    monkeypatch.setattr(module, "_ball_pairs", noted)
    monkeypatch.setattr(module, "MOST_HISTOGRAMS", 1)
    shuffled(p, 5)
    most = largest_ratio(p).value
    assert most / (1 + most) in truths and max(truths) <= most / (1 + most)


@pytest.mark.parametrize("exponent", [20, 400, 4000])
def test_nearly_the_truth_of_many_people_is_enclosed(exponent: int) -> None:
    x = Fraction(1, 10**exponent)
    for rows in ([[1 - x, x], [x, 1 - x]], [[1 - 2 * x, x, x], [x, 1 - 2 * x, x], [x, x, 1 - 2 * x]]):
        found = shuffled(Mechanism(rows), 300)
        assert isinstance(found, ProfileBounds) and 1 - 1000 * x <= found.delta(1)[1] <= 1
        assert "300 shuffled answers, enclosed" in found.explain()


def test_an_answer_in_a_crowd_needs_no_more_than_alone() -> None:
    low, high = shuffled(WARNER, 2000, others=[1999, 0]).epsilon("1e-60")
    assert 0 < low <= high and 3 <= math.exp(high) < 3.001


@pytest.mark.parametrize(
    ("n", "others", "words"),
    [
        (0, None, "n = 0 people must be a whole number from 1"),
        (5, [1, 1], "must be 2 numbers of people, one for each input, with sum 4"),
        (5, [1.5, 2.5], "must be whole numbers of people"),
        (5, [5, -1], "must be whole numbers of people"),
    ],
)
def test_what_is_refused(n: int, others: list[int] | None, words: str) -> None:
    with pytest.raises(InputError, match=words):
        shuffled(WARNER, n, others=others)


@pytest.mark.parametrize(("m", "k"), [(3, 2), (3, 3), (4, 2)])
@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.slow_at("False-3-3")
def test_two_answers_enclose_every_crowd_of_more(m: int, k: int, zeros: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, n = random.Random(f"two {m} {k} {zeros}"), 6
    drawn = iter(lambda: random_mechanism(rng, m, k, zeros=zeros), None)
    for p in itertools.islice((p for p in drawn if len(group_proportional(p.rows)) == m), 4):
        crowds = [x for x in itertools.product(range(n), repeat=k) if sum(x) == n - 1]
        exact = {x: shuffled(p, n, others=x) for x in crowds}
        with monkeypatch.context() as few:
            few.setattr(module, "MOST_HISTOGRAMS", 1)
            worst = shuffled(p, n)
            chosen = rng.choice(crowds)
            one = shuffled(p, n, others=chosen)
        for t in (Fraction(1), Fraction(5, 4), Fraction(2), Fraction(9)):
            low, high = worst.at(t)
            assert low <= max(found.at(t) for found in exact.values()) <= high
            low, high = one.at(t)
            assert low <= exact[chosen].at(t) <= high


def test_two_answers_are_exact_where_the_crowd_tosses_coins_or_tells_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others, all of the third input, say 0 or 1 with equal chances 1/10 each, which is what the bound above lets them do."""
    p, n = Mechanism([["3/4", "1/4", "1/10"], ["1/4", "3/4", "1/10"], [0, 0, "4/5"]]), 12
    exact = next(iter(module._exact_pairs([list(column) for column in p.columns], [0, 0, n - 1], n)))
    monkeypatch.setattr(module, "MOST_HISTOGRAMS", 1)
    found = shuffled(p, n, others=[0, 0, n - 1])
    assert isinstance(found, ProfileBounds)
    for t in (Fraction(1), Fraction(3, 2), Fraction(5, 2)):
        expected = sum((max(Fraction(0), _plain(a - fast(t) * b)) * c for a, b, c in exact.cells), Fraction(0))
        low, high = found.pairs[0].bounds(t)
        assert low <= expected <= high < expected + Fraction(1, 10**40)


def _plain(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


@pytest.mark.slow
def test_many_histograms_are_enclosed_within_the_published_bound() -> None:
    """Feldman, McMillan and Talwar (2021), Theorem 3.1: the closed form holds at all truths of the others, and is above."""
    n, delta = 1000, 1e-6
    low, high = shuffled(from_spec("krr:k=4,gamma=3"), n).epsilon("1e-6")
    closed = math.log(1 + (3 - 1) / (3 + 1) * (8 * math.sqrt(3 * math.log(4 / delta) / n) + 8 * 3 / n))
    assert 0 < low < high < closed
    alike = shuffled(from_spec("krr:k=4,gamma=3"), n, others=[n - 1, 0, 0, 0])
    assert alike.epsilon("1e-6")[0] <= high and alike.times == n
