"""An errata note as a LaTeX document of two columns."""

from __future__ import annotations

import unicodedata

from rropt.claims.notes.note import Note, Row
from rropt.claims.notes.words import about, compared, correction, headings, in_greek, lead, places
from rropt.results import LATEX

__all__ = ["errata_latex"]

HEAD = r"""\documentclass[a4paper,10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,multicol}
\usepackage[margin=11mm]{geometry}
\setlength{\parindent}{0pt}
\pagestyle{empty}
\raggedright
\emergencystretch=2em
\newcommand{\entry}[1]{\par\smallskip\textbf{#1}\nopagebreak\par}
\newcommand{\says}[1]{\textsc{#1}\ }
"""
SIGNS = {
    "⊕": r"\oplus",
    "⊗": r"\otimes",
    "↦": r"\mapsto",
    "→": r"\to",
    "∘": r"\circ",
    "≠": r"\ne",
    "⁻": r"{}^{-}",
    "‖": r"\|",
}
LETTERS = "αβγδεζηθικλμνξπρςστυφχψωϑϕϖϱϵΓΔΘΛΞΠΣΥΦΨΩ"
NAMES = (
    r"\alpha \beta \gamma \delta \epsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi "
    r"\pi \rho \varsigma \sigma \tau \upsilon \phi \chi \psi \omega \vartheta \phi \varpi \varrho \epsilon "
    r"\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega"
)
GREEK = dict(zip(LETTERS, NAMES.split(), strict=True))
GREEK |= dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo", strict=True))  # LaTeX has no names for what is a Latin letter
SMALL = {"SUBSCRIPT": "_", "SUPERSCRIPT": "^"}
DIGITS = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
SIZES = ((12, r"\small"), (18, r"\footnotesize"), (10**9, r"\scriptsize"))


def errata_latex(note: Note) -> str:
    """Write the note as a whole LaTeX file."""
    size = next(size for most, size in SIZES if len(note.rows) <= most)
    title = rf"{{\large\bfseries Errata found in ``{words(note.head.title)}''\par}}"
    numbers = iter(range(1, len(note.rows) + 1))
    parts = []
    for heading, rows in headings(note):
        parts.append(rf"\par\medskip\textbf{{\normalsize {words(heading)} ({len(rows)})}}\nopagebreak\par")
        parts += [_entry(next(numbers), row) for row in rows]
    return (
        f"{HEAD}\\begin{{document}}\n{size}\n{title}\n{words(lead(note.head))}\\par\\smallskip\n{words(about(note))}\n"
        "\\begin{multicols}{2}\n" + "\n".join(parts) + "\n\\end{multicols}\n\\end{document}\n"
    )


def words(text: str) -> str:
    """Write words in LaTeX: Greek letters, small digits and signs become mathematics."""
    return "".join(_letter(c) for c in text)


def _letter(c: str) -> str:
    escaped = LATEX.get(c, c)
    if escaped != c or ord(c) < 256:
        return {"²": r"$^2$", "³": r"$^3$", "¹": r"$^1$"}.get(c, escaped)
    if c in SIGNS:
        return f"${SIGNS[c]}$"
    plain = unicodedata.normalize("NFKD", c)[0]  # a letter without its accents
    if greek := GREEK.get(c) or GREEK.get(plain):
        return f"${greek}$"
    kind, *name = unicodedata.name(c, "NONE").split()
    if kind in SMALL and name[0] in DIGITS:
        return f"${SMALL[kind]}{DIGITS.index(name[0])}$"
    if kind == "COMBINING":
        return ""
    return {"’": "'", "“": "``", "”": "''", "–": "--"}.get(c, "?")


def _entry(number: int, row: Row) -> str:
    """Write the entry of one erratum."""
    lines = [
        rf"\entry{{{number}. {words(row.where)}}}",
        rf"\says{{printed}}${row.printed}$\par",
        rf"\says{{should be}}${row.correct}$\par",
    ]
    part, case = map(words, places(row))
    where = "; ".join(x for x in (case, ", ".join(f"${x}$" for x in row.at)) if x)
    numbers = words(compared(row))
    said = ": ".join(x for x in (f"at {where}" if where else "", rf"\textbf{{{numbers}}}" if numbers else "") if x)
    lines += [(f"``{part}'' is false " if part else "") + said + r"\par"] if said else []
    lines.append(rf"\says{{what follows}}{words(in_greek(row.follows))}\par")
    lines += [rf"\says{{correction}}{words(correction(x))}\par" for x in row.corrections]
    return "\n".join([*lines, ", ".join(rf"\texttt{{{words(x)}}}" for x in row.claims) + r"\par"])
