"""Several answers of one command as one answer: what the command was asked for, in one order, below each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rropt.engine.sets import SetMechanism
from rropt.mechanism import Mechanism
from rropt.privacy.words import disclosures, percent
from rropt.show import Block, Code, Fact, Result, Say, Table, Warn

__all__ = ["Together", "beliefs_of"]

MOST_WARNED = 12


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


def beliefs_of(p: Mechanism | SetMechanism) -> tuple[str, ...]:
    """Say what answers reveal at the shares for which the mechanism was designed; nothing if there are no such shares."""
    if isinstance(p, SetMechanism):
        return tuple(filter(None, [p.say_beliefs(p.planned)]))
    if p.planned is None or p.is_free or p.k < 2:
        return ()
    found = disclosures(p, p.planned)
    if p.k == 2:
        name, before = p.input_labels[1], percent(p.planned[1])
        told = [f'"{x.output}" it is {percent(x.after[1])}' for x in found if x.after is not None]
        return (f'Before an answer the chance of "{name}" is {before}; after {", after ".join(told[:MOST_WARNED])}.',)
    parts = []
    for j, name in enumerate(p.input_labels[:MOST_WARNED]):
        most = max((x.after[j] for x in found if x.after is not None), key=float)
        parts.append(f'"{name}" from {percent(p.planned[j])} to {percent(most)}')
    return (f"The answer that speaks most for a truth raises its chance: {', '.join(parts)}.",)
