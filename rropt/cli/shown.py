"""What a command answers, where it is no single result of the library, and how and where any answer is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from rropt.errors import one_line, refuse
from rropt.exact.errors import as_command_line
from rropt.files import PICTURES, require_kept, require_place, write_whole
from rropt.progress import waiting
from rropt.show import Block, Code, Fact, Items, Result, Say, Table, Warn, digits

__all__ = ["FORMS", "Shown", "Together", "Told", "read_shown"]

# The forms of --as, each with the ending of its files.
FORMS = {"text": ".txt", "json": ".json", "csv": ".csv", "html": ".html", "markdown": ".md", "latex": ".tex"}
MOST_DIGITS = 50
# The significant digits of numbers in words, unless others are asked for.
FEW = 4


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Told(Result):
    """An answer that a command alone gives: `tell` yields its blocks."""

    schema: str  # type: ignore[misc]
    tell: Callable[[], Iterator[Block]]
    exit_code: int = 0

    def show(self) -> Iterator[Block]:
        """Yield the blocks."""
        return self.tell()


@dataclass(frozen=True, slots=True, repr=False)
class Together(Result):
    """Answers below each other: warnings first, then the parts, then further sentences.

    `schema` is that of the answer which was asked for first. In JSON a part's blocks have their own keys. If an earlier part or
    the one of this schema has a key already, the part's place is put after it, as in `weights_2`.
    """

    schema: str  # type: ignore[misc]
    parts: tuple[Result, ...]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """The exit code of the part whose code is largest."""
        return max(getattr(x, "exit_code", 0) for x in self.parts)

    def show(self) -> Iterator[Block]:
        """Yield the warnings of all parts, then each part without them, then the notes."""
        blocks = [(place, x) for place, part in enumerate(self.parts, start=1) for x in part.show()]
        yield from map(Warn, dict.fromkeys([*self.warnings, *(x.text for _, x in blocks if isinstance(x, Warn))]))
        main = next((place for place, part in enumerate(self.parts, start=1) if part.schema == self.schema), 0)
        taken = {x.key: main for place, x in blocks if place == main and isinstance(x, Fact | Table | Code)}
        for place, x in blocks:
            if isinstance(x, Fact | Table | Code):
                x = replace(x, key=f"{x.key}_{place}") if taken.setdefault(x.key, place) != place else x
            if not isinstance(x, Warn):
                yield x
        yield from (Say(x) for x in self.notes)


@dataclass(frozen=True, slots=True)
class Shown:
    """How and where an answer is shown: its form, the files of the answer and of its picture, and how numbers are written."""

    form: str
    output: Path | None
    plot: Path | None
    digits: int | None
    exact: bool

    def answer(self, program: str, act: Callable[[], Result], read: Sequence[str]) -> int:
        """Do what a command does, write its answer, and return the exit code. `read` may name files that the command reads."""
        for written in filter(None, (self.output, self.plot)):
            require_kept(written, read)
        with digits(self.digits or FEW, exact=self.exact), as_command_line():
            with waiting(program):
                found = act()
                text = self._written(found, program).removesuffix("\n") + "\n"
            if self.output is None:
                sys.stdout.write(text)
            else:
                write_whole(self.output, text.encode("utf-8"))
                print(f"rropt: the answer is in {self.output}", file=sys.stderr)
            if self.plot is not None:  # last, as an answer without a picture is one nevertheless
                found.plot(self.plot)
                print(f"rropt: the picture is in {self.plot}", file=sys.stderr)
        if self.form != "text" or self.output is not None:
            self._warn_beside(found)
        return int(getattr(found, "exit_code", 0))

    def _written(self, found: Result, program: str) -> str:
        """Write an answer of a command in the form that was asked for."""
        match self.form:
            case "csv":
                return _first_of(found).to_csv(exact=self.exact, digits=self.digits)
            case "html":
                from rropt.page.document import document

                return document(found.page_title or program, found.show())
            case "text":
                return repr(found)
        return str(getattr(found, f"to_{self.form}")())

    def _warn_beside(self, found: Result) -> None:
        """Print an answer's warnings on the error stream, because the answer goes to a file or a program; of CSV also which tables
        are left out, and of LaTeX that the sentences are."""
        blocks = [*found.show()]
        told = [f"warning: {one_line(x.text)}" for x in blocks if isinstance(x, Warn)]
        if self.form == "latex" and any(isinstance(x, Say | Items | Code) for x in blocks):
            told += ["the LaTeX has numbers and tables alone; --as markdown also has the sentences"]
        if self.form == "csv":
            first = _first_of(found).table().key
            others = [x.key for x in blocks if isinstance(x, Table) and x.key != first]
            told += [f"the CSV has the table {first} alone; --json also has {', '.join(others)}"] if others else []
        for line in told:
            print(f"rropt: {line}", file=sys.stderr)


def _first_of(found: Result) -> Result:
    """The answer whose table a CSV has: the first of several."""
    return found.parts[0] if isinstance(found, Together) else found


def read_shown(
    *,
    as_: Literal["text", "json", "csv", "html", "markdown", "latex"] | None = None,
    json: bool = False,
    output: Path | None = None,
    digits: int | None = None,
    exact: bool = False,
    plot: Path | None = None,
) -> Shown:
    """Check the options that say how and where an answer is shown.

    Args:
        as_: The form of the answer.
        json: The answer as JSON, with all digits of its numbers; words round errors up and intervals outward.
        output: Write the answer to this file, in the form that its ending says, or draw its picture (.svg or .png).
        digits: Significant digits of numbers in words (4 unless given), and of decimals in CSV (all unless given).
        exact: Exact numbers: beside decimals in words, in place of them in CSV. Surveys have none, as they are reckoned in doubles.
        plot: Draw the answer's picture into this file (.svg or .png).

    Returns:
        The form, the files and how numbers are written.
    """
    ending = "" if output is None else require_place(output).suffix.lower()
    if ending in PICTURES:
        output, plot, ending = None, output, ""
    asked = [
        *(["json"] if json else []),
        *([as_] if as_ else []),
        *(form for form, known in FORMS.items() if known == ending and form != "text"),
    ]
    refuse(
        (
            len({*asked}) > 1,
            f"the answer was asked for as {' and '.join(asked)}; ask for one form, in which the file is written too",
        ),
        (
            ending not in ("", *FORMS.values()),
            f"--output {output}: no {ending} file is written; end its name in {', '.join((*FORMS.values(), *PICTURES))}",
        ),
        (
            digits is not None and not 1 <= digits <= MOST_DIGITS,
            f"--digits {digits} should be from 1 to {MOST_DIGITS}",
        ),
    )
    if plot is not None:
        require_place(plot, picture=True)
    return Shown(asked[0] if asked else "text", output, plot, digits, exact)
