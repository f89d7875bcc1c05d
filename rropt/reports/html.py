"""A page as one HTML file that needs no network: its pictures are drawn inside the file, and its style prints on A4 and fits a
phone."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from rropt.plots.figure import axes_for
from rropt.reports.page import Block, Code, Grid, Heading, Items, Note, Page, Picture, Text

__all__ = ["svg_of", "to_html"]

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; font: 17px/1.55 Georgia, "Times New Roman", serif; color: #1c1c1c; background: #ffffff; }
main { max-width: 44rem; margin: 0 auto; padding: 1.2rem 1rem 3rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.6rem 0 0.3rem; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 0.6rem; padding-top: 0.8rem; border-top: 1px solid #767676; }
.lead { font-size: 1.15rem; margin: 0 0 1rem; }
p, li { overflow-wrap: anywhere; }
li { margin: 0.25rem 0; }
.note { border-left: 5px solid #9b2c1c; background: #fdf1ee; padding: 0.6rem 0.8rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.95rem; }
caption { text-align: left; font-weight: bold; padding: 0.4rem 0; }
th, td { text-align: left; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #8c8c8c; vertical-align: top; }
td { font-variant-numeric: tabular-nums; }
figure { margin: 1.2rem 0; }
figure svg { width: 100%; max-width: 34rem; height: auto; display: block; }
figcaption { font-size: 0.92rem; color: #3d3d3d; }
pre { background: #f4f4f4; padding: 0.7rem; font-size: 0.82rem; white-space: pre-wrap; overflow-wrap: anywhere; }
details pre { max-height: 24rem; overflow: auto; }
a { color: #0b4f8a; }
a:focus-visible, summary:focus-visible, .wide:focus-visible, pre:focus-visible { outline: 3px solid #0b4f8a; outline-offset: 2px; }
@media screen and (max-width: 30rem) {
  .many thead { display: none; }
  .many table, .many caption, .many tbody, .many tr, .many th, .many td { display: block; border: 0; padding: 0; }
  .many tr { border-bottom: 1px solid #8c8c8c; padding: 0.3rem 0; }
  .many td { padding-left: 1.2rem; }
  .many td::before { content: attr(data-label) ": "; }
}
@page { size: A4; margin: 18mm 16mm; }
@media print {
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  h2 { break-after: avoid; }
  figure, table, .note { break-inside: avoid; }
  figure svg { max-width: 12cm; }
  details pre { max-height: none; overflow: visible; font-size: 6pt; }
}
"""


def to_html(page: Page) -> str:
    """Write the page as one file."""
    body = "\n".join(_block(block, n) for n, block in enumerate(page.blocks))
    title, lead = _escape(page.title), _escape(page.lead)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<title>{title}: {lead}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{title}</h1>\n<p class="lead">{lead}</p>\n{body}\n</main>\n</body>\n</html>\n'
    )


MOST_ABREAST = 4
"""The most columns that stand side by side on a phone; a table with more columns is shown there cell below cell."""
CODE = re.compile(r"`([^`]+)`")


def _escape(text: str) -> str:
    """Escape words for HTML. A number and its per cent sign stay on one line, and so do two numbers joined by a hyphen."""
    text = re.sub(r"(?<=\d)-(?=\d)", "\N{NON-BREAKING HYPHEN}", text)
    return CODE.sub(r"<code>\1</code>", html.escape(text).replace(" %", "\N{NO-BREAK SPACE}%"))


@singledispatch
def _block(block: Block, n: int) -> str:
    raise TypeError(
        f"rropt cannot write the type {type(block).__name__} as HTML; register a renderer for this type with _block.register"
    )


@_block.register
def _(block: Heading, n: int) -> str:
    return f"<h2>{_escape(block.text)}</h2>"


@_block.register
def _(block: Text, n: int) -> str:
    return f"<p>{_escape(block.text)}</p>"


@_block.register
def _(block: Note, n: int) -> str:
    return f'<p class="note" role="note">{_escape(block.text)}</p>'


@_block.register
def _(block: Items, n: int) -> str:
    tag = "ol" if block.is_numbered else "ul"
    return f"<{tag}>{''.join(f'<li>{_escape(line)}</li>' for line in block.lines)}</{tag}>"


@_block.register
def _(block: Grid, n: int) -> str:
    head = "".join(f'<th scope="col" role="columnheader">{_escape(x)}</th>' for x in block.header)
    rows = "".join(f'<tr role="row">{_row(row, block.header)}</tr>' for row in block.rows)
    caption = _escape(block.caption)
    wide = "wide many" if len(block.header) > MOST_ABREAST else "wide"
    return (
        f'<div class="{wide}" tabindex="0" role="region" aria-label="Table: {caption}"><table role="table"><caption>{caption}'
        f'</caption><thead role="rowgroup"><tr role="row">{head}</tr></thead><tbody role="rowgroup">{rows}</tbody></table></div>'
    )


def _row(row: Sequence[str], header: Sequence[str]) -> str:
    """Write a table's row in HTML. Each cell after the first carries the name of its column, which a narrow screen shows beside the
    cell."""
    first, *others = map(_escape, row)
    names = [html.escape(x, quote=True) for x in header[1:]]
    cells = "".join(f'<td role="cell" data-label="{name}">{x}</td>' for name, x in zip(names, others, strict=True))
    return f'<th scope="row" role="rowheader">{first}</th>{cells}'


@_block.register
def _(block: Picture, n: int) -> str:
    words = _escape(block.words)
    return f"<figure>{svg_of(block, f'p{n}-')}<figcaption>{words}</figcaption></figure>"


@_block.register
def _(block: Code, n: int) -> str:
    text = html.escape(block.text)
    if not block.file:
        return f'<pre tabindex="0">{text}</pre>'
    data = base64.b64encode(block.text.encode("utf-8")).decode("ascii")
    name = html.escape(block.file)
    return (
        f'<p><a download="{name}" href="data:application/json;base64,{data}">Save {name}</a></p>'
        f'<details><summary>{name}, to read or copy</summary><pre tabindex="0">{text}</pre></details>'
    )


def svg_of(block: Picture, prefix: str = "") -> str:
    """Draw the picture as an SVG element; its ids start with `prefix`, so that no two pictures of a page share one."""
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "rropt", "svg.fonttype": "none", "font.family": "sans-serif"}):
        (ax,) = axes_for(None, "picture.svg", width=4.9, height=block.height)  # a figure that no window shows
        block.draw(ax)
        data = io.StringIO()
        figure: Any = ax.figure
        figure.savefig(data, format="svg", metadata={"Date": None})
    text = data.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    text = re.sub(r'(href="|url\()#', rf"\1#{prefix}", text)
    label = html.escape(block.words, quote=True)
    return text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
