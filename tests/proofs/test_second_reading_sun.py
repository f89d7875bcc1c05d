"""A second reading of the claims of Sun, Zhou and Yan: by sampling with another evaluator, and from the text by hand."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction as F
from math import comb
from pathlib import Path
from typing import Any

import mpmath

from rropt.claims.library import home, load, read_stored

FOLDER = Path(__file__).parents[2] / "proofs" / "papers" / "sun"
VERDICTS = read_stored(load(home(), "sun").folder)
PAPER_SIZE = 3252599


REFUTED = {name for name, found in VERDICTS.items() if found["grade"] == "refuted"}


# by hand: whole surveys, every order of the deck


def moments(answers: dict[F, F]) -> tuple[F, F]:
    mean = sum((w * x for x, w in answers.items()), F(0))
    return mean, sum((w * (x - mean) ** 2 for x, w in answers.items()), F(0))


def decks(most: int) -> Iterator[tuple[int, ...]]:
    """Decks as the cards themselves, of two to four kinds, with a mean that is not (L + 1)/2."""
    for top in (2, 3, 4):
        for size in range(2, most + 1):
            for cards in itertools.combinations_with_replacement(range(1, top + 1), size):
                if 2 * sum(cards) != (top + 1) * size and max(cards) == top:
                    yield cards


def orders(cards: Sequence[int]) -> dict[tuple[int, ...], F]:
    found = Counter(itertools.permutations(cards))
    return {order: F(n, found.total()) for order, n in found.items()}


def card_moments(cards: Sequence[int]) -> tuple[F, F]:
    law = Counter(cards)
    return moments({F(k): F(n, len(cards)) for k, n in law.items()})


def estimates(laws: dict[tuple[int, ...], F], mean: F, top: int) -> dict[F, F]:
    found: dict[F, F] = {}
    for answers, w in laws.items():
        value = (F(sum(answers), len(answers)) - mean) / (top + 1 - 2 * mean)
        found[value] = found.get(value, F(0)) + w
    return found


def said(order: Sequence[int], truths: Sequence[int], top: int) -> tuple[int, ...]:
    return tuple(top + 1 - k if x else k for k, x in zip(order, truths, strict=True))


def printed_algorithm(order: Sequence[int], truths: Sequence[int], top: int) -> tuple[int, ...]:
    return tuple(k if x else top + 1 - k for k, x in zip(order, truths, strict=True))


def test_theorems_3_1_and_4_1_and_algorithms_3_and_4_by_every_order_and_every_draw() -> None:
    for cards in decks(4):
        n, top = len(cards), max(cards)
        mean, var = card_moments(cards)
        distance = top + 1 - 2 * mean
        for yes in range(n + 1):
            truths, share = (1,) * yes + (0,) * (n - yes), F(yes, n)
            shuffled = orders(cards)
            drawn = {order: F(w, n**n) for order, w in Counter(itertools.product(cards, repeat=n)).items()}
            for laws, want in (
                (shuffled, 4 * share * (1 - share) * var / ((n - 1) * distance**2)),
                (drawn, var / (n * distance**2)),
            ):
                right: dict[tuple[int, ...], F] = {}
                wrong: dict[tuple[int, ...], F] = {}
                for order, w in laws.items():
                    for program, into in ((said, right), (printed_algorithm, wrong)):
                        answers = program(order, truths, top)
                        into[answers] = into.get(answers, F(0)) + w
                assert moments(estimates(right, mean, top)) == (share, want)
                assert moments(estimates(wrong, mean, top)) == (1 - share, want)


def test_algorithms_1_and_2_as_printed_tell_the_truth_when_u_is_0() -> None:
    for p, b in itertools.product((F(1, 5), F(1, 3), F(2, 5)), (F(1, 4), F(1, 2), F(2, 3))):
        for pi in (F(0), F(1, 3), F(1)):
            warner = sum(
                w * (x if u < p else 1 - x) * s for u, w in ((1, p), (0, 1 - p)) for x, s in ((1, pi), (0, 1 - pi))
            )
            assert (warner - (1 - p)) / (2 * p - 1) == 1 - pi
            yes = {x: sum(w * (x if u < p else s) for u, w in ((1, p), (0, 1 - p)) for s in (1 - b,)) for x in (0, 1)}
            assert yes == {x: (1 - p) * x + p * (1 - b) for x in (0, 1)}
            mean = pi * yes[1] + (1 - pi) * yes[0]
            assert (mean - (1 - p) * b) / p - pi == ((1 - 2 * p) * pi + p - b) / p
    p, x = F(1, 3), F(1, 6)  # at pi_B = 1/2 and nobody in A: yes with p/2
    assert x * (1 - x) / p**2 == F(5, 4) != (F(1, 3) - F(1, 9)) / p**2


def test_no_answer_of_a_survey_that_empties_the_deck_is_private_from_the_rest() -> None:
    for cards in decks(4):
        n, top = len(cards), max(cards)
        if all(2 * k == top + 1 for k in cards):
            continue
        laws = []
        for truths in ((0,) * n, (1,) + (0,) * (n - 1)):
            found: dict[tuple[int, ...], F] = {}
            for order, w in orders(cards).items():
                answers = said(order, truths, top)
                found[answers] = found.get(answers, F(0)) + w
            laws.append(found)
        one, other = laws
        assert set(one) - set(other)
        assert {sum(a) for a in one} == {sum(cards)} != {sum(a) for a in other}
        lost = sum((w for a, w in one.items() if a not in other), F(0))
        same = F(sum(2 * k == top + 1 for k in cards), n)
        assert lost == 1 - same
        for k in range(1, top + 1):  # one answer alone has the law of the deck, mirrored for members
            assert sum((w for a, w in one.items() if a[0] == k), F(0)) == F(cards.count(k), n)
            assert sum((w for a, w in other.items() if a[0] == k), F(0)) == F(cards.count(top + 1 - k), n)


def test_appendix_b_by_pairs() -> None:
    """(6), (7) and (8) against expectations over every order of the deck and of the people."""
    wrong: Counter[str] = Counter()
    for cards in ((1, 1, 3), (1, 2, 3, 3), (1, 1, 2)):
        n, top = len(cards), 3
        (m, v), c = card_moments(cards), F(0)
        s = v + m * m
        for order, w in orders(cards).items():
            c += w * order[0] * order[1]
        assert c == m * m - v / (n - 1)
        for yes in range(n + 1):
            pi = F(yes, n)
            first = second = square = F(0)
            for people, w in orders((1,) * yes + (0,) * (n - yes)).items():
                for order, u in orders(cards).items():
                    answers = said(order, people, top)
                    first += w * u * sum(a * a for a in answers)
                    second += w * u * answers[0] * answers[1]
                    square += w * u * sum(answers) ** 2
            four = top + 1
            assert first == n * s - 2 * n * four * pi * m + n * four**2 * pi
            tail = 2 * four * n * pi * (1 + n - 2 * n * pi) * m + four**2 * n * pi * (n * pi - 1)
            last = (4 * n**2 * pi**2 - 4 * n**2 * pi + n**2 - n) * c + tail
            assert n * (n - 1) * second == last
            assert square == first + last
            q = pi * (n * pi - 1) / (n - 1)
            line_1 = (four**2 - m * four + c) * q + c * (1 - 2 * pi + q) + 2 * (four * m - c) * (pi - q)
            bracket = n * pi * (n * pi - 1) + (n - n * pi) * (n - n * pi - 1) - 2 * n + pi * (n - n * pi)
            middle = (-2 * four * n * pi * (n * pi - 1) + 2 * four * n * pi * (n - n * pi)) * m
            line_3 = bracket * c + middle + four**2 * n * pi * (n * pi - 1)
            wrong["line 1 of (6)"] += first != n * (pi * (four**2 - 2 * four * m + s) + pi * s)
            wrong["line 1 of (7)"] += second != line_1
            wrong["line 3 of (7)"] += second != line_3
            wrong["line 4 of (7)"] += line_3 != last
            wrong["(7)"] += second != last
            wrong["(8)"] += square != (n * (m + pi * (four - 2 * m))) ** 2
    assert all(count > 0 for count in wrong.values())
    assert len(wrong) == 6
    drawn = orders((1, 3))  # a deck of N = 2 cards with a number above N
    assert sum(w * a * b for (a, b), w in drawn.items()) == 3
    assert sum(w * a * b for (a, b), w in drawn.items() if max(a, b) <= 2) == 0


def test_appendix_a_c_d_by_numbers() -> None:
    rng = random.Random(3)
    for _ in range(200):
        t, pi, p2, n = (
            1 + F(rng.randint(1, 60), 20),
            F(rng.randint(0, 20), 20),
            F(rng.randint(1, 18), 20),
            rng.randint(2, 9),
        )
        b = F(rng.randint(1, 39), 40)
        if b == F(1, 2):
            continue
        small = min(b, 1 - b)
        p = small * (t - 1) / (1 + small * (t - 1))
        y1, y0 = p + (1 - p) * b, (1 - p) * b
        true = (pi * y1 * (1 - y1) + (1 - pi) * y0 * (1 - y0)) / (n * p * p)
        printed = ((1 / (t - 1) + pi) * (1 + 1 / ((t - 1) * small)) - 1 / (t - 1) ** 2 - (t + 1) * pi / (t - 1)) / n
        assert max(y1 / y0, (1 - y0) / (1 - y1)) == t
        assert (true == printed) == (b < F(1, 2) or pi == F(1, 2))
        assert true > t / (n * (t - 1) ** 2)
        p1 = F(rng.randint(1, 19), 20) * (1 - p2)
        u = 2 * p1 + p2 - 1
        if u == 0:
            continue
        (m, v) = moments({F(1): p1, F(2): p2, F(3): 1 - p1 - p2})
        assert m == 3 - 2 * p1 - p2 != p1 + p2 + 3 * (1 - p1 - p2)
        assert v / (n * (4 - 2 * m) ** 2) == ((1 - p2) / u**2 - 1) / (4 * n)
        # the difference quotient of ((1-p2)/u^2 - 1)/(4n) in p2 has the sign that Appendix D does not give it
        h = F(1, 10**9)
        slope = (((1 - p2 - h) / (u + h) ** 2) - (1 - p2) / u**2) / (4 * n * h)
        said_slope = (p1 + (1 - p2) / 2) * (p1 - (1 - p2) / 2) / (n * u**4)
        assert slope * said_slope < 0
        assert abs(slope + said_slope) < abs(said_slope) / 1000
        y = t * (1 - p2) / (t + 1)
        g = 4 * y + p2 - 4 * y**2 - p2**2 - 4 * y * p2
        least = ((t + 1) ** 2 / ((t - 1) ** 2 * (1 - p2)) - 1) / 4
        assert g / (4 * y + 2 * p2 - 2) ** 2 == least
        assert (g / (y + 2 * p2 - 2) ** 2 == least) == (5 * y + 4 * p2 == 4)
        first, square = 4 - m, (4 - m) ** 2 - m**2
        third = pi * (16 - 8 * m) - pi * -square + pi * 4 * (4 - 2 * m)
        assert square == first**2 - m**2 == 4 * (4 - 2 * m)
        assert third == 12 * pi * (4 - 2 * m)


def four(t: F, p2: F, pi: F, n: int) -> tuple[F, F, F]:
    """Var of modified Warner, of modified Christofides and of the improved mechanism, from laws of cards."""
    p = 1 / (1 + t)
    p1 = (1 - p2) / (t + 1)
    m, v = moments({F(1): p1, F(2): p2, F(3): t * p1})
    distance = (4 - 2 * m) ** 2
    return p * (1 - p) / (n * (2 * p - 1) ** 2), v / (n * distance), 4 * pi * (1 - pi) * v / ((n - 1) * distance)


def test_theorem_6_1_and_its_proof_by_numbers() -> None:
    rng = random.Random(4)
    places: Counter[str] = Counter()
    for _ in range(1500):
        t, p2, n = 1 + F(rng.randint(1, 60), 20), F(rng.randint(1, 18), 20), rng.randint(2, 40)
        pi = F(rng.randint(1, 199), 200)
        warner, cards, kept = four(t, p2, pi, n)
        root = 1 - F(n - 1, n) * (1 - p2) / (1 + p2 * (t + 1 / t - 2) / 4)
        off = (2 * pi - 1) ** 2
        assert F(1, n) <= root < 1
        if off > root:
            places["(i)"] += 1
            assert kept < warner < cards
        elif F(1, n) < off < root:
            places["(ii)"] += 1
            assert warner < kept < cards
        elif off < F(1, n):
            places["(iii)"] += 1
            assert warner < cards < kept
        a, c = 4 * t + (t - 1) ** 2 * p2, (n - 1) * (1 - p2) * t
        below = n * (n - 1) * (t - 1) ** 2 * (1 - p2)
        assert kept - warner == (n * a * pi * (1 - pi) - c) / below != (a * pi * (1 - pi) - c) / below
        assert 1 - 4 * c / (n * a) == root != 1 - 4 * c / a
        places["Delta < 0"] += a * a < 4 * a * c
    assert min(places[x] for x in ("(i)", "(ii)", "(iii)", "Delta < 0")) > 50
    for t in (F(21, 20), F(3, 2), F(5, 3)):  # Figures 2 to 4
        values = [four(t, F(36, 100), F(k, 9), 9) for k in (1, 2, 4)]
        assert values[0][2] < values[0][0] < values[0][1]
        assert values[1][0] < values[1][2] < values[1][1]
        assert values[2][0] < values[2][1] < values[2][2]
    assert all(F(k, 9) != F(36, 100) and round(100 * F(k, 9)) != 36 for k in range(10))


def test_tables_and_numbers() -> None:
    def sinh_form(e: str) -> tuple[Any, Any]:
        t = mpmath.exp(mpmath.mpf(e))
        return t / (t - 1) ** 2, (((t + 1) / (t - 1)) ** 2 / mpmath.mpf("0.99") - 1) / 4

    least: dict[str, tuple[int, int, int]] = {}
    for e in ("0.01", "0.05", "0.25", "0.5"):
        warner, cards = sinh_form(e)
        kept = 4 * mpmath.mpf("0.09") * cards
        least[e] = (int(mpmath.ceil(10 * warner)), int(mpmath.ceil(10 * cards)), int(mpmath.ceil(10 * kept)) + 1)
    assert least == {
        "0.01": (100000, 101010, 36365),  # the paper prints 101011
        "0.05": (4000, 4040, 1456),
        "0.25": (160, 161, 59),
        "0.5": (40, 40, 16),
    }
    bound = 10 * sinh_form("0.01")[1] + 1
    assert abs(bound - mpmath.mpf("101010.3")) < mpmath.mpf("0.05")
    for p2, row in (("0.01", "0.100 0.101 0.101 0.104"), ("0.05", "0.224 0.224 0.225 0.230")):
        for e, want in zip(least, row.split(), strict=True):
            t, q = mpmath.exp(mpmath.mpf(e)), mpmath.mpf(p2)
            length = mpmath.sqrt(1 - mpmath.mpf(9999) / 10000 * (1 - q) / (1 + q * (t + 1 / t - 2) / 4))
            assert abs(length - mpmath.mpf(want)) <= mpmath.mpf("0.0005"), (p2, e, length)
    ratio = 4 * PAPER_SIZE * F(778, 10000) * F(9222, 10000) / (PAPER_SIZE - 1)
    assert round(1000 * ratio) == 287
    assert round(100 * F(round(F(1, 100) * PAPER_SIZE), PAPER_SIZE)) == 1
    assert 1 / (2 * mpmath.sqrt(3)) > 0.25 == 1 / (2 * mpmath.sqrt(4))


def best_deck(n: int) -> F:
    """The least variance at π = 1/10 of a deck of n cards whose one answer has ε at most 1/2."""
    found = []
    for low in range(1, n):
        for high in range(low + 1, n - low + 1):
            if F(high, low) < F(16487, 10000):  # e^(1/2) is 1.64872…, and no ratio of such counts lies between
                mean, var = moments({F(1): F(low, n), F(2): F(n - low - high, n), F(3): F(high, n)})
                found.append(4 * F(9, 100) * var / ((n - 1) * (4 - 2 * mean) ** 2))
    return min(found)


def test_table_2_has_no_deck_of_sixteen_cards() -> None:
    assert best_deck(16) > F(1, 10)
    assert min(best_deck(n) for n in range(5, 21)) > F(1, 10) >= best_deck(21)
    for n, wanted in ((36365, True), (1456, True), (59, False), (16, False)):
        assert any(abs(F(k, n) - F(1, 100)) <= F(1, 200) for k in range(n // 50 + 2)) == wanted


def test_without_the_middle_card_the_modified_mechanism_is_warners() -> None:
    """Cards 1 and 3 with shares 1/(t + 1) and t/(t + 1): the mean of a card tells the truth with Warner's probability."""
    for t in (F(2), F(3), F(10)):
        mean, var = moments({F(1): 1 / (t + 1), F(3): t / (t + 1)})
        p = t / (t + 1)
        assert var / (4 - 2 * mean) ** 2 == p * (1 - p) / (2 * p - 1) ** 2


