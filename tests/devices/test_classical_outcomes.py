"""What the pictures of classical devices show makes their mechanisms: chances and answers, exactly; each device has a picture."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from rropt.devices.classical import CLASSICAL, classical, every_classical
from rropt.devices.classical_outcomes import Outcome
from rropt.exact.element import Number
from rropt.plots.pictures import plot_classical

MONTHS = ",".join(["31/365", "28/365", *["31/365", "30/365"] * 2, "31/365", *["31/365", "30/365"] * 2, "31/365"])


def chances_of(outcomes: Sequence[Outcome], answers: Sequence[str]) -> tuple[tuple[Number, ...], ...]:
    """Pr(answer | no) and Pr(answer | yes), one row per answer."""
    rows = (([x.chance for x in outcomes if x.no == a], [x.chance for x in outcomes if x.yes == a]) for a in answers)
    return tuple((sum(no, Fraction(0)), sum(yes, Fraction(0))) for no, yes in rows)


@pytest.mark.parametrize("birthdays", ["months", "days", MONTHS])
@pytest.mark.parametrize("name", CLASSICAL)
def test_what_comes_up_makes_the_mechanism(name: str, birthdays: str) -> None:
    found = classical(name, birthdays=birthdays)
    assert sum(x.chance for x in found.outcomes) == 1
    assert chances_of(found.outcomes, found.mechanism.output_labels) == found.mechanism.rows


def test_a_wrong_outcome_would_be_seen() -> None:
    found = classical("forced_response")
    assert chances_of(found.outcomes[::-1], ("no", "yes")) == found.mechanism.rows
    assert chances_of(found.outcomes[1:], ("no", "yes")) != found.mechanism.rows


@pytest.mark.slow
def test_the_pictures_are_drawn(tmp_path: Path) -> None:
    one, every = tmp_path / "kuk.svg", tmp_path / "all.svg"
    plot_classical([classical("kuk")], one)
    plot_classical(every_classical(), every)
    for n, part in enumerate(classical("kuk").parts):
        assert f"{'ABCD'[n]}  {part.outcomes}: say" in one.read_text()
    assert every.read_text().count("tell the truth") == 4
    assert sum(part.chance for part in classical("kuk").parts) == Fraction(1)


def test_over_a_range_each_device_is_at_its_own_worst() -> None:
    found = classical("christofides", prevalence="1/20..3/10")
    assert found.efficiency("1/20..3/10") is not None
    assert classical("warner").efficiency("1/20..3/10") == 1
