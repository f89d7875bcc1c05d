"""What README.md shows, as something that runs: its commands with what they print, and its Python.

`python -I tests/readme.py` runs all of it in the folder where one stands, with whatever rropt is installed there; `.ci/run`
does so with a wheel, outside the checkout.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
# the file that a command of README names, with the points that README's Python beside it has
FILES = {"h.csv": "p,h\n0,1/5\n8/9,1\n1,1\n"}


def shown_commands() -> list[tuple[str, str]]:
    """(command, what it prints) of every console example."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def named_commands() -> list[str]:
    """Every command that a sentence or a table gives with its arguments."""
    return [
        x for x in re.findall(r"`(rropt [^`]+)`", README.read_text(encoding="utf-8")) if x.count(" ") > 1 or "." in x
    ]


def python_program() -> str:
    """All Python blocks as one program; a comment on the line after an expression is asserted to be what it shows."""
    program: list[str] = []
    for block in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S):
        lines = [*block.splitlines(), ""]
        for node in ast.parse(block).body:
            code, after = "\n".join(lines[node.lineno - 1 : node.end_lineno]), lines[node.end_lineno or 0]
            shows = isinstance(node, ast.Expr) and after.startswith("# ")
            program.append(f"assert repr({code}) == {after[2:]!r}, repr({code})" if shows else code)
    return "\n".join(program)


def run_all() -> None:
    """Run everything here; the first command that fails, or prints something else, ends it."""
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    for command, output in [*shown_commands(), *((command, None) for command in named_commands())]:
        done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, timeout=600)
        wrong = done.returncode != 0 or (output is not None and done.stdout.strip() != output.strip())
        if wrong:
            sys.exit(f"README's `{command}` ends with {done.returncode} and prints\n{done.stdout}{done.stderr}")
        print(f"as README says: {command}", flush=True)
    subprocess.run([sys.executable, "-I", "-c", python_program()], check=True, timeout=600)
    print("as README says: its Python")


if __name__ == "__main__":
    run_all()
