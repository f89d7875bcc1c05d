"""A part of a certificate, and the typed values that are read from it."""

from dataclasses import dataclass
from typing import Any

from ..arithmetic.domain import Domain
from ..arithmetic.quotient import Quotient, constant, size_of, variable
from ..limits import MOST_LABELS, hold, spend
from ..refusals import Malformed, Rejected, TooMuch, expect, expect_at_most
from ..speed import read_plain, remember
from .grammar import parse
from .labels import is_label, shorten


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a certificate's JSON, with its place in the file and the domain of t.

    `data` is the JSON value, and `place` is its JSON pointer. Numbers in the piece may contain the variable t, and `domain` is the
    set in which t lies.
    """

    data: Any
    place: str
    domain: Domain

    def take(self, required: str, optional: str = "") -> dict[str, "Part"]:
        """Return the values of a JSON object by key; a key that is missing, or neither required nor optional, is malformed.

        `required` and `optional` are keys, separated by spaces.
        """
        expect(isinstance(self.data, dict), f"{self.where()} should be an object")
        needed, known = set(required.split()), set(required.split()) | set(optional.split())
        missing, unknown = sorted(needed - self.data.keys()), sorted(self.data.keys() - known)
        expect(not missing, f"{self.where()} lacks the key {', '.join(missing)}")
        expect(not unknown, f"{self.where()} has the unknown key {shorten(', '.join(unknown))}")
        return {key: self.at(key) for key in self.data}

    def at(self, key: str | int) -> "Part":
        """Return the part at a key of this object, or at an index of this list."""
        escaped = str(key).replace("~", "~0").replace("/", "~1")
        return Part(self.data[key], f"{self.place}/{escaped}", self.domain)

    def where(self) -> str:
        """Name the place in a message: its JSON pointer, cut off if it is long, or "the certificate" for the whole."""
        return shorten(self.place) or "the certificate"

    def items(self) -> list["Part"]:
        """Return the items of this list, each with its place; anything but a list is malformed."""
        expect(isinstance(self.data, list), f"{self.where()} should be a list")
        spend(32 * len(self.data))
        hold(200 * len(self.data))
        return [self.at(n) for n in range(len(self.data))]

    def strings(self) -> list[str]:
        """Return the value of this part, which must be a list of strings; anything else is malformed."""
        expect(isinstance(self.data, list), f"{self.where()} should be a list")
        spend(32 * len(self.data))
        expect(all(isinstance(x, str) for x in self.data), f"{self.where()} should hold strings alone")
        return list(self.data)

    def string(self) -> str:
        """Return the value of this part, which must be a string; anything else is malformed."""
        if not isinstance(self.data, str):
            raise Malformed(f"{self.where()} should be a string")
        return self.data

    def word(self, *allowed: str) -> str:
        """Return the value of this part, which must be one of the allowed words; anything else is malformed."""
        found = self.string()
        expect(found in allowed, f"{self.where()} should be one of: {', '.join(allowed)}")
        return found

    def name(self, *allowed: str) -> str:
        """Return the value at the key `name` of this object, which must be one of the allowed words; anything else is malformed."""
        expect(isinstance(self.data, dict) and "name" in self.data, f"{self.where()} should be an object with a name")
        return self.at("name").word(*allowed)

    def index(self, size: int) -> int:
        """Read the value of this part as an integer from 0 to size - 1.

        The value must be a string of decimal digits. Other numbers, and leading zeros, are malformed.
        """
        found = self.string()
        is_index = found.isascii() and found.isdigit() and len(found) <= 9 and str(int(found)) == found
        expect(is_index and int(found) < size, f"{self.where()} should be an index below {size}")
        return int(found)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number of a certificate, with its place in the certificate."""

    number: Quotient
    part: Part


@dataclass(frozen=True, slots=True)
class Vector:
    """A list of numbers of a certificate, with its place in the certificate."""

    numbers: list[Quotient]
    part: Part


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix of a certificate, with its place in the certificate; it has at least one row and one column.

    The entry [i][j] of a mechanism is Pr(output i | input j).
    """

    rows: list[list[Quotient]]
    part: Part

    def size(self) -> tuple[int, int]:
        """Return the number of rows and the number of columns."""
        return len(self.rows), len(self.rows[0])

    def transpose(self) -> list[list[Quotient]]:
        """List the columns as rows."""
        return [list(column) for column in zip(*self.rows, strict=True)]


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of inputs, or of outputs, with their place in the certificate."""

    names: list[str]
    part: Part

    def __len__(self) -> int:
        """Count the labels."""
        return len(self.names)


