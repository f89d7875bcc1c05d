"""Sweeps: answers by any executor, and a store that is whole after every line, wherever a process was stopped."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from rropt import LDP, InputError, Trace, design, verify
from rropt.exact.spelling import show
from rropt.show import Figure
from rropt.sweeps.sweep import read_answers, sweep

GRID = {"epsilon": ["1/2", "ln3", 2], "inputs": [2, 3]}


def test_a_sweep_has_the_designs_of_its_grid():
    found = sweep("trace", GRID, workers=2)
    assert [(row["epsilon"], row["inputs"]) for row in found.rows][:2] == [("1/2", 2), ("1/2", 3)]
    for row in found.rows:
        value = float(design("trace", LDP(row["epsilon"]), row["inputs"]).value)
        assert row["lower"] <= value <= row["upper"]
        assert row["upper"] - row["lower"] <= 1e-15


def test_refusals_stand_beside_designs_which_the_executor_that_is_given_solves():
    with ThreadPoolExecutor(1) as threads:
        pool = mock.Mock(wraps=threads)
        found = sweep("trace", {"epsilon": ["ln3", "-1"], "inputs": [2]}, executor=pool)
    assert [bool(row["refusal"]) for row in found.rows] == [False, True] and pool.map.call_count == 1
    assert str(found).startswith("1 of 2 designs were found.")
    assert [row["verdict"] for row in found.rows] == ["optimal", None]


def test_many_designs_are_submitted_in_batches_and_stand_in_the_order_of_the_grid():
    with ThreadPoolExecutor(1) as threads, mock.patch("rropt.sweeps.sweep.AT_ONCE", 4):
        pool = mock.Mock(wraps=threads)
        found = sweep("trace", GRID, executor=pool)
    assert [len(call.args[1]) for call in pool.map.call_args_list] == [4, 2]
    assert found.rows == sweep("trace", GRID, workers=1).rows


@pytest.mark.parametrize(("inputs", "epsilon", "is_drawn"), [(7, 2, True), (8, 2, False), (2, 1, False)])
def test_a_sweep_is_drawn_where_its_lines_can_be_told_apart_and_have_two_points(inputs, epsilon, is_drawn):
    grid = {"inputs": [[str(n) for n in range(k)] for k in range(2, 2 + inputs)], "epsilon": range(1, 1 + epsilon)}
    found = sweep("trace", grid, workers=1)
    assert any(isinstance(x, Figure) for x in found.show()) is is_drawn


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("varied", [{}, {"objective": ["contrast:1,2,3", "trace"]}], ids=["throughout", "in part"])
def test_inputs_that_are_missing_are_asked_for(varied: dict[str, list[str]], workers: int) -> None:
    with pytest.raises(InputError, match="'inputs': "):
        sweep("trace", {"epsilon": ["ln2"], **varied}, workers=workers)


def test_a_store_cut_anywhere_gives_the_same_sweep(tmp_path):
    path = tmp_path / "answers.jsonl"
    with ThreadPoolExecutor(1) as pool:
        whole = sweep("trace", GRID, executor=pool, store=path).rows
        text = path.read_bytes()
        for cut in range(0, len(text), 97):
            path.write_bytes(text[:cut])
            kept = len(read_answers(path))
            assert kept == text[:cut].count(b"\n")
            assert sweep("trace", GRID, executor=pool, store=path).rows == whole
            assert len(read_answers(path)) == 6


@pytest.mark.parametrize("key", ["question", "value", "certificate", "more"])
def test_a_kept_answer_that_is_altered_is_solved_again(tmp_path, key):
    path, grid = tmp_path / "answers.jsonl", {"epsilon": ["ln2", "ln3"], "inputs": [2]}
    rows = sweep("trace", grid, workers=1, store=path).rows
    first, second = map(json.loads, path.read_text().splitlines())
    altered = {
        "question": second["answer"],
        "value": first["answer"] | {"value": first["answer"]["value"] | {"exact": "2"}},
        "certificate": {name: x for name, x in first["answer"].items() if name != "certificate"},
        "more": first["answer"] | {"more": 1},
    }
    path.write_text(f"{json.dumps(first | {'answer': altered[key]})}\n{json.dumps(second)}\n")
    assert sweep("trace", grid, workers=1, store=path).rows == rows
    assert path.read_text().count("\n") == 3


def test_a_refusal_that_was_kept_is_not_asked_again(tmp_path):
    path, grid = tmp_path / "answers.jsonl", {"epsilon": ["-1", "ln2"], "inputs": [2]}
    rows = sweep("trace", grid, workers=1, store=path).rows
    pool = mock.Mock()
    assert sweep("trace", grid, executor=pool, store=path).rows == rows
    assert rows[0]["refusal"] and not pool.map.called


def test_a_store_cut_within_a_letter_and_answers_that_are_none_are_asked_again(tmp_path):
    path, grid = tmp_path / "answers.jsonl", {"epsilon": ["ln2"], "inputs": [("früher", "je\u2028mals")]}
    rows = sweep("trace", grid, workers=1, store=path).rows
    text = path.read_bytes()
    assert len(read_answers(path)) == 1
    (question,) = read_answers(path)
    for kept in (text[: text.index("ü".encode()) + 1], json.dumps({"question": question, "answer": 5}).encode()):
        path.write_bytes(kept)
        assert not read_answers(path)
        assert sweep("trace", grid, workers=1, store=path).rows == rows


def test_other_files_are_no_stores(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("something else\n")
    with pytest.raises(InputError, match="no answer"):
        read_answers(path)
    with pytest.raises(InputError, match="/dev/null is a directory, a device or a pipe"):
        sweep("trace", GRID, workers=1, store="/dev/null")


@pytest.mark.parametrize(
    "grid",
    [{}, {"epsilon": []}, {"epsilon": "23", "inputs": [2]}, {"colour": ["red"]}, {"epsilon": ["ln2", "ln3"]}],
)
def test_grids_that_say_nothing_are_refused(grid):
    with pytest.raises(InputError):
        sweep("trace", grid)


def test_grids_vary_what_is_asked():
    found = sweep(None, {"prevalence": ["1/4", "1/2"], "epsilon": [1]}, workers=1).rows
    assert [row["value"] for row in found] == [show(design(prevalence=x, epsilon=1).value) for x in ("1/4", "1/2")]
    objectives = sweep(None, {"objective": ["trace", "information"], "epsilon": ["ln3"], "inputs": [3]}, workers=1)
    assert [row["objective"] for row in objectives.rows] == ["trace", "information"]


def test_a_grid_in_a_file_names_files_beside_it(tmp_path):
    (tmp_path / "treat.csv").write_text("action,well,ill\ntreat,0,1\nwait,1,0\n")
    (tmp_path / "utility").write_text("no table, and not meant by the objective's name\n")
    (tmp_path / "grid.toml").write_text(
        'objective = "utility"\nutility = "treat.csv"\nepsilon = ["ln2", 1]\nsubject-to = [["P[0,0] <= 1/4"]]\n'
    )
    rows = sweep(grid=str(tmp_path / "grid.toml"), workers=1).rows
    asked = {"utility": [[0, 1], [1, 0]], "subject_to": ["P[0,0] <= 1/4"]}
    assert [row["value"] for row in rows] == [show(design(**asked, epsilon=x).value) for x in ("ln2", 1)]


@pytest.mark.parametrize("text", ["epsilon = [", "epsilon = {}", "epsilon = [true]"])
def test_files_that_are_no_grid_are_refused(tmp_path, text):
    (tmp_path / "grid.toml").write_text(text)
    with pytest.raises(InputError):
        sweep("trace", str(tmp_path / "grid.toml"))


def test_an_objective_stands_in_its_row_by_its_spec_and_logarithms_are_drawn_where_they_are():
    grid = {"objective": [Trace([1, "1/2"])], "epsilon": ["ln2", "ln3"]}
    found = sweep(None, grid, workers=1)
    assert [row["objective"] for row in found.rows] == ["trace:1,1/2"] * 2
    (figure,) = (x for x in found.show() if isinstance(x, Figure))
    ((line,),) = (chart.lines for chart in figure.draw.keywords["charts"])
    assert line.places == pytest.approx((np.log(2), np.log(3)))
    middles = [(row["lower"] + row["upper"]) / 2 for row in found.rows]
    assert (line.name, list(line.values)) == ("objective = trace:1,1/2", middles)


def test_certificates_and_mechanisms_are_in_the_rows():
    (row,) = sweep("trace", {"epsilon": ["ln3"], "inputs": [2]}, workers=1).rows
    assert row["mechanism"] == "3/4 1/4; 1/4 3/4"
    assert verify(row["certificate"]).is_accepted


def test_a_killed_sweep_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "answers.jsonl"
    code = (
        "from rropt.sweeps.sweep import sweep\n"
        f"sweep('trace', {{'epsilon': [f'{{n}}/7' for n in range(1, 3000)], 'inputs': [3]}}, workers=1, store={str(path)!r})"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        while process.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < 3):
            time.sleep(0.01)
        process.kill()
    kept = read_answers(path)
    assert 3 <= len(kept) < 2999
    rows = sweep("trace", {"epsilon": [f"{n}/7" for n in range(1, 6)], "inputs": [3]}, workers=1, store=path).rows
    assert [row["value"] for row in rows] == [
        show(design("trace", epsilon=f"{n}/7", inputs=3).value) for n in range(1, 6)
    ]
    assert kept.items() <= read_answers(path).items()


def begun(path: Path) -> tuple[subprocess.Popen, list[int]]:
    """A long sweep by two processes, and their ids."""
    code = (
        "from rropt.sweeps.sweep import sweep\n"
        f"sweep('trace', {{'epsilon': [f'{{n}}/7' for n in range(1, 9000)], 'inputs': [3]}}, store={str(path)!r})"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    while not path.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True)
    return process, [*map(int, found.stdout.split())]


@pytest.mark.skipif(shutil.which("pgrep") is None, reason="needs pgrep")
def test_processes_end_with_the_one_that_began_them_even_if_it_is_killed(tmp_path):
    process, workers = begun(tmp_path / "answers.jsonl")
    process.kill()
    process.wait()
    assert process.stderr is not None and len(workers) == 2
    process.stderr.close()  # not read to its end, which does not come while workers are left
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{x}/cmdline").exists() and Path(f"/proc/{x}/cmdline").read_bytes() for x in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.skipif(shutil.which("pgrep") is None, reason="needs pgrep")
def test_a_process_that_was_killed_is_told_in_a_sentence(tmp_path):
    process, workers = begun(tmp_path / "answers.jsonl")
    os.kill(workers[-1], signal.SIGKILL)
    assert "a process of the sweep was ended from outside" in process.communicate(timeout=60)[1]
    assert read_answers(tmp_path / "answers.jsonl")


def test_a_dask_cluster_solves_designs():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        found = sweep("trace", GRID, executor=client.get_executor())
    assert found.rows == sweep("trace", GRID, workers=1).rows


def test_the_values_of_a_grid_may_be_an_array_and_not_a_single_number() -> None:
    found = sweep("trace", {"epsilon": np.array([1, 2]), "inputs": [2]}, workers=1)
    assert [row["value"] for row in found.rows] == ["2*e/(e + 1)", "2*e^2/(e^2 + 1)"]
    with pytest.raises(InputError, match="1000001 combinations"):
        sweep("trace", {"epsilon": range(1, 1_000_002), "inputs": [2]}, workers=1)
    with pytest.raises(InputError, match="a list of values"):
        sweep("trace", {"epsilon": 1.5, "inputs": [2]}, workers=1)
