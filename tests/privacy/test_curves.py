"""δ(ε) of one use, many uses, several mechanisms and shuffled answers, beside enumeration by fractions."""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random

import pytest
from flint import arb, arb_poly

from rropt import InputError, Mechanism, from_spec
from rropt.exact.enclosure import ball, precision
from rropt.exact.infinity import is_infinite
from rropt.privacy import LDP, ProfileBounds, compose, profile, shuffled
from rropt.privacy.curves import BITS, ZERO, power
from tests.privacy.test_demands import matrix

RATIOS = [Fraction(n, 4) for n in (4, 5, 6, 8, 12, 20, 60)]
Answers = dict[tuple[int, ...], Fraction]


def together(
    mechanisms: Sequence[Mechanism], j: int, key: Callable[[Iterable[int]], tuple[int, ...]] = tuple
) -> Answers:
    """The probabilities of all answers together, by enumeration; answers with one key are one."""
    found: Answers = Counter()  # type: ignore[assignment]
    for answers in itertools.product(*(range(p.m) for p in mechanisms)):
        found[key(answers)] += math.prod(p.rows[i][j] for p, i in zip(mechanisms, answers, strict=True))
    return found


def by_definition(a: Answers, b: Answers, t: Fraction) -> Fraction:
    return sum((max(Fraction(0), x - t * b[i]) for i, x in a.items()), Fraction(0))


def require_enclosed(
    found: ProfileBounds, exact: Callable[[Fraction], Fraction], width: float, ratios: Iterable[Fraction] = RATIOS
) -> None:
    for t in ratios:
        low, high = found.at(t)
        assert low <= exact(t) <= high <= low + Fraction(width), (t, float(low), float(exact(t)), float(high))


MECHANISMS = [
    *map(from_spec, ("warner:p=3/4", "mangat:p=4/5", "krr:k=3,gamma=4", "generalised_binary:p00=4/5,p11=2/3")),
    matrix(Random(1), 3, 3),
    matrix(Random(5), 3, 2),
]


@pytest.mark.parametrize("p", MECHANISMS, ids=str)
def test_the_profile_of_one_use_is_exact(p: Mechanism) -> None:
    found = profile(p)

    def gap(t: Fraction) -> Fraction:
        pairs = itertools.permutations(range(p.k), 2)
        return max(sum(max(row[j] - t * row[i], Fraction(0)) for row in p.rows) for i, j in pairs)

    assert all(found.at(t) == gap(t) for t in (*RATIOS, *found.breakpoints)) and found.delta("inf") == 0
    for delta in map(Fraction, ("1/10", "1/1000", "0")):
        least = LDP.tightest_epsilon(p, delta).t
        assert gap(10**9) > delta if is_infinite(least) else gap(least) <= delta
        assert is_infinite(least) or least == 1 or gap(least - Fraction(1, 10**9)) > delta
    rows = [
        {key: Fraction(row[key]["exact"]) for key in ("from", "delta", "intercept", "slope")} | {"pair": row["pair"]}
        for row in found.to_dict()["pieces"]
    ]
    for t in (*RATIOS, *found.breakpoints):
        row = [x for x in rows if x["from"] <= t][-1]
        assert row["intercept"] + row["slope"] * t == gap(t) and row["delta"] == gap(row["from"])
        shown = row["pair"] and sum(max(x[row["pair"][0]] - t * x[row["pair"][1]], Fraction(0)) for x in p.rows)
        assert shown == (gap(t) or None)
    assert str(found)


@pytest.mark.parametrize("m", [3, 9, 10, 11, 12, 13, 14, 30])
def test_a_profile_is_shown_by_its_pieces_or_if_they_are_many_by_a_few_deltas(m: int) -> None:
    whole = sum(range(1, m + 1))
    found = profile(Mechanism([[Fraction(i, whole), Fraction(1, m)] for i in range(1, m + 1)]))
    document, told = found.to_dict(), str(found)
    assert len(document["pieces"]) == len(found.pieces)
    assert (len(found.pieces) <= 12) == ("needed" not in document) == ("constant after the last" in told)
    for row in document.get("needed", ()):
        delta = Fraction(row["delta"]["exact"])
        assert delta < found.deltas[0] and found.delta(found.epsilon(delta)) == delta
    for delta in (found.deltas[0], 1):
        assert found.epsilon(delta).t == 1
    for start, piece in zip(found.breakpoints[1:], found.pieces, strict=False):
        assert found.epsilon(piece.at(start)).t <= start == piece.end


