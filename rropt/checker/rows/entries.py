"""Recognises rows that were listed before, so that no row is listed twice.

The rows are built elsewhere, entry by entry or by determinants. The check is for speed: to list a row twice would do no harm.
"""

from ..arithmetic.polynomial import common_divisor
from ..arithmetic.quotient import Quotient
from ..limits import spend

# The entries of a row that are known so far, by input.
Entries = dict[int, Quotient]
Form = tuple[object, object]
# The key of a row: its inputs and, if all its entries are rational, its entries. Rows with different keys are different.
Key = tuple[tuple[int, ...], tuple[Form, ...] | None]


def is_new(row: Entries, known: dict[Key, list[Entries]]) -> bool:
    """Tell whether a row is new, and if so add it to `known`, which has the earlier rows by their keys.

    The row is compared only with the earlier rows that have the same key.
    """
    key = _key_of(row)
    same = known.setdefault(key, [])
    # two rational rows with one key are equal
    if same and (key[1] is not None or any(_is_same(row, other) for other in same)):
        return False
    same.append(row)
    return True


def _key_of(row: Entries) -> Key:
    """Make the key of a row, which is a pair.

    The first element has the inputs of the row, in order. If all entries are rational, the second element has the entries in lowest
    terms. Otherwise it is None.
    """
    inputs = sorted(row)
    spend(4 * len(inputs))
    if not all(row[j].is_constant() for j in inputs):
        return tuple(inputs), None
    return tuple(inputs), tuple(form_of(row[j]) for j in inputs)


def form_of(x: Quotient) -> Form:
    """Return the pair (numerator, denominator), reduced by common integer factors and by common powers of t.

    Different numbers never have the same form. Equal rational numbers have the same form. Equal numbers that vary with t may have
    different forms.
    """
    if x.is_constant():
        n, d = x.fraction()
        divisor = common_divisor([n, d])
        return n // divisor, d // divisor
    spend(4 * (len(x.num) + len(x.den)))
    least, divisor = min((*x.num, *x.den)), common_divisor([*x.num.values(), *x.den.values()])
    num, den = (tuple((e - least, c // divisor) for e, c in sorted(p.items())) for p in (x.num, x.den))
    return num, den


def _is_same(row: Entries, other: Entries) -> bool:
    """Whether two rows on the same inputs are equal.

    The enclosures of their entries are compared first: in most cases this is enough to show that the rows differ.
    """
    spend(4 * len(row))
    if any(_are_apart(other[n], x) for n, x in row.items()):
        return False
    spend(20 * len(row))
    return all(other[n] == x for n, x in row.items())


def _are_apart(x: Quotient, y: Quotient) -> bool:
    """Whether the enclosures of the two numbers over the domain are disjoint, so that the numbers differ at every t."""
    (low, high), (other_low, other_high) = x.in_steps(), y.in_steps()
    return high < other_low or other_high < low
