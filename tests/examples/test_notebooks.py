"""The notebooks execute: their cells in order, and by nbclient where it is installed, with the outputs that are stored."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.examples.notebooks import NOTEBOOKS, ROOT, executed, shown


def test_there_are_four() -> None:
    assert len(NOTEBOOKS) == 4


@pytest.mark.slow_at("a_first_design", "every_epsilon_at_once", "four_problems", "what_many_uses_disclose")
@pytest.mark.full_at("a_first_design", "four_problems")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_the_cells_run_in_order(path: Path, tmp_path: Path) -> None:
    cells = [c for c in json.loads(path.read_text(encoding="utf-8"))["cells"] if c["cell_type"] == "code"]
    program = "\n".join("".join(c["source"]) for c in cells)
    assert "assert" in program
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == [], "a file is written only if asked for"


@pytest.mark.slow
@pytest.mark.full_at("every_epsilon_at_once", "what_many_uses_disclose")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_the_notebook_shows_in_a_kernel_what_it_is_stored_with(path: Path, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    now, stored = executed(path, tmp_path), nbformat.read(path, as_version=4)
    assert shown(now) == shown(stored)
    assert not [x for cell in now.cells for x in cell.get("outputs", ()) if x.output_type == "error"]
    outputs = [x.get("data", {}) for cell in now.cells for x in cell.get("outputs", ())]
    assert any("image/png" in x or "<img" in x.get("text/html", "") for x in outputs), "a picture shows in a notebook"


def test_a_print_in_two_messages_is_one_text() -> None:
    def outputs(*texts: str) -> SimpleNamespace:
        streams = [{"output_type": "stream", "name": "stdout", "text": text} for text in texts]
        result = {"output_type": "execute_result", "data": {"text/plain": "2"}}
        cell = SimpleNamespace(cell_type="code", outputs=[*streams, result, *streams[-1:]])
        return SimpleNamespace(cells=[cell])

    assert shown(outputs("1.5", "\n")) == [["1.5\n", "text/plain\n2", "\n"]]
    assert shown(outputs("1.5\n")) == [["1.5\n", "text/plain\n2", "1.5\n"]]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_the_notebook_is_stored_with_its_outputs_and_its_headings(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [c for c in cells if c["cell_type"] == "code"]
    shows = [c for c in code if isinstance(ast.parse("".join(c["source"])).body[-1], ast.Expr)]
    assert shows and [c["id"] for c in shows if not c["outputs"]] == []
    assert [c["id"] for c in cells if c["cell_type"] == "markdown" and re.match("# +#", "".join(c["source"]))] == []
