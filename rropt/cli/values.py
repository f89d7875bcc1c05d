"""What was typed for a parameter, read as its annotation says."""

from __future__ import annotations

import collections.abc
import re
from collections import Counter
from collections.abc import Callable, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from rropt.errors import InputError, require_known
from rropt.specs import Reads

__all__ = ["read_value"]

SEQUENCES = (tuple, list, collections.abc.Sequence)
# What a text that is none of these types should be.
NUMBERS = {int: "a whole number; write digits, such as 10", float: "a number; write digits, such as 0.5"}


def read_value(kind: Any, texts: Sequence[str], option: str) -> Any:
    """Read the texts that were typed for an option as a value of a type.

    Texts stay texts where the type takes text or any object. A sequence has an element for each text, and for each part of a text
    between commas. A mapping has an item for each text, such as `north=warner:p=3/4`; if its values are numbers or plain texts,
    for each part of a text between commas, such as `north=5000,south=7000`.
    """
    origin, arms = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _read_one_of([x for x in arms if x is not NoneType], texts, option)
    if origin in SEQUENCES:
        marks = [x for x in get_args(arms[0]) if isinstance(x, Reads)]
        parts = (
            [*texts] if marks and not marks[0].commas else [part for text in texts for part in _parts_of(text, option)]
        )
        return tuple(read_value(arms[0], [part], option) for part in parts)
    if len(texts) > 1 and origin is not collections.abc.Mapping:
        raise InputError(f"{option} was given twice; give it once")
    if origin is collections.abc.Mapping:
        are_plain = arms[1] in (str, int, Any)
        parts = [part for text in texts for part in (_parts_of(text, option) if are_plain else [text])]
        if wrong := [x for x in parts if x.find("=") < 1]:
            raise InputError(
                f"{option} {wrong[0]} should be a name, an equals sign and a value; one with a comma needs two kinds of quotation "
                """marks, as in '"Yes, often=yes",No=no'"""
            )
        pairs = [x.split("=", 1) for x in parts]
        if stray := [f"{name}={x}" for name, x in pairs if ":" in name and not are_plain]:
            raise InputError(f"{option} {stray[0]} names no value of a column; write VALUE={stray[0]} for each value")
        if repeated := [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]:
            raise InputError(f"{option} names '{repeated[0]}' twice; name it once")
        return {name: read_value(arms[1], [value], option) for name, value in pairs}
    if origin is Literal:
        require_known(texts[:1], arms, f"{option} cannot be")
    try:
        return _reader_of(kind)(texts[0])
    except ValueError as error:
        said = str(error) if isinstance(error, InputError) else f"{texts[0]} is not {NUMBERS[kind]}"
        raise InputError(f"{option}: {said}" if option.startswith("-") else said) from None


def _read_one_of(arms: Sequence[Any], texts: Sequence[str], option: str) -> Any:
    """Read a value of one of several types: a mapping if each text names its key, a sequence if there are several values, else the
    first type that can be read."""
    if all("=" in text.partition(":")[0] for text in texts):
        arms = [x for x in arms if get_origin(x) is collections.abc.Mapping] or arms
    sequences = [x for x in arms if get_origin(x) in SEQUENCES]
    others = [x for x in arms if x not in sequences]
    if sequences and (len(texts) > 1 or "," in texts[0]):
        return read_value(sequences[0], texts, option)
    tried = [*others, *sequences]
    for kind in tried[:-1]:
        try:
            return read_value(kind, texts, option)
        except InputError:
            continue
    return read_value(tried[-1], texts, option)


def _parts_of(text: str, option: str) -> list[str]:
    """Split a text at commas, but not within braces, as in {0,3}, or within quotation marks around a part, as in "Yes, sir=yes"."""
    found = [
        re.sub(r'^"([^"]*)"$', r"\1", part.strip())
        for part in re.split(r""",(?![^{}]*\})(?=(?:[^"]*"[^"]*")*[^"]*$)""", text)
    ]
    if "" in found:
        raise InputError(f"{option} {text!r} has nothing at place {found.index('') + 1}; fill it or drop a comma")
    return found


def _reader_of(kind: Any) -> Callable[[str], Any]:
    """Return the function that reads one text as a value of this type."""
    if marks := [x for x in get_args(kind) if isinstance(x, Reads)]:
        if not marks[0].files:
            return marks[0].read
        from rropt.cli.readers import read_given  # loaded only by commands that need it

        return read_given
    known: dict[Any, Callable[[str], Any]] = {object: str, Any: str, bool: "yes".__eq__}
    return str if get_origin(kind) is Literal else known.get(kind, kind)
