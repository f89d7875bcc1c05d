"""What every command does with --digits and with the name of the file after -o.

Every command has --digits; words and tables have four where it is not given.

JSON is not rounded by it: a machine's answer has the digits that it always had. A file called .json receives JSON, and one
whose name promises a format that the command does not write is refused.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.models import OptionInfo

from rropt.exact.decimal import DIGITS
from rropt.exact.errors import InputError

__all__ = ["with_common_options"]

FEW = 4
QUESTION = "Question"
PANELS = {
    "Privacy": {"epsilon", "delta", "parity", "gamma", "rho", "beta", "bayes_factor", "piecewise", "and_", "demand"},
    "Proof": {"proof", "certificate", "solver", "optima", "export", "replay", "write", "workers", "coverage"},
    "Output": {"output", "as_json", "json", "json_", "digits", "plot", "quiet", "form", "table", "show"},
}
"""The headings of options in --help, by the options' names in Python; all others are the question's."""
REFUSED = (".csv", ".xlsx", ".xls", ".pdf", ".docx", ".parquet")
DigitsOption = Annotated[
    int | None,
    typer.Option(
        "--digits", metavar="N", min=1, max=50, help=f"Significant digits in words and tables ({FEW} unless given)."
    ),
]


def with_common_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with the option --digits, which holds while it runs, and -o FILE that decides the format."""
    own = inspect.signature(command, eval_str=True)
    added = inspect.Parameter("digits", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=DigitsOption)

    @wraps(command)
    def run(*args: Any, digits: int | None = None, **named: Any) -> Any:
        switch = next((name for name in ("as_json", "json") if name in own.parameters), None)
        named = _format_of_file(named, switch, own.parameters)
        is_json = switch is not None and bool(named.get(switch))
        token = DIGITS.set(digits or (DIGITS.get() if is_json else FEW))
        try:
            return command(*args, **named)
        finally:
            DIGITS.reset(token)

    parameters = [*own.parameters.values(), added]
    _group(parameters)
    run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {x.name: x.annotation for x in parameters}
    return run


def _group(parameters: Iterable[inspect.Parameter]) -> None:
    """Put every option under the heading of its kind, as --help shows them."""
    for parameter in parameters:
        for info in getattr(parameter.annotation, "__metadata__", ()):
            if isinstance(info, OptionInfo):
                info.rich_help_panel = next(
                    (title for title, names in PANELS.items() if parameter.name in names), QUESTION
                )


def _format_of_file(named: dict[str, Any], switch: str | None, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with the format that the answer's file asks for by its name."""
    output = named.get("output")
    if "output" in parameters and parameters["output"].default is inspect.Parameter.empty:
        return named  # no answer in words goes there: the command writes a file of its own kind, and says which
    suffix = output.suffix.lower() if isinstance(output, Path) else ""
    if suffix == ".json" and switch is not None:
        return {**named, switch: True}
    if "form" in parameters and suffix in (".json", ".csv", ".tex", ".html"):  # the command `show`
        kind = type(parameters["form"].default)
        asked = kind({".json": "json", ".csv": "csv", ".tex": "latex", ".html": "html"}[suffix])
        if named.get("form") not in (parameters["form"].default, asked):
            raise InputError(f"--output {output} is not the place of --as {named['form'].value}; name another file")
        return {**named, "form": asked}
    if suffix in REFUSED and "column" not in parameters:
        kinds = "words, or JSON in a file called .json" if switch else "words"
        raise InputError(f"--output {output}: this command writes {kinds}; name the file .txt or .json")
    return named
