"""Writes formulas in LaTeX as HTML. Words stay text, and matplotlib draws the mathematics, so that a page needs no network."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

__all__ = ["formula_html", "pieces"]

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
EDGES = re.compile(r"\A(?:\\ |\s)+|(?:\\ |\s)+\Z")
SIZES = re.compile(r"\\[bB]ig{1,2}[lr]?(?![A-Za-z])")
ARGUMENTS = {
    "frac": 2,
    "tfrac": 2,
    "mathbb": 1,
    "mathbf": 1,
    "mathcal": 1,
    "mathrm": 1,
    "sqrt": 1,
    "hat": 1,
    "bar": 1,
    "texttt": 1,
}
SAID = {"tfrac": "frac", "dots": "ldots", "le": "leq", "ge": "geq", "ne": "neq", "texttt": "mathtt"}
EM = 10.0  # the size in points at which a formula is drawn; a page scales the drawing by its own letters


def pieces(latex: str) -> Iterator[tuple[bool, str]]:
    r"""Split a formula into pieces of mathematics and pieces of words; yield each as a pair (True for words, its text).

    Words are the text in a \text{…} that is not itself in braces. A wide space (\quad) outside of braces counts as words too.
    """
    rest = latex
    while rest:
        before, words, rest = _cut_text(rest)
        mathematics = EDGES.sub("", before)
        if mathematics:
            yield False, mathematics
        if words:
            yield True, words


def _cut_text(latex: str) -> tuple[str, str, str]:
    r"""Split at the first \text{…} or wide space outside of braces: return what is before it, its words, and what is after it."""
    depth = 0
    for found in TOKEN.finditer(latex):
        token = found[0]
        if depth == 0 and token == r"\text":
            end = _closing(latex, found.end())
            return latex[: found.start()], latex[found.end() + 1 : end], latex[end + 1 :]
        if depth == 0 and token in (r"\quad", r"\qquad"):
            return latex[: found.start()], "  ", latex[found.end() :]
        depth += (token == "{") - (token == "}")
    return latex, "", ""


def _closing(latex: str, start: int) -> int:
    """Return the position of the brace that closes the group opened at `start`."""
    depth = 0
    for found in TOKEN.finditer(latex, start):
        depth += (found[0] == "{") - (found[0] == "}")
        if depth == 0:
            return found.start()
    raise ValueError(f"a brace is not closed in {latex}")


def braced(latex: str) -> str:
    """Put braces around every argument in a formula, and leave out or replace the commands that matplotlib does not know."""
    tokens = [x for x in TOKEN.findall(SIZES.sub("", latex)) if not x.isspace() or x == "\\ "]
    found = []
    while tokens:
        found.append(_next(tokens))
    return _joined(found)


def _joined(parts: list[str]) -> str:
    """Join the parts of a formula. Only the name of a command is followed by a space, so that an index stays at its letter."""
    return "".join(part + " " * (part[0] == "\\" and part[-1].isalpha()) for part in parts)


def _next(tokens: list[str]) -> str:
    """Take the next token and its arguments, or the next group in braces, from the front of `tokens`.

    Return it with braces around each argument.
    """
    token = tokens.pop(0)
    if token == "{":
        inside = []
        while tokens[0] != "}":
            inside.append(_next(tokens))
        tokens.pop(0)
        return "{" + _joined(inside) + "}"
    name = token[1:] if token.startswith("\\") and token[1:].isalpha() else ""
    arguments = []
    for _ in range(ARGUMENTS.get(name, 0)):
        each = _next(tokens)
        arguments.append(each if each.startswith("{") else "{" + each + "}")
    if name == "operatorname":
        return "\\operatorname{" + _next(tokens).strip("{}") + "}"
    if name in SAID or name in ARGUMENTS:
        return f"\\{SAID.get(name, name)}" + "".join(arguments)
    return token


def formula_html(latex: str) -> str:
    """Write the formula as HTML: its words as text, each piece of mathematics as a drawing in the line."""
    return "".join(html.escape(part) if is_words else _drawn(part) for is_words, part in pieces(latex))


@cache
def _drawn(latex: str) -> str:
    """Draw one piece of mathematics as an SVG that has the size of the letters around it and stands on their line."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath, TextToPath

    size: Any = FontProperties(family="STIXGeneral", math_fontfamily="stix", size=EM)
    text = f"${braced(latex)}$"
    width, height, depth = TextToPath().get_text_width_height_descent(text, size, ismath=True)
    path = TextPath((0, 0), text, size=EM, prop=size)
    low, high = min(-depth, _bound(path, 0)), max(height - depth, _bound(path, 1))
    drawing = _path(path)
    return (
        f'<svg role="img" aria-label="{html.escape(latex)}" style="width:{width / EM:.3f}em;height:{(high - low) / EM:.3f}em;'
        f'vertical-align:{low / EM:.3f}em" viewBox="0 {-high:.2f} {width:.2f} {high - low:.2f}"><path d="{drawing}"/></svg>'
    )


def _bound(path: Any, side: int) -> float:
    """Return the lowest height (`side` 0) or the greatest (`side` 1) of a drawing; 0 if it is empty."""
    return float(path.get_extents().get_points()[side][1]) if len(path.vertices) else 0.0


def _path(path: Any) -> str:
    """Write the drawing as an SVG path; SVG counts heights downwards."""
    letters = {1: "M", 2: "L", 3: "Q", 4: "C"}
    found = []
    for points, code in path.iter_segments(curves=True, simplify=False):
        if code == 79:
            found.append("Z")
            continue
        numbers = (f"{x if i % 2 == 0 else -x:.2f}".rstrip("0").rstrip(".") for i, x in enumerate(points))
        found.append(letters[int(code)] + " ".join(numbers))
    return "".join(found)
