"""A whole page in HTML: one file that needs no network, fits a phone, and prints on A4."""

from __future__ import annotations

import html
from collections.abc import Iterable

from rropt.show import Block, to_html

__all__ = ["document"]

STYLE = """
:root { color-scheme: light; }
body { margin: 0; font: 16px/1.45 Georgia, "Times New Roman", serif; color: #1c1c1c; background: #ffffff; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0.4rem 0; }
h2 { font-size: 1.2rem; margin: 1.4rem 0 0.4rem; padding-top: 0.5rem; border-top: 1px solid #767676; }
p { margin: 0.4rem 0; overflow-wrap: anywhere; }
li { margin: 0.2rem 0; }
strong { color: #8a1f11; }
table { border-collapse: collapse; font-size: 0.95rem; margin: 0.5rem 0; }
th, td { padding: 0.15rem 1rem 0.15rem 0; border-bottom: 1px solid #8c8c8c; vertical-align: top; overflow-wrap: break-word; }
td { font-variant-numeric: tabular-nums; }
td[style*="right"] { white-space: nowrap; }
@media (max-width: 30rem) { th, td { padding-right: 0.4rem; overflow-wrap: anywhere; } table { font-size: 0.8rem; } }
figure { margin: 0.7rem 0; }
figure img { max-width: 100%; max-height: 20rem; display: block; }
figcaption { font-size: 0.9rem; color: #3d3d3d; }
pre { background: #f4f4f4; padding: 0.5rem; font-size: 0.8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
@page { size: A4; margin: 12mm 15mm; }
@media print {
  body { font-size: 9pt; line-height: 1.25; }
  main { max-width: none; padding: 0; }
  h1 { font-size: 14pt; margin: 0; }
  h2 { font-size: 11pt; margin: 0.5rem 0 0.1rem; padding-top: 0.2rem; break-after: avoid; clear: both; }
  p { margin: 0.15rem 0; }
  li, th, td { margin: 0; padding-top: 0.05rem; padding-bottom: 0.05rem; }
  table { font-size: 8.5pt; margin: 0.2rem 0; }
  figure, tr { break-inside: avoid; }
  figure { float: right; width: 7cm; margin: 0 0 0.2rem 0.6rem; }
  figure img { max-height: 5cm; }
  figcaption { font-size: 8.5pt; }
}
"""


def document(title: str, blocks: Iterable[Block]) -> str:
    """Write blocks as one file."""
    name, body = html.escape(title), to_html(blocks, level=2)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{name}</h1>\n{body}\n</main>\n</body>\n"
        "</html>\n"
    )
