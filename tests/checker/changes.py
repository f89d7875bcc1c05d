"""Certificates with one thing changed: where it stands, and what else could stand there."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place of a document, with what stands there."""
    yield path, data
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from leaves(value, (*path, key))


def changes(value: Any) -> Iterator[Any]:
    """Other things to stand in a place: numbers up by one, the sign turned, words altered, entries lost or exchanged."""
    if isinstance(value, str):
        for found in re.finditer(r"\d+", value):
            yield f"{value[: found.start()]}{int(found[0]) + 1}{value[found.end() :]}"
        yield f"-({value})" if re.search(r"\d|t", value) else f"{value}x"
        yield f"{value}+1/10^30" if re.search(r"\d", value) else value.upper()
        yield from (
            value.replace(a, b)
            for a, b in (
                ("max", "min"),
                ("min", "max"),
                ("(", "["),
                ("]", ")"),
                ("true", "false"),
                (">", "<"),
                ("<", ">"),
                ("-", "+"),
                ("+", "-"),
            )
            if a in value
        )
    elif isinstance(value, list) and value:
        yield value[:-1]
        yield value[::-1]
        yield [*value, value[0]]
    elif isinstance(value, dict):
        for key in value:
            yield {k: x for k, x in value.items() if k != key}
            yield {(f"{k}x" if k == key else k): x for k, x in value.items()}


def put(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of a document with another value in a place."""
    if not path:
        return value
    document = copy.deepcopy(document)
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return document
