"""`rropt show`: a mechanism's matrix, in any of its text forms."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.terminal.answer import OutputOption
from rropt.cli.terminal.common import (
    MechanismArgument,
    PictureOption,
    RowsAreInputs,
    answer,
    is_file,
    read_any_mechanism,
    warn_beside,
)
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite

if TYPE_CHECKING:
    from rropt.designs.rows.sets import SetMechanism
    from rropt.exact.element import Bound
    from rropt.mechanism import Mechanism

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
    form: Annotated[Form | None, typer.Option("--as", help="The form to print; table unless given.")] = None,
    rows_are_inputs: RowsAreInputs = False,
    plot: PictureOption = None,
    output: OutputOption = None,
) -> None:
    """Print a mechanism, and its tight privacy.

    It tells what respondents do, and the table of Pr(output | input), inputs across; --proof prints exact numbers.

    Example: rropt show krr:k=4,epsilon=ln3 --as csv -o krr.csv
    """
    from rropt.mechanism import Mechanism

    form = Form.TABLE if form is None else Form(form)
    p = read_any_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    if not isinstance(p, Mechanism):
        answer(_sets(p, form, plot), output, raw=form is not Form.TABLE)
        return
    if plot is not None:
        from rropt.plots.pictures import plot_mechanism

        plot_mechanism(p, plot)
    from rropt.privacy.disclosed import warnings_of_proof

    warnings = () if p.is_free else warnings_of_proof(p)
    warn_beside(warnings, as_json=form is not Form.TABLE, output=output)
    if form is Form.TABLE:
        answer(_in_words(p, mechanism, warnings), output)
    else:
        forms = {Form.CSV: p.to_csv, Form.JSON: p.to_json, Form.LATEX: p.to_latex, Form.HTML: p._repr_html_}
        answer(forms[form](), output, raw=True)


def _sets(p: SetMechanism, form: Form, plot: Path | None) -> str:
    """Show, in the form `form`, a mechanism whose answers are sets of inputs. A form that needs a matrix is refused."""
    if form in (Form.CSV, Form.HTML, Form.LATEX) or plot is not None:
        asked = "--plot" if plot is not None else f"--as {form.value}"
        raise InputError(
            f"{asked} needs a matrix, but this mechanism answers with one of {p.count_said} sets; drop {asked}, or use --as json"
        )
    if form is Form.JSON:
        return p.to_json()
    from rropt.privacy import Parity
    from rropt.problem.words import mechanism_table, say_what_to_do

    lines = [f"Respondents: {say_what_to_do(p)}", f"Protection: {_said_privacy(Parity(1).tightest(p.pair))}", ""]
    return "\n".join([*lines, mechanism_table(p)])


def _in_words(p: Mechanism, source: str, warnings: Sequence[str]) -> str:
    """Describe a mechanism in words, followed by its table.

    The words say what an answer would prove, what a respondent does, and what privacy this gives.
    """
    from rropt.exact.decimal import EXACT
    from rropt.problem.words import mechanism_table, say_what_to_do, warning_lines

    lines = [*warning_lines(warnings), f"Respondents: {say_what_to_do(p)}", f"Protection: {_privacy(p, source)}", ""]
    return "\n".join([*lines, repr(p) if EXACT.get() else mechanism_table(p)])


def _privacy(p: Mechanism, source: str) -> str:
    """Say the least ε that the mechanism satisfies. It comes from a family's closed form, or is computed from a file's matrix."""
    from rropt.families import parity_of_spec
    from rropt.privacy import Parity
    from rropt.problem.every_notion import epsilons_alone, say_alone

    said = _said_privacy(Parity(1).tightest(p) if is_file(Path(source)) else parity_of_spec(source))
    return " ".join(filter(None, [said, say_alone(epsilons_alone(p))]))


def _said_privacy(parity: Bound) -> str:
    from rropt.exact.element import is_free
    from rropt.exact.epsilon import Epsilon
    from rropt.privacy.bounds import show_factor

    if is_infinite(parity):
        return "none at any epsilon, because some answer tells two truths apart for certain."
    if is_free(parity):
        return f"no answer changes the odds of anything by a factor of more than {parity}, with t = e^epsilon free."
    factor = show_factor(parity)
    said = Epsilon(parity).shown(direction="upper")
    return f"epsilon = {said}: no answer changes the odds of anything by a factor of more than {factor}."
