"""Commands that refuse an option given twice, of which the parser would silently take the last."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand

from rropt.cli.every import with_common_options
from rropt.exact.errors import InputError

__all__ = ["Once", "each_once"]


class Once(TyperCommand):
    """A command each of whose options is given at most once, unless it takes several values."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse; refuse what stands twice."""
        if not ctx.resilient_parsing:
            _, _, order = self.make_parser(ctx).parse_args(list(args))
            options = [p for p in order if p.param_type_name == "option" and not p.multiple and not p.is_eager]
            twice = next((p for n, p in enumerate(options) if p in options[:n]), None)
            if twice is not None:
                listed = ", its values with commas between them" if "," in str(twice.metavar or "") else ""
                raise InputError(f"{max(twice.opts, key=len)} was given twice; give it once{listed}")
        return super().parse_args(ctx, args)


def each_once(app: typer.Typer) -> None:
    """Make every command of the application and of its groups such a command, with the options that all have."""
    for command in app.registered_commands:
        command.cls = Once
        if command.callback is not None:
            command.callback = with_common_options(command.callback)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            each_once(group.typer_instance)
