"""`rropt show`: a mechanism's matrix, in any of its text forms."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rropt.cli.common import (
    MechanismArgument,
    OutputOption,
    PictureOption,
    RowsAreInputs,
    answer,
    is_file,
    read_mechanism,
    require_different,
)

__all__ = ["show"]


class Form(StrEnum):
    """A text form of a mechanism."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    LATEX = "latex"
    HTML = "html"


def show(
    mechanism: MechanismArgument,
    form: Annotated[Form, typer.Option("--as", help="The form to print.")] = Form.TABLE,
    rows_are_inputs: RowsAreInputs = False,
    plot: PictureOption = None,
    output: OutputOption = None,
) -> None:
    """Print a mechanism: Pr(output | input), inputs across, exact; for a family also its tight privacy.

    Example: rropt show krr:k=4,epsilon=ln3 --as csv -o krr.csv
    """
    p = read_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    require_different(plot, output)
    if plot is not None:
        from rropt.plots.pictures import plot_mechanism

        plot_mechanism(p, plot)
    if form is Form.TABLE:
        answer(f"{p!r}{_privacy(mechanism)}", output)
    else:
        forms = {Form.CSV: p.to_csv, Form.JSON: p.to_json, Form.LATEX: p.to_latex, Form.HTML: p._repr_html_}
        answer(forms[form](), output, raw=True)


def _privacy(source: str) -> str:
    """The family's closed form, or nothing for a file."""
    if is_file(Path(source)):
        return ""
    from rropt.exact.decimal import shown
    from rropt.exact.element import Element
    from rropt.exact.epsilon import Epsilon
    from rropt.exact.fields import Free
    from rropt.families import parity_of_spec

    parity = parity_of_spec(source)
    if isinstance(parity, float):
        return "\nTight privacy: none; some output tells two inputs apart for certain (parity infinite)"
    if isinstance(parity, Element) and isinstance(parity.field, Free):
        return f"\nTight privacy: parity {parity}, with t = e^epsilon free"
    return f"\nTight privacy: epsilon = {Epsilon(parity).shown()}, parity {shown(parity)}"