@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 3), Fraction(1, 1000), Fraction(99, 100)])
@pytest.mark.parametrize("n", [1, 2, 7, 100, 3000])
def test_the_chances_of_counts_are_those_of_a_binomial_distribution(n: int, p: Fraction) -> None:
    with precision(BITS):
        found = power(arb_poly([ball(1 - p), ball(p)]), n)
        for i, chance in enumerate(found.chances[:: max(1, len(found.chances) // 20)]):
            k = found.start + i * max(1, len(found.chances) // 20)
            assert chance.overlaps(ball(math.comb(n, k) * p**k * (1 - p) ** (n - k)))
            assert chance.rel_accuracy_bits() > 150
        beside = [k for k in (found.start - 1, found.start + len(found.chances)) if 0 <= k <= n]
        assert all(math.comb(n, k) * p**k * (1 - p) ** (n - k) < Fraction(1, 2**180) for k in beside)
        assert abs(1 - sum(found.chances, ZERO)).upper() <= found.left_out.upper() + arb(2) ** -150
        assert bool(beside) == bool(found.left_out.upper() > 0)


@pytest.mark.parametrize("n", [4095, 4096])
def test_rare_ends_of_many_chances_are_left_out_and_counted(n: int) -> None:
    with precision(BITS):
        found = power(arb_poly([ball(Fraction(x, 10)) for x in (2, 3, 5)]), n)
        is_whole = len(found.chances) == 2 * n + 1
        assert is_whole == (found.left_out == 0) == (n == 4095)
        assert abs(1 - sum(found.chances, ZERO)).lower() <= found.left_out.upper() < arb(2) ** -150


# of the seeds 6 and 8 people who are spread evenly disclose most
@pytest.mark.parametrize(("draw", "n"), [(9, 3), (9, 6), (9, 8), (6, 4), (8, 6), (8, 9)])
def test_the_lower_bound_of_a_crowd_is_that_of_people_alike_or_spread_evenly(draw: int, n: int) -> None:
    p = matrix(Random(draw), 2, 3)
    alike = [[n - 1 if v == w else 0 for w in range(3)] for v in range(3)]
    even = [(n - 1 + 2 - v) // 3 for v in range(3)]
    stated = [shuffled(p, n, others=counts) for counts in (*alike, even)]
    for t in RATIOS:
        assert shuffled(p, n).at(t)[0] == max(x.at(t)[0] for x in stated)


@pytest.mark.parametrize("n", [2, 4])
@pytest.mark.parametrize("p", MECHANISMS, ids=str)
def test_the_curves_of_many_uses_enclose_what_is_enumerated(p: Mechanism, n: int) -> None:
    seen = [together([p] * n, j) for j in range(p.k)]

    def exact(t: Fraction) -> Fraction:
        return max(by_definition(a, b, t) for a, b in itertools.permutations(seen, 2))

    require_enclosed(profile(p, n), exact, 1e-3)
    assert profile(p, n).at(2) == compose([p] * n).at(2) and profile(p).at(2) == compose([p]).at(2)


def test_the_curves_of_several_mechanisms_enclose_what_is_enumerated() -> None:
    some = [MECHANISMS[0], MECHANISMS[3], MECHANISMS[3], MECHANISMS[5]]
    seen = [together(some, j) for j in range(2)]
    require_enclosed(
        compose(some), lambda t: max(by_definition(a, b, t) for a, b in itertools.permutations(seen)), 1e-3
    )


@pytest.mark.parametrize("off", [0, Fraction(1, 10**45), Fraction(1, 10**12), Fraction(1, 9)], ids=str)
def test_the_grid_encloses_multinomial_sums_however_near_ratios_are_to_powers_of_one_number(off: Fraction) -> None:
    x = [Fraction(1, 4), Fraction(1, 4) - off, Fraction(1, 2) + off]
    y = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    require_enclosed_multinomial(x, y, RATIOS)


@pytest.mark.parametrize("off", [Fraction(1, 2**204), -Fraction(1, 2**204)], ids=["more", "less"])
def test_the_grid_encloses_where_a_large_ratio_is_all_but_a_power(off: Fraction) -> None:
    # the ratios are 1/2, 2 and 512, but for `off`
    y = [Fraction(1279, 1536), Fraction(1025, 6144), Fraction(1, 2048)]
    x = [y[0] / 2 - off, 2 * y[1], Fraction(1, 4) + off]
    require_enclosed_multinomial(x, y, [Fraction(1), Fraction(2), Fraction(20)])


def test_the_grid_bounds_from_below_where_most_ratios_are_beside_their_mean() -> None:
    off = Fraction(1, 10**6)
    y = [Fraction(1, 2), Fraction(49, 100), Fraction(1, 100)]
    x = [y[0] - off, y[1] + off - Fraction(1, 1000), Fraction(11, 1000)]
    require_enclosed_multinomial(x, y, [Fraction(1), Fraction(1001, 1000), Fraction(5, 4)])


def require_enclosed_multinomial(x: Sequence[Fraction], y: Sequence[Fraction], ratios: Iterable[Fraction]) -> None:
    n, p = 12, Mechanism(list(zip(x, y, strict=True)))
    seen: list[Answers] = [{}, {}]
    for counts in itertools.product(range(n + 1), repeat=2):
        each = (*counts, n - sum(counts))
        for found, chances in zip(seen, (x, y), strict=True):
            if each[2] >= 0:
                ways = math.factorial(n) // math.prod(map(math.factorial, each))
                found[each] = ways * math.prod(a**i for a, i in zip(chances, each, strict=True))
    require_enclosed(
        profile(p, n), lambda t: max(by_definition(a, b, t) for a, b in itertools.permutations(seen, 2)), 1e-2, ratios
    )


def test_ratios_that_are_powers_of_one_number_lose_nothing() -> None:
    # the ratios 1, 4, 32 and 1/4 are powers of 2, of which none is beside another
    powers = Mechanism([["137/384"] * 2, ["1/4", "1/16"], ["1/4", "1/128"], ["55/384", "55/96"]])
    for p in (*map(from_spec, ("warner:p=3/4", "krr:k=3,epsilon=1", "mangat:p=4/5")), powers):
        low, high = profile(p, 50).delta(2)
        assert high > 0 and high - low < Fraction(1, 10**50)


def test_many_uses_agree_with_sums_of_binomial_chances() -> None:
    n, p = 300, from_spec("generalised_binary:p00=3/5,p11=1/2")
    (a, b), t = p.rows[0], Fraction(5)
    chances = [
        (math.comb(n, i) * a**i * (1 - a) ** (n - i), math.comb(n, i) * b**i * (1 - b) ** (n - i)) for i in range(n + 1)
    ]
    exact = max(sum(max(Fraction(0), x - t * y) for x, y in (c[::s] for c in chances)) for s in (1, -1))
    low, high = profile(p, n).at(t)
    assert low <= exact <= high < low + Fraction(1, 10**40)


def count(answers: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(answers))


@pytest.mark.parametrize("p", MECHANISMS, ids=str)
def test_shuffled_answers_are_enclosed_at_stated_truths_and_at_all(p: Mechanism) -> None:
    n = 4
    worst: dict[Fraction, Fraction] = dict.fromkeys(RATIOS, Fraction(0))
    for truths in itertools.combinations_with_replacement(range(p.k), n - 1):
        columns = [Mechanism([[row[v]] * p.k for row in p.rows]) for v in truths]
        seen = [together([p, *columns], j, count) for j in range(p.k)]
        exact = {t: max(by_definition(a, b, t) for a, b in itertools.permutations(seen, 2)) for t in RATIOS}
        require_enclosed(shuffled(p, n, others=[truths.count(v) for v in range(p.k)]), exact.__getitem__, 1e-40)
        worst = {t: max(x, exact[t]) for t, x in worst.items()}
    require_enclosed(shuffled(p, n), worst.__getitem__, 1)


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("p", [*MECHANISMS[:5], from_spec("direct_question:k=3")], ids=str)
def test_the_upper_bound_of_a_crowd_is_that_of_its_blanket(p: Mechanism, n: int) -> None:
    # each of the n − 1 others answers with chance W by the blanket, which does not depend on the truth; the rest hide nothing
    least = [min(row) for row in p.rows]
    whole = sum(least)
    blanket = Mechanism([[x / whole] * p.k for x in least]) if whole else p
    found = shuffled(p, n)
    for t in RATIOS:
        bound = dict.fromkeys(itertools.permutations(range(p.k), 2), Fraction(0))
        for size in range(n):
            chance = math.comb(n - 1, size) * whole**size * (1 - whole) ** (n - 1 - size)
            seen = [together([p, *[blanket] * size], j, count) for j in range(p.k)] if chance else []
            for i, j in bound if chance else ():
                bound[i, j] += chance * by_definition(seen[i], seen[j], t)
        assert abs(found.at(t)[1] - max(bound.values())) < Fraction(1, 10**12) and found.at(t)[1] <= 1


def test_too_many_histograms_are_bounded_by_two_answers() -> None:
    p, n = from_spec("krr:k=3,gamma=4"), 400
    found, alone = shuffled(p, n), profile(p)
    for t in RATIOS:
        low, high = found.at(t)
        assert 0 <= low <= high <= alone.at(t)
    assert found.epsilon("1e-6")[1] < alone.epsilon("1e-6").bounds()[0] / 2


def test_too_many_histograms_disclose_at_least_how_often_one_answer_was_given() -> None:
    p, n = from_spec("krr:k=3,gamma=4"), 260
    a, b, other = p.rows[0][0], p.rows[0][1], p.rows[0][2]
    chance = [math.comb(n - 1, h) * other**h * (1 - other) ** (n - 1 - h) for h in range(n)]
    first, second = (
        {(h,): x * before + (1 - x) * same for h, (before, same) in enumerate(itertools.pairwise([0, *chance, 0]))}
        for x in (a, b)
    )
    exact = by_definition(first, second, Fraction(5, 4))
    assert shuffled(p, n, others=[0, 0, n - 1]).at("5/4")[0] >= exact - Fraction(1, 10**40) > 0


# for one person and m answers whose histograms take 2^(m - 1) numbers; above 2^16 outputs are merged into two
@pytest.mark.parametrize("m", [17, 18])
def test_up_to_65536_histograms_are_counted_and_more_are_bounded(m: int) -> None:
    p = Mechanism([[Fraction(1, m), Fraction(2 * i, m * (m + 1))] for i in range(1, m + 1)])
    low, high = shuffled(p, 1).at("5/4")
    assert low <= profile(p).at(Fraction(5, 4)) <= high
    assert (high - low < Fraction(1, 10**40)) == (m == 17)


def test_epsilon_is_where_the_curves_cross_delta() -> None:
    for found in (profile(MECHANISMS[2], 20), shuffled(MECHANISMS[0], 200), compose([MECHANISMS[0], MECHANISMS[3]])):
        low, high = found.epsilon("1/1000")
        assert low <= high and (is_infinite(high) or found.delta(high)[1] <= Fraction(1, 1000))
        assert low == 0 or found.delta(low)[0] > Fraction(1, 1000)
        assert found.delta("inf") == (0, 0) == found.epsilon(1)
        rows = [[x["exact"] if isinstance(x, dict) else x for x in row.values()] for row in found.to_dict()["enclosed"]]
        assert len(rows) == 9 and "no certificate" in str(found)
        assert all(
            found.delta(Fraction(e))[0] == Fraction(a) <= Fraction(b) == found.delta(Fraction(e))[1] for e, a, b in rows
        )


def test_no_epsilon_is_called_too_small_for_counts_that_are_left_out() -> None:
    # the second truth always gives the second answer, so that only 1,000 first answers out of 1,000 prove the first one
    n, delta, t = 1000, Fraction(1, 10**60), Fraction(10**9)
    chance = [Fraction(math.comb(n - 1, h), 2 ** (n - 1)) for h in range(n)]
    pairs = zip([*chance, Fraction(0)], [Fraction(0), *chance], strict=True)
    exact = sum(max(Fraction(0), (x + before) / 2 - t * x) for x, before in pairs)
    found = shuffled(Mechanism([["1/2", 0], ["1/2", 1]]), n, others=[n - 1, 0])
    assert found.at(t)[0] <= exact <= found.at(t)[1] and exact < delta
    assert found.epsilon(delta)[0] < math.log(t)


@pytest.mark.parametrize("found", [profile(from_spec("mangat:p=2/3"), 3), shuffled(from_spec("mangat:p=2/3"), 2)])
def test_answers_that_prove_something_are_told_at_small_epsilon(found: ProfileBounds) -> None:
    assert found.epsilon("1e-6") == (math.inf, math.inf)
    assert "keep no finite epsilon up to a delta" in str(found)
    assert found.to_dict()["enclosed"][-1]["epsilon"]["exact"] == "1"


def test_a_ratio_that_is_all_but_t_is_taken_by_itself() -> None:
    p, near = from_spec("warner:p=3/4"), 9 - Fraction(1, 10**25)
    low, high = profile(p, 2).at(near)
    assert low <= (9 - near) / 16 <= high < low + Fraction(1, 10**50)
    assert profile(p, 2).at(18 - near)[1] < Fraction(1, 10**50)


def test_one_truth_alone_is_told_by_no_number_of_answers() -> None:
    one = Mechanism([[Fraction(1, 2)], [Fraction(1, 2)]])
    for found in (profile(one, 3), shuffled(one, 3)):
        assert found.epsilon("1/10") == (0, 0) and found.delta(0) == (0, 0) and "epsilon = 0 up to" in str(found)


def test_more_uses_disclose_more_and_a_larger_crowd_less() -> None:
    p = MECHANISMS[3]
    assert [profile(p, n).at(3)[1] for n in (2, 5, 20)] == sorted(profile(p, n).at(3)[1] for n in (2, 5, 20))
    highs = [shuffled(p, n).delta("1/2")[1] for n in (50, 200, 1000)]
    assert highs == sorted(highs, reverse=True)


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda p: profile(p, 0), "times = 0"),
        (lambda p: compose([]), r"\[P, Q\]"),
        (lambda p: compose(p), r"\[P, Q\]"),
        (lambda p: compose(3), r"\[P, Q\]"),
        (lambda p: compose("warner:p=3/4"), "warner"),
        (lambda p: compose([p, MECHANISMS[2]]), "inputs"),
        (lambda p: shuffled(p, 3, others=[1, 2]), r"\[1, 2\]"),
        (lambda p: shuffled(p, 3, others=[2]), "2 numbers"),
        (lambda p: shuffled(p, 3, others=[3, -1]), "-1"),
        (lambda p: shuffled(p, 3, others=[True, 1]), "True"),
        (lambda p: profile(p, 3).at("1/2"), "1/2"),
        (lambda p: profile(from_spec("warner:epsilon=every"), 2), "free"),
    ],
)
def test_what_cannot_be_counted_is_refused_by_what_is_wrong(ask: Callable[[Mechanism], object], named: str) -> None:
    with pytest.raises(InputError, match=named) as refusal:
        ask(MECHANISMS[0])
    assert "\n" not in str(refusal.value)


def test_a_hundred_thousand_answers_are_measured_and_shown_in_seconds() -> None:
    """Of the many products on the grid few are likely; and the ε of many answers may be above all that e is raised to elsewhere."""
    low, high = profile(from_spec("krr:k=3,epsilon=1/2"), times=10_000).delta(890)
    assert 0 < low <= high < 1
    low, high = profile(from_spec("krr:k=3,epsilon=1/10"), times=100_000).delta(460)
    assert 0 < low <= high < low + Fraction(1, 10**40)
    assert "keep epsilon = 56360 up to" in str(profile(from_spec("warner:p=3/4"), times=100_000))
    # the odds are 3^n at most, which is 81 after four answers and 243 after five
    warned = [
        "Warning: Together they may" in repr(profile(from_spec("warner:p=3/4"), times=n)) for n in (4, 5, 100_000)
    ]
    assert warned == [False, True, True]
