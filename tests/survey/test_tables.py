"""Tables align, LaTeX is escaped, roots are rounded up."""

from fractions import Fraction

from rropt.results import latex_table, text_table
from rropt.survey.tables import bounds_text, root_text


def test_columns_align() -> None:
    lines = text_table(["a", "bb"], [["long", "1"], ["x", "22"]]).splitlines()
    assert [line.index(c) for line, c in zip(lines, ("bb", "1", "22"), strict=True)] == [6, 6, 6]


def test_latex_escapes() -> None:
    assert r"50\% \& more\_x" in latex_table(["h"], [["50% & more_x"]])


def test_roundings_have_their_direction() -> None:
    assert root_text(Fraction(2), digits=3) == "1.42"
    assert bounds_text((Fraction(1, 3), Fraction(1, 3)), digits=3) == ("0.333", "0.334")
