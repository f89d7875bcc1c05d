"""Why no better design exists: what was looked for and proved, in words, with the certificates to check again."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.devices.device import Device
from rropt.exact.decimal import decimal, spell_decimals
from rropt.privacy.words import warnings_of_proof
from rropt.problem.known import steps_to
from rropt.problem.plain import say_price_of_plain
from rropt.problem.result import Design
from rropt.problem.verdicts import UNSHOWN, Verdict
from rropt.problem.words import conditions_in_words, lower_first, say_objective, say_what_to_do
from rropt.reports.in_use import InUse
from rropt.reports.page import Block, Code, Grid, Heading, Text

__all__ = ["how_much_better", "why_no_better"]

MOST_CELLS = 144
CHECKED = "A separate short program, which needs nothing but Python, did that arithmetic and accepted it."


def why_no_better(found: Design, device: Device | None) -> Iterator[Block]:
    """Say what was searched, what the checker accepted, and which certificates to save."""
    problem = found.problem
    yield Heading("Why no better design exists")
    aim = spell_decimals(say_objective(problem))
    best = "is exactly the best" if found.verdict is Verdict.OPTIMAL else "is within the stated bounds of the best"
    looked = _looked(found)
    if price := say_price_of_plain(found):
        yield Text(price)
    if found.is_bounded:
        yield Text(
            f"{looked}. That the design below {best} in {aim} was {UNSHOWN}. "
            "The certificate is a list of numbers from which whole-number arithmetic alone shows that the promise is "
            f"kept. {CHECKED}"
        )
    else:
        yield Text(
            f"{looked}, and for the reason why nothing is better. The reason is a list of numbers, the certificate, from which "
            f"whole-number arithmetic alone shows that the design below {best} in {aim}. {CHECKED}"
        )
    if device is not None:
        yield Text(f"What people hold is made from that {'design' if problem.plain else 'optimum'}. {device.search}")
        yield Text(f"About the device the same program accepted, in its own words: {device.sentence}")
        yield Code("rropt verify device.rropt.json")
        yield Code(device.certificate, file="device.rropt.json")
    yield from _accepted(found)


def how_much_better(used: InUse) -> Iterator[Block]:
    """Say how near a mechanism in use is to the optimum of the same protection, and which certificates to save."""
    found = used.optimum
    yield Heading("How much better a design could be")
    yield Text(
        f"The chances above are in use already. {_looked(found)}, and for a proof that it is the best. "
        f"For people drawn alone: {lower_first(spell_decimals(used.efficiency.said))}"
    )
    if (best := found.mechanism or found.sets) is not None and not used.is_best:
        warned = "".join(f" Attention: {warning}" for warning in warnings_of_proof(best.pair))
        matrix = best.matrix
        if matrix is None or matrix.k * matrix.m > MOST_CELLS:
            yield Text(f"In the best way of asking respondents {say_what_to_do(best)}{warned}")
        else:
            yield Grid(
                "The best way of asking: the chance of each answer under each truth",
                ["answer", *matrix.input_labels],
                [[f'"{o}"', *map(decimal, row)] for o, row in zip(matrix.output_labels, matrix.rows, strict=True)],
            )
            yield from [Text(warned.strip())] if warned else []
    if found.is_bounded:
        yield Text(
            f"How good the best is was {UNSHOWN}; that the promise is kept is shown by whole-number arithmetic alone. {CHECKED}"
        )
    else:
        yield Text(
            "The proof is a list of numbers, the certificate, from which whole-number arithmetic alone shows what the best is. "
            f"{CHECKED}"
        )
    yield Text(f"About the way of asking it accepted, in its own words: {used.sentence}")
    yield Code("rropt verify in_use.rropt.json")
    yield Code(used.certificate, file="in_use.rropt.json")
    yield from _accepted(found)


def _looked(found: Design) -> str:
    """Describe the mechanisms among which the design was optimised: how many truths and answers they have, and which promise they
    keep."""
    problem = found.problem
    return (
        f"A computer looked for the best among all ways of answering with {problem.k} truths and {problem.say_many('answer')} "
        f"that keep the promise above{conditions_in_words(problem)}"
    )


def _accepted(found: Design) -> Iterator[Block]:
    """Say what the checker accepted about the design, and how to check it again."""
    yield Text(
        f"About the {'design' if found.is_bounded else 'optimum'} it accepted,"
        f" in its own words (e^epsilon is the factor promised, n*Var the number of answers times "
        f"the variance of the estimate): {found.sentence}"
    )
    for step in steps_to(found.problem):
        yield Text(f"From this it follows for the question above: {step}.")
    yield Text("Save the certificate and check it again with one command:")
    yield Code("rropt verify design.rropt.json")
    yield Code(found.certificate, file="design.rropt.json")
