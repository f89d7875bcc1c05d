"""Every result's picture: its labels do not lie on one another, nothing leaves the picture, and files are the same every time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pandas
import pytest

from rropt import LDP, Mechanism, Variance, check, design, estimate, from_spec, frontier, least, plan, rank, sweep
from rropt.breach import breach_bound, canonical_region, protected_region
from rropt.cli.show import show
from rropt.devices import choose_device, classical_device
from rropt.show import Result
from rropt.survey import plan_epsilons
from rropt.survey.tables import devices_at_equal_privacy
from tests.plots.drawn import drawn, shown_texts

LONG = tuple(f"every {n}. week, or so they say" for n in range(1, 7))
LONG_TRUTHS = tuple(f"every {n}. week" for n in range(1, 10))
TRUTHS = ("no", "yes")
WARNER = from_spec("warner:p=3/4").relabel(inputs=TRUTHS, outputs=TRUTHS)
COUNTED = pandas.DataFrame(
    [(f"group {n}", answer, 60 + n) for n in range(9) for answer in TRUTHS], columns=["place", "answer", "people"]
)
RESULTS: dict[str, Callable[[], Result]] = {
    "design": lambda: design(Variance("1/4"), LDP("ln3", delta="1/10"), inputs=TRUTHS),
    "design of a tiny epsilon": lambda: design(Variance("1/10"), LDP("1/100")),
    "design of a huge epsilon": lambda: design(Variance("1/10"), LDP("10")),
    "design with two optima": lambda: design(Variance("1/2"), LDP("1/2", delta="1/2")),
    "design at the worst share": lambda: design(Variance("1/10..2/5"), LDP("1"), subject_to=["P[0,0] <= 7/10"]),
    "matrix": lambda: design("trace", LDP("ln3"), inputs=LONG),
    "pieces": lambda: design("trace", LDP("every"), inputs=4),
    "least": lambda: least("epsilon", "trace", 3, value=2),
    "shares": lambda: design(Variance("every"), LDP("ln2", delta="1/10")),
    "trade-off": lambda: frontier("1/10"),
    "along": lambda: frontier("information", 3, points=["1/2", "1", "2"]),
    "sweep": lambda: sweep("trace", {"epsilon": ["1/2", "1", "2"], "inputs": [2, 3, 4]}, workers=1),
    "check": lambda: check(WARNER, "ldp:2"),
    "check of a matrix": lambda: check(from_spec("krr:k=4,epsilon=1"), objective="total-variance"),
    "show": lambda: show("krr:k=5,epsilon=1"),
    "plan": lambda: plan(WARNER, prevalence="1/10", margin="0.03"),
    "power": lambda: plan(WARNER, prevalence="1/10", difference="1/10"),
    "epsilons": lambda: plan_epsilons("1/2,1,2", prevalence="1/10", margin="0.03"),
    "ranking": lambda: rank(5, 1, scores=[1, 2, 3, 4, 5]),
    "equal privacy": lambda: devices_at_equal_privacy(1, "1/10"),
    "estimate": lambda: estimate(COUNTED, mechanism=WARNER, answer="answer", by="place", counts="people"),
    "spinner": lambda: choose_device(WARNER, "spinner"),
    "spinner of many rules": lambda: choose_device(
        Mechanism([[f"{1 + (i + 5 * j) % 9}/45" for j in range(9)] for i in range(9)], LONG_TRUTHS), "spinner"
    ),
    "lots": lambda: choose_device(from_spec("krr:k=6,epsilon=1"), "denominator:100"),
    "crosswise": lambda: classical_device("crosswise"),
    "beliefs": lambda: breach_bound("0=1/5,8/9=1,1=1"),
    "beliefs of a named demand": lambda: canonical_region(LDP("ln3")),
    "attained": lambda: protected_region(from_spec("krr:k=3,epsilon=ln3")),
}


@pytest.mark.parametrize("name", RESULTS)
def test_labels_do_not_lie_on_one_another_and_nothing_is_cut_off(name: str) -> None:
    figure = drawn(RESULTS[name]())
    texts = shown_texts(figure)
    assert len(texts) > 3
    for (one, box), (other, another) in combinations(texts, 2):
        # a pixel of two letters' edges is no overlap
        assert not box.padded(-1).overlaps(another.padded(-1)), (one, other)
    legends = [x for ax in figure.axes for x in (ax.get_legend(), *ax.figure.legends) if x is not None]
    assert not any(x.get_frame_on() for x in legends)
    whole = figure.bbox.padded(1)
    for text, box in texts:
        assert box.x0 >= whole.x0 and box.x1 <= whole.x1 and box.y0 >= whole.y0 and box.y1 <= whole.y1, text


def test_a_picture_is_the_same_file_at_every_time(tmp_path: Path) -> None:
    found = RESULTS["design"]()
    first, second = (found.plot(tmp_path / f"{n}.svg").read_bytes() for n in (1, 2))
    assert first == second and b"the best" in first


def test_a_label_is_no_formula_of_matplotlib() -> None:
    figure = drawn(design(Variance("1/4"), LDP(1), inputs=("$x^2$", "b")))
    assert any(r"\$x^2\$" in text for text, _ in shown_texts(figure))
