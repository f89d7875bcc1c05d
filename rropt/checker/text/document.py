"""JSON as certificates use it: strings, lists, and objects without repeated keys."""

import json
from typing import Any, NoReturn

from ..limits import MOST_BRACKETS, MOST_TEXT, hold, spend
from ..refusals import Malformed, TooMuch, expect


def is_too_long(text: str) -> bool:
    """Whether a text has more characters or more opening brackets than the checker reads."""
    return len(text) > MOST_TEXT or text.count("[") + text.count("{") > MOST_BRACKETS


def read_document(text: str) -> Any:
    """Read a text as JSON, in which every number is written as a string.

    The text is malformed if it repeats a key in an object, or if it has a number that is not a string. Which keys it has is checked
    later, by the reader of the claim.
    """
    if is_too_long(text):
        raise TooMuch("too long a text")
    hold(10 * len(text))
    try:
        return json.loads(
            text,
            object_pairs_hook=_read_object,
            parse_int=_refuse_number,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except json.JSONDecodeError as error:
        raise Malformed(f"no JSON text: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise TooMuch("too many brackets in one another") from None


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a dictionary of the keys and values of a JSON object; a repeated key is malformed."""
    spend(20 + 10 * len(pairs))
    found = dict(pairs)
    expect(len(found) == len(pairs), "a repeated key")
    return found


def _refuse_number(text: str) -> NoReturn:
    """Call the text malformed, because certificates write every number as a string and never as JSON's own number."""
    raise Malformed(f"a number that is not a string: {text[:60]!a}")
