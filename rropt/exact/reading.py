"""Reading matrices of exact numbers, whose entries are anything that `read_number` reads, and labels of rows and columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral

from rropt.exact.decimal import decimal
from rropt.exact.element import Element, Number, generator, is_free
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, steers_a_terminal
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted, ordinal, show

__all__ = [
    "Labels",
    "drop_number_labels",
    "label_all",
    "label_set",
    "pair_labels",
    "place_of",
    "places_of",
    "read_free_delta",
    "read_labels",
    "read_matrix",
    "require_distinct",
    "relabel_sets",
    "spell_briefly",
]

Labels = tuple[str, ...]


def read_matrix(rows: Iterable[Iterable[object]], *, epsilon: object = None, delta: str | None = None) -> Matrix:
    """Read a rectangular, nonempty exact matrix.

    In text, t stands for e^epsilon. If `delta` is given, it is the interval of a free delta; in text, both delta and t then stand
    for this delta, and `epsilon` is not used.
    """
    t = None if epsilon is None else _finite(read_epsilon(epsilon))
    if delta is not None:
        t = read_free_delta(delta)
    if hasattr(rows, "iterrows"):
        raise InputError(
            "a data frame cannot be read as a matrix; read it with Mechanism.from_pandas, which keeps its labels"
        )
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise InputError(
            f"a matrix must be rows of numbers, one row per output, not {str(rows)[:40]!r}; for a mechanism's name use from_spec"
        )
    matrix = tuple(tuple(_entry(x, t, i, j) for j, x in enumerate(_row(row))) for i, row in enumerate(rows))
    if not matrix or not matrix[0]:
        raise InputError("a matrix needs at least one row and one column")
    odd = next((i for i, row in enumerate(matrix) if len(row) != len(matrix[0])), None)
    if odd is not None:
        long, other = (counted(len(matrix[i]), "number") for i in (0, odd))
        raise InputError(
            f"the rows of a matrix must be equally long, but the 1st has {long} and the {ordinal(odd)} has {other}"
        )
    return matrix


def _entry(x: object, t: Number | None, i: int, j: int) -> Number:
    """Read the entry in row i and column j of a matrix, counted from 0; an error message names the row and the column. `t` is the
    number that the letter t stands for in a text."""
    try:
        return read_number(x, t=t)
    except InputError as error:
        raise InputError(
            *error.args, f"; the entry stands in the {ordinal(i)} row and {ordinal(j)} column of numbers"
        ) from None


def _row(row: object) -> Iterable[object]:
    """Return a row of a matrix; refuse a text, and anything that cannot be iterated over."""
    if isinstance(row, str) or not isinstance(row, Iterable):
        raise InputError(
            f"a row of a matrix is a list of numbers, not {str(row)[:40]!r}; give rows such as [[0.75, 0.25], [0.25, 0.75]]"
        )
    return row


def read_free_delta(text: str) -> Number:
    """Read an interval such as "0..1/10", and return delta as a number that ranges over this interval.

    The ends must be rational numbers from 0 to 1, the smaller one first.
    """
    low, high = (read_number(x) for x in (text.split("..", 1) if ".." in text else (text, text)))
    if isinstance(low, Element) or isinstance(high, Element) or not 0 <= low < high <= 1:
        raise InputError(
            f"{DELTA} = {text} must be an interval of rational numbers between 0 and 1, the smaller one first, such as 0..1/10",
        )
    return generator(Free(low, high, lower_open=False, upper_open=False, letter=DELTA))


def _finite(epsilon: Epsilon) -> Number:
    if is_infinite(epsilon.t):
        raise InputError("t = e^epsilon has no value at epsilon = inf; give a finite epsilon")
    return epsilon.t


def spell_briefly(x: Number) -> str:
    """Write a number for a sentence: exactly if that is short or a function of a free t, else as `about` and a decimal."""
    text = show(x)
    free = is_free(x)
    return text if free or len(text) <= 40 else f"about {decimal(x)}"


def read_labels(labels: Sequence[str] | None, n: int, what: str) -> Labels | None:
    """Return n labels as text after checking that they differ; None if no labels are given."""
    if labels is None:
        return None
    if not isinstance(labels, Iterable):
        raise InputError(f"the {what} labels are {str(labels)[:40]!r}; give a list of {n} texts, such as ('no', 'yes')")
    names = tuple(map(str, labels))
    if len(names) != n:
        raise InputError(f"{len(names)} {what} labels {names} were given for {n} {what}s; give {n}")
    require_distinct(names, what)
    if steering := [x for x in names if any(map(steers_a_terminal, x))]:
        raise InputError(f"the {what} label {steering[0][:40]!r} has a character that is not printed; leave it out")
    return names


def require_distinct(names: Labels, what: str) -> None:
    """Refuse labels of inputs or outputs if two of them are the same."""
    if len(set(names)) < len(names):
        twice = next(x for x in names if names.count(x) > 1)
        raise InputError(
            f"{what} labels must differ from one another, but {twice[:40]!r} is given more than once; rename one"
        )


def label_all(labels: Labels | Sequence[str] | None, n: int) -> Labels:
    """The labels of n inputs (or outputs); 0, 1, … if there are none."""
    return tuple(labels or map(str, range(n)))


def drop_number_labels(labels: Iterable[str]) -> list[str] | None:
    """Return the labels as a list; None if they are the default 0, 1, …."""
    names = list(labels)
    return None if tuple(names) == label_all(None, len(names)) else names


def places_of(labels: Labels | Sequence[str] | None, n: int) -> Mapping[str | int, int]:
    """Map each name of n inputs (or outputs) to the index of the input that it names. A name is a label, as text, or a whole
    number.

    If some label is a number, whole numbers are read as labels: with labels 1, 2, 3 the name 1 means the first input. Otherwise a
    whole number is an index counted from 0. If no labels are given, the labels are 0, 1, …, and both readings agree.
    """
    names: dict[str | int, int] = {label: place for place, label in enumerate(label_all(labels, n))}
    whole = {int(label): place for label, place in names.items() if re.fullmatch("0|-?[1-9][0-9]{0,17}", str(label))}
    is_numbered = any(re.fullmatch(r"[-+]?[0-9]+([.,][0-9]*)?", str(label)) for label in names)
    return names | (whole if is_numbered else {place: place for place in range(n)})


def place_of(name: object, labels: Labels | Sequence[str] | None, n: int, *, as_text: bool = False) -> int | None:
    """Find the index of the input (or output) with this name, a label or a whole number as in `places_of`; None if there is none.

    With `as_text`, a text that is no label but a whole number, such as "2", is taken as that number.
    """
    known = places_of(labels, n)
    if isinstance(name, str):
        is_index = as_text and name not in known and re.fullmatch("0|[1-9][0-9]{0,3}", name)
        return known.get(int(name) if is_index else name)
    return known.get(int(name)) if isinstance(name, Integral) and not isinstance(name, bool) else None


def pair_labels(a: Labels, b: Labels) -> list[str]:
    """The labels "x,y" of all pairs, where x is a label in a and y a label in b; x varies slowest."""
    return [f"{x},{y}" for x in a for y in b]


def label_set(names: Sequence[str]) -> str:
    """Label a set of inputs by their labels: {a,c}, or a if it has only a."""
    return names[0] if len(names) == 1 else f"{{{','.join(names)}}}"


def relabel_sets(outputs: Labels | None, old: Labels, new: Sequence[str] | None) -> Labels | None:
    """Rename the inputs that occur in the labels of outputs, where every label is a set of inputs, such as {0,2}.

    `old` has the present labels of the inputs, and `new` the new ones. The outputs' labels are returned unchanged if `new` is None
    or has not as many labels as `old`. They are also unchanged if a new label has a comma, because commas separate the inputs of a
    set.

    The labels must be sets beyond doubt. So they are also returned unchanged if some label is no set of inputs, or if no label
    names several inputs. In that case a label such as 0 may be the name of an answer rather than of an input.
    """
    if outputs is None or new is None or len(new) != len(old) or any("," in str(x) for x in new):
        return outputs
    names = dict(zip(old, map(str, new), strict=True))
    sets = [label[1:-1].split(",") if label[:1] == "{" and label[-1:] == "}" else [label] for label in outputs]
    if not any(len(x) > 1 for x in sets) or any(x not in names for members in sets for x in members):
        return outputs
    return tuple(label_set([names[x] for x in members]) for members in sets)
