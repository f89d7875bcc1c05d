"""Draws have the exact probabilities; drawn surveys follow the exact law of the counts."""

from collections import Counter
from fractions import Fraction

import numpy
import numpy as np
import pandas
import pytest
from scipy import stats
from scipy.stats import chi2

from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey import draws
from rropt.survey.draws import draw, draw_floating, draw_surveys
from rropt.survey.estimate import estimate
from rropt.survey.prevalence import index_of
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from tests.survey.people import exact_law

DEPTH = 12

SPECS = [
    "warner:p=3/4",
    "warner:p=1/3",
    "warner:epsilon=1",
    "krr:k=5,epsilon=1/2",
    "four_output:delta=1/10,epsilon=2",
    "symmetric_unary_encoding:k=3,epsilon=ln3",
    "direct_question:k=3",
    "geometric:k=4,alpha=0.001",
]


class Exhausted(Exception):
    pass


def scripted(u, depth):
    """A source of the bits of u, the most significant first, and of no more."""
    left = [(u >> place) & 1 for place in reversed(range(depth))]

    def bits(n):
        if len(left) < n:
            raise Exhausted
        value = 0
        for _ in range(n):
            value = value << 1 | left.pop(0)
        return value

    return bits


def outcomes(mechanism, j, block):
    """How many of all 2^DEPTH bit strings decide each output, and how many none."""
    ladder = draws._ladder(mechanism, j)
    found = Counter()
    for u in range(1 << DEPTH):
        try:
            found[draws._output(ladder, scripted(u, DEPTH), block=block)] += 1
        except Exhausted:
            found[None] += 1
    return found


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("block", [1, 4])
def test_all_bit_strings_of_a_depth_bracket_every_probability(spec, block):
    mechanism = from_spec(spec)
    for j in range(mechanism.k):
        found = outcomes(mechanism, j, block)
        assert found[None] <= mechanism.m - 1
        for i in range(mechanism.m):
            least, most = Fraction(found[i], 1 << DEPTH), Fraction(found[i] + found[None], 1 << DEPTH)
            lower, upper = enclose(mechanism[i, j])
            assert least <= upper
            assert lower <= most
            assert found[i] == 0 or mechanism[i, j] != 0


def test_dyadic_probabilities_are_decided_by_their_own_bits():
    assert outcomes(from_spec("warner:p=3/4"), 0, 1) == {0: 3 << (DEPTH - 2), 1: 1 << (DEPTH - 2)}


def test_a_change_of_probability_shows_in_the_enumeration():
    found = outcomes(from_spec("warner:p=1/3"), 0, 1)
    off = Fraction(1, 3) + Fraction(1, 2 << DEPTH) + Fraction(1, 1 << DEPTH)
    assert not Fraction(found[0], 1 << DEPTH) <= off <= Fraction(found[0] + found[None], 1 << DEPTH)


class Fake:
    """A generator that hands out one prefix, then a constant fill."""

    def __init__(self, prefix, fill):
        self.first = ((prefix << (64 - DEPTH)) | (fill * ((1 << (64 - DEPTH)) - 1))).to_bytes(8, "little")
        self.fill = bytes([255 * fill]) * 8

    def bytes(self, n):
        assert n == 8
        block, self.first = self.first, self.fill
        return block

    def random(self):
        raise AssertionError("an exact draw must not use doubles")


@pytest.mark.slow_at("krr:k=3,epsilon=1")
@pytest.mark.parametrize("spec", ["krr:k=3,epsilon=1", "warner:p=1/3"])
def test_draw_itself_is_that_function_of_the_generators_bits(spec):
    mechanism = from_spec(spec)
    lower = Counter(draw(mechanism, 0, rng=Fake(u, 0)) for u in range(1 << DEPTH))
    upper = Counter(draw(mechanism, 0, rng=Fake(u, 1)) for u in range(1 << DEPTH))
    for i in range(mechanism.m):
        exact = mechanism[i, 0] * (1 << DEPTH)
        assert abs(exact - lower[i]) < 1
        assert abs(exact - upper[i]) < 1


