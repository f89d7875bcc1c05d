"""Values of options that need no conversion, which are kept as they are.

Typer converts every value by pydantic, also those by default, and to load pydantic takes a seventh of a short command.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from typer.core import TyperGroup

__all__ = ["Commands", "keep_text"]


class Commands(TyperGroup):
    """A group of commands, whose own options leave as it is what needs no conversion."""

    def get_params(self, ctx: Any) -> Any:
        """The parameters of the group itself."""
        return keep_text(super().get_params(ctx))


def keep_text(parameters: list[Any]) -> list[Any]:
    """Make each parameter convert only what is typed, and no text for an option of text."""
    for parameter in parameters:
        if not isinstance(parameter.process_value, partial):
            parameter.process_value = partial(_process, parameter, parameter.process_value)
    return parameters


def _process(parameter: Any, convert: Callable[[Any, Any], Any], ctx: Any, value: Any) -> Any:
    """Convert what is typed unless it is one text of an option of text; defaults of options are of the right kind already."""
    is_default = ctx.get_parameter_source(parameter.name).name == "DEFAULT" and not parameter.required
    is_text = isinstance(value, str) and parameter.type_descriptor.annotation is str
    if not (is_default or is_text):
        return convert(ctx, value)
    if value is None and (parameter.multiple or parameter.nargs == -1):
        value = ()
    return value if parameter.callback is None else parameter.callback(ctx, parameter, value)
