"""What README.md and docs/ show, as something that runs: their commands with what they print, and their Python.

A page runs from top to bottom in one folder, which holds docs/data as a clone does; a line of three dots stands for any lines.
`python -I tests/readme.py` runs all pages below the folder where one stands, with whatever rropt is installed there; `.ci/run`
does so with a wheel, outside the checkout.
"""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# the files that commands name: with the points that README's Python has beside it, and the grid that docs/python.md shows
FILES = {
    "h.csv": "p,h\n0,1/5\n8/9,1\n1,1\n",
    "grid.toml": 'objective = "trace"\ninputs = ["2", "3"]\nepsilon = ["ln2", "ln3", "2"]\n',
}
ANY = "…"


def text_of(page: Path) -> str:
    """A page's text."""
    return page.read_text(encoding="utf-8")


def shown_commands(page: Path) -> list[tuple[str, str]]:
    """(command, what it prints) of every console example of a page."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", text_of(page), re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def named_commands(page: Path) -> list[str]:
    """Every command that a sentence or a table of a page gives with its arguments; those of a file that is yours are shown."""
    found = [x for x in re.findall(r"`(rropt [^`]+)`", text_of(page)) if x.count(" ") > 1 or "." in x]
    return [x for x in found if "mine.csv" not in x and "design.json" not in x]


def python_program(page: Path) -> str:
    """All Python blocks of a page as one program; a comment on the line after an expression is asserted to be what it shows."""
    program: list[str] = []
    for block in re.findall(r"```python\n(.*?)```", text_of(page), re.S):
        lines = [*block.splitlines(), ""]
        for node in ast.parse(block).body:
            code, after = "\n".join(lines[node.lineno - 1 : node.end_lineno]), lines[node.end_lineno or 0]
            shows = isinstance(node, ast.Expr) and after.startswith("# ")
            program.append(f"assert repr(({code})) == {after[2:]!r}, repr(({code}))" if shows else code)
    return "\n".join(program)


def is_as_shown(printed: str, shown: str) -> bool:
    """Whether the lines are those shown; three dots stand for any lines where they are a line, else for any part of one."""
    pattern = "\n".join(
        (r"(?:.*\n)*?.*" if line == ANY else re.escape(line).replace(re.escape(ANY), ".*"))
        for line in shown.strip().splitlines()
    )
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed.strip().splitlines())) is not None


def prepare(folder: Path) -> None:
    """Put the files that pages name into a folder."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "docs" / "data", folder / "docs" / "data")


def run_page(
    page: Path,
    folder: Path,
    rropt: Sequence[str],
    *,
    environment: dict[str, str] | None = None,
    only_shown: bool = False,
) -> None:
    """Run a page's commands; one that fails, or prints something else, raises AssertionError."""
    named = [] if only_shown else [(command, None) for command in named_commands(page)]
    for command, output in [*shown_commands(page), *named]:
        words = [*rropt, *shlex.split(command)[1:]]
        done = subprocess.run(
            words, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=600
        )
        as_shown = output is None or is_as_shown(done.stdout, output)
        assert done.returncode == 0 and as_shown, (
            f"{page.name}: `{command}` ends with {done.returncode} and prints\n{done.stdout}{done.stderr}"
        )
        print(f"as {page.name} says: {command}", flush=True)


def run_all() -> None:
    """Run every page here; the first command that fails, or prints something else, ends it."""
    for page in PAGES:
        folder = Path.cwd() / "pages" / page.relative_to(ROOT).with_suffix("")
        folder.mkdir(parents=True)
        prepare(folder)
        try:
            run_page(page, folder, ["rropt"])
        except AssertionError as error:
            sys.exit(str(error))
        if program := python_program(page):
            subprocess.run([sys.executable, "-I", "-c", program], cwd=folder, check=True, timeout=600)
            print(f"as {page.name} says: its Python")


if __name__ == "__main__":
    run_all()
