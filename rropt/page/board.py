"""The page for an ethics board: the blocks of four results under headings.

A design or a mechanism in use, the device that people hold, the plan of the survey, and the estimate, where there is one, each show
themselves. The page puts them in the order in which a board reads, and says first if an answer proves something about a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from rropt.devices.classical import Classical
from rropt.devices.device import Device
from rropt.devices.realise import choose_device, exact_tool, realise
from rropt.devices.target import Target, target_of_design, target_of_mechanism
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError
from rropt.exact.decimal import spell_decimals
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import counted
from rropt.files import require_place, write_whole
from rropt.mechanism import Mechanism
from rropt.objectives.covariance import Contrast
from rropt.objectives.information import Information
from rropt.page.document import document
from rropt.page.stored import answers_of_estimate, show_estimate
from rropt.privacy.words import disclosures, percent, warnings_of_proof
from rropt.problem.checkup import compare_with_optimum
from rropt.problem.result import Design
from rropt.problem.words import name_answers
from rropt.show import Block, Col, Fact, Figure, Heading, Items, Result, Say, Table, Warn, to_markdown
from rropt.survey.estimates import Estimate, listed
from rropt.survey.plans import plan
from rropt.survey.tables import devices_at_equal_privacy

__all__ = ["Board", "report"]

MARGINS = ("0.05", "0.03", "0.02", "0.01")
# A page prints no larger matrix.
MOST_INPUTS, MOST_ANSWERS = 12, 24
SECOND_DEMAND = (
    "A demand that bounds every ratio by a small factor allows no such answer: join one to this, such as epsilon = 3 with "
    "delta = 0."
)
LIMITS = (
    "That everybody follows the instructions: whoever answers otherwise biases the estimate, and no device shows who did.",
    "That a second answer costs nothing: each further answer about the same thing, or another randomized question to the same "
    "person, adds its own epsilon, and that only with a new throw or draw, or the birthday of another person. With the same "
    "outcome twice, both answers together can prove the truth.",
    "That nothing is learnt about groups: the purpose is to learn their shares, and a person's group may be known.",
    "That nothing is known from elsewhere: the promise is about what this answer adds.",
    "That the sample stands for the population: who was asked is a matter of the sampling, not of the device.",
)


@dataclass(frozen=True, slots=True, repr=False)
class Board(Result):
    """A page about one way of asking.

    `target` has the mechanism that answers follow, its demand and its objective, `device` what people hold, and `why` says why
    nothing is shown. `design` is None for a mechanism in use. `effects` are the design effects that `plan` takes.

    Examples:
        >>> from rropt import design
        >>> page = report(design(prevalence="1/10", epsilon="ln3", inputs=["no", "yes"]))
        >>> page.sections[:2]
        ('In short', 'What the respondent does')
    """

    schema: ClassVar[str] = "rropt/report/2"
    page_title: ClassVar[str] = "A protected way to ask"
    target: Target
    design: Design | None
    device: Device | Classical | None
    why: str
    question: str
    shares: tuple[Fraction, ...]
    share_of: str | None
    n: int | None
    difference: Fraction | None
    effects: Mapping[str, Any]
    data: Mapping[str, Any] | None

    @property
    def mechanism(self) -> Mechanism | SetMechanism:
        """The mechanism that answers follow."""
        return self.target.mechanism if self.device is None else self.device.mechanism

    @property
    def sections(self) -> tuple[str, ...]:
        """The headings of the page."""
        return tuple(block.text for block in self.show() if isinstance(block, Heading))

    def write(self, path: Path | str) -> Path:
        """Write the page into a file, as HTML if its name ends in .html, or as Markdown if it ends in .md."""
        file = Path(path)
        if file.suffix.lower() not in (".html", ".md"):
            raise InputError(f"a page is written as .html or .md, not as {file.name[:60]}")
        text = to_markdown(self.show()) if file.suffix.lower() == ".md" else document(self.page_title, self.show())
        write_whole(require_place(file), text.encode("utf-8"))
        return file

    def show(self) -> Iterator[Block]:
        """Yield what proves something of a person, then the page in the order in which a board reads it."""
        blocks, proofs = [*self._blocks()], warnings_of_proof(self.mechanism)
        warned = [*proofs, *(x.text for x in blocks if isinstance(x, Warn))]
        yield from map(Warn, dict.fromkeys(warned))
        if self.design is not None and proofs:
            yield Say(SECOND_DEMAND, key="advice")
        yield from (x for x in blocks if not isinstance(x, Warn))

    def _blocks(self) -> Iterator[Block]:
        yield from self._in_short()
        yield from self._script()
        yield from self._disclosed()
        yield from self._people()
        if self.data is not None:
            yield from show_estimate(self.data, self.mechanism)
        yield from self._compared()
        yield from self._proof()
        yield Heading("What is not promised")
        yield Items("limits", LIMITS)

    def _in_short(self) -> Iterator[Block]:
        p, people = self.mechanism, self.n or 1000
        which = ", ".join(f'"{x}"' for x in p.input_labels) if p.k <= MOST_ANSWERS else f"one of {p.k}"
        yield Say(f"The question: {self.question or f'Which is true of you: {which}?'}", key="question")
        yield Heading("In short")
        yield Say(spell_decimals(self.target.demand.sentence(p.k, p.inputs)), key="promise")
        tool = self.device.instrument if self.device is not None else None
        yield from [Say(tool.assumption, key="assumption")] if tool else []
        objective = self.target.objective
        if isinstance(objective, Contrast) and objective.is_variance_of_one and p.matrix is not None:
            found = plan(p.matrix, scores=objective.contrast[0], prevalence=list(self.shares), n=people, **self.effects)
            yield Fact(
                "error_of_mean", f"Standard error of the mean from {people:,} people", found.standard_error, "up"
            )
        if self._tells_shares:
            found = self._plan(n=people)
            is_of_any = self.share_of is None and self.mechanism.k > 2
            which = "any share" if is_of_any else f'the share of "{self.share_of or self.mechanism.input_labels[1]}"'
            what = f"Standard error of {which} from {people:,} people{', at most' if is_of_any else ''}"
            yield Fact("error", what, found.standard_error, "up")
        if isinstance(self.device, Device):
            has_effect = not self.device.is_same and any(x is not None for x in self.effects.values())
            alone = " That is said of people drawn one by one, without the design effect." if has_effect else ""
            yield Say(f"{self.device.cost}{alone}", key="cost")

    @property
    def _tells_shares(self) -> bool:
        """Whether the shares of all truths can be estimated from the answers."""
        return not isinstance(self.target.objective, Information | Contrast)

    def _plan(self, **goal: Any) -> Any:
        return plan(self.mechanism, prevalence=list(self.shares), share_of=self.share_of, **self.effects, **goal)

    def _script(self) -> Iterator[Block]:
        yield Heading("What the respondent does")
        if self.device is None:
            yield Say(
                f"No device is shown: {self.why}. A computer draws the answers with these chances.", key="no_device"
            )
        else:
            yield from self.device.scripts()
            yield from (x for x in self.device.show() if isinstance(x, Figure | Warn))
        if (matrix := self.mechanism.matrix) is None:
            assert isinstance(self.mechanism, SetMechanism)
            yield Say(f"Respondents {self.mechanism.say()}", key="sets")
        elif matrix.k <= MOST_INPUTS and matrix.m <= MOST_ANSWERS:
            yield name_answers(matrix).table("mechanism")

    def _disclosed(self) -> Iterator[Block]:
        yield Heading("What an answer gives away")
        p = self.mechanism
        if isinstance(p, SetMechanism) or p.k > MOST_INPUTS or p.m > MOST_ANSWERS:
            told = p.say_beliefs(self.shares) if isinstance(p, SetMechanism) else ""
            yield Say(told or "What is promised above holds of each of its answers.", key="beliefs")
            return
        before = ", ".join(f'"{x}" {percent(y)}' for x, y in zip(p.input_labels, self.shares, strict=True))
        yield Say(f"If before an answer the chances of the truths are {before}, they are after it:", key="beliefs")
        rows = [
            (x.output, *map(percent, x.after)) for x in disclosures(name_answers(p), self.shares) if x.after is not None
        ]
        yield Table("after", [Col("answer", "after the answer"), *(Col(x, x) for x in p.input_labels)], rows)

    def _people(self) -> Iterator[Block]:
        if not self._tells_shares:
            return
        yield Heading("How many people")
        plans = [self._plan(margin=margin) for margin in MARGINS]
        cols = [Col("margin", "margin"), Col("people", "people"), Col("openly", "if all told the truth openly")]
        yield Table(
            "people",
            cols,
            [
                (f"± {counted(int(100 * Fraction(x)), 'point')}", y.n, y.truthful)
                for x, y in zip(MARGINS, plans, strict=True)
            ],
        )
        asked: dict[str, Any] = {"n": self.n} if self.n is not None else {"margin": "0.03"}
        if self.difference is not None:
            asked = {"difference": self.difference}
        own = self._plan(**asked)
        shown = Say | Figure if self.data is None else Say
        yield from (_renamed("plan", x) for x in own.show() if isinstance(x, shown))

    def _compared(self) -> Iterator[Block]:
        """The usual devices, for two truths; their design effects are not known if that of this one's answers is given."""
        p = self.mechanism.matrix
        if p is None or p.k != 2 or self.effects["deff"] is not None:
            return
        try:
            found = devices_at_equal_privacy(self.target.demand, self.shares[1], mechanism=p)
        except InputError:  # the least budget of a pair is 0 or infinite, at which no usual device is
            return
        yield Heading("Compared with the usual devices")
        yield from (x for x in found.show() if isinstance(x, Say | Table))

    def _proof(self) -> Iterator[Block]:
        if self.design is None:
            yield Heading("How much better a design could be")
            if isinstance(self.mechanism, Mechanism):
                yield from (
                    _renamed("better", x)
                    for x in compare_with_optimum(self.mechanism, self.target.demand, self.target.objective).show()
                )
            return
        yield Heading(
            "Why no better design exists"
            if not isinstance(self.device, Device) or self.device.is_same
            else "Why no better design exists than the one that the device is near"
        )
        yield from (
            x for x in self.design.show() if isinstance(x, Say) and x.key in ("answer", "simple", "asked", "proved")
        )
        yield Say(
            "A separate short program that needs nothing but Python accepted the proof, with whole numbers alone. "
            "The command rropt verify repeats this with the design's file.",
            key="verified",
        )