def test_a_deck_may_give_every_proportion_the_same_mean_and_an_estimate_may_come_near_and_be_biased() -> None:
    cards = {1: F(1, 4), 2: F(1, 2), 3: F(1, 4)}
    means = {pi: sum(w * ((4 - k) * pi + k * (1 - pi)) for k, w in cards.items()) for pi in (F(0), F(1, 3), F(1))}
    assert set(means.values()) == {F(2)}
    for n in (1, 10, 100):  # one more yes than was said: within 1/n of an unbiased estimate, and off by it
        plain = sum(comb(n, k) * F(1, 3) ** k * F(2, 3) ** (n - k) * F(k, n) for k in range(n + 1))
        raised = sum(comb(n, k) * F(1, 3) ** k * F(2, 3) ** (n - k) * F(k + 1, n) for k in range(n + 1))
        assert (plain, raised) == (F(1, 3), F(1, 3) + F(1, n))


def test_a_census_with_a_real_group_b_by_every_outcome_of_its_coins() -> None:
    """Person i answers x_i or, where their coin shows the other side, y_i: the exact variance of (N1/N - (1-p)π_B)/p."""
    below, above = set(), set()
    for n in (1, 2, 3):
        for groups in itertools.product(((0, 0), (0, 1), (1, 0), (1, 1)), repeat=n):
            for p in (F(1, 4), F(1, 2), F(2, 3)):
                a, b = F(sum(x for x, _ in groups), n), F(sum(y for _, y in groups), n)
                both = F(sum(x * y for x, y in groups), n)
                law: Counter[F] = Counter()
                for coins in itertools.product((0, 1), repeat=n):
                    yes = F(sum(x if coin else y for (x, y), coin in zip(groups, coins, strict=True)), n)
                    chance = F(1)
                    for coin in coins:
                        chance *= p if coin else 1 - p
                    law[(yes - (1 - p) * b) / p] += chance
                mean = sum(v * w for v, w in law.items())
                true = sum(v * v * w for v, w in law.items()) - mean**2
                q = b * (1 - p)
                printed = (q - q * q) / (n * p * p) + a * (1 - p - 2 * q) / (n * p)
                assert mean == a
                assert printed - true == ((1 - p) ** 2 * b * (1 - b) + 2 * p * (1 - p) * (both - a * b)) / (n * p * p)
                (below if true < printed else above if true > printed else set()).add((n, groups, p))
    assert below and above


