"""The worst prevalence of as many outputs as help, where each input has bounds of its own against the other."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from rropt import LDP, Design, PairwiseLDP, Sensitive, Variance, design, verify
from rropt.certificate.read import read_planned_shares
from rropt.formats import read_json

DEMANDS = {
    "several": LDP("ln2", delta="1/10") & LDP("ln9"),
    "one of each": PairwiseLDP({("no", "yes"): "ln9", ("yes", "no"): "ln2"}),
    "nothing one way": Sensitive(["yes"], "ln3"),
    "of a power of e": PairwiseLDP({("no", "yes"): "1", ("yes", "no"): "1/2"}),
}
INTERVALS = [("1/10", "2/5"), ("1/20", "19/20"), ("3/5", "4/5")]


@pytest.mark.some(demand=2)
@pytest.mark.parametrize(("demand", "interval"), list(itertools.product(DEMANDS, INTERVALS)))
def test_the_worst_case_is_the_worst_of_the_optima_at_each_prevalence(demand: str, interval: tuple[str, str]) -> None:
    """One design is best at each prevalence, so the minimax is the largest of the least variances."""
    notion, labels = DEMANDS[demand], ("no", "yes")
    found = design(Variance("..".join(interval)), notion, outputs="free", inputs=labels)
    low, high = map(Fraction, interval)
    places = [low + (high - low) * Fraction(n, 12) for n in range(13)]
    each = [design(Variance(pi), notion, outputs="free", inputs=labels).value for pi in places]
    assert found.lower is not None and found.upper is not None
    assert found.lower >= max(each) or float(found.lower) >= float(max(each)) * (1 - 1e-11)
    assert float(found.upper) <= float(max(each)) * 1.02 and float(found.upper / found.lower) <= 1 + 1e-11
    assert found.mechanism is not None and notion.holds(found.mechanism)
    bounds = found.problem.objective.value_bounds(found.mechanism)
    assert bounds[0] <= found.upper and found.lower <= bounds[1]
    assert verify(found.to_json()).is_accepted and Design.from_json(found.to_json()).upper == found.upper


@pytest.mark.parametrize("interval", INTERVALS)
@pytest.mark.parametrize("demand", [*DEMANDS, "condition"])
def test_the_mechanism_is_planned_for_the_prevalence_of_its_largest_variance(
    demand: str, interval: tuple[str, str]
) -> None:
    """1/I at the planned prevalence is at least that at 201 places; a certificate that names a prevalence names the same one."""
    variance = Variance("..".join(interval))
    if demand == "condition":
        found = design(variance, LDP("ln3"), outputs=2, subject_to=["P[1,1] >= 9/10"])
    else:
        found = design(variance, DEMANDS[demand], outputs="free", inputs=("no", "yes"))
        assert read_planned_shares(read_json(found.certificate)) == found.mechanism.planned
    rows = [tuple(map(float, row)) for row in found.mechanism.rows]

    def variance_at(pi: float) -> float:
        return 1 / sum((b - a) ** 2 / ((1 - pi) * a + pi * b) for a, b in rows if a or b)

    first, second = map(float, found.mechanism.planned)
    low, high = map(float, map(Fraction, interval))
    assert first + second == pytest.approx(1) and low <= second <= high
    largest = max(variance_at(low + (high - low) * n / 200) for n in range(201))
    assert variance_at(second) >= largest * (1 - 1e-11)


def test_the_share_of_the_other_input_is_the_mirror_image() -> None:
    notion = DEMANDS["one of each"]
    first = design(Variance("1/10..2/5", positive=0), notion, outputs="free", inputs=("no", "yes"))
    second = design(Variance("3/5..9/10"), notion, outputs="free", inputs=("no", "yes"))
    assert (first.lower, first.upper) == (second.lower, second.upper)


@pytest.mark.parametrize("outputs", [2, "free"])
def test_labels_that_are_the_numbers_are_read_back(outputs: object) -> None:
    found = design(Variance("1/4"), Sensitive(["1"], 1), outputs=outputs, inputs=("0", "1"))  # type: ignore[arg-type]
    assert verify(found.to_json()).is_accepted and Design.from_json(found.to_json()).to_json() == found.to_json()
