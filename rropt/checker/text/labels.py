"""Checks the labels of inputs and outputs, and writes texts in printable ASCII so that a message can show them."""

import re

from ..limits import LONGEST_LABEL, LONGEST_QUOTE

# Control characters, quotation marks that would end a label, and characters that are invisible or turn the writing round.
REFUSED = re.compile(
    r'[\x00-\x1f"\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff]'
    r"|[\ud800-\udfff\U000e0000-\U000e007f]"
)


def is_label(text: str) -> bool:
    """Whether a text may be a label: it has 1 to 60 characters, none of them refused, and no space at its ends."""
    return 0 < len(text) <= LONGEST_LABEL and text == text.strip(" ") and REFUSED.search(text) is None


def escape(text: str) -> str:
    r"""Write a text in printable ASCII: a backslash is doubled, other characters become \xXX, \uXXXX or \UXXXXXXXX.

    So no two texts are shown alike, and the text shown does not depend on fonts, terminals or the version of Python.
    """
    if text.isascii() and text.isprintable() and "\\" not in text:
        return text  # every character stands for itself
    return "".join(map(_escape_character, text))


def name_file(path: str) -> str:
    """Write a file name in printable ASCII, for the beginning of the line that states a verdict.

    The space in every ": " is written as its code. So the text written contains no ": ", and a file name cannot imitate a verdict.
    """
    return escape(path).replace(": ", ":\\x20")


def _escape_character(character: str) -> str:
    """Write one character in printable ASCII, as `escape` does."""
    code = ord(character)
    if character == "\\":
        return "\\\\"
    if 0x20 <= code < 0x7F:
        return character
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shorten(text: str) -> str:
    """Write a text in printable ASCII, cut off if it is too long for a message."""
    shown = escape(text[: LONGEST_QUOTE + 1])
    return shown if len(text) <= LONGEST_QUOTE else f"{shown[:LONGEST_QUOTE]}..."