def test_no_middle_card_is_better_than_some_and_the_largest_ratio_is_no_logarithm() -> None:
    for t in (F(3, 2), F(5)):
        spread = []
        for q in (F(0), F(1, 4), F(1, 2)):
            law = {1: (1 - q) / (t + 1), 2: q, 3: t * (1 - q) / (t + 1)}
            mean = sum(k * w for k, w in law.items())
            spread.append((sum(k * k * w for k, w in law.items()) - mean**2) / (4 - 2 * mean) ** 2)
        assert spread == sorted(set(spread))
        assert mpmath.log(mpmath.mpf(t.numerator) / t.denominator) < float(t)


def test_the_refuted_claims_are_those_that_are_re_derived_here_and_no_others() -> None:
    assert {f"sun.{x}" for x in RE_DERIVED.split()} == REFUTED


RE_DERIVED = """
    proportions_not_all_equal algorithm_1 algorithm_1_unbiased algorithm_2 algorithm_2_unbiased algorithm_2_variance
    algorithm_3 algorithm_3_unbiased algorithm_4 algorithm_4_unbiased christofides_answers_are_yes_or_no
    improved_answers_are_yes_or_no names_of_the_variances quarter_for_three theorem_5_6_collector theorem_5_6_sum
    same_privacy_budget appendix_a_3 appendix_a_4 eq_6_line_1 eq_7_line_1 eq_7_line_3 eq_7_line_4 eq_7 eq_8_line_1
    appendix_c_2 appendix_d_mean_line_1 appendix_d_mean_step appendix_d_slope_line_2 appendix_d_high_end
    appendix_d_high_end_value theorem_6_1_difference_line_2 theorem_6_1_difference_line_3 theorem_6_1_discriminant
    theorem_6_1_warner_against_cards theorem_6_1_cards_larger
    theorem_6_1_root_second worst_in_the_interval figure_4_ordering figures_2_to_4_deck conclusion_modified_is_smallest
    table_2_christofides_001 sizes_slightly_larger table_2_populations deck_of_theorem_5_7
    christofides_can_be_estimated appendix_b_upper_end census_with_group_b appendix_d_boundary maximum_ratio
"""
