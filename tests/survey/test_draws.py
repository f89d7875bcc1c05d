"""Exact draws, simulations and black boxes."""

import itertools
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pandas
import pytest

from rropt import LDP, InputError, Mechanism, TotalVariance, design, from_spec
from rropt.survey import check_samples, draw, estimate, simulate
from rropt.survey.answers import Sampling
from rropt.survey.draws import _draw_together, _ladder, _output
from rropt.survey.simulation import draw_surveys
from tests.survey.conftest import KRR

P = Mechanism([["1/3", "1/2"], ["1/3", "1/8"], ["1/3", "3/8"]], ("no", "yes"), ("a", "b", "c"))


def test_bits_decide_with_exactly_the_stated_probabilities() -> None:
    # of all texts of 7 bits each output has its probability, but for those that need an eighth
    for column in P.columns:
        counts, open_ = [0, 0, 0], 0
        for bits in itertools.product((0, 1), repeat=7):
            source = iter(bits)
            try:
                counts[_output(_ladder(column), lambda n, s=source: next(s), block=1)] += 1  # type: ignore[misc]
            except (StopIteration, RuntimeError):
                open_ += 1
        assert all(0 <= x * 128 - n <= open_ for x, n in zip(column, counts, strict=True)) and open_ <= 2


@pytest.mark.parametrize(("rest", "output"), [(0, "a"), (2**64 - 1, "b")])
def test_of_many_draws_one_that_64_bits_leave_open_takes_more(rest: int, output: str) -> None:
    # the first two people have the first 64 bits of 1/3, and the third one less
    numbers = iter([sum((2**64 // 3 - (i == 2)) << (64 * i) for i in range(3)), rest, rest])
    found = _draw_together(P, np.zeros(3, int), lambda n: next(numbers) >> (0 if n > 64 else 64 - n))
    assert [P.outputs[i] for i in found] == [output, output, "a"]  # type: ignore[index]


@pytest.mark.parametrize("epsilon", ["1", "ln3", "1/1000"])
def test_bits_place_a_number_beside_irrational_chances(epsilon: str) -> None:
    (first, _), t = (
        from_spec(f"warner:epsilon={epsilon}").columns[0],
        3.0 if epsilon == "ln3" else np.exp(float(Fraction(epsilon))),
    )
    place = _ladder((first, 1 - first))
    for bits in (1, 7, 40):
        (floor,), undecided = place(bits)
        assert floor == int(2**bits * t / (t + 1)) and undecided == ({floor} if 2**bits * t % (t + 1) else set())


def test_a_chance_near_1_is_enclosed_again_until_its_floor_is_known() -> None:
    # 1 − 1/(e^57 + 1) is above 1 − 2^-82; the first enclosure for one bit has the width 2^-11, and 2 in it
    first = from_spec("warner:epsilon=57").columns[0][0]
    assert _ladder((first, 1 - first))(1) == ([1], {1})


@pytest.mark.parametrize("seed", [1, 2])
def test_draws_have_their_probabilities(seed: int) -> None:
    said = draw(P, ["yes"] * 20_000, rng=np.random.default_rng(seed))
    for x, label in zip(P.columns[1], P.outputs or (), strict=True):
        assert abs(said.count(label) / 20_000 - float(x)) < 5 * (float(x * (1 - x)) / 20_000) ** 0.5
    assert draw(from_spec("warner:p=1"), [0, 1, 1]) == [0, 1, 1] and draw(P, "no") in "abc"


def test_the_default_is_the_operating_systems_entropy(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def randbits(n: int) -> int:
        asked.append(n)
        return 0

    monkeypatch.setattr("secrets.randbits", randbits)
    assert draw(from_spec("warner:p=3/4"), [0, 1, 0]) == [0, 0, 0]
    assert sum(asked) >= 3


def test_a_block_design_of_many_inputs_is_drawn_from_its_sets() -> None:
    p = design(TotalVariance(), LDP("ln3"), inputs=12).sets
    assert p is not None
    rng, held = np.random.default_rng(1), 0
    for text in draw(p, [7] * 1000, rng=rng):
        answer = p.read_label(text)
        assert answer is not None
        held += 7 in answer
    chance = float(sum(x for i, x in enumerate(p.choices()) if i % 2 == 0))
    assert abs(held / 1000 - chance) < 5 * (chance * (1 - chance) / 1000) ** 0.5


def test_an_output_that_is_certain_is_drawn() -> None:
    assert draw(from_spec("warner:p=1"), [0, 1, 1] * 50) == [0, 1, 1] * 50


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: draw(P, "perhaps"),
        lambda: draw(P, [7]),
        lambda: draw(P, ["no"], rng=3),
        lambda: draw(P, ["no"], rng=random.Random(3)),
        lambda: draw(P, np.zeros((2, 2))),
        lambda: draw(P, pandas.DataFrame({"truth": ["no"]})),
        lambda: draw(from_spec("warner:epsilon=1..2"), [0]),
    ],
)
def test_what_is_no_input_is_refused(wrong: object) -> None:
    with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
        wrong()  # type: ignore[operator]


@pytest.mark.parametrize("kind", ["replacement", "census", "srs"])
@pytest.mark.parametrize("method", ["wilson", "normal"])
def test_simulated_surveys_agree_with_theory(kind: str, method: str) -> None:
    found = simulate(
        from_spec("krr:k=3,epsilon=1"), prevalence="1/2,1/4,1/4", n=80, surveys=3000, rng=np.random.default_rng(4), sampling=kind,
        population=160 if kind == "srs" else None, method=method, share_of=1,
    )  # fmt: skip
    assert (
        found.agrees
        and found.coverage[0] > 0.9
        and found.variance[1] is not None
        and found.variance[2] < 0.1 * found.variance[1]
    )


def test_the_error_of_a_variance_is_that_of_normal_estimates_however_many_answer() -> None:
    """With the share 1/100000 asked openly a variance of 1e-14, of which 1000 surveys tell with a relative error of √(2/1000)."""
    found = simulate(
        from_spec("warner:p=1"), prevalence="1/100000", n=10**9, surveys=1000, rng=np.random.default_rng(2)
    )
    assert found.variance[1] == pytest.approx(1e-14, rel=1e-4)
    assert found.variance[2] / found.variance[1] == pytest.approx(0.002**0.5, rel=0.2)
    simulated, exact, error = found.variance
    assert found.agrees and not replace(found, variance=(2 * simulated, exact, error)).agrees


class Every:
    """A source of draws that gives each number of hits among n once."""

    def multinomial(self, n: int, p: np.ndarray, size: int) -> np.ndarray:
        return np.array([[n - hits, hits] for hits in range(size)])


@pytest.mark.parametrize("method", ["normal", "wilson", "chebyshev"])
@pytest.mark.parametrize("p", ["501/1000", "11/20"])
def test_simulated_intervals_are_those_of_the_estimate(p: str, method: str) -> None:
    mechanism: Any = from_spec(f"warner:p={p}")
    found = simulate(mechanism, prevalence="9/10", n=3, surveys=4, rng=Every(), method=method)  # type: ignore[arg-type]
    # if all answers are alike, the estimated variance is 0 up to rounding
    each = [estimate({0: 3 - hits, 1: hits}, mechanism=mechanism, method=method) for hits in range(4)]
    covers = [bool(e.lower[0, 1] <= 0.9 <= e.upper[0, 1] and not e.empty[0, 1]) for e in each]
    assert found.coverage[0] == np.mean(covers)


@pytest.mark.parametrize(("p", "n", "outside"), [("1", 3, 0), ("3/4", 4, 2), ("7/10", 10, 6), ("9/10", 10, 2)])
def test_an_estimate_of_just_nobody_or_everybody_is_not_outside(p: str, n: int, outside: int) -> None:
    mechanism: Any = from_spec(f"warner:p={p}")
    found = simulate(mechanism, prevalence="1/2", n=n, surveys=n + 1, rng=Every(), method="normal")  # type: ignore[arg-type]
    # the share is (hits/n − (1 − p))/(2p − 1), so that n(1 − p) hits tell of nobody and np of everybody
    assert found.outside == pytest.approx(outside / (n + 1))


def test_a_wrong_formula_would_be_noticed() -> None:
    found = simulate(from_spec("warner:p=3/4"), prevalence="1/4", n=50, surveys=50, rng=np.random.default_rng(1))
    wrong_bias = replace(found, bias=(0.5, 0.0, 0.1))
    assert found.agrees and not wrong_bias.agrees and "DISAGREE" in repr(wrong_bias)
    counts = draw_surveys(
        KRR.matrix, np.array([0.5, 0.25, 0.25]), 40, 4000, Sampling("census"), np.random.default_rng(1)
    )
    x = (counts[:, 0] / 40 - 0.2) / 0.4
    right, wrong = 0.4 * 0.6 / 0.16 - 0.25, 0.4 * 0.6 / 0.16
    error = right / 40 * (2 / 4000) ** 0.5
    assert abs(x.var(ddof=1) - right / 40) < 4 * error < abs(x.var(ddof=1) - wrong / 40)
    with pytest.raises(InputError):
        draw_surveys(KRR.matrix, np.array([0.55, 0.2, 0.25]), 10, 5, Sampling("census"), np.random.default_rng(1))


def test_black_boxes() -> None:
    found = check_samples([(x, x) for x in (0, 1)] * 500)
    assert found.epsilon == pytest.approx(np.log(found.bounds[0] / found.bounds[1])) and found.samples == (250, 250)
    rng, epsilon, wrong = np.random.default_rng(1), float(np.log(3)), 0
    for _ in range(60):
        truths = rng.integers(0, 2, 300)
        said = np.where(rng.random(300) < 0.75, truths, 1 - truths)
        wrong += check_samples(zip(truths.tolist(), said.tolist(), strict=True), confidence="0.8").epsilon > epsilon
    assert wrong <= 20
    assert (
        check_samples([(0, 1), (0, 1), (1, 1), (1, 1)]).epsilon == 0
        and check_samples([(x, x) for x in (0, 1)] * 50, delta=Fraction(1, 2)).epsilon < 3
    )
    pairs = [(x, x) for x in (0, 1)] * 500
    for claimed, is_refuted in (("1/2", True), (4, True), (5, False), ("inf", False)):
        assert check_samples(pairs, claimed=claimed).exit_code == is_refuted
    told = found.to_dict()
    assert [told[x] for x in ("epsilon", "delta", "input", "samples")] == [found.epsilon, 0, found.input, [250, 250]]
    refuted = check_samples(pairs, claimed="1/2").to_dict()
    assert (refuted["claimed"]["exact"], refuted["refuted"]) == ("1/2", True)
    with pytest.raises(InputError, match="delta = 2 must lie between 0 and 1"):
        check_samples(pairs, delta=2)
    with pytest.raises(InputError, match="range"):
        check_samples(pairs, claimed="1..2")
    for bad in ([], "ab", [(0, 1), (0, 1)], [(0,), (1,)], [(0, 1), (1, 1), (0, 0)]):
        with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
            check_samples(bad)  # type: ignore[arg-type]
