"""Sweeps: the designs are those asked one by one; a killed sweep goes on; two at once share a store; Dask gives the same."""

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import pytest

from rropt import LDP, InputError, Linear, Problem, Trace, Variance, design, sweep, verify
from rropt.exact.spelling import show
from rropt.sweeps import sweep as module

GRID = {"epsilon": ["1/2", "ln3"], "delta": ["0", "1/10"], "k": [2, 3, 4]}
ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
from rropt import Trace, sweep
if __name__ == "__main__":
    grid = {grid}
    sweep(Trace(), grid, workers=2, store={store!r})
"""
LONG = {"epsilon": [f"{n}/7" for n in range(1, 41)], "delta": ["0", "1/10"], "k": [3, 5]}
ONE_BY_ONE = {
    "epsilon": ["1"],
    "delta": [f"{n}/1000" for n in range(1, 400)],
    "k": [4],
    "subject_to": ["P[0,0] <= 9/10"],
}
MANY = 160


@pytest.mark.parametrize("workers", [1, 2])
def test_each_row_is_the_design_asked_alone(workers: int) -> None:
    frame = sweep(Trace(), GRID, workers=workers)
    assert list(frame.columns[:5]) == ["epsilon", "delta", "k", "verdict", "value"] and len(frame) == 12
    for row in frame.iter_rows(named=True):
        alone = design(Trace(), LDP(row["epsilon"], delta=row["delta"]), inputs=int(row["k"]))
        assert row["verdict"] == "optimal" and row["certificate"] == alone.certificate
        assert verify(row["certificate"]).is_accepted and row["value"] is not None
        assert abs(float(row["decimal"]) - float(alone.value)) < 1e-12


def test_the_doubles_enclose_the_value() -> None:
    grid = {
        "epsilon": ["ln2", "ln3", "ln5", "ln7", "ln(1000000000000)", "ln(1 + 1/100000000)"],
        "prevalence": ["0", "1/3", "1/7"],
    }
    for row in sweep(Variance("1/10"), grid, workers=1).iter_rows(named=True):
        assert Fraction(row["lower"]) <= Fraction(row["value"]) <= Fraction(row["upper"]), row


LOSS = Linear([[0, 1, 3], [2, 0, 1], [3, 1, 0]])
MIXED = ["1/3", "ln2", "ln4", "1", "0", "20"]
SLACKS = ["0", "1/60", "1/10", "1/2", "1"]


@pytest.mark.parametrize(
    ("problem", "grid"),
    [
        (Problem(Trace([1, 2, 4]), LDP(1)), {"epsilon": MIXED}),
        (Problem(LOSS, LDP(1, delta="1/100")), {"epsilon": MIXED}),
        (Problem(Variance("1/10"), LDP(1, delta="1/10")), {"epsilon": MIXED}),
        (Problem(LOSS, LDP("ln3"), inputs=["a", "b", "c"]), {"delta": SLACKS}),
        (Problem(LOSS, LDP("1/2")), {"delta": SLACKS}),
        (Problem(Variance("1/10", positive=0), LDP("ln3"), outputs=5), {"delta": SLACKS}),
        (Problem(Variance("1/4"), LDP("1/2", delta="1/10")), {"prevalence": ["0", "1", "1/3", "9/10"]}),
    ],
)
def test_along_one_number_each_row_is_the_design_asked_alone_and_has_a_certificate(
    problem: Problem, grid: dict[str, list[str]]
) -> None:
    ((key, values),) = grid.items()
    frame = sweep(problem, grid, workers=1)
    assert list(frame[key]) == values
    for x, row in zip(values, frame.iter_rows(named=True), strict=True):
        demand, objective = problem.demand, problem.objective
        if key == "prevalence":
            objective = objective.restated("prevalence", x)
        else:
            assert isinstance(demand, LDP)
            demand = LDP(x, delta=demand.delta) if key == "epsilon" else LDP(demand.epsilon, delta=x)
        alone = design(objective, demand, inputs=problem.inputs or problem.k, outputs=problem.outputs, optima="one")
        assert row["verdict"] == alone.verdict.value and row["certificate"] == alone.certificate
        assert row["value"] == (None if alone.value is None else show(alone.value))
        assert verify(row["certificate"]).is_accepted


def test_a_refusal_is_a_row_with_its_sentence() -> None:
    frame = sweep(Variance("1/4"), {"epsilon": ["1", "0", "one"]}, workers=1)
    assert list(frame["verdict"]) == ["optimal", "unattained", None]
    assert "unknown name 'one'" in frame["refusal"][2] and frame["refusal"][0] is None


def test_what_is_stored_is_not_solved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, told = tmp_path / "s", list[tuple[int, int, int]]()
    first = sweep(Trace(), GRID, workers=1, store=store, progress=lambda *x: told.append(x[:3]))
    assert told[0] == (0, 12, 0) and told[-1] == (12, 12, 0)

    def never(*x: object) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr(module, "solve_one", never)
    assert sweep(Trace(), GRID, workers=1, store=store, progress=lambda *x: told.append(x[:3])).equals(first)
    assert told[-1] == (12, 12, 12)


@pytest.mark.parametrize(
    "forge",
    [
        lambda d: {**d, "value": {**d["value"], "exact": "2"}},
        lambda d: {**d, "certificate": d["certificate"].replace('"value":"', '"value":"1+')},
        lambda d: {**d, "problem": {**d["problem"], "inputs": "7"}},
    ],
)
def test_a_design_in_the_store_is_judged_before_it_is_used(tmp_path: Path, forge: object) -> None:
    """A line with a right digest, whose design is not what it says."""
    asked = {"epsilon": ["ln3"], "k": [3]}
    plain, forged = tmp_path / "plain", tmp_path / "forged"
    right = sweep(Trace(), asked, workers=1, store=plain)
    line = json.loads(plain.read_text("utf-8"))
    module.Store(forged).add(line["key"], json.dumps(forge(json.loads(line["design"]))))  # type: ignore[operator]
    for _ in range(3):
        assert sweep(Trace(), asked, workers=1, store=forged).equals(right)
    assert keys_of(forged) == 2 * [line["key"]], "the right design is stored beside the wrong one, for the next sweep"


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def keys_of(path: Path) -> list[str]:
    return [json.loads(line)["key"] for line in path.read_bytes().splitlines()]


def begin(folder: Path, store: Path, grid: dict[str, list[object]] = LONG) -> "subprocess.Popen[bytes]":
    script = folder / "script.py"
    script.write_text(SCRIPT.format(grid=grid, store=str(store)), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, str(script)], env=environment, start_new_session=True)


@pytest.mark.slow
def test_a_sweep_that_is_killed_half_way_goes_on(tmp_path: Path) -> None:
    store = tmp_path / "s"
    running = begin(tmp_path, store)
    while count_lines(store) < 10 and running.poll() is None:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait(60)
    assert 10 <= count_lines(store) < MANY
    again = begin(tmp_path, store)
    assert again.wait(300) == 0
    kept = module.Store(store)
    kept.refresh()
    assert len(kept.designs) == MANY
    whole = [line for line in store.read_bytes().splitlines() if b'"sha256"' in line and line.endswith(b"}")]
    assert len(whole) - MANY <= kept.broken <= 1  # a line that was cut may stand there, and nothing stands twice


def is_running(pid: int) -> bool:
    """Whether a process is there and has not ended, be it that nobody has asked yet how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are not listed under /proc here")
