"""What README.md and docs/ show, as something that runs: their commands with what they print, and their Python.

A page runs from top to bottom in one folder, which holds docs/data as a clone does; a line of three dots stands for any lines.
`python -I tests/readme.py` runs all pages below the folder where one stands, with whatever rropt is installed there; `.ci/run`
does so with a wheel, outside the checkout. `python -m tests.readme --write [PAGE …]` writes into the pages what is printed now.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# the files that commands name: with the points that README's Python has beside it, and the grid that docs/python.md shows
FILES = {
    "h.csv": "p,h\n0,1/5\n8/9,1\n1,1\n",
    "grid.toml": 'objective = "trace"\ninputs = ["2", "3"]\nepsilon = ["ln2", "ln3", "2"]\n',
}
ANY = "…"
CONSOLE = re.compile(r"(?<=```console\n)(.*?)(?=```)", re.S)
PYTHON = re.compile(r"(?<=```python\n)(.*?)(?=```)", re.S)
SESSION = re.compile(r"(?<=```pycon\n)(.*?)(?=```)", re.S)
# runs a session's examples, which it reads as [code, …] from its input, and writes what each prints
INTERPRETER = """
import contextlib, io, json, sys
names, printed = {}, []
for code in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(code, "<session>", "single"), names)
    printed.append(said.getvalue())
print(json.dumps(printed))
"""


def text_of(page: Path) -> str:
    """A page's text."""
    return page.read_text(encoding="utf-8")


def shown_commands(page: Path) -> list[tuple[str, str]]:
    """(command, what it prints) of every console example of a page."""
    return [shown for block in CONSOLE.findall(text_of(page)) for shown in commands_of(block)]


def commands_of(block: str) -> list[tuple[str, str]]:
    """(command, what it prints) of one console example."""
    parts = re.split(r"^\$ ", block, flags=re.M)[1:]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def named_commands(page: Path) -> list[str]:
    """Every command that a sentence or a table of a page gives with its arguments; those of a file that is yours are shown."""
    sentences = re.sub(r"^```.*?^```", "", text_of(page), flags=re.M | re.S)
    found = [x for x in re.findall(r"`(rropt [^`]+)`", sentences) if x.count(" ") > 1 or "." in x]
    return [x for x in found if "mine.csv" not in x and "design.json" not in x]


def python_program(page: Path) -> str:
    """All Python blocks of a page as one program; a comment on the line after an expression is asserted to be what it shows."""
    return "\n".join(
        code if shown is None else f"assert repr(({code})) == {shown!r}, repr(({code}))"
        for block in PYTHON.findall(text_of(page))
        for code, shown, _ in statements_of(block)
    )


def statements_of(block: str) -> Iterator[tuple[str, str | None, int]]:
    """Each statement of a Python block, what a comment on the line after it shows (None without one), and that line's number."""
    lines = [*block.splitlines(), ""]
    for node in ast.parse(block).body:
        below = node.end_lineno or 0
        shows = isinstance(node, ast.Expr) and lines[below].startswith("# ")
        yield "\n".join(lines[node.lineno - 1 : below]), lines[below][2:] if shows else None, below


def examples_of(block: str) -> list[tuple[str, str]]:
    """(code, what it prints) of each example of a session."""
    found = []
    for part in re.split(r"^>>> ", block, flags=re.M)[1:]:
        first, *rest = part.splitlines()
        more = list(takewhile(lambda line: line.startswith("... "), rest))
        code = "\n".join([first, *(line[4:] for line in more)])
        found.append((f"{code}\n", "".join(f"{line}\n" for line in rest[len(more) :])))
    return found


def sessions_of(page: Path) -> list[tuple[str, str]]:
    """The examples of all sessions of a page, in order."""
    return [x for block in SESSION.findall(text_of(page)) for x in examples_of(block)]


def printed_by(
    examples: Sequence[tuple[str, str]], folder: Path, environment: dict[str, str] | None, options: Sequence[str] = ()
) -> list[str]:
    """What each example of a session prints."""
    done = subprocess.run(
        [sys.executable, *options, "-c", INTERPRETER],
        input=json.dumps([code for code, _ in examples]),
        cwd=folder,
        env={**(environment or os.environ), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    printed: list[str] = json.loads(done.stdout)
    return printed


def run_sessions(
    page: Path, folder: Path, *, environment: dict[str, str] | None = None, options: Sequence[str] = ()
) -> None:
    """Run a page's sessions; one that prints something else raises AssertionError."""
    examples = sessions_of(page)
    printed = printed_by(examples, folder, environment, options) if examples else []
    for (code, shown), now in zip(examples, printed, strict=True):
        assert is_as_shown(now, shown), f"{page.name}: {code}prints\n{now}"


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
        run_sessions(page, folder, options=["-I"])


def write_page(page: Path, folder: Path, rropt: Sequence[str], *, environment: dict[str, str]) -> None:
    """Write into a page what its commands and its Python print now. An output with dots stays as it is while it fits."""

    def console(block: re.Match[str]) -> str:
        return "".join(f"$ {command}\n{output_now(command, output)}" for command, output in commands_of(block[0]))

    def output_now(command: str, shown: str) -> str:
        words = [*rropt, *shlex.split(command)[1:]]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{page.name}: `{command}` ends with {done.returncode} and says\n{done.stdout}{done.stderr}")
        return (
            shown
            if is_as_shown(done.stdout, shown)
            else re.sub(r"[^\S\n]+$", "", f"{done.stdout.strip()}\n", flags=re.M)
        )

    def python(block: re.Match[str]) -> str:
        lines = block[0].splitlines()
        for _, shown, below in statements_of(block[0]):
            if shown is not None:
                lines[below] = f"# {values.pop(0)}"
        return "\n".join([*lines, ""])

    def session(block: re.Match[str]) -> str:
        written = ""
        for code, shown in examples_of(block[0]):
            now = said.pop(0)
            written += ">>> " + "... ".join(code.splitlines(keepends=True))
            written += shown if is_as_shown(now, shown) else re.sub(r"[^\S\n]+$", "", now, flags=re.M)
        return written

    said = printed_by(sessions_of(page), folder, environment) if sessions_of(page) else []
    text = SESSION.sub(session, CONSOLE.sub(console, text_of(page)))
    values = values_now(PYTHON.findall(text), folder, environment)
    page.write_text(PYTHON.sub(python, text), encoding="utf-8")


def values_now(blocks: Sequence[str], folder: Path, environment: dict[str, str]) -> list[str]:
    """What the expressions print whose values the Python blocks of a page show."""
    program = ["shown_here = []"]
    for code, shown, _ in (statement for block in blocks for statement in statements_of(block)):
        program.append(code if shown is None else f"shown_here.append(repr(({code})))")
    program.append("import json, pathlib; pathlib.Path('shown.json').write_text(json.dumps(shown_here), 'utf-8')")
    subprocess.run([sys.executable, "-c", "\n".join(program)], cwd=folder, env=environment, check=True)
    values: list[str] = json.loads((folder / "shown.json").read_text("utf-8"))
    if long := [value for value in values if "\n" in value]:
        sys.exit(f"a comment has one line, and this value has more:\n{long[0]}")
    return values


def write_all(pages: Sequence[Path]) -> None:
    """Write the pages anew, on a screen of 80 columns."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            prepare(Path(folder))
            write_page(page, Path(folder), [sys.executable, "-m", "rropt"], environment=environment)
        print(f"written: {page.relative_to(ROOT)}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        write_all([Path(name).resolve() for name in sys.argv[2:]] or PAGES)
    else:
        run_all()
