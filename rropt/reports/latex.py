"""A page as a LaTeX document; its pictures are said in words, as LaTeX reads no SVG."""

from __future__ import annotations

from rropt.reports.page import Block, Code, Grid, Heading, Items, Note, Page, Picture, Text
from rropt.results import escape_latex

__all__ = ["to_latex"]

HEAD = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{longtable,array,textcomp}
\sloppy
"""
LINE = 100


def to_latex(page: Page) -> str:
    """Write the page as one document."""
    body = "\n\n".join(map(_block, page.blocks))
    title = rf"\title{{{escape_latex(page.title)}\\[1ex] \large {escape_latex(page.lead)}}}"
    return f"{HEAD}{title}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n\n{body}\n\n\\end{{document}}\n"


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return rf"\section*{{{escape_latex(block.text)}}}"
    if isinstance(block, Text):
        return escape_latex(block.text)
    if isinstance(block, Note):
        return rf"\textbf{{{escape_latex(block.text)}}}"
    if isinstance(block, Items):
        kind = "enumerate" if block.is_numbered else "itemize"
        lines = "\n".join(rf"\item {escape_latex(x)}" for x in block.lines)
        return f"\\begin{{{kind}}}\n{lines}\n\\end{{{kind}}}"
    if isinstance(block, Grid):
        return _grid(block)
    if isinstance(block, Picture):
        return rf"\emph{{{escape_latex(block.words)}}}"
    return _code(block)


def _grid(block: Grid) -> str:
    """Write a table that may break across pages, its cells as wide as the page allows."""
    width = rf"\dimexpr\linewidth/{len(block.header)}-2\tabcolsep\relax"
    columns = rf">{{\raggedright\arraybackslash}}p{{{width}}}" * len(block.header)
    rows = [" & ".join(map(escape_latex, row)) + r" \\" for row in (block.header, *block.rows)]
    body = "\n".join([rows[0], r"\hline", *rows[1:]])
    return f"\\noindent\\textbf{{{escape_latex(block.caption)}}}\n\n\\begin{{longtable}}{{{columns}}}\n{body}\n\\end{{longtable}}"


def _code(block: Code) -> str:
    """Write text in lines broken to fit the page; a certificate is only named, because nobody copies one from print.

    The text is not set in a verbatim environment, because a label in it could contain the words that end this environment.
    """
    if block.file:
        return rf"The certificate is the file \texttt{{{escape_latex(block.file)}}} of the page in HTML."
    lines = [line[n : n + LINE] for line in block.text.rstrip().splitlines() for n in range(0, max(1, len(line)), LINE)]
    text = " \\\\\n".join(escape_latex(line).replace(" ", "~") or "~" for line in lines)
    return f"\\begin{{flushleft}}\\ttfamily\n{text}\n\\end{{flushleft}}"
