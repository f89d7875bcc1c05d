"""What is there only for speed changes no verdict, no condition and no sentence."""

from __future__ import annotations

import json
import random
import sys
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hard_cases import TEXTS
from surgery import assemble, compiled, forget

import rropt.checker
from rropt.checker import limits, speed

CERTIFICATES = Path(__file__).parents[1] / "certificates"
FILES = {p.name.removesuffix(".rropt.json"): p for p in sorted(CERTIFICATES.glob("*/*.rropt.json"))}
# What asks for much is stopped sooner without the short cuts.
HEAVY = {
    name
    for name, reason in json.loads((CERTIFICATES / "unfinished" / "index.json").read_text()).items()
    if "work" in reason
}
LONG = {"hostile_equal_hashes_of_coefficients", "hostile_excesses_that_are_absent", "undecided_sign"}
CHECK = rropt.checker.check
SHORT = [name for name in [*FILES, *TEXTS] if name not in HEAVY | LONG and not name.startswith("bomb")]


@pytest.mark.first(part=1)
@pytest.mark.then(part=2)
@pytest.mark.parametrize("part", range(8))
@pytest.mark.slow
def test_verdicts_agree(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.checker.judge.MOST_WORK", 20 * limits.MOST_WORK)
    for name in SHORT[part::8]:
        text = TEXTS[name] if name in TEXTS else FILES[name].read_text("utf-8")
        assert CHECK(text, plain=True) == CHECK(text), name


def test_plain_says_the_same_without_what_is_there_for_speed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "linear.json"
    file.write_text(TEXTS["trace_2"], encoding="utf-8")
    assert rropt.checker.main([str(file)]) == 0
    said = capsys.readouterr().out
    seen = []

    def noting(text: str, **options: bool) -> Any:
        verdict = CHECK(text, **options)
        seen.append(speed.is_on())
        return verdict

    monkeypatch.setattr(rropt.checker.command, "check", noting)
    assert rropt.checker.main(["--plain", str(file)]) == 0 and capsys.readouterr().out == said
    assert rropt.checker.main([str(file)]) == 0
    assert seen == [False, True]


def test_a_check_costs_the_same_whatever_was_checked_before() -> None:
    def costs(*plains: bool) -> dict[bool, int]:
        checker = assemble(compiled())
        found = {}
        for plain in plains:
            checker.check(FILES["within_trace"].read_text("utf-8"), plain=plain)
            found[plain] = limits.MOST_WORK - sys.modules[f"{checker.__name__}.limits"].BUDGET.get().work
        return found

    try:
        alone = {**costs(False), **costs(True)}
        assert costs(True, False) == costs(False, True) == costs(False, False, True) == alone
    finally:
        forget()


def test_ranges_hold_every_value() -> None:
    g, found = random.Random(5), 0
    for _ in range(300):
        low = Fraction(g.randint(0, 40), 8)
        high = low + Fraction(g.randint(1, 40), 8)
        steps = (int(low * speed.STEP), int(high * speed.STEP))
        num, den = ({e: g.randint(-9, 9) or 1 for e in range(g.randint(1, 4))} for _ in range(2))
        limits.BUDGET.set(limits.Budget(limits.MOST_WORK, limits.MOST_SPACE))
        places = [low + (high - low) * Fraction(n, 24) for n in range(25)]
        tops, belows = ([sum(c * t**e for e, c in p.items()) for t in places] for p in (num, den))
        least, most = speed.enclose_in_steps(num, den, steps)
        found += least > -inf
        assert all(least <= speed.STEP * a / b <= most for a, b in zip(tops, belows, strict=True) if b or least > -inf)
    assert 20 < found < 280


def test_ranges_that_bound_an_output_do_so_at_every_point_of_them() -> None:
    g, found = random.Random(6), [0, 0]

    def around(x: Fraction) -> tuple[int, int]:
        return int(x * speed.STEP) - g.choice((1, speed.STEP // 8)), int(x * speed.STEP) + g.choice(
            (1, speed.STEP // 8)
        )

    for _ in range(400):
        k, t = g.randint(1, 4), Fraction(g.randint(1, 24), 8)
        ranges = [[around(Fraction(g.randint(-9, 9), 4)) for _ in range(k)] for _ in range(2)]
        most = int(t * speed.STEP)
        bounded = speed.is_surely_bounded(*ranges, most)
        found[bounded] += 1
        # the corners where it is largest, and those where a difference has the other sign
        differences = [(w[1] - y[0], w[0] - y[1]) for w, y in zip(*ranges, strict=True)]
        largest = sum(most * max(high, 0) + speed.STEP * min(high, 0) for high, _ in differences)
        one_sign = all(low >= 0 or high <= 0 for high, low in differences)
        assert bounded == (one_sign and largest <= 0)
    assert min(found) > 40
    assert not speed.is_surely_bounded([(-inf, inf)], [(0, 0)], 1)
    # a number of 400 digits times infinity, which is no whole number, overflows
    assert not speed.is_surely_bounded([(10**400, 10**400)], [(0, 0)], inf)


@pytest.mark.parametrize("power", [1, 227, 455])
def test_what_is_divided_to_enclose_a_number_near_zero_is_counted(power: int) -> None:
    limits.BUDGET.set(limits.Budget(limits.MOST_WORK, limits.MOST_SPACE))
    # t between 2^-124 and 2^-123
    least, most = speed.enclose_in_steps({0: 1, 455: 1}, {power: 1}, (1 << 4, 1 << 5))
    assert 0 < least <= speed.STEP << 124 * power and speed.STEP << 123 * power <= most < inf
    # a division of 128*455 bits by half as many, for each of the two ends
    assert limits.MOST_WORK - limits.BUDGET.get().work > 2 * (128 * 455 // 2) ** 2 >> 16


def test_products_of_long_ranges_are_counted() -> None:
    limits.BUDGET.set(limits.Budget(limits.MOST_WORK, limits.MOST_SPACE))
    long = 1 << 20_000
    assert speed.is_surely_bounded([(3 * long, 4 * long), (0, 0)], [(0, 0), (long**3, long**3)], long)
    assert limits.MOST_WORK - limits.BUDGET.get().work > 20_000**2 >> 16


def test_a_product_of_rational_matrices_is_that_of_fractions() -> None:
    g = random.Random(4)
    for _ in range(50):
        m, n, k = (g.randint(1, 5) for _ in range(3))
        a, b = (
            [[Fraction(g.randint(-9, 9), g.randint(1, 30)) for _ in range(width)] for _ in range(height)]
            for height, width in ((m, n), (n, k))
        )
        limits.BUDGET.set(limits.Budget(limits.MOST_WORK, limits.MOST_SPACE))
        # as they may stand in a file, not in lowest terms
        scaled = [[[(x.numerator * 6, x.denominator * 6) for x in row] for row in matrix] for matrix in (a, b)]
        plain = [[sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]
        assert speed.multiply_rational(*scaled) == [[x.as_integer_ratio() for x in row] for row in plain]


def test_a_column_over_its_own_denominator_does_not_lengthen_the_others() -> None:
    def cost(denominators: list[int]) -> int:
        limits.BUDGET.set(limits.Budget(limits.MOST_WORK, limits.MOST_SPACE))
        speed.multiply_rational([[(1, 3)] * 40] * 40, [[(1, d) for d in denominators] for _ in range(40)])
        return limits.MOST_WORK - limits.BUDGET.get().work

    assert cost(list(range(4097, 4137))) < 1.1 * cost([4097] * 40)


def test_a_plain_check_calls_nothing_of_quickly() -> None:
    """The help of `--plain` says that this file need not be read or believed."""
    # the plain check comes last, as it may import the file, which counts as a call
    called: dict[bool, set[str]] = {False: set(), True: set()}
    for plain, names in called.items():

        def note(frame: Any, event: str, argument: object, names: set[str] = names) -> None:
            if event == "call" and frame.f_code.co_filename.endswith("quickly.py"):
                names.add(frame.f_code.co_name)

        sys.setprofile(note)
        try:
            for name in (
                "total_variance",
                "total_variance_by_orbits",
                "largest_variance_exact",
                "contrast_by_orbits_of_one_share",
            ):
                CHECK(FILES[name].read_text("utf-8"), plain=plain)
        finally:
            sys.setprofile(None)
    assert called[False] and not called[True]
