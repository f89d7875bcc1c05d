"""`rropt admissible`: whether no mechanism of the same parity is strictly more informative, or the one that is."""

from __future__ import annotations

from typing import Annotated

import typer

from rropt.cli.design import SecondsOption
from rropt.cli.terminal.common import (
    JsonOption,
    MechanismArgument,
    OutputOption,
    ProofOption,
    RowsAreInputs,
    answer,
    read_mechanism,
)
from rropt.cli.terminal.progress import Progress
from rropt.exact.errors import InputError
from rropt.exact.patience import limit_seconds, read_seconds

__all__ = ["admissible"]

GammaOption = Annotated[
    str | None,
    typer.Option(
        "--parity",
        metavar="G",
        help="The largest ratio within a row that is allowed (e^epsilon); the mechanism's own unless given.",
    ),
]


def admissible(
    mechanism: MechanismArgument,
    parity: GammaOption = None,
    rows_are_inputs: RowsAreInputs = False,
    seconds: SecondsOption = 60,
    proof: ProofOption = False,
    json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Say whether a mechanism of parity at most G can be improved.

    It can where another one of parity at most G is strictly more informative, which is then shown with the garbling.

    Example: rropt admissible subset_selection:k=4,size=2,epsilon=ln3 --parity 3
    """
    p = read_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    from rropt.exact.decimal import write_few_digits
    from rropt.order.admissibility import admissible as judged
    from rropt.order.words import legs_dict, say_legs
    from rropt.privacy import Parity

    gamma = Parity(1).tightest(p) if parity is None else parity
    if gamma == float("inf"):
        raise InputError(
            f"{mechanism} has an infinite parity (some answer rules a truth out); give a mechanism of finite parity"
        )
    with Progress(f"judging, for at most {seconds:g} s"), limit_seconds(read_seconds(seconds)):
        found = judged(p, gamma)
        if json:
            legs = legs_dict(found.legs) if proof else {}
            said: str | dict[str, object] = {"schema": "rropt/admissible/1", **found.to_dict(), **legs}
        else:
            with write_few_digits():
                parts = [found.explain(), *found.show_better()]
            if proof:
                parts += ["", *say_legs(found.legs)]
            certified = "Certified, judged by the checker; --json carries what it accepted."
            said = "\n".join([*parts, "", certified] if found.comparison else [*parts, certified])
    answer(said, output)
