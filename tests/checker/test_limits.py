"""Each limit ends a check where it is met, and what the checker says where a limit keeps it from knowing."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from test_sentences import accepted, said

from rropt.checker import Overdue, command, limits
from rropt.checker.arithmetic import polynomial
from rropt.checker.arithmetic.domain import Cut, Domain
from rropt.checker.arithmetic.quotient import Quotient, bring_to_one_denominator, constant, total
from rropt.checker.limits import BUDGET, Budget
from rropt.checker.model.demand import _are_shown
from rropt.checker.refusals import Rejected, TooMuch
from rropt.checker.rows.entries import form_of
from rropt.checker.rows.merged import merged
from rropt.checker.text.decimals import enclose_ratio

TOO_MUCH_WORK = "more work than is done for a certificate"


@pytest.fixture(autouse=True)
def budget() -> Iterator[Budget]:
    """A whole budget, in which a test may take what is left."""
    whole = Budget(limits.MOST_WORK, limits.MOST_SPACE)
    token = BUDGET.set(whole)
    yield whole
    BUDGET.reset(token)


def test_work_and_space_end_a_check_where_they_are_used_up(budget: Budget) -> None:
    limits.spend(limits.MOST_WORK)
    with pytest.raises(TooMuch, match=TOO_MUCH_WORK):
        limits.spend(1)
    limits.hold(limits.MOST_SPACE)
    with pytest.raises(TooMuch, match="more memory than is given to a certificate"):
        limits.hold(1)
    limits.hold(-2)
    assert budget.space == 1


def test_the_clock_is_looked_at_after_some_work() -> None:
    BUDGET.set(Budget(limits.MOST_WORK, limits.MOST_SPACE, seconds=-1))
    limits.spend(limits.BETWEEN_LOOKS)
    with pytest.raises(Overdue):
        limits.spend(1)


def test_the_time_of_a_file_is_looked_at_with_it() -> None:
    token = limits.END_OF_FILE.set(time.process_time() - 1)
    try:
        with pytest.raises(TooMuch, match="its file asks for more than 60 seconds"):
            limits.spend(limits.BETWEEN_LOOKS + 1)
    finally:
        limits.END_OF_FILE.reset(token)


def test_products_of_polynomials_have_limits() -> None:
    wide = {e << polynomial.SHIFT: 1 for e in range(200)}
    with pytest.raises(TooMuch, match="a polynomial of too many terms"):
        polynomial.multiply(wide, dict.fromkeys(range(200), 1))
    long = {0: 1 << limits.MOST_BITS // 2}
    with pytest.raises(TooMuch, match="too long numbers"):
        polynomial.multiply(long, long)
    assert polynomial.multiply({0: 1 << limits.MOST_BITS // 2 - 1}, long)
    with pytest.raises(TooMuch, match="too high a degree"):
        polynomial.multiply({limits.MOST_DEGREE: 1}, {1: 1})
    assert polynomial.multiply({limits.MOST_DEGREE - 1: 1}, {1: 1}) == {limits.MOST_DEGREE: 1}
    # both factors fit in the memory; their products before they are added do not
    with pytest.raises(TooMuch, match=TOO_MUCH_WORK):
        polynomial.multiply(*(dict.fromkeys(range(2000), 1 << 1000),) * 2)


LONG = 3**20_000


@pytest.mark.parametrize("of", ["rows", "a sum"])
def test_a_common_denominator_is_paid_for_before_it_is_formed(of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at = Domain("every t > 0", None, Cut("0", Fraction(0)), None, ())
    many = [constant(1, LONG + 2 * n) for n in range(100)]  # some seconds of the processor, and no line of Python
    formed = []

    def multiple_of(*integers: int) -> int:
        formed.append(lcm(*integers))
        return formed[-1]

    monkeypatch.setattr(polynomial, "lcm", multiple_of)
    BUDGET.set(Budget(work=2_000_000, space=limits.MOST_SPACE))
    with pytest.raises(TooMuch, match=TOO_MUCH_WORK):
        bring_to_one_denominator([many]) if of == "rows" else total([Quotient({1: 1}, x.den, at) for x in many])
    # the n-th step costs at least n times the square of the length over 2^16, so that the 17th is not paid for
    assert 2 * LONG.bit_length() < formed[-1].bit_length() < 17 * LONG.bit_length()


def test_short_numbers_over_a_long_denominator_are_paid_for_before_they_fill_the_memory() -> None:
    BUDGET.set(Budget(work=2_000_000, space=limits.MOST_SPACE))
    with pytest.raises(TooMuch, match=TOO_MUCH_WORK):
        bring_to_one_denominator([[constant(1, LONG)], [constant(1)] * 5_000])  # 20 MB


@pytest.mark.parametrize(
    "act",
    [
        lambda x: form_of(constant(x.numerator, x.denominator)),
        lambda x: form_of(Quotient({1: x.numerator}, {2: x.denominator})),
        lambda x: list(merged(2, x, 2)),
    ],
    ids=["form", "form with t", "weights"],
)
def test_long_numbers_are_paid_for(act: Any, budget: Budget) -> None:
    costs = []
    for x in (Fraction(4, 3), Fraction(LONG + 1, LONG)):
        before = budget.work
        act(x)
        costs.append(before - budget.work)
    assert costs[1] > costs[0] + LONG.bit_length() ** 2 // 2**17


def test_a_text_that_is_too_long_is_not_read_for_what_it_carries() -> None:
    (verdict,) = command.judge_file("[" * (limits.MOST_BRACKETS + 1))
    assert (verdict.status, verdict.reason) == ("unfinished", "too long a text")


def test_without_the_systems_limits_files_are_judged_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "resource", None)
    assert [v.status for v in command.judge_file("{}")] == ["malformed"]


def test_a_limit_that_the_system_refuses_or_has_lower_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, Any]] = []

    class Refusing:
        RLIM_INFINITY = -1

        @staticmethod
        def setrlimit(kind: int, pair: Any) -> None:
            asked.append((kind, pair))
            raise ValueError

    monkeypatch.setattr(command, "resource", Refusing)
    command._set_limit(7, 100, (50, 200))
    assert not asked
    command._set_limit(7, 100, (-1, 200))
    assert asked == [(7, (100, 200))]


def test_where_the_memory_cannot_be_seen_no_limit_is_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> str:
        raise OSError

    assert 0 < command._memory() < 1 << 60
    monkeypatch.setattr(Path, "read_text", refuse)
    assert command._memory() == 1 << 60


def test_the_signal_of_the_processors_time_ends_the_check() -> None:
    with command.system_limits(), pytest.raises(TooMuch, match="60 seconds of the processor"):
        signal.raise_signal(signal.SIGXCPU)


def test_in_another_thread_files_are_judged_without_the_signal() -> None:
    found: list[str] = []
    thread = Thread(target=lambda: found.extend(v.status for v in command.judge_file("{}")))
    thread.start()
    thread.join()
    assert found == ["malformed"]


def test_what_ends_outside_of_a_check_is_a_verdict_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for error, reason in ((TooMuch("so much"), "so much"), (MemoryError(), command.NO_MEMORY)):

        def stop(*_: Any, error: Exception = error) -> Any:
            raise error

        monkeypatch.setattr(command, "_judge_all", stop)
        (verdict,) = command.judge_file("{}")
        assert (verdict.status, verdict.reason, verdict.condition) == ("unfinished", reason, "limit")


def test_of_a_sign_that_is_not_decided_no_remark_is_made() -> None:
    def undecided() -> Iterator[bool]:
        yield True
        raise Rejected("sign-decided", "")

    assert not _are_shown(undecided()) and _are_shown([True]) and not _are_shown([True, False])


def test_a_number_whose_enclosures_show_nothing_has_no_decimals() -> None:
    e = Cut("exp(1)", exponent=Fraction(1))
    at_e = Domain("t = exp(1)", None, e, e, (e,))
    low, _ = e.enclose(600)
    near_zero = {0: -low.numerator, 1: low.denominator}  # t less a rational that is nearer than an enclosure of t
    assert enclose_ratio(Quotient({0: 1}, near_zero, at_e)) is None
    assert enclose_ratio(Quotient({1: 1}, {0: 1}, at_e)) is not None


def test_the_gap_of_two_bounds_over_an_interval_is_left_out_where_it_is_long() -> None:
    name = "divergence_chi2_over_an_interval"
    stated = accepted(name)
    short, long = ({**stated, "upper": f"{stated['upper']} + t/{10**digits}"} for digits in (3, 500))
    assert " apart), and the mechanism" in said(short) and " apart)" not in said(long)
