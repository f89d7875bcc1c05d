"""A certified binary design is drawn with the optimum it found; other designs are refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.variance import Variance
from rropt.exact.errors import InputError
from rropt.plots.design_plot import plot_design
from rropt.privacy import LDP
from rropt.problem.design import design


def test_a_binary_variance_design_is_drawn(tmp_path: Path) -> None:
    found = design(Variance("1/4"), LDP("ln2", delta="1/4"))
    plot_design(found, tmp_path / "d.svg")
    text = (tmp_path / "d.svg").read_text()
    assert "other candidate vertices" in text and "(3/4, 3/4)" in text


@pytest.mark.parametrize(
    ("objective", "inputs", "words"),
    [(Trace(), 3, "two outputs"), (Variance("1/10..2/5"), None, "one prevalence")],
)
def test_other_designs_are_refused(tmp_path: Path, objective: object, inputs: int | None, words: str) -> None:
    found = design(objective, LDP("ln3"), inputs=inputs)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=words) as refused:
        plot_design(found, tmp_path / "d.svg")
    assert "--plot" not in str(refused.value)  # which is a word of the command line


@pytest.mark.parametrize(("epsilon", "prevalence"), [("every", "1/4"), ("1/2", "every")])
@pytest.mark.slow
def test_a_free_epsilon_or_prevalence_is_drawn_as_a_map(epsilon: str, prevalence: str, tmp_path: Path) -> None:
    plot_design(design(Variance(prevalence), LDP(epsilon, delta="1/10")), tmp_path / "map.svg")
    assert "symmetric" in (tmp_path / "map.svg").read_text(encoding="utf-8")


def test_one_design_everywhere_is_no_map(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="delta = 0"):
        plot_design(design(Variance("1/4"), LDP("every")), tmp_path / "map.svg")
