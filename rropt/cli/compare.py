"""`rropt compare`: which of two mechanisms is more informative, with the garbling or decision problem that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.common import JsonOption, OutputOption, RowsAreInputs, answer, read_mechanism

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism

__all__ = ["compare"]


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A file, or a spec such as warner:p=3/4.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The mechanism A is compared with.")],
    rows_are_inputs: RowsAreInputs = False,
    json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Say which of A and B is more informative, exactly, with a witness for each half of the answer.

    Example: rropt compare warner:p=3/4 warner:p=7501/10000
    """
    first, second = (read_mechanism(source, rows_are_inputs=rows_are_inputs) for source in (a, b))
    answer(_free(first, second, json) if _is_free(first, second) else _fixed(first, second, json), output)


def _is_free(first: Mechanism, second: Mechanism) -> bool:
    from rropt.exact.field import Free
    from rropt.exact.matrix import common_field

    return isinstance(common_field(first.rows, second.rows), Free)


def _fixed(first: Mechanism, second: Mechanism, json: bool) -> str:
    from rropt.designs.comparison import compare as decide

    found = decide(first, second)
    return _dumps(found.to_dict()) if json else found.explain()


def _free(first: Mechanism, second: Mechanism, json: bool) -> str:
    from rropt.designs.comparison_interval import compare_on_interval

    found = compare_on_interval(first, second)
    return _dumps(found.to_dict()) if json else found.explain()


def _dumps(document: object) -> str:
    import json

    return json.dumps(document, ensure_ascii=False, indent=1)
