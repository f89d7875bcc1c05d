"""`rropt audit --at`: evaluate the formula that a paper printed for a claim, at the numbers that the option states."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rropt.cli.terminal.answer import Answer, answer_result
from rropt.cli.terminal.common import fields
from rropt.exact.errors import InputError

__all__ = ["AtOption", "check_at"]

AtOption = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="NAME=VALUE,…",
        help="Instead print the claim's formula at these numbers, beside cvxpy's optimum and the certified one; 1/10..1/2 "
        "is nine numbers, 1/10:1/5:2/5 three.",
    ),
]


def check_at(claim: str, at: str | None, plot: Path | None) -> Answer:
    """Evaluate the claim's formula at the numbers in `at`; exit with 1 if the printed value is not the certified one."""
    if at is None:
        raise InputError(
            "--plot draws a claim's formula over numbers; give --at, such as --at epsilon=1/2,prevalence=1/10..1/2"
        )
    values: dict[str, object] = {}
    for part in fields(at, "--at"):
        name, equals, value = (x.strip() for x in part.partition("="))
        if not (name and equals and value) or name in values:
            raise InputError(f"--at {part!r}: write each parameter once, as name=value, with commas between")
        if name == "claim":
            raise InputError(f"--at {part!r}: no formula has a parameter called claim; name a parameter of the formula")
        values[name] = value.split(":") if ":" in value else value
    from rropt.claims import check

    found = check(claim, **values)
    return answer_result(found, files=[(plot, found.plot)], code=0 if found else 1)
