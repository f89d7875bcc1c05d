"""`rropt families`: the named mechanisms, or the definition of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.terminal.answer import Answer

if TYPE_CHECKING:
    from rropt.families import Family

__all__ = ["families"]

SCHEMA = "rropt/families/1"


def families(
    name: Annotated[str | None, typer.Argument(metavar="[FAMILY]", help="Print this family's definition.")] = None,
) -> Answer:
    """List the named mechanisms.

    Each has a spec that works wherever a MECHANISM is taken.

    Example: rropt families warner
    """
    from rropt.families import FAMILIES, find_family

    chosen = list(FAMILIES.values()) if name is None else [find_family(name)]
    return Answer(
        words=lambda: _list(chosen) if name is None else _definition(chosen[0]), document=lambda: _document(chosen)
    )


def _document(chosen: list[Family]) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "families": [
            {
                "name": family.name,
                "parameters": list(family.parameters),
                "required": list(family.required),
                "example": family.example,
                "definition": family.definition,
            }
            for family in chosen
        ],
    }


def _list(chosen: list[Family]) -> str:
    lines = [f"{family.example}\n    {family.sentence}" for family in chosen]
    return "\n".join(["Named mechanisms, each by the spec of a member (rropt families FAMILY defines one):", *lines])


def _definition(family: Family) -> str:
    required = f", of which {', '.join(family.required)} must be given" if family.required else ""
    said = "\n\n".join(" ".join(part.split()) for part in family.definition.split("\n\n"))
    return (
        f"{family.name}\n\n{said}\n\nParameters: {', '.join(family.parameters)}{required}.\nExample: {family.example}"
    )
