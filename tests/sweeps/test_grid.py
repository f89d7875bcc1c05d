"""Grids: every combination, each with its problem or the reason why it has none."""

import pytest

from rropt import (
    LDP,
    Contrast,
    Information,
    InputError,
    LargestVariance,
    Parity,
    Problem,
    TotalVariance,
    Trace,
    Utility,
    Variance,
)
from rropt.sweeps import grid as module
from rropt.sweeps.grid import cells_of


def test_every_combination_is_a_cell_and_its_key_is_its_problem() -> None:
    cells = cells_of(Trace(), {"epsilon": ["ln2", 1], "delta": ["0", "1/10"], "k": [2, 3]})
    assert len(cells) == 8 and len({cell.key for cell in cells}) == 8
    assert cells[3].values == {"epsilon": "ln2", "delta": "1/10", "k": "3"}
    assert cells[3].problem == Problem(Trace(), LDP("ln2", delta="1/10"), inputs=3)


def test_a_problem_keeps_what_the_grid_does_not_change() -> None:
    base = Problem(Variance("1/4"), LDP(1, delta="1/10"), inputs=("no", "yes"), subject_to=["P[yes,yes] >= 1/2"])
    (cell,) = cells_of(base, {"epsilon": "2"})
    assert cell.problem == Problem(
        Variance("1/4"), LDP(2, delta="1/10"), inputs=("no", "yes"), subject_to=["P[yes,yes] >= 1/2"]
    )
    (cell,) = cells_of(base, {"prevalence": "1/10..2/5", "subject_to": [["P[no,no] >= 1/2", "P[yes,yes] >= 1/3"]]})
    assert cell.problem is not None and len(cell.problem.conditions) == 2 and cell.problem.demand == base.demand
    assert cell.values["subject_to"] == "P[no,no] >= 1/2; P[yes,yes] >= 1/3"


def test_of_k_shares_a_list_of_prevalences_is_a_value() -> None:
    lists = [["1/2", "1/3", "1/6"], ["2/5", "2/5", "1/5"]]
    found = [cell.problem for cell in cells_of(TotalVariance(), {"epsilon": "ln3", "prevalence": lists})]
    assert found == [Problem(TotalVariance(x), LDP("ln3")) for x in lists]
    base = Problem(LargestVariance([["1/2", "1/2"], ["1/3", "2/3"]], worst=True), LDP("ln3"))
    (cell,) = cells_of(base, {"prevalence": [[["1/4", "3/4"], ["1/5", "4/5"]]]})
    assert cell.problem == Problem(LargestVariance([["1/4", "3/4"], ["1/5", "4/5"]], worst=True), LDP("ln3"))
    (cell,) = cells_of(Problem(TotalVariance(lists[0]), LDP("ln3")), {"prevalence": ["1/2"]})
    assert cell.problem is None and "are not a list" in cell.refusal
    for scores in ([0, 1, 2], [[1, -1, 0], [0, 1, -1]]):
        asked = [cell.problem for cell in cells_of(Problem(Contrast(scores), LDP("ln3")), {"prevalence": lists})]
        assert asked == [Problem(Contrast(scores, x), LDP("ln3")) for x in lists]
    (cell,) = cells_of(Contrast([0, 1, 2]), {"epsilon": "ln3", "prevalence": [["1/2", "1/2"]]})
    assert cell.problem is None and "the contrast has 3 inputs and the prevalences have 2" in cell.refusal


def test_a_list_of_chances_is_a_value_of_the_prior() -> None:
    lists, table = [["1/2", "1/3", "1/6"], ["2/5", "2/5", "1/5"]], [[1, 0, 0], [0, 2, 3]]
    for pose in (Information, lambda prior=None: Utility(table, prior, sense="min")):
        found = [cell.problem for cell in cells_of(Problem(pose(), LDP("ln3"), inputs=3), {"prior": lists})]
        assert found == [Problem(pose(x), LDP("ln3")) for x in lists]
    (cell,) = cells_of(Trace(), {"epsilon": "1", "k": 3, "prior": lists[:1]})
    assert cell.problem is None and cell.refusal == "the trace has no prior; leave prior out"


def test_of_a_list_of_conditions_each_is_a_value() -> None:
    asked = ["P[0,0] >= 1/2", "P[0,0] >= 9/10", ["P[0,0] >= 1/2", "P[1,1] >= 1/3"]]
    cells = cells_of(Trace(), {"epsilon": "ln3", "k": 2, "subject_to": asked})
    assert [cell.values["subject_to"] for cell in cells] == [*asked[:2], "P[0,0] >= 1/2; P[1,1] >= 1/3"]
    assert [len(cell.problem.conditions) for cell in cells if cell.problem is not None] == [1, 1, 2]


def test_a_cell_without_a_problem_says_why() -> None:
    good, bad = cells_of(Trace(), {"epsilon": ["1", "one"], "k": 2})
    assert good.problem is not None and bad.problem is None and "unknown name 'one'" in bad.refusal


@pytest.mark.parametrize(
    ("problem", "asked", "words"),
    [
        (Trace(), {}, "a sweep needs a grid"),
        (Trace(), ["1"], "a sweep needs a grid"),
        (Trace(), {"colour": [1]}, "the grid has the unknown key 'colour'; the known ones are"),
        (Trace(), {"epsilon": []}, "the grid has no value for epsilon"),
        ("trace", {"epsilon": [1]}, "the text 'trace'"),
    ],
)
def test_a_grid_that_is_none_is_refused(problem: object, asked: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        cells_of(problem, asked)


@pytest.mark.parametrize(
    ("problem", "asked", "words"),
    [
        (Trace(), {"k": [2]}, "the grid must have the key epsilon"),
        (Trace(), {"delta": ["1/10"], "k": [2]}, "delta but no epsilon"),
        (Problem(Trace(), Parity(2), inputs=2), {"epsilon": [1]}, "need the demand LDP, not Parity"),
        (Trace(), {"epsilon": [1], "k": [2], "prevalence": ["1/2"]}, "the trace has no prevalence"),
    ],
)
def test_what_does_not_fit_is_said_in_the_cell(problem: object, asked: object, words: str) -> None:
    (cell,) = cells_of(problem, asked)
    assert cell.problem is None and words in cell.refusal


def test_a_grid_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CELLS", 3)
    with pytest.raises(InputError, match="a grid of 4 designs is larger than 3"):
        cells_of(Trace(), {"epsilon": [1, 2], "k": [2, 3]})
