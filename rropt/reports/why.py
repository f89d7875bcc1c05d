"""Why no better design exists: what was looked for and proved, in words, with the certificates to check again."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.devices.device import Device
from rropt.exact.decimal import spell_decimals
from rropt.problem.known import reduce
from rropt.problem.plain import say_price_of_plain
from rropt.problem.result import Design
from rropt.problem.verdicts import UNSHOWN, Verdict
from rropt.problem.words import conditions_in_words
from rropt.reports.page import Block, Code, Heading, Text

__all__ = ["why_no_better"]


def why_no_better(found: Design, device: Device | None) -> Iterator[Block]:
    """Say what was searched, what the checker accepted, and which certificates to save."""
    problem = found.problem
    yield Heading("Why no better design exists")
    aim = spell_decimals(str(problem.objective))
    best = "is exactly the best" if found.verdict is Verdict.OPTIMAL else "is within the stated bounds of the best"
    looked = (
        f"A computer looked for the best among all ways of answering with {problem.k} truths and {problem.say_many('answer')} "
        f"that keep the promise above{conditions_in_words(problem)}"
    )
    checked = "A separate short program, which needs nothing but Python, did that arithmetic and accepted it."
    if price := say_price_of_plain(found):
        yield Text(price)
    if found.is_bounded:
        yield Text(
            f"{looked}. That the design below {best} in {aim} was {UNSHOWN}. "
            "The certificate is a list of numbers from which whole-number arithmetic alone shows that the promise is "
            f"kept. {checked}"
        )
    else:
        yield Text(
            f"{looked}, and for the reason why nothing is better. The reason is a list of numbers, the certificate, from which "
            f"whole-number arithmetic alone shows that the design below {best} in {aim}. {checked}"
        )
    if device is not None:
        yield Text(f"What people hold is made from that {'design' if problem.plain else 'optimum'}. {device.search}")
        yield Text(f"About the device the same program accepted, in its own words: {device.sentence}")
        yield Code("rropt verify device.rropt.json")
        yield Code(device.certificate, file="device.rropt.json")
    yield Text(
        f"About the {'design' if found.is_bounded else 'optimum'} it accepted,"
        f" in its own words (e^epsilon is the factor promised, n*Var the number of answers times "
        f"the variance of the estimate): {found.sentence}"
    )
    if reduced := reduce(problem):
        yield from [Text(f"From this it follows for the question above: {reduced.follows}.")] if reduced.follows else []
    yield Text("Save the certificate and check it again with one command:")
    yield Code("rropt verify design.rropt.json")
    yield Code(found.certificate, file="design.rropt.json")
