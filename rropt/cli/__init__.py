"""The command line: one adapter for commands that are functions (`adapter`), and typer's frame for those that have not moved yet
(`old`). Nothing is loaded before it is needed."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """Load typer's whole command line (`app`), or the function that runs any command (`main`), where it is asked for."""
    if name == "app":
        from rropt.cli.old import application

        return application("")
    if name == "main":
        from rropt.cli.ending import main

        return main
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
