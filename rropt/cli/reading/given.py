"""Which options were typed: a typed option that nothing uses is refused, never silently ignored."""

from __future__ import annotations

from collections.abc import Collection

import typer

from rropt.exact.errors import InputError

__all__ = ["given", "refuse_others"]

ALWAYS = {"json", "output", "digits", "proof"}


def given(context: typer.Context) -> dict[str, str]:
    """Return the parameters that were typed, by name: an option as `--option value`, an argument as its value."""
    found = {}
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        value = context.params.get(name)
        if parameter.param_type_name == "argument":
            found[name] = str(value)
        elif isinstance(value, bool):
            found[name] = (parameter.opts if value else [*parameter.secondary_opts, *parameter.opts])[0]
        else:
            values = value if isinstance(value, list | tuple) else [value]
            found[name] = " ".join([max(parameter.opts, key=len), *map(str, values)])
    return found


def refuse_others(context: typer.Context, used: Collection[str], *, by: str) -> None:
    """Refuse typed options that are not in `used`; the options that say how and where to print the answer are always allowed."""
    for name, typed in given(context).items():
        if name not in used and name not in ALWAYS:
            raise InputError(f"{typed} is not used by {by}; drop it")
