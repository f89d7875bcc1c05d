"""`rropt compare`: which of two mechanisms is more informative, with the garbling or decision problem that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.terminal.answer import Answer
from rropt.cli.terminal.common import ProofOption, RowsAreInputs, read_mechanisms
from rropt.exact.errors import InputError
from rropt.surface.screen import fit_table

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism
    from rropt.order.complete_class import TableRow

__all__ = ["compare"]


Designs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="A B", help="Two files, or specs such as warner:p=3/4; any number of designs with --warner."
    ),
]
WarnerOption = Annotated[
    bool,
    typer.Option(
        "--warner",
        help="Instead compare Warner's design with each design of one answer, at its tight epsilon, and show the garbling; "
        "published Simmons, forced-response, Kuk and Christofides designs if none is named.",
    ),
]


def compare(
    designs: Designs = None,
    warner: WarnerOption = False,
    rows_are_inputs: RowsAreInputs = False,
    proof: ProofOption = False,
) -> Answer:
    """Say which of two mechanisms is more informative, exactly.

    Each direction of the comparison has its witness, a garbling or a decision problem.

    Example: rropt compare warner:p=3/4 warner:p=7501/10000
    """
    named = designs or []
    if warner:
        return _warner(named, rows_are_inputs)
    if len(named) != 2:
        raise InputError(f"a comparison needs two mechanisms, not {len(named)}; name A and B, or give --warner")
    first, second = read_mechanisms(named, rows_are_inputs=rows_are_inputs)
    from rropt.order.comparison import Comparison
    from rropt.order.unfinished import compare_in_time
    from rropt.order.words import legs_dict, say_legs

    found = compare_in_time(first, second)
    legs = found.legs if proof and isinstance(found, Comparison) else ()

    def words() -> str:
        from rropt.exact.decimal import write_few_digits

        told = ["", *say_legs(legs)] if legs else []
        with write_few_digits():
            verdict, *rest = found.lines()
        return "\n".join([verdict, f"A: {_named(named[0], first)}. B: {_named(named[1], second)}.", *rest, *told])

    return Answer(words=words, document=lambda: {**found.to_dict(), **(legs_dict(legs) if legs else {})})


def _named(source: str, p: Mechanism) -> str:
    """Write a mechanism as typed, with the least epsilon that it satisfies."""
    from rropt.privacy import LDP

    return f"{source}, tight epsilon {LDP.tightest_epsilon(p).shown(direction='upper')}"


def _warner(named: list[str], rows_are_inputs: bool) -> Answer:
    """Compare Warner's design with other designs in which each person gives one yes/no answer."""
    from rropt.order.complete_class import ONE_ANSWER, warner_row

    chosen = named or ONE_ANSWER
    rows = list(map(warner_row, chosen, read_mechanisms(chosen, rows_are_inputs=rows_are_inputs)))
    return Answer(
        words=lambda: _table(rows),
        document=lambda: {"schema": "rropt/warner/1", "rows": [row.to_dict() for row in rows]},
    )


def _table(rows: list[TableRow]) -> str:
    from rropt.exact.decimal import EXACT
    from rropt.exact.spelling import counted
    from rropt.order.comparison import Relation

    header, _ = rows[0].as_table()
    cells = [cells for row in rows for cells in row.as_table()[1]]
    places = range(
        len(header) if EXACT.get() else len(header) - 1
    )  # the last column, the garblings, is printed only if exact numbers are
    table = fit_table([header[i] for i in places], [[row[i] for i in places] for row in cells])
    better = sum(row.comparison.relation is Relation.BETTER for row in rows)
    return (
        f"Warner's design of the same tight epsilon of one answer is strictly more informative than {better} of "
        f"{counted(len(rows), 'design')}, and equivalent to the others (each of them is C·Warner for a matrix C; --proof "
        f"prints C).\n{table}\nEvery line is certified, judged by the checker; --json carries the certificates."
    )