def test_a_draw_that_needs_more_than_one_block():
    tiny = Fraction(1, 3 << 70)
    mechanism = Mechanism([[tiny, 0], [1 - tiny, 1]])
    assert draws._output(draws._ladder(mechanism, 0), scripted(0, 128)) == 0
    assert draws._output(draws._ladder(mechanism, 0), scripted(1 << 63, 128)) == 1


def test_an_irrational_step_is_refined_until_its_floor_is_known():
    c = from_spec("warner:epsilon=1")[0, 0]
    whole, exact = draws._floor(c, 400)
    lower, upper = enclose(c, width=Fraction(1, 1 << 500))
    assert not exact
    assert Fraction(whole, 1 << 400) < lower
    assert upper < Fraction(whole + 1, 1 << 400)


# Statistics: a two-sided chi-squared test at level 10^-3, so a fit that is too good is a failure as well.
LEVEL = 1e-3

N = 20_000


def rejected(mechanism, j, drawn):
    """Whether the counts of the outputs are too far from, or too close to, those expected under column j."""
    expected = numpy.array([float(x) for x in mechanism.columns[j]]) * len(drawn)
    counts = numpy.bincount(drawn, minlength=mechanism.m)
    assert not counts[expected == 0].any()
    kept = expected > 0
    statistic = float(((counts - expected)[kept] ** 2 / expected[kept]).sum())
    tail = stats.chi2.sf(statistic, kept.sum() - 1)
    return not LEVEL / 2 < tail < 1 - LEVEL / 2


def plain(mechanism):
    return Mechanism(mechanism.rows, mechanism.inputs)


def exact_draws(mechanism, inputs, rng):
    return numpy.array(draw(mechanism, inputs, rng=rng))


@pytest.mark.parametrize("sample", [exact_draws, lambda p, inputs, rng: draw_floating(p, inputs, rng=rng)])
@pytest.mark.parametrize(
    "spec",
    [
        "warner:epsilon=1",
        "krr:k=5,epsilon=1/2",
        "four_output:delta=1/10,epsilon=1",
        "subset_selection:k=4,size=2,p=2/3",
    ],
)
def test_frequencies(spec, sample):
    mechanism, rng = plain(from_spec(spec)), numpy.random.default_rng(20261120)
    for j in range(mechanism.k):
        assert not rejected(mechanism, j, sample(mechanism, [j] * N, rng))


def test_the_test_has_the_stated_power():
    """Probabilities off by 0.02 at p = 3/4 are rejected with probability above 0.99 with 20,000 draws."""
    stated, off = from_spec("warner:p=3/4"), from_spec("warner:p=0.73")
    shift = N * 0.02**2 / (0.75 * 0.25)
    critical = stats.chi2.isf(LEVEL / 2, 1)
    assert stats.ncx2.sf(critical, 1, shift) > 0.99
    rng = numpy.random.default_rng(7)
    assert sum(rejected(stated, 0, exact_draws(off, [0] * N, rng)) for _ in range(8)) >= 7


