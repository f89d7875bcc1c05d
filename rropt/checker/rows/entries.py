"""Rows that are built one entry at a time, or by minors: which of them are one row. To list a row twice costs time alone."""

from ..arithmetic.polynomial import common_divisor
from ..arithmetic.quotient import Quotient
from ..limits import spend

# The entries of a row that are known so far, by input.
Entries = dict[int, Quotient]
Form = tuple[object, object]
# What tells rows apart: the inputs, and where all entries are rational also these.
Key = tuple[tuple[int, ...], tuple[Form, ...] | None]


def is_new(row: Entries, known: dict[Key, list[Entries]]) -> bool:
    """Keep a row that is none of those known, by what tells rows apart, so that those of other keys need no comparison."""
    key = _key_of(row)
    same = known.setdefault(key, [])
    # rational rows of one key are one row
    if same and (key[1] is not None or any(_is_same(row, other) for other in same)):
        return False
    same.append(row)
    return True


def _key_of(row: Entries) -> Key:
    """The inputs of a row, and if all entries are rational these in lowest terms."""
    inputs = sorted(row)
    spend(4 * len(inputs))
    if not all(row[j].is_constant() for j in inputs):
        return tuple(inputs), None
    return tuple(inputs), tuple(form_of(row[j]) for j in inputs)


def form_of(x: Quotient) -> Form:
    """Numerator and denominator without common integers and powers of t: of a rational number the lowest terms, of others a form
    of which equal numbers may have several."""
    if x.is_constant():
        n, d = x.fraction()
        divisor = common_divisor([n, d])
        return n // divisor, d // divisor
    spend(4 * (len(x.num) + len(x.den)))
    least, divisor = min((*x.num, *x.den)), common_divisor([*x.num.values(), *x.den.values()])
    num, den = (tuple((e - least, c // divisor) for e, c in sorted(p.items())) for p in (x.num, x.den))
    return num, den


def _is_same(row: Entries, other: Entries) -> bool:
    """Whether two rows on the same inputs are equal; disjoint ranges decide most cases."""
    spend(4 * len(row))
    if any(_are_apart(other[n], x) for n, x in row.items()):
        return False
    spend(20 * len(row))
    return all(other[n] == x for n, x in row.items())


def _are_apart(x: Quotient, y: Quotient) -> bool:
    """Whether ranges of the two show that they differ at every t."""
    (low, high), (other_low, other_high) = x.in_steps(), y.in_steps()
    return high < other_low or other_high < low