def read_number(text: Any, domain: Domain, where: str) -> Quotient:
    """Read a number; it is malformed unless it is defined at every t of the domain.

    Equal texts are read once, except in a plain check (speed.py).
    """
    if not isinstance(text, str):
        raise Malformed(f"{where} should be a number, written as a string")
    spend(60)
    # most texts were read before; in a plain check none is known
    if text in domain.numbers_known:
        return domain.numbers_known[text]  # type: ignore[no-any-return]
    return remember(domain.numbers_known, text, lambda: _read_new_number(text, domain), len(text))  # type: ignore[no-any-return]


def _read_new_number(text: str, domain: Domain) -> Quotient:
    """Read a number by its grammar, or quickly if it is an integer or a fraction such as -3/4."""
    plain = read_plain(text)
    if plain:
        hold(700 + len(text))
        return constant(*plain)
    found = parse(text, {"t": variable(domain)}, divide_on_domain)
    hold(size_of(found))
    return found


def divide_on_domain(a: Quotient, b: Quotient) -> Quotient:
    """Divide a by b; the text is malformed unless b is positive on the whole domain, or negative on the whole domain.

    If the sign of b is not decided within the limits, raise `TooMuch`. It would be wrong to raise `Rejected` here: a certificate is
    rejected only for its evidence, never while its text is read.
    """
    try:
        has_one_sign = b.has_one_sign()
    except Rejected:  # a text is rejected for its evidence alone, never while it is read
        raise TooMuch("a division by a number whose sign is not decided within the limits") from None
    expect(has_one_sign, "a division by a number that is 0 somewhere on the domain")
    return a.over(b)


def read_scalar(part: Part) -> Scalar:
    """Read one number."""
    return Scalar(read_number(part.data, part.domain, part.where()), part)


def read_vector(part: Part) -> Vector:
    """Read a list of numbers, which may be empty."""
    return Vector(_numbers(part.data, part), part)


def read_pair(part: Part) -> Vector:
    """Read a list of exactly two numbers."""
    found = read_vector(part)
    expect(len(found.numbers) == 2, f"{part.where()} should hold two numbers")
    return found


def _numbers(data: Any, part: Part) -> list[Quotient]:
    """Read the numbers in the list `data`, which is the whole value of the part, or one row of a matrix in it."""
    if not isinstance(data, list):
        raise Malformed(f"{part.where()} should hold a list of numbers")
    spend(32 * len(data))
    hold(16 * len(data))
    known, where = part.domain.numbers_known, f"an entry of {part.where()}"
    # most rows have no new text; in a plain check none is known
    if all(isinstance(x, str) and x in known for x in data):
        spend(60 * len(data))
        return [known[x] for x in data]
    return [read_number(x, part.domain, where) for x in data]


def read_matrix(part: Part) -> Matrix:
    """Read a matrix: a list of one or more rows, which have the same number of entries, one or more."""
    expect(isinstance(part.data, list), f"{part.where()} should be a list of rows")
    rows = [_numbers(row, part) for row in part.data]
    expect(bool(rows) and bool(rows[0]), f"{part.where()} is an empty matrix")
    expect(all(len(row) == len(rows[0]) for row in rows), f"{part.where()} has rows of different lengths")
    return Matrix(rows, part)


def read_labels(part: Part) -> Labels:
    """Read a list of one or more labels of inputs or outputs, which must be different."""
    found = part.strings()
    expect(len(found) > 0, f"{part.where()} holds no label")
    expect_at_most(len(found), MOST_LABELS, "labels")
    expect(len(set(found)) == len(found), f"{part.where()} holds a label twice")
    expect(
        all(map(is_label, found)),
        f"{part.where()} holds a label that is empty, too long or not printable, or has a space at an end",
    )
    return Labels(found, part)