def test_the_test_rejects_a_fit_that_is_too_good():
    perfect = numpy.repeat([0, 1], [N * 3 // 4, N // 4])
    assert rejected(from_spec("warner:p=3/4"), 0, perfect)


@pytest.mark.slow
def test_the_test_keeps_its_level():
    mechanism, rng = from_spec("warner:p=3/4"), numpy.random.default_rng(11)
    assert sum(rejected(mechanism, 0, draw_floating(mechanism, [0] * N, rng=rng)) for _ in range(300)) <= 3


def test_answers_to_one_input_are_independent():
    rng = numpy.random.default_rng(5)
    answers = exact_draws(from_spec("warner:p=1/2"), [0] * N, rng)
    pairs = 2 * answers[:-1:2] + answers[1::2]
    assert not rejected(Mechanism([["1/4"], ["1/4"], ["1/4"], ["1/4"]]), 0, pairs)


def test_the_default_is_the_operating_systems_entropy(monkeypatch):
    asked = []

    def randbits(n):
        asked.append(n)
        return 0

    monkeypatch.setattr(draws.secrets, "randbits", randbits)
    assert draw(from_spec("warner:p=3/4"), [0, 1, 0]) == [0, 0, 0]
    assert asked == [3 * 64]


def test_together_and_one_by_one_draw_the_same(monkeypatch):
    """Words on the edge of a step, where 64 bits do not decide, go on with further bits, as one by one."""
    mechanism = from_spec("krr:k=3,epsilon=1")
    edges = sorted({edge for j in range(3) for edge in draws._ladder(mechanism, j).at(64)[0]})
    words = [max(0, edge + step) for edge in edges for step in (-1, 0, 1)] + [0, 2**64 - 1]
    further = iter(range(10**9))

    def randbits(n):
        if n == 64:
            return next(further) % 2 * (2**64 - 1)
        assert n == 64 * len(words)
        return sum(word << 64 * place for place, word in enumerate(words))

    monkeypatch.setattr(draws.secrets, "randbits", randbits)
    for j in range(3):
        together = draw(mechanism, [j] * len(words))
        ladder, further = draws._ladder(mechanism, j), iter(range(10**9))
        alone = [
            draws._output(ladder, randbits, u=word, known=64)
            if ladder.decide(word, 64) is None
            else ladder.decide(word, 64)
            for word in words
        ]
        further = iter(range(10**9))
        assert together == alone


def test_a_seed_reproduces_and_another_does_not():
    mechanism, inputs = from_spec("krr:k=4,epsilon=1"), [0, 1, 2, 3] * 50
    runs = [draw(mechanism, inputs, rng=numpy.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_labels_go_in_and_come_out():
    sure = Mechanism([[1, 0], [0, 1]], ("no", "yes"), ("white", "black"))
    assert draw(sure, "yes") == "black"
    assert draw(sure, 0) == "white"
    assert draw(sure, ["yes", "no", 1]) == ["black", "white", "black"]
    assert draw(from_spec("direct_question"), "1") == 1
    assert draw(sure, numpy.array([1, 0])) == ["black", "white"]
    assert draw_floating(sure, ["yes", "no", "yes"], rng=numpy.random.default_rng(0)).tolist() == [
        "black",
        "white",
        "black",
    ]
    assert draw(sure, []) == []


@pytest.mark.parametrize("sample", [draw, draw_floating])
def test_a_whole_number_is_a_label_where_labels_are_numbers_and_answers_go_into_estimate(sample) -> None:
    """Nothing is drawn about another input than the one that `estimate` then counts."""
    rng = numpy.random.default_rng(1)
    for labels in ((1, 2, 3), ("3", "1", "2"), ("1", "0", "-1")):
        sure = Mechanism([[1, 0, 0], [0, 1, 0], [0, 0, 1]], labels, labels)
        first, second = (int(x) for x in labels[:2])
        for people in (
            [first] * 7 + [second] * 3,
            numpy.array([first] * 7 + [second] * 3),
            [str(first)] * 7 + [second] * 3,
        ):
            found = estimate(sample(sure, people, rng=rng), mechanism=sure)
            assert found.prevalence == (Fraction(7, 10), Fraction(3, 10), 0)
            assert found.interval(first) == found.interval(str(first)) and 0.7 in found.interval(first)
    with pytest.raises(InputError, match=r"^0 is not an input of the mechanism; its inputs are 3, 1, 2$"):
        sample(Mechanism([[1] * 3], (3, 1, 2)), [0], rng=rng)


@pytest.mark.parametrize("bad", ["maybe", 2, -1, True, 0.5, None])
def test_an_unknown_input_is_named(bad):
    mechanism = Mechanism([[1, 0], [0, 1]], ("no", "yes"))
    with pytest.raises(InputError, match="is not an input of the mechanism; its inputs are no, yes"):
        index_of(mechanism, bad)
    with pytest.raises(InputError, match="not an input"):
        draw_floating(mechanism, [bad], rng=numpy.random.default_rng(0))


@pytest.mark.parametrize("shape", [(), (2, 2), (2, 1), (1, 1, 2)])
def test_an_array_of_inputs_has_one_dimension(shape: tuple[int, ...]) -> None:
    warner, rng = from_spec("warner:p=3/4"), numpy.random.default_rng(1)
    for dtype in (int, float):
        for do in (draw, draw_floating):
            with pytest.raises(InputError, match=f"array of {len(shape)} dimensions"):
                do(warner, numpy.zeros(shape, dtype=dtype), rng=rng)
    assert draw(warner, numpy.int64(1)) in (0, 1)
    named = warner.relabel(inputs=("no", "yes"), outputs=("no", "yes"))
    assert draw(named, numpy.array(["no", "yes"])[1]) in ("no", "yes")
    for do in (draw, draw_floating):
        with pytest.raises(InputError, match="give the column of the truths"):
            do(warner, pandas.DataFrame({"truth": [0, 1]}), rng=rng)


def test_refusals():
    free = from_spec("warner:epsilon=every")
    for sample in (draw, draw_floating):
        with pytest.raises(InputError, match="epsilon is free"):
            sample(free, [0], rng=numpy.random.default_rng(0))
    with pytest.raises(InputError, match="numpy Generator"):
        draw(from_spec("warner:p=1/2"), 0, rng=7)
    with pytest.raises(InputError, match="list of inputs"):
        draw_floating(from_spec("warner:p=1/2"), "0", rng=numpy.random.default_rng(0))


def test_doubles_never_give_an_output_of_probability_zero():
    class Ends:
        def random(self, n):
            return numpy.array([0.0, 1 - 2.0**-53])[:n]

    mechanism = Mechanism([[0, 1], [1, 0], [0, 0]])
    assert draw_floating(mechanism, [0, 0], rng=Ends()).tolist() == [1, 1]


P = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])

SHARES = (Fraction(1, 2), Fraction(1, 2))

SIZE = 20_000


def statistic(drawn: np.ndarray, law: dict) -> float:
    keys, counts = np.unique(drawn, axis=0, return_counts=True)
    seen = {tuple(int(x) for x in key): int(c) for key, c in zip(keys, counts, strict=True)}
    assert set(seen) <= set(law)
    total = sum((seen.get(key, 0) - SIZE * float(q)) ** 2 / (SIZE * float(q)) for key, q in law.items())
    return float(chi2.sf(total, len(law) - 1))


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 12)], ids=str)
def test_draws_follow_the_exact_law(sampling: Sampling) -> None:
    drawn = draw_surveys(P, SHARES, 4, SIZE, sampling=sampling, rng=np.random.default_rng(11))
    assert drawn.shape == (SIZE, 3)
    assert (drawn.sum(axis=1) == 4).all()
    assert 1e-4 < statistic(drawn, exact_law(P, SHARES, 4, sampling=sampling)) < 1 - 1e-4


def test_the_test_tells_the_models_apart() -> None:
    drawn = draw_surveys(P, SHARES, 4, SIZE, sampling=REPLACEMENT, rng=np.random.default_rng(11))
    assert statistic(drawn, exact_law(P, SHARES, 4, sampling=CENSUS)) < 1e-4


def test_a_seed_repeats_its_draws() -> None:
    one, two = (
        draw_surveys(P, SHARES, 50, 10, sampling=Sampling("srs", 200), rng=np.random.default_rng(3)) for _ in range(2)
    )
    assert (one == two).all()
