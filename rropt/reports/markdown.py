"""A report's page as Markdown. The pictures are embedded in the text or, to keep the text readable, put in files beside it."""

from __future__ import annotations

import base64
import re
from urllib.parse import quote

from rropt.reports.html import svg_of
from rropt.reports.page import Block, Grid, Heading, Items, Note, Page, Picture, Text

__all__ = ["pictures_beside", "to_markdown"]

COMMAND = re.compile(r"(`rropt [\w .,:=/…-]*`)")
"""A command of rropt as the page's own sentences write it, in backticks; it holds no character that could be markup."""


def to_markdown(page: Page, *, stem: str | None = None) -> str:
    """Write the page as one text. The pictures are embedded or, if `stem` is given, linked as the files of `pictures_beside`."""
    names = None if stem is None else iter(pictures_beside(page, stem))
    blocks = [_block(block, next(names) if names and isinstance(block, Picture) else None) for block in page.blocks]
    return "\n\n".join([f"# {_plain(page.title)}", _plain(page.lead), *blocks]) + "\n"


def pictures_beside(page: Page, stem: str) -> dict[str, str]:
    """Draw the page's pictures. Return their SVG texts by file name (`stem` and a number), in the order of the page."""
    pictures = [block for block in page.blocks if isinstance(block, Picture)]
    return {f"{stem}-{n}.svg": svg_of(block) for n, block in enumerate(pictures, 1)}


def _plain(text: str) -> str:
    """Escape text so that nothing in it is markup, except that the commands of rropt in it are shown as code."""
    parts = COMMAND.split(text)
    parts[::2] = ["".join(f"\\{c}" if c in "\\`*_{}[]<>#|&~$" else c for c in part) for part in parts[::2]]
    return "".join(parts)


def _block(block: Block, name: str | None) -> str:
    if isinstance(block, Heading):
        return f"## {_plain(block.text)}"
    if isinstance(block, Text):
        return _plain(block.text)
    if isinstance(block, Note):
        return f"> **{_plain(block.text)}**"
    if isinstance(block, Items):
        return "\n".join(f"{f'{n}.' if block.is_numbered else '-'} {_plain(x)}" for n, x in enumerate(block.lines, 1))
    if isinstance(block, Grid):
        lines = [block.header, ["---"] * len(block.header), *block.rows]
        return f"**{_plain(block.caption)}**\n\n" + "\n".join(
            f"| {' | '.join(x if x == '---' else _plain(x) for x in line)} |" for line in lines
        )
    if isinstance(block, Picture):
        if name is not None:
            return f"![{_plain(block.words)}]({quote(name)})"
        data = base64.b64encode(svg_of(block).encode("utf-8")).decode("ascii")
        return f"![{_plain(block.words)}](data:image/svg+xml;base64,{data})"
    fence = "````"
    title = f"`{block.file}`:\n\n" if block.file else ""
    return f"{title}{fence}\n{block.text.rstrip()}\n{fence}"
