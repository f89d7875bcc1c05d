"""`report` makes the page about a design for an ethics board, to look at in a notebook or to write to a file."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rropt.devices.classical import Classical
from rropt.devices.device import Device
from rropt.engine.sets import SetMechanism
from rropt.exact.errors import InputError
from rropt.files import require_place, write_whole
from rropt.mechanism import Mechanism
from rropt.problem.result import Design
from rropt.reports.board import page_of_design
from rropt.reports.html import to_html
from rropt.reports.in_use import InUse, in_use
from rropt.reports.latex import to_latex
from rropt.reports.markdown import pictures_beside, to_markdown
from rropt.reports.page import Heading, Page
from rropt.reports.survey_result import is_about
from rropt.survey.estimates import Estimate

__all__ = ["Report", "device_at_hand", "files_of", "report", "require_page_name"]

WRITERS = {".html": to_html, ".htm": to_html, ".md": to_markdown, ".tex": to_latex}


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """A page about a design, for an ethics board. It can be written as HTML, Markdown or LaTeX.

    Example:
        >>> from rropt import LDP, Variance, design
        >>> from rropt.reports import report
        >>> page = report(design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes")))
        >>> page.sections[:3]
        ('In short', 'What people do', 'What an answer gives away')
        >>> page.to_html().startswith("<!doctype html>"), page.to_markdown().startswith("# A protected way to ask")
        (True, True)

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """

    page: Page

    @property
    def sections(self) -> tuple[str, ...]:
        """The headings of the page's sections, in order."""
        return tuple(block.text for block in self.page.blocks if isinstance(block, Heading))

    def to_html(self) -> str:
        """Write one self-contained page; a browser prints it on A4."""
        return to_html(self.page)

    def to_markdown(self) -> str:
        """Write the page as one Markdown text, with its pictures embedded."""
        return to_markdown(self.page)

    def to_latex(self) -> str:
        """Write the page as a LaTeX document."""
        return to_latex(self.page)

    def write(self, path: Path | str) -> Path:
        """Write the page to a .html, .md or .tex file and return its path; the pictures of .md are written beside it."""
        file = Path(path)
        require_page_name(file)
        for beside, text in files_of(self.page, file).items():
            write_whole(require_place(beside), text.encode("utf-8"))
        return file

    def __repr__(self) -> str:
        told = ", ".join(self.sections)
        return (
            f"{self.page.title}. {self.page.lead}\nSections: {told}.\nwrite('design.html') writes it, or .md or .tex."
        )

    def _repr_html_(self) -> str:
        frame = 'style="width: 100%; height: 40em; border: 1px solid #999"'
        return (
            f'<iframe title="{html.escape(self.page.title)}" {frame} srcdoc="{html.escape(self.to_html())}"></iframe>'
        )


def report(
    design: Design | Mechanism | SetMechanism | Classical,
    *,
    device: Device | None = None,
    question: str = "",
    data: Estimate | None = None,
    prevalence: object = None,
    share_of: str | None = None,
    n: int | None = None,
    difference: object = None,
    deff: object = None,
    deff_truth: object = None,
) -> Report:
    """Make the page about a design for an ethics board. The page has the script of the interview, what each answer reveals, and the
    promise to respondents. It also says how many people are needed, why no design is better, and what is not promised.

    Args:
        design: The design. It may also be a mechanism in use or a classical device (`rropt.devices.Classical`). Then the page says
            how much better a design of the same protection could be.
        device: The device that respondents use, such as cards; `design.device(cards=52)` makes one. If none is given for a design,
            the page takes the simplest device with exactly the design's probabilities, or else 100 lots; it shows none if `data`
            were drawn with the design's own probabilities. A device for a mechanism in use must have exactly its probabilities. If
            none is given for it and no device has them, the page shows none.
        question: The question as it is asked.
        data: An estimate from answers to this design (or to the device), shown with its errors.
        prevalence: The prevalence planned for, one number or k shares; the design's own, or equal shares, if not given.
        share_of: The input whose share is wanted, by its label; if not given, the second of two inputs, or all if there are more.
        n: How many people there are. The page gives the margin of error for this number, beside the usual margins.
        difference: The difference of two groups' shares that the study is to find, for the table and the picture of its power.
        deff: The design effect of clusters or weights on randomized answers. The planned numbers of people and the planned errors
            include it. If no design effect is given, they hold for people drawn one by one, and the page says so.
        deff_truth: The design effect of clusters on the truth, to be given in place of `deff`; see `plan`.

    Returns:
        The page, which a notebook shows: `to_html()`, `to_markdown()`, `to_latex()`, and `write(path)`.

    Raises:
        InputError: The design has no single mechanism, or the data or the device of a mechanism in use are of another mechanism.

    Example:
        >>> from rropt import LDP, Variance, design
        >>> from rropt.reports import report
        >>> found = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))
        >>> page = report(found, device=found.device(cards=52), question="Have you ever taken a forbidden substance?", n=500)
        >>> print(page.page.lead)
        The question: Have you ever taken a forbidden substance?

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    document = None if data is None else data.to_dict()
    subject: Design | InUse
    if isinstance(design, Design):
        subject, (held, why) = design, (device, "") if device is not None else device_at_hand(design, document)
    else:
        subject, held, why = in_use(design, prevalence=prevalence, question=question, device=device), None, ""
    page = page_of_design(
        subject,
        device=held and held.asking(question),
        question=question,
        data=document,
        why=why,
        prevalence=prevalence,
        share_of=share_of,
        n=n,
        difference=difference,
        deff=deff,
        deff_truth=deff_truth,
    )
    return Report(page)


def require_page_name(file: Path) -> None:
    """Refuse a file name with an unknown ending."""
    if file.suffix.lower() not in WRITERS:
        raise InputError(
            f"the name of a report must end in .html, .md or .tex, unlike {file.name}; for a PDF print the .html page from a "
            "browser, on A4"
        )


def files_of(page: Page, file: Path) -> dict[Path, str]:
    """Return the text of each file: the page, and for Markdown its pictures beside it."""
    end = file.suffix.lower()
    if end != ".md":
        return {file: WRITERS[end](page)}
    pictures = {file.with_name(name): svg for name, svg in pictures_beside(page, file.stem).items()}
    return pictures | {file: to_markdown(page, stem=file.stem)}


def device_at_hand(found: Design, data: dict[str, Any] | None) -> tuple[Device | None, str]:
    """Return the simplest device for the design, and an empty text. Return None and the reason instead in two cases: the answers
    behind `data` were drawn with the design's own probabilities, or no device can be made for the design."""
    made: Mechanism | SetMechanism | None = found.mechanism or found.sets
    if data is not None and made is not None and is_about(data, made):
        return None, "the answers of the result below were drawn with the chances of the design itself"
    try:
        return found.device(), ""
    except InputError as error:
        return None, str(error)
