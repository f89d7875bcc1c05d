"""Several answers of one command as one answer: what the command was asked for, in one order, below each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rropt.show import Block, Code, Fact, Result, Say, Table, Warn

__all__ = ["Together"]


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
        told = (x.text for _, x in blocks if isinstance(x, Warn))
        yield from map(Warn, dict.fromkeys([*self.warnings, *told]))
        main = next((place for place, part in enumerate(self.parts, start=1) if part.schema == self.schema), 0)
        taken = {x.key: main for place, x in blocks if place == main and isinstance(x, Fact | Table | Code)}
        for place, x in blocks:
            if isinstance(x, Fact | Table | Code):
                x = replace(x, key=f"{x.key}_{place}") if taken.setdefault(x.key, place) != place else x
            if not isinstance(x, Warn):
                yield x
        yield from (Say(x) for x in self.notes)