def test_the_workers_of_a_sweep_that_is_killed_end_by_themselves(tmp_path: Path) -> None:
    running, workers = begin(tmp_path, tmp_path / "s", ONE_BY_ONE), list[int]()
    while len(workers) < 2 and running.poll() is None:
        time.sleep(0.02)
        workers = list(map(int, Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text("utf-8").split()))
    assert len(workers) == 2 and all(map(is_running, workers))
    running.kill()
    running.wait(60)
    for _ in range(1500):  # the parent is looked for once a second, after the design that is under way
        if not any(map(is_running, workers)):
            break
        time.sleep(0.02)
    left = [pid for pid in workers if is_running(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []


@pytest.mark.slow
def test_two_sweeps_on_one_store_write_nothing_twice(tmp_path: Path) -> None:
    store = tmp_path / "s"
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    both = [begin(tmp_path / folder, store) for folder in ("a", "b")]
    assert [x.wait(500) for x in both] == [0, 0]
    keys = keys_of(store)
    assert len(keys) == len(set(keys)) == MANY


SOLVE = module.solve_one


def killed_once(problem: Problem, work: module.Work) -> object:
    """What a worker does, but that the first one is killed."""
    mark = Path(os.environ["RROPT_TEST_MARK"])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return SOLVE(problem, work)


@pytest.mark.skipif(sys.platform != "linux", reason="processes do not inherit the patched function here")
def test_a_killed_process_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RROPT_TEST_MARK", str(tmp_path / "killed"))
    monkeypatch.setattr(module, "solve_one", killed_once)
    frame = sweep(Trace(), {"epsilon": ["ln2", "ln3"], "k": [2, 3]}, workers=2, store=tmp_path / "s")
    assert (tmp_path / "killed").exists() and list(frame["value"]) == ["4/3", "3/2", "3/2", "9/5"]


def test_one_design_needs_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here: list[Problem] = []

    def told(problem: Problem, work: module.Work) -> object:
        here.append(problem)
        return SOLVE(problem, work)

    monkeypatch.setattr(module, "solve_one", told)
    store = tmp_path / "s"
    sweep(Trace(), {"epsilon": ["ln2"], "k": [2]}, workers=2, store=store)
    sweep(Trace(), {"epsilon": ["ln2", "ln3"], "k": [2]}, workers=2, store=store)
    sweep(Trace(), {"epsilon": ["ln2", "ln3"], "k": [2]}, workers=2, store=store)
    assert [str(x.demand) for x in here] == [str(LDP(x)) for x in ("ln2", "ln3")]


@pytest.mark.parametrize(
    ("more", "words"),
    [({"workers": 0}, "workers = 0"), ({"workers": 1.5}, "workers = 1.5"), ({"seconds": 0}, "seconds = 0")],
)
def test_what_is_refused(more: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        sweep(Trace(), GRID, **more)  # type: ignore[arg-type]


@pytest.mark.skipif(find_spec("distributed") is not None, reason="Dask is installed")
def test_without_dask_a_cluster_is_refused_and_no_store_is_made(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"pip install 'rropt\[cluster\]'"):
        sweep(Trace(), GRID, cluster="tcp://127.0.0.1:1", store=tmp_path / "store")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.peer
@pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra cluster: dask and distributed")
def test_a_cluster_of_two_workers_of_which_one_is_killed(tmp_path: Path) -> None:
    from distributed import LocalCluster

    grid = {"epsilon": [f"{n}/7" for n in range(1, 21)], "delta": ["0", "1/10"], "k": [3, 5]}
    killed = list[int]()
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:

        def kill_one(done: int, total: int, stored: int, seconds: float) -> None:
            if done >= 10 and not killed:
                worker = next(iter(cluster.workers.values()))
                killed.append(worker.pid)
                os.kill(worker.pid, signal.SIGKILL)

        frame = sweep(Trace(), grid, cluster=cluster.scheduler_address, store=tmp_path / "s", progress=kill_one)
    assert killed and len(frame) == 80 and set(frame["verdict"]) == {"optimal"}
    keys = keys_of(tmp_path / "s")
    assert len(keys) == len(set(keys)) == 80
    assert frame["value"].equals(sweep(Trace(), grid, workers=1)["value"])


def test_the_frame_is_of_the_library_that_is_installed_and_narwhals_makes_others_of_it() -> None:
    import narwhals
    import polars

    frame = sweep(Trace(), {"epsilon": ["ln2", "ln3", "one"], "k": [2]}, workers=1)
    assert isinstance(frame, polars.DataFrame)
    kinds = dict(zip(frame.columns, frame.dtypes, strict=True))
    assert (kinds["k"], kinds["lower"], kinds["value"]) == (polars.Int64, polars.Float64, polars.String)
    other = narwhals.from_native(frame).to_pandas()
    assert list(other["value"])[:2] == ["4/3", "3/2"] and other["lower"].isna().tolist() == [False, False, True]


@pytest.mark.slow
def test_a_sweep_needs_no_pandas() -> None:
    code = (
        "import sys; sys.modules['pandas'] = None\nfrom rropt import Trace, sweep\n"
        "print(list(sweep(Trace(), {'epsilon': ['ln3'], 'k': [3]}, workers=1)['value']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "['9/5']"


@pytest.mark.parametrize(
    ("key", "text"), [("epsilon", "1/0"), ("epsilon", "1e400"), ("delta", "1/0"), ("prevalence", "1e400")]
)
def test_a_cell_that_no_double_holds_loses_no_row(key: str, text: str) -> None:
    grid = {"epsilon": ["1"], "prevalence": ["1/4"], "delta": ["0"]}
    frame = sweep(Variance("1/4"), {**grid, key: [*grid[key], text]})
    assert [x is None for x in frame["refusal"]] == [True, False] and frame[key].to_list()[1] == text


def test_draw_says_that_the_standard_input_is_closed() -> None:
    done = subprocess.run(
        f"{sys.executable} -m rropt draw warner:p=3/4 <&-",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 2 and "the standard input is closed" in done.stderr
