"""Sweeps: answers by any executor, and a store that is whole after every line, wherever a process was stopped."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from rropt import LDP
from rropt.exact.errors import InputError
from rropt.next.problem.design import design
from rropt.next.sweeps.store import Store
from rropt.next.sweeps.sweep import sweep

GRID = {"epsilon": ["1/2", "ln3", 2], "inputs": [2, 3]}


def test_a_sweep_has_the_designs_of_its_grid():
    found = sweep("trace", GRID, workers=2)
    assert [(row["epsilon"], row["inputs"]) for row in found.rows][:2] == [("1/2", 2), ("1/2", 3)]
    for row in found.rows:
        value = float(design("trace", LDP(row["epsilon"]), row["inputs"]).value)
        assert row["lower"] <= value <= row["upper"]
        assert row["upper"] - row["lower"] <= 1e-15


def test_refusals_stand_beside_designs():
    with ThreadPoolExecutor(1) as pool:
        found = sweep("trace", {"epsilon": ["ln3", "-1"], "inputs": [2]}, executor=pool)
    assert [bool(row["refusal"]) for row in found.rows] == [False, True]


def test_a_store_cut_anywhere_gives_the_same_sweep(tmp_path):
    path = tmp_path / "answers.jsonl"
    with ThreadPoolExecutor(1) as pool:
        whole = sweep("trace", GRID, executor=pool, store=path).rows
        text = path.read_bytes()
        for cut in range(0, len(text), 97):
            path.write_bytes(text[:cut])
            kept = len(Store(path).answers)
            assert kept == text[:cut].count(b"\n")
            assert sweep("trace", GRID, executor=pool, store=path).rows == whole
            assert len(Store(path).answers) == 6


def test_other_files_are_no_stores(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("something else\n")
    with pytest.raises(InputError, match="no answer"):
        Store(path)


@pytest.mark.parametrize("grid", [{}, {"epsilon": []}, {"epsilon": "ln3"}, {"colour": ["red"]}])
def test_grids_that_say_nothing_are_refused(grid):
    with pytest.raises(InputError):
        sweep("trace", grid)
