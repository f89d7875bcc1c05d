"""`rropt device`: scripts for dice, cards and other instruments with which people follow a design, and the classical devices."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.reading.given import refuse_others
from rropt.cli.reading.instruments import Instruments, QuestionOption
from rropt.cli.terminal.answer import Answer
from rropt.cli.terminal.common import (
    PictureOption,
    RowsAreInputs,
    fields,
    is_file,
    name_inputs,
    read_any_mechanism,
    read_text,
)
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.devices.classical import Classical
    from rropt.devices.device import Device
    from rropt.devices.report import Table
    from rropt.problem.result import Design

__all__ = ["InputsOption", "design_in", "device"]

InputsOption = Annotated[str | None, typer.Option("--inputs", metavar="A,B,…", help="Names for the inputs.")]


def device(
    context: typer.Context,
    design: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN",
            help="A design's JSON; any mechanism, as a file or a name (warner:p=0.7); a classical device by name; or classical, "
            "for all.",
        ),
    ],
    instruments: Instruments = Instruments(),
    epsilon: Annotated[
        str | None, typer.Option(metavar="ε", help="With classical: all devices at this one epsilon.")
    ] = None,
    prevalence: Annotated[
        str | None,
        typer.Option(
            metavar="π",
            help="The prevalence at which the classical devices, or a mechanism and its device, are compared.",
        ),
    ] = None,
    question: QuestionOption = "",
    all_rules: Annotated[
        bool, typer.Option("--all-rules", help="Also print rules that are too many to be followed.")
    ] = False,
    inputs: InputsOption = None,
    rows_are_inputs: RowsAreInputs = False,
    plot: PictureOption = None,
) -> Answer:
    """Write the scripts that carry a design out with dice or cards.

    They are for interviewer and respondent, who use dice, cards, coins, a spinner, birthdays or code.

    Example: rropt device warner
    Example: rropt device warner:p=0.7
    Example: rropt device classical --epsilon ln3
    """
    shares, wording = instruments.of_months, ""
    found: Device | Classical | Table
    if _is_classical(design):
        found = _classical(context, design, shares, prevalence, epsilon, question)
    else:
        asked = instruments.asked()
        used = {"design", *(x.name for x in dataclasses.fields(instruments)), "question", "plot", "all_rules"}
        if (made := design_in(design)) is not None:
            refuse_others(context, used, by="a device for a design")
            found = made.device(**asked).asking(question)
        else:
            from rropt.devices.choose import device_for

            refuse_others(context, {*used, "prevalence", "inputs", "rows_are_inputs"}, by="a device for a mechanism")
            p = name_inputs(read_any_mechanism(design, rows_are_inputs=rows_are_inputs), inputs)
            pi = fields(prevalence, "--prevalence") if prevalence and p.k > 2 else prevalence
            found, wording = device_for(p, prevalence=pi, **asked).asking(question), _say_wording(design)
    return Answer(
        words=lambda: found.explain(**({"all_rules": True} if all_rules else {})) + wording,
        document=found.to_json,
        warnings=(*getattr(found, "warnings", ()), *filter(None, [getattr(found, "way_to_simpler", "")])),
        files=[(plot, lambda file: _draw(found, file, shares))],
    )


def _say_wording(spec: str) -> str:
    """Write a note for a mechanism that was named by a family's spec, if this family has a classical device.

    The note says that the printed script has other words than the script of the classical device. It names the command that prints
    the classical script. Return an empty text if `spec` is a file, or if the family has no classical device.
    """
    from rropt.devices.classical import CLASSICAL_OF

    own = CLASSICAL_OF.get(spec.partition(":")[0]) if not is_file(Path(spec)) else None
    if own is None:
        return ""
    return (
        f"\nRespondents hear other words here than in the classical device, for the chances of {spec}: `rropt device {own}` has "
        "the classical script, for the chances of its own instruments."
    )


def _is_classical(name: str) -> bool:
    """Whether the name can only be the name of a classical device, because it is a plain word.

    A plain word is not a file, not a path, and not a spec with parameters.
    """
    return not (is_file(Path(name)) or Path(name).suffix or "/" in name or ":" in name)


def _draw(found: Device | Classical | Table, plot: Path, shares: str | None) -> None:
    """Draw into the file `plot` what people hold for one device. If `found` is the table of all classical devices, draw each of
    them, one below another.

    `shares` says how birthdays are spread over the months; None if --months was not typed. It is used only for the table of all
    classical devices.
    """
    from rropt.devices.classical import Classical, every_classical
    from rropt.devices.device import Device
    from rropt.plots.pictures import plot_classical, plot_device

    if isinstance(found, Device):
        plot_device(found, plot)
    else:
        plot_classical([found] if isinstance(found, Classical) else every_classical(shares), plot)


def _classical(
    context: typer.Context, name: str, shares: str | None, prevalence: str | None, epsilon: str | None, question: str
) -> Classical | Table:
    from rropt.devices.classical import classical, classical_table

    used = {"design", "months", "prevalence", "plot", "question"}
    if name != "classical":
        refuse_others(context, used, by="a classical device")
        return classical(name, birthdays=shares or "months", prevalence=prevalence or "1/10").asking(question)
    if epsilon is None:
        refuse_others(context, used - {"question"}, by="the table of the classical devices")
        return classical_table(prevalence or "1/10", birthdays=shares or "months")
    from rropt.devices.at_epsilon import classical_at

    refuse_others(context, {"design", "epsilon", "prevalence"}, by="the classical devices at one epsilon")
    return classical_at(epsilon, prevalence or "1/10")


def design_in(source: str) -> Design | None:
    """Read a design from a JSON file, and judge its certificate again; None if `source` is no file or holds no design."""
    from rropt.formats import read_json
    from rropt.problem.stored.verify import read_design

    path = Path(source)
    text = read_text(path) if is_file(path) else ""
    document = read_json(text, file=path) if text.lstrip().startswith("{") else None
    if not isinstance(document, dict) or not str(document.get("schema", "")).startswith("rropt/design/"):
        return None
    try:
        return read_design(document)
    except InputError as error:
        raise InputError(f"{path}: ", *error.args) from None
