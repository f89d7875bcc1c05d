"""`rropt admissible`: decide whether a mechanism is admissible and, if it is not, show a better one.

The better mechanism keeps the bound on the parity, which is the largest ratio of two entries of a row of the matrix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.terminal.answer import Answer
from rropt.cli.terminal.common import MechanismArgument, ProofOption, RowsAreInputs, read_mechanism
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.order.admissibility import Admissibility

__all__ = ["admissible"]

GammaOption = Annotated[
    str | None,
    typer.Option(
        "--parity",
        metavar="G",
        help="The largest allowed ratio within a row, e^epsilon; the mechanism's own parity unless given.",
    ),
]


def admissible(
    mechanism: MechanismArgument,
    parity: GammaOption = None,
    rows_are_inputs: RowsAreInputs = False,
    proof: ProofOption = False,
) -> Answer:
    """Say whether a mechanism of parity at most G can be improved.

    The parity is the largest ratio of two entries of a row of the matrix. The mechanism can be improved if another mechanism of
    parity at most G is strictly more informative. That mechanism is then shown, with the garbling that turns its answers into those
    of the given one.

    Example: rropt admissible subset_selection:k=4,size=2,epsilon=ln3 --parity 3
    """
    p = read_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    from rropt.order.admissibility import admissible as judged
    from rropt.order.words import legs_dict
    from rropt.privacy import Parity

    gamma = Parity(1).tightest(p) if parity is None else parity
    if gamma == float("inf"):
        raise InputError(
            f"{mechanism} has an infinite parity, as some answer excludes an input; give a mechanism of finite parity"
        )
    found = judged(p, gamma)
    return Answer(
        words=lambda: _words(found, proof=proof),
        document=lambda: {
            "schema": "rropt/admissible/1",
            **found.to_dict(),
            **(legs_dict(found.legs) if proof else {}),
        },
    )


def _words(found: Admissibility, *, proof: bool) -> str:
    from rropt.exact.decimal import write_few_digits
    from rropt.order.words import say_legs

    with write_few_digits():
        parts = [found.explain(), *found.show_better()]
    if proof:
        parts += ["", *say_legs(found.legs)]
    certified = "Certified, judged by the checker; --json carries what it accepted."
    return "\n".join([*parts, "", certified] if found.comparison else [*parts, certified])
