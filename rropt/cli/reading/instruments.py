"""The options that name what people hold in their hands to follow a design."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer

__all__ = ["Instruments", "QuestionOption"]

QuestionOption = Annotated[str, typer.Option("--question", metavar="TEXT", help="The question as it is asked.")]
MonthsOption = Annotated[
    str | None,
    typer.Option(metavar="equal|A,B,…", help="Birthdays by month: equally likely, or the twelve months' shares."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruments:
    """The options that name an instrument, which is what people hold to follow a design. Each field is one kind of instrument;
    `months` has the birthdays by month."""

    dice: Annotated[int | None, typer.Option(metavar="N", help="A die thrown N times.")] = None
    cards: Annotated[int | None, typer.Option(metavar="N", help="A pack of N cards; 52 are playing cards.")] = None
    coins: Annotated[int | None, typer.Option(metavar="N", help="A coin thrown N times.")] = None
    spinner: Annotated[bool, typer.Option("--spinner", help="An arrow on a disc of 360 degrees.")] = False
    birthdays: Annotated[bool, typer.Option("--birthdays", help="A birthday, every day of 365 equally likely.")] = False
    denominator: Annotated[int | None, typer.Option(metavar="N", help="N numbered lots.")] = None
    bits: Annotated[int | None, typer.Option(metavar="N", help="Code, with thresholds on an N-bit integer.")] = None
    months: MonthsOption = None

    @property
    def of_months(self) -> str | None:
        """Return the value of --months in the form in which a device takes it; None if --months was not typed."""
        return "months" if self.months == "equal" else self.months

    def asked(self) -> dict[str, Any]:
        """Return the instrument that was typed, as keyword arguments for making a device; the dictionary is empty if none was
        typed.
        """
        born = self.of_months or ("days" if self.birthdays else None)
        typed = {**asdict(self), "birthdays": born, "months": None}
        return {name: x for name, x in typed.items() if x is not None and x is not False}
