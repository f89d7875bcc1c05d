"""A page as Markdown; its pictures are inside it."""

from __future__ import annotations

import base64

from rropt.reports.html import svg_of
from rropt.reports.page import Block, Grid, Heading, Items, Note, Page, Picture, Text

__all__ = ["to_markdown"]


def to_markdown(page: Page) -> str:
    """The whole file."""
    return "\n\n".join([f"# {_plain(page.title)}", _plain(page.lead), *map(_block, page.blocks)]) + "\n"


def _plain(text: str) -> str:
    """Text in which nothing is markup."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|" else c for c in text)


def _block(block: Block) -> str:
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
        data = base64.b64encode(svg_of(block).encode("utf-8")).decode("ascii")
        return f"![{_plain(block.words)}](data:image/svg+xml;base64,{data})"
    fence = "````"
    name = f"`{block.file}`:\n\n" if block.file else ""
    return f"{name}{fence}\n{block.text.rstrip()}\n{fence}"
