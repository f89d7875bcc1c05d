"""What the manual takes from elsewhere: a page of every public name and of every paper; SPEC, the claims guide and the changelog.

The pages of docs/ link to these files where they stand in a clone; in the manual such a link leads to its page.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOMS = (
    "",
    ".breach",
    ".devices",
    ".exact",
    ".order",
    ".page",
    ".plots",
    ".privacy",
    ".problem",
    ".survey",
)
ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    "format.md": ROOT / "rropt" / "certificate" / "SPEC.md",
    "claims.md": ROOT / "rropt" / "claims" / "GUIDE.md",
    "changes.md": ROOT / "CHANGELOG.md",
}
FILES = {path.relative_to(ROOT).as_posix(): name for name, path in PAGES.items()} | {"rropt/__init__.py": "api.md"}
FILES |= {f"proofs/papers/{x}": f"theorems/{x}.md" for x in ("holohan", "ziani", "vinterbo", "sun", "chai_nayak")}
FILES["proofs/own"] = "theorems/rropt.md"
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)[^)]*\)")


def on_config(config: Any) -> Any:
    """Leave `a[i][j]` in a docstring what it is: a formula, and no reference."""
    kept = [x for x in config["markdown_extensions"] if type(x).__name__ != "AutorefsExtension"]
    config["markdown_extensions"] = kept
    return config


def functions_page() -> str:
    """Every public name of rropt by where it is defined; then those of the rooms of problems, surveys and pictures."""
    sys.path.insert(0, str(ROOT))
    rooms = [import_module(f"rropt{room}") for room in ROOMS]
    first = {name: room.__name__ for room in reversed(rooms) for name in room.__all__}  # of equal names the top's
    names = [(room.__name__, name) for room in rooms for name in room.__all__ if first[name] == room.__name__]
    lines = ["# Functions", "", "Every public name of `rropt`, then of its rooms.", ""]
    for home, name in names:
        found = getattr(sys.modules[home], name)
        module = getattr(found, "__module__", home)
        place = f"{module}.{found.__name__}" if module.startswith("rropt") and hasattr(found, "__name__") else ""
        lines += [f"::: {place}", ""] if place else [f"## {name}", "", f"`{home}.{name}` is `{found!r}`.", ""]
    return "\n".join(lines)


def theorem_pages() -> dict[str, str]:
    """The page of each paper, with its errata first, made from its claims and their stored verdicts."""
    sys.path.insert(0, str(ROOT))
    from rropt.claims.audit import stored_verdicts
    from rropt.claims.library import home, load, papers
    from rropt.claims.page import page_of

    found = {paper: load(home(), paper) for paper in papers(home())}
    return {f"theorems/{name}.md": page_of(paper, stored_verdicts(paper.folder)) for name, paper in found.items()}


def plain(text: str) -> str:
    """The text without links to files that the manual has not; brackets of quoted sentences are no links."""
    lines = LINK.sub(r"\1", text).split("\n")
    return "\n".join(line.replace("[", r"\[") if line.startswith("> ") else line for line in lines)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages."""
    texts = {name: plain(path.read_text(encoding="utf-8")) for name, path in PAGES.items()}
    theorems = {name: plain(text) for name, text in theorem_pages().items()}
    for name, text in {**texts, **theorems, "api.md": functions_page()}.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Lead links to files of the clone that the manual has as pages to these."""
    up = "../" * page.file.src_uri.count("/")
    for path, name in FILES.items():
        markdown = markdown.replace(f"]({up}../{path}", f"]({up}{name}")
    return markdown
