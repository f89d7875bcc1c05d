"""Writes an errata note as one HTML file, which prints on A4. Formulas are drawn inside the file, so that it needs no network."""

from __future__ import annotations

import html
import re

from rropt.claims.notes.note import Note, Row
from rropt.claims.notes.typeset import formula_html
from rropt.claims.notes.words import about, compared, correction, headings, in_greek, lead, places

__all__ = ["errata_html"]

STYLE = """
body { margin: 0 auto; max-width: 62rem; padding: 1rem; font: 15px/1.35 "STIX Two Text", "Times New Roman", serif; color: #111; }
h1 { font-size: 1.35em; line-height: 1.15; margin: 0 0 0.15em; }
h2 { font-size: 1.08em; margin: 0.7em 0 0.2em; border-bottom: 1px solid #555; break-after: avoid; }
p { margin: 0.12em 0; overflow-wrap: anywhere; }
.about { margin: 0.3em 0 0.4em; }
article { break-inside: avoid; margin: 0 0 0.5em; }
.place { font-weight: bold; }
.says { font-variant: small-caps; letter-spacing: 0.02em; color: #7a1f12; }
.proof { color: #333; font-size: 0.92em; }
code { font-size: 0.88em; }
svg { max-width: 100%; fill: #111; }
@page { size: A4; margin: 11mm 11mm; }
@media print { body { max-width: none; padding: 0; font-size: SIZEpt; line-height: 1.22; } main { columns: 2; column-gap: 6mm; } }
"""
# The size of print in points for at most so many entries; more are set in the last one.
SIZES = ((12, "9"), (18, "8.2"), (10**9, "7"))


def errata_html(note: Note) -> str:
    """Write the note as a whole HTML file."""
    size = next(size for most, size in SIZES if len(note.rows) <= most)
    title = f"Errata found in “{note.head.title}”"
    numbers = iter(range(1, len(note.rows) + 1))
    parts = [
        f"<h2>{html.escape(heading)} ({len(rows)})</h2>\n" + "\n".join(_article(next(numbers), row) for row in rows)
        for heading, rows in headings(note)
    ]
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
        f"<style>{STYLE.replace('SIZE', size)}</style>\n</head>\n<body>\n<h1>{html.escape(title)}</h1>\n"
        f'<p>{html.escape(lead(note.head))}</p>\n<p class="about">{html.escape(about(note))}</p>\n<main>\n'
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def _article(number: int, row: Row) -> str:
    """Write the entry of one erratum."""
    lines = [
        f'<p class="place">{number}. {html.escape(row.where)}</p>',
        f'<p><span class="says">printed</span> {formula_html(row.printed)}</p>',
        f'<p><span class="says">should be</span> {formula_html(row.correct)}</p>',
        _at(row),
        f'<p><span class="says">what follows</span> {html.escape(in_greek(row.follows))}</p>',
        *(
            f'<p class="proof"><span class="says">correction</span> {html.escape(correction(x))}</p>'
            for x in row.corrections
        ),
    ]
    names = ", ".join(f"<code>{html.escape(x)}</code>" for x in row.claims)
    return "<article>\n" + "\n".join(x for x in lines if x) + f'\n<p class="proof">{names}</p>\n</article>'


def _at(row: Row) -> str:
    """Write, as HTML, at which point the erratum fails, and the printed and the true number at this point.

    The result is empty if the row has none of these.
    """
    part, words = map(html.escape, places(row))
    where = "; ".join(x for x in (words, ", ".join(formula_html(x) for x in row.at)) if x)
    numbers = re.sub(r"(?<=\w)\^(\w+)", r"<sup>\1</sup>", html.escape(compared(row)))
    said = ": ".join(x for x in (f"at {where}" if where else "", f"<b>{numbers}</b>" if numbers else "") if x)
    return f"<p>{f'“{part}” is false ' if part else ''}{said}</p>" if said else ""
