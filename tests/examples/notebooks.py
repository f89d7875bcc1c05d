"""The notebooks with what they show, executed in a folder of their own; `python tests/examples/notebooks.py` stores them."""

from __future__ import annotations

import os
import re
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def executed(path: Path, folder: Path) -> Any:
    """The notebook with the outputs that it has now; times and versions are left out."""
    import nbclient
    import nbformat

    book = nbformat.read(path, as_version=4)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    environment.pop("MPLBACKEND", None)
    client = nbclient.NotebookClient(
        book, timeout=300, record_timing=False, resources={"metadata": {"path": str(folder)}}
    )
    client.execute(env=environment)
    book.metadata["language_info"] = {"name": "python"}
    return book


def shown(book: Any) -> list[list[str]]:
    """Return the texts that each cell of code shows: what it prints, and its results in every text format.

    A kernel sends what one cell prints in as many messages as the clock makes of it, so these are joined."""
    return [_shown_by(cell) for cell in book.cells if cell.cell_type == "code"]


def _shown_by(cell: Any) -> list[str]:
    found: list[str] = []
    for stream, outputs in groupby(cell.outputs, key=lambda x: x.get("name")):
        if stream is not None:
            found.append("".join(x["text"] for x in outputs))
        else:
            found += [text for x in outputs for text in _texts(x.get("data", {}))]
    return found


def _texts(data: Any) -> list[str]:
    """Return the texts of an output without the bytes of its pictures, which every version of matplotlib writes in its own way."""
    texts = [f"{kind}\n{data[kind]}" for kind in sorted(data) if kind.startswith("text/")]
    return [re.sub(r'src="data:image/[^"]*"', "", text) for text in texts]


def store() -> None:
    """Execute every notebook and write it with its outputs."""
    import nbformat

    for path in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            nbformat.write(executed(path, Path(folder)), path)


if __name__ == "__main__":
    store()
