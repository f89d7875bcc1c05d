"""How many digits a command prints: every one has --digits; words and tables have four where it is not given.

JSON is not rounded by it: a machine's answer has the digits that it always had.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from rropt.exact.decimal import DIGITS

__all__ = ["with_digits"]

FEW = 4
DigitsOption = Annotated[
    int | None,
    typer.Option(
        "--digits", metavar="N", min=1, max=50, help=f"Significant digits in words and tables ({FEW} unless given)."
    ),
]


def with_digits(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with the option --digits, which holds while it runs."""
    own = inspect.signature(command, eval_str=True)
    added = inspect.Parameter("digits", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=DigitsOption)

    @wraps(command)
    def run(*args: Any, digits: int | None = None, **named: Any) -> Any:
        is_json = any(named.get(name) for name in ("as_json", "json"))
        token = DIGITS.set(digits or (DIGITS.get() if is_json else FEW))
        try:
            return command(*args, **named)
        finally:
            DIGITS.reset(token)

    parameters = [*own.parameters.values(), added]
    run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {x.name: x.annotation for x in parameters}
    return run