def _renamed(part: str, block: Block) -> Block:
    """A block whose key says of which part of the page it is."""
    return replace(block, key=f"{part}_{block.key}") if isinstance(block, Fact | Table | Figure) else block


def report(
    design: Design | Mechanism | SetMechanism | Classical,
    *,
    device: Device | None = None,
    question: str = "",
    data: Estimate | Mapping[str, Any] | None = None,
    prevalence: Any = None,
    share_of: str | None = None,
    n: int | None = None,
    difference: Any = None,
    deff: Any = None,
    deff_truth: Any = None,
) -> Board:
    """Make the page for an ethics board about a design, a mechanism in use, or a classical device.

    It says what people do, what an answer gives away, how many people are needed, what is proved, and what is not promised.

    Args:
        design: The design, or what is in use: a mechanism or a classical device.
        device: What respondents use, such as `choose_device(design, "cards:52")`; the simplest device unless given.
        question: The question as it is asked.
        data: An estimate from answers to this design or device, or its JSON.
        prevalence: The prevalence planned for, one number or a share for each input; the design's own, or equal ones, unless given.
        share_of: The input whose share is wanted: the second of two, or all of more, unless given.
        n: How many people there are.
        difference: The difference of two groups that the study is to find.
        deff: The design effect of clusters or weights on the answers.
        deff_truth: The design effect of clusters on the truth, in place of `deff`.

    Returns:
        The page; `write` writes it as HTML or Markdown.

    Raises:
        InputError: The design has no single mechanism, or the data or the device are of another mechanism.

    Examples:
        >>> from rropt import from_spec
        >>> report(from_spec("warner:p=3/4"), prevalence="1/10").sections[-2:]
        ('How much better a design could be', 'What is not promised')

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    told = None if data is None else answers_of_estimate(data)
    held, target, why = _held(design, prevalence, device, told)
    if held is not None:
        question = question or held.question
        held = replace(held, question=question)
    found = design if isinstance(design, Design) else None
    shares = _shares(target, found, prevalence)
    wanted = None if difference is None else read_rational(difference)
    return Board(
        target, found, held, why, question, shares, share_of, n, wanted, {"deff": deff, "deff_truth": deff_truth}, told
    )


def _held(
    used: Design | Mechanism | SetMechanism | Classical,
    prevalence: Any,
    device: Device | None,
    told: Mapping[str, Any] | None,
) -> tuple[Device | Classical | None, Target, str]:
    """Tell what people hold, the mechanism with its own protection, and why nothing is shown."""
    if isinstance(used, Design):
        target = target_of_design(used)
        if device is None and told is not None and told.get("mechanism") == target.mechanism.digest:
            return None, target, "the answers were drawn with the design's own chances"
        return device or choose_device(used), target, ""
    if isinstance(used, Classical):
        return used, target_of_mechanism(used.mechanism, prevalence), ""
    p = answers_of(used)
    if all(sum(x > 0 for x in row) <= 1 for row in p.pair.rows):
        raise InputError(
            f"every answer of this mechanism with {p.m} answers tells the truth outright, so a page has nothing to promise"
        )
    target = target_of_mechanism(p, prevalence)
    if device is None:
        tool = exact_tool(p)
        held = None if tool is None else realise(target, tool)
        return held, target, "" if held else "no coins, dice, cards or lots have exactly its chances"
    if device.mechanism.digest != p.digest:
        raise InputError(
            f"the device with {device.instrument.title} has other probabilities than the mechanism in use; leave the device out"
        )
    return device, target, ""


def _shares(target: Target, found: Design | None, prevalence: Any) -> tuple[Fraction, ...]:
    """The shares planned for: those that are given, those of the design, or equal ones."""
    k = target.mechanism.k
    if prevalence is not None:
        given = [*map(read_rational, listed(prevalence))]
        shares = (1 - given[0], given[0]) if k == 2 and len(given) == 1 else tuple(given)
        if len(shares) != k or sum(shares) != 1 or min(shares) < 0:
            raise InputError(f"the prevalence {str(prevalence)[:60]} must be of {k} shares that sum to 1")
        return shares
    planned: Any = None if found is None else answers_of(found).planned
    return planned or (Fraction(1, k),) * k
