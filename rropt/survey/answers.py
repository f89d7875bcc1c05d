"""Read a survey into its sums: how many gave each answer, and what they weigh, by group, stratum and cluster.

Every estimate of this package needs these sums alone. So a frame's own engine adds them up in one group-by (narwhals), lazy and
distributed frames stay lazy, and no row of a respondent is fetched. People who were drawn one by one in strata need no sums of
their own: what they add to a variance is in the sums of squared weights.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, partial
from numbers import Real
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import numpy as np

from rropt.exact.errors import Either, InputError, no_such, refuse, require_known
from rropt.exact.grammar import read_inside, read_integer, read_rational, shorten
from rropt.exact.spelling import counted
from rropt.files import refusing
from rropt.given import MechanismLike, mechanism_of
from rropt.survey.data_file import (
    is_parquet,
    is_path,
    number_of,
    open_parquet,
    printable,
    require_file,
    rows_of_csv,
)
from rropt.survey.draws import index_of
from rropt.survey.laws import Array

__all__ = [
    "JOIN",
    "MISSING",
    "MOST_ANSWERS",
    "Answers",
    "Columns",
    "Device",
    "Labels",
    "Rows",
    "Sampling",
    "are_right",
    "bad_number",
    "by_label",
    "meaning",
    "open_frame",
    "read_answers",
    "read_double",
    "read_level",
    "read_rows",
    "read_sampling",
    "require_columns",
    "require_meanings",
    "require_single_values",
    "sum_up",
    "text_of",
    "that_hold",
    "with_numbers",
]

MISSING = "(missing)"
JOIN = ", "
MOST_ROWS = 1_000_000
MOST_ANSWERS = 10**15
LONGEST = 60
LEAST_DOUBT = Fraction(1, 10**9)
Drop = Literal["error", "drop"]


@dataclass(frozen=True, slots=True, eq=False)
class Device:
    """A mechanism as a survey needs it, in doubles: `matrix[output, input]` is Pr(output | input).

    `planned` has the shares for which a design was made, and at which its estimates vary least; None if there are none. `digest`
    is that of the exact mechanism, which tells whether answers and a design belong together.
    """

    matrix: Array
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    planned: tuple[float, ...] | None = None
    digest: str = ""

    @classmethod
    def of(cls, mechanism: MechanismLike) -> Device:
        """Read a mechanism, the mechanism of a design, or a spec, without outputs that nobody gives."""
        if isinstance(mechanism, cls):
            return mechanism
        p = mechanism_of(mechanism)
        if p.is_free:
            raise InputError("the epsilon of the mechanism is free, so its answers have no probabilities; fix epsilon")
        planned = None if p.planned is None else tuple(map(float, p.planned))
        matrix = p.to_numpy()
        given = np.flatnonzero(matrix.any(axis=1)).tolist()
        return cls(matrix[given], tuple(p.input_labels), tuple(p.output_labels[i] for i in given), planned, p.digest)

    def place(self, share_of: str | int | None) -> int:
        """Return the index of an input that is given by its label or index; the last input if none is given."""
        k = len(self.inputs)
        return k - 1 if share_of is None else index_of(self.inputs, k, share_of)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a frame, by what they hold, and what becomes of answers that are no outputs.

    The functions of surveys take them by these names, with these defaults, and tell of them in these words.

    Args:
        answer: The column of the answers; several columns are read as one answer "a, b".
        by: The columns of groups.
        weights: The column of survey weights; for a list of answers, the list of their weights.
        counts: In a table of counts, the column that says how many people a row stands for.
        cluster: The column of clusters that were drawn independently, such as schools.
        stratum: The column of the strata in which clusters were drawn, or respondents where there are no clusters.
        other: What becomes of answers that are none of the mechanism's outputs: error or drop.
        missing: What becomes of missing answers: error or drop. They are dropped where `other` is drop, too.
        meanings: What texts of the answers' column stand for, in a mapping such as ja=yes,NA= (nothing: missing).
        direct: Those columns of answers that were asked directly, whose cells are labels already.
    """

    answer: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    weights: Any = None
    counts: str | None = None
    cluster: str | None = None
    stratum: str | None = None
    other: Drop = "error"
    missing: Drop = "error"
    meanings: Mapping[str, str] | None = None
    direct: tuple[str, ...] = ()

    @classmethod
    def of(cls, *, answer: Any = None, by: Any = None, **others: Any) -> Columns:
        """Check names and options of columns; `answer` and `by` may be one name, several, or None."""
        answers, groups = (
            () if x is None else tuple(x) if isinstance(x, Iterable) and not isinstance(x, str) else (x,)
            for x in (answer, by)
        )
        found = cls(answers, groups, **others)
        singles = [x for x in (found.counts, found.cluster, found.stratum) if x is not None]
        strange = [repr(x)[:40] for x in (*answers, *groups, *singles) if not isinstance(x, str)]
        refuse(
            (bool(strange), f"{'; '.join(strange)} is no name of a column; give its name as text"),
            (
                found.meanings is not None and not isinstance(found.meanings, Mapping),
                f"meanings = {str(found.meanings)[:40]!r} must map texts to outputs, such as {{'Yes': 'yes'}}",
            ),
            (
                not strange and len(set(groups)) < len(groups),
                f"by = {', '.join(map(str, groups))} names a column twice; name it once",
            ),
            *(
                (x not in ("error", "drop"), f"{name} = {x!r} must be error or drop")
                for name, x in (("other", found.other), ("missing", found.missing))
            ),
            (
                found.weights is not None and found.counts is not None,
                f"the counts '{found.counts}' are not of respondents with weights; leave one of both out",
            ),
        )
        return found

    @property
    def units(self) -> tuple[str, ...]:
        """The columns of strata and clusters, as far as they are given."""
        return tuple(x for x in (self.stratum, self.cluster) if x is not None)

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns of groups, of units and of answers."""
        return (*self.by, *self.units, *self.answer)

    def blanks(self, name: str) -> tuple[str, ...]:
        """The cells of a column of a CSV file that lack a value: R writes NA for a label that is missing."""
        return ("",) if name in self.answer and name not in self.direct else ("", "NA")


@dataclass(frozen=True, slots=True)
class Sampling:
    """The choice of respondents: by independent draws (`replacement`), all of them (`census`), or `srs` without replacement.

    `populations` has the size of each group's population for srs.
    """

    kind: str = "replacement"
    populations: tuple[int, ...] = ()

    def factor(self, n: float, group: int = 0) -> float:
        """Return the sampling factor f for n respondents of a group.

        Choosing them adds f·(diag π − ππᵀ)/n to the covariance of estimated shares π. For srs from N people f is
        (N − n)/(N − 1), as the numbers of the truths are hypergeometric.
        """
        if self.kind != "srs":
            return float(self.kind == "replacement")
        people = self.populations[group]
        if n > people:
            raise InputError(f"{n:.0f} answers cannot come from a population of {people}; give a larger population")
        return (people - n) / max(1, people - 1)

    def __str__(self) -> str:
        return {
            "replacement": "independent draws with replacement: respondents and device are random",
            "census": "a census or fixed population: only the device is random",
            "srs": f"simple random sampling without replacement from {', '.join(map(str, self.populations[:4]))} people",
        }[self.kind]


def read_sampling(kind: str, population: Any = None, groups: Sequence[str] = ("",)) -> Sampling:
    """Read a sampling model by name; srs needs the size of the population, of each group where there are several."""
    is_each, whose = isinstance(population, Mapping), "of each group" if len(groups) > 1 else "of people it draws from"
    refuse(
        (
            kind not in ("replacement", "census", "srs"),
            f"the sampling model {kind!r} is not one of replacement, census, srs; give one of these",
        ),
        (
            kind != "srs" and population is not None,
            f"a population of {population} belongs to the sampling srs, not to {kind}; give the sampling srs, or leave it out",
        ),
        (
            kind == "srs" and (population is None or (len(groups) > 1 and not is_each)),
            f"srs sampling needs the number {whose} as population, not {population}; give it",
        ),
    )
    if kind != "srs":
        return Sampling(kind)
    sizes = by_label(population if is_each else {groups[0]: population}, "group", groups)
    refuse(*((x not in sizes, f"the group {x!r} has no population; give one for every group") for x in groups))
    names = {x: f"the population of {x!r}" if x else "population" for x in groups}
    return Sampling(
        kind, tuple(read_integer(sizes[x], least=1, most=MOST_ANSWERS, name=name) for x, name in names.items())
    )


def read_double(x: object, name: str = "", *, read: Callable[..., Any] = read_rational) -> float:
    """Read an exact number as a double, and refuse one that is too large; `name` is what an error calls it."""
    value = read(x)
    if abs(value) > sys.float_info.max:
        raise InputError(f"{name or 'a number'} = {shorten(x)} is too large; give one below 1e308")
    return float(value)


def read_level(confidence: object) -> float:
    """Read a confidence strictly between 0 and 1, and not so near to 1 that doubles have no quantile for it."""
    level = read_inside(confidence, "confidence", example="0.95")
    if 1 - level < LEAST_DOUBT:
        raise InputError(
            f"confidence = {confidence} is nearer to 1 than {LEAST_DOUBT}; give a smaller one, such as 0.99"
        )
    return float(level)


def that_hold(*sentences: tuple[object, str]) -> list[str]:
    """Return the sentences whose condition holds; all are built before any condition is tested."""
    return [sentence for holds, sentence in sentences if holds]


# labels


def is_missing(x: Any) -> bool:
    """Whether x is None, pandas' NA, or a value unequal to itself (NaN, NaT)."""
    return x is None or type(x).__name__ == "NAType" or bool(x != x)


def text_of(label: Any) -> str:
    """Write a label as text, the same for 1, 1.0 and Decimal("1.00")."""
    if is_missing(label):
        return MISSING
    if isinstance(label, Decimal):
        # otherwise a label of more than 28 digits is rounded
        return f"{label.normalize(Context(prec=len(label.as_tuple().digits))):f}"
    return str(label).removesuffix(".0") if isinstance(label, Real) else str(label)


def meaning(cell: Any, meanings: Mapping[str, str] | None) -> Any:
    """Return what a cell stands for, None if nothing; a cell that `meanings` do not name stands for itself."""
    if not meanings:
        return cell
    text = normalize("NFC", str(cell).lower() if isinstance(cell, bool | np.bool_) else text_of(cell))
    return (meanings[text] or None) if text in meanings else cell


def require_meanings(meanings: Mapping[str, str] | None, outputs: Sequence[str]) -> None:
    """Refuse meanings that are none of a mechanism's outputs."""
    known = Labels(outputs)
    for output in filter(None, (meanings or {}).values()):
        known.find(output, "meanings name no output by")


class Labels:
    """Find the label that a value means: as it stands, else but for case, spaces at the ends and the composition of accents.

    True and true mean 1 where 1 is a label, and, if there are just two labels, yes means 1 and no means 0, and the other way
    round. A spelling that would fit two labels fits none.
    """

    __slots__ = ("_known", "_labels", "_words")

    def __init__(self, labels: Sequence[str]) -> None:
        self._labels = labels
        self._words = {"true": "1", "false": "0"} | ({"yes": "1", "no": "0"} if len(labels) == 2 else {})
        self._known: list[dict[str, int]] = []
        for spellings in zip(*map(self._spellings, labels), strict=True):
            times = Counter(spellings)
            self._known.append({x: i for i, x in enumerate(spellings) if times[x] == 1})

    def _spellings(self, text: str) -> tuple[str, ...]:
        """Write a text as it stands, as a whole number, folded, and as the digit that it means."""
        folded = normalize("NFC", text).casefold().strip()
        return text, text.removesuffix(".0"), folded, self._words.get(folded, folded)

    def place(self, value: Any) -> int | None:
        """Return the index of the label, or None if the value means none."""
        found = (known.get(x) for x, known in zip(self._spellings(text_of(value)), self._known, strict=False))
        return next((i for i in found if i is not None), None)

    def find(self, value: Any, lacking: str) -> int:
        """Return the index of the label; a value that means none is refused, by a sentence that begins with `lacking`."""
        found = self.place(value)
        if found is None:
            raise no_such(text_of(value), self._labels, lacking)
        return found


def by_label(given: Any, what: str, labels: Sequence[str]) -> dict[str, Any]:
    """Return a mapping whose keys are replaced by the label that each means; a key that means none keeps its text.

    Two keys that mean the same are refused, where `what` says what they name.
    """
    if not isinstance(given, Mapping):
        raise InputError(
            f"the {what} names are missing in {str(given)[:LONGEST]!r}; give a dictionary with a key for each {what}"
        )
    known, found = Labels(labels), dict[str, Any]()
    for key, value in given.items():
        at = known.place(key)
        label = text_of(key) if at is None else labels[at]
        if label in found:
            raise InputError(f"the {what} {label!r} is named twice, in two spellings; name it once")
        found[label] = value
    return found


# rows and their sums


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows of a survey, each of which may stand for several that are alike.

    `labels` has a column of cells for each of `Columns.keys`, or one of answers if no column is named. `n` has the number of
    answers that each row stands for, `w` and `w2` the sums of their weights and of the squares, and `idle` the number of rows of
    weight 0, which are no answers.
    """

    labels: list[list[Any]]
    n: Array
    w: Array
    w2: Array
    idle: Array

    @classmethod
    def of(cls, labels: list[list[Any]], times: Any, numbers: Any = None, *, are_counts: bool = False) -> Rows:
        """Make rows that stand for so many rows of the data each, with their weights or counts if there are any."""
        n = np.asarray(times, float)
        if numbers is None or are_counts:
            n = n if numbers is None else n * numbers
            return cls(labels, n, n, n, np.zeros(len(n)))
        return cls(labels, n * (numbers > 0), n * numbers, n * numbers**2, n * (numbers == 0))


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The sums of a survey.

    Entry r of `group`, `unit` and `output` says to which group, unit and output the sums `n` (answers), `w` (weights) and `w2`
    (squared weights) belong, and entry r of `row` in which of the rows that were read they stood. A unit is what was drawn
    independently: a cluster if `drawn_by` is "clusters"; a whole stratum of people if it is "strata"; a whole group of people if it
    is "people". `stratum` has the stratum of each unit, and `drawn` the number of clusters, or of people, that were drawn in each
    stratum, also of those without an answer.
    """

    by: str
    groups: tuple[str, ...]
    row: Array
    group: Array
    unit: Array
    output: Array
    n: Array
    w: Array
    w2: Array
    drawn_by: Literal["people", "strata", "clusters"]
    stratum: Array
    strata: tuple[str, ...]
    drawn: Array
    is_weighted: bool
    outputs: int
    left_out: tuple[str, ...] = ()

    def total(self, of: Array) -> Array:
        """Sum n, w or w2 by group and output."""
        found = np.zeros((len(self.groups), self.outputs))
        np.add.at(found, (self.group, self.output), of)
        return found

    @property
    def sizes(self) -> Array:
        """The number of answers of each group."""
        return np.asarray(self.total(self.n).sum(axis=1))

    @property
    def shares(self) -> Array:
        """The (weighted) shares of the answers of each group."""
        total = self.total(self.w)
        return np.asarray(total / total.sum(axis=1, keepdims=True))

    @property
    def effective(self) -> Array:
        """The number of answers of equal weight whose mean varies as much as that of each group, (Σw)²/Σw²."""
        return np.asarray(self.total(self.w).sum(axis=1) ** 2 / self.total(self.w2).sum(axis=1))

    @property
    def is_linearised(self) -> bool:
        """Whether respondents have weights or were drawn in clusters or strata."""
        return self.is_weighted or self.drawn_by != "people"

    def require_several_units(self) -> None:
        """Refuse a stratum in which one unit was drawn."""
        if self.drawn_by != "people" and (alone := np.flatnonzero(self.drawn == 1)).size:
            name = self.strata[alone[0]]
            what = f"the stratum '{name}' has" if name else "there is"
            raise InputError(
                f"{what} one unit drawn, and so no variance between units; give two or more, or merge strata"
            )

    def own_units(self, groups: Iterable[int]) -> tuple[int, int]:
        """Return the numbers of units with an answer of these groups, and of the strata in which they lie."""
        mine = np.isin(self.group, list(groups))
        units = np.unique(self.unit[mine])
        strata = len(np.unique(self.stratum[units]))
        return (len(units) if self.drawn_by == "clusters" else int(self.n[mine].sum())), strata

    @property
    def freedom(self) -> Array | None:
        """The degrees of freedom of each group, its own units less their strata; None where nobody was drawn in units."""
        if self.drawn_by == "people":
            return None
        return np.array(
            [units - strata for units, strata in (self.own_units([g]) for g in range(len(self.groups)))], float
        )


def read_answers(data: Any, outputs: Sequence[Sequence[str]], columns: Columns) -> Answers:
    """Read counts by answer, a list of answers, any data frame, a CSV or Parquet file, or rows that were read before, into the
    sums of a survey.

    `outputs` has the labels of the answers of each column. Answers to several columns are numbered as by the Kronecker product
    of their mechanisms: the last varies fastest.
    """
    for labels, name in zip(outputs, columns.answer or ("",), strict=False):
        if name not in columns.direct:
            require_meanings(columns.meanings, labels)
    return sum_up(data if isinstance(data, Rows) else read_rows(data, columns), lambda _: outputs, columns)


def read_rows(data: Any, columns: Columns) -> Rows:
    """Return the different answers of every group, stratum and cluster, with their sums."""
    if is_path(data):
        return _rows_of_file(Path(data), columns)
    frame = open_frame(data)
    if frame is not None:
        return _rows_of_frame(frame, columns)
    if named := [x for x in (*columns.answer, *columns.by, columns.counts, *columns.units) if x is not None]:
        raise InputError(
            f"'{named[0]}' names a column, but the data of type {type(data).__name__} have none; give a data frame or the path "
            "of the file in their place, or leave it out if they are answers alone"
        )
    return _rows_of_list(data, columns.weights)


def _rows_of_list(data: Any, weights: Any) -> Rows:
    """Read counts by answer, or one answer (and weight) for each respondent."""
    if isinstance(data, Mapping):
        if weights is not None:
            raise InputError("weights belong to respondents, but the data are counts; give one answer for each weight")
        return Rows.of(
            [list(data)],
            [read_integer(n, least=0, most=MOST_ANSWERS, name=f"the count of '{x}'") for x, n in data.items()],
        )
    dimensions = getattr(data, "ndim", 1)
    refuse(
        (
            isinstance(data, str | bytes) or not isinstance(data, Iterable),
            f"the data {str(data)[:LONGEST]!r} must be counts, a list of answers, a data frame or a file",
        ),
        (
            weights is not None and not isinstance(weights, Iterable),
            f"weights = {str(weights)[:LONGEST]!r} must be a list, with a weight for each answer",
        ),
        (dimensions != 1, f"the array of answers has {dimensions} dimensions; give one of 1, an answer a respondent"),
    )
    listed = (
        data.to_pylist() if hasattr(data, "to_pylist") else data.tolist() if hasattr(data, "tolist") else list(data)
    )
    values = [1.0] * len(listed) if weights is None else [read_double(x, "a weight") for x in weights]
    held = [str(x)[:LONGEST] for x in listed if getattr(x, "__hash__", None) is None]
    refuse(
        (
            bool(held),
            f"the answer {'; '.join(held[:1])} holds several values; give each answer by its label, or a data frame or the path of "
            "the file in place of the list",
        ),
        (
            len(values) != len(listed) or not are_right(np.array(values), Columns.of()).all(),
            f"there are {len(listed)} answers and {len(values)} weights; give one from 1e-100 to 1e100, or 0, for each",
        ),
    )
    found = Counter(zip(listed, values, strict=True))
    said, each = ([pair[i] for pair in found] for i in (0, 1))
    return Rows.of([said], list(found.values()), np.array(each, float))


# frames and files


def open_frame(data: Any) -> Any:
    """Wrap a data frame, eager, lazy or distributed, for narwhals; None if the data are no frame."""
    import narwhals as nw

    if type(data).__module__.partition(".")[0] == "pandas" and (names := getattr(data, "columns", None)) is not None:
        odd = [x for x in names if not isinstance(x, str)] or list(names[names.duplicated()])
        if odd:
            raise InputError(
                f"the column {odd[0]!r} has no name of its own in one text; rename the columns of the data"
            )
    found = nw.from_native(data, pass_through=True)
    return found if isinstance(found, nw.DataFrame | nw.LazyFrame) else None


def _rows_of_file(path: Path, columns: Columns) -> Rows:
    """Read a CSV row by row by Python, and a Parquet file as a frame; labels are made printable."""
    require_file(path)
    is_frame = is_parquet(path)
    rows = _rows_of_frame(open_parquet(path), columns) if is_frame else _rows_of_csv(path, columns)
    pairs = zip(rows.labels, [("",) if is_frame else columns.blanks(x) for x in columns.keys], strict=True)
    return replace(rows, labels=[_each(cells, partial(printable, blanks=blanks)) for cells, blanks in pairs])


def _rows_of_csv(path: Path, columns: Columns) -> Rows:
    """Count the different rows of a CSV file."""
    lines = rows_of_csv(path)
    names = next(lines)
    require_columns(columns, names)
    number = columns.counts or columns.weights
    # the last cell is the number, or any that is there already
    found = Counter(map(itemgetter(*(names.index(x) for x in (*columns.keys, number or columns.answer[0]))), lines))
    *labels, last = map(list, zip(*found, strict=True)) if found else [[] for _ in (*columns.keys, "")]
    numbers = np.array(list(map(number_of, last)) if number else [1.0] * len(last))
    if not are_right(numbers, columns).all():
        cells = [row[names.index(number)] for row in rows_of_csv(path)]
        wrong = ~are_right(np.array(list(map(number_of, cells[1:]))), columns)
        raise bad_number(number, columns, np.flatnonzero(wrong))
    return Rows.of(labels, list(found.values()), numbers, are_counts=columns.counts is not None)


def _each(cells: Iterable[Any], change: Callable[[Any], Any]) -> list[Any]:
    """Change each cell of a column; equal cells are changed once."""
    listed = list(cells)
    known = {x: change(x) for x in dict.fromkeys(listed)}
    return [known[x] for x in listed]


def require_columns(columns: Columns, names: Sequence[str]) -> None:
    """Refuse columns that the data have not, and a column of answers that is also one of weights, counts or units."""
    if not columns.answer:
        raise InputError(f"a data frame needs the column of answers; its columns are {', '.join(names[:12])}")
    others = [x for x in (*columns.units, columns.weights, columns.counts) if x is not None]
    refuse(
        *(
            (not isinstance(x, str), f"{str(x)[:LONGEST]!r} must be the name of a column of the data, as a text")
            for x in others
        )
    )
    require_known((*columns.answer, *columns.by, *others), names, "the data have no column")
    refuse(
        *(
            (x in others, f"the column '{x}' holds the answers, which say nothing of draws or weights; name another")
            for x in columns.answer
        )
    )


def are_right(numbers: Any, columns: Columns) -> Any:
    """Say of numbers, in an array or a column of a frame, whether they are weights or, in a table of counts, counts.

    The squares of weights are added up, which doubles far from 1 would not hold.
    """
    are_fit = (numbers == 0) | (numbers >= 1e-100) & (numbers <= (MOST_ANSWERS if columns.counts else 1e100))
    return are_fit & (numbers % 1 == 0) if columns.counts else are_fit


def bad_number(column: str, columns: Columns, wrong: Sequence[int] | Array = ()) -> InputError:
    """The refusal of a column of weights or counts; it tells in how many rows they are wrong, and in which first."""
    where = f" in {counted(len(wrong), 'row')} (the first is row {wrong[0] + 1} below the header)" if len(wrong) else ""
    told = (
        f"counts that are missing, negative, not whole or above {MOST_ANSWERS}{where}; give whole numbers"
        if column == columns.counts
        else f"weights that are missing, negative, no numbers, below 1e-100 or above 1e100{where}; give such as 0.98, or 0 "
        "to leave a row out"
    )
    return InputError(f"the column '{column}' has {told}")


def _rows_of_frame(frame: Any, columns: Columns) -> Rows:
    """Group the frame by all columns of labels, in one query that the frame's own engine runs."""
    import narwhals as nw

    names, keys, number = frame.collect_schema().names(), columns.keys, columns.counts or columns.weights
    require_columns(columns, names)
    # columns are chosen and grouped by place: Polars reads ^x.*$ as a pattern, and DuckDB a.b as a column of a table a
    wanted = list(dict.fromkeys([*keys, *([number] if number else [])]))
    places = {x: f"rropt{i}" for i, x in enumerate(wanted)}
    frame = frame.select(nw.nth(*map(names.index, wanted))).rename(places)
    require_single_values(frame, {places[x]: x for x in wanted})
    w, sums = nw.col("rropt_w"), [nw.len().alias("rropt_n")]
    with refusing("the data could not be added up", "mend them"):
        if number:
            frame = with_numbers(frame, places[number], number, columns)
            frame = frame.with_columns(rropt_w2=w * w, rropt_some=(w > 0).cast(nw.Int64))
            sums += [nw.col("rropt_w", "rropt_w2", "rropt_some", "rropt_bad").sum()]
        groups = frame.group_by([places[x] for x in dict.fromkeys(keys)], drop_null_keys=False)
        found = groups.agg(sums).lazy().head(MOST_ROWS + 1)
        found = found.collect(**({"engine": "streaming"} if found.implementation.is_polars() else {}))
    if len(found) > MOST_ROWS:
        raise InputError(f"more than {MOST_ROWS} different answers and groups were found; name columns of few values")
    labels, n = [found[places[x]].to_list() for x in keys], np.array(found["rropt_n"].to_list(), float)
    if not number:
        return Rows.of(labels, n)
    some, total, squares, bad = (np.array(found[f"rropt_{x}"].to_list(), float) for x in ("some", "w", "w2", "bad"))
    if bad.any():
        raise bad_number(number, columns)
    return Rows.of(labels, total) if columns.counts else Rows(labels, some, total, squares, n - some)


def require_single_values(frame: Any, names: Mapping[str, str]) -> None:
    """Refuse columns whose cells hold several values, such as lists."""
    import narwhals as nw

    for place, kind in frame.collect_schema().items():
        # only an eager frame has objects of Python
        if kind.is_nested() or (kind == nw.Object and any(x.__hash__ is None for x in frame[place].to_list())):
            raise InputError(f"a cell of the column '{names[place]}' holds several values; give one value a cell")


def with_numbers(frame: Any, place: str, name: str, columns: Columns) -> Any:
    """Add the weights or counts at `place` as the doubles rropt_w, and rropt_bad, which is 1 where they are none.

    Texts, as CSV files have them, are read, and other values refused.
    """
    import narwhals as nw

    kind = frame.collect_schema()[place]
    if kind == nw.Object:
        values = list(map(number_of, frame[place].to_list()))
        column: Any = nw.new_series("rropt_w", values, nw.Float64, backend=frame.implementation)
    elif kind.is_numeric() or kind.is_decimal() or kind == nw.String:
        # PyArrow divides integers above 2^53, but casts none
        column = (nw.col(place) / 1 if kind.is_integer() else nw.col(place)).cast(nw.Float64).alias("rropt_w")
    else:
        raise bad_number(name, columns)
    are_bad = nw.when(are_right(nw.col("rropt_w"), columns)).then(0).otherwise(1)
    return frame.with_columns(column).with_columns(rropt_bad=are_bad)


# from rows to sums


def sum_up(rows: Rows, outputs: Callable[[str], Sequence[Sequence[str]]], columns: Columns) -> Answers:
    """Number the groups, units and outputs of rows, and set aside answers that mean no output.

    `outputs` gives the labels of the answers of each column in a group. See `Answers` for what a unit is.
    """
    names, labels_of = _names_of_groups(rows, columns), cache(Labels)
    if names and len(columns.answer) > len(outputs(names[0])):
        raise InputError(f"the answers stand in one column, not in {', '.join(columns.answer)}; call associate for two")
    said = list(zip(names, *rows.labels[len(columns.by) + len(columns.units) :], strict=True))
    meant = {x: _meant(x[1:], outputs(x[0]), columns, labels_of) for x in dict.fromkeys(said)}
    output = np.array([-1 if isinstance(meant[x], str) else meant[x] for x in said], int)
    strange, places = Counter[str](), Counter[str]()
    for r in np.flatnonzero((output < 0) & (rows.n > 0)):
        strange[str(meant[said[r]])] += int(rows.n[r])
        places[names[r]] += int(rows.n[r])
    labels = outputs(next(iter([*places, *names]), ""))
    _refuse_strange(strange, labels, columns)
    kept = np.flatnonzero((output >= 0) & (rows.n > 0))
    groups, idle = _sorted({names[r] for r in kept}), int(rows.idle.sum())
    if not groups:
        told = f"{strange.total()} were left out, and {counted(idle, 'row has', 'rows have')} a weight of 0"
        raise InputError(
            f"there is nothing to estimate, as no answer counts ({told}); give answers of {', '.join(labels[0][:8])}"
        )
    place = {x: g for g, x in enumerate(groups)}
    group = np.array([place[names[r]] for r in kept])
    how: Literal["people", "strata", "clusters"] = "clusters" if columns.cluster else "strata"
    if columns.units:
        every, stratum, strata, drawn = _units(rows, columns)
        unit = every[kept]
    else:
        # each group was drawn by itself
        how, unit, stratum, strata = "people", group, np.arange(len(groups)), groups
        drawn = np.bincount(group, rows.n[kept])
    return Answers(
        JOIN.join(columns.by), tuple(groups), kept, group, unit, output[kept], rows.n[kept], rows.w[kept], rows.w2[kept], how,
        stratum, tuple(strata), drawn, columns.weights is not None, max(math.prod(map(len, outputs(x))) for x in groups),
        tuple(_left_out(strange, places, idle, [x for x in dict.fromkeys(names) if x not in groups], columns)),
    )  # fmt: skip


def _names_of_groups(rows: Rows, columns: Columns) -> list[str]:
    """Return the name of the group of each row, and refuse two groups of one name."""
    groups = list(zip(*(_each(x, text_of) for x in rows.labels[: len(columns.by)]), strict=True)) or [()] * len(rows.n)
    for name, times in Counter(map(JOIN.join, dict.fromkeys(groups))).items():
        if times > 1:
            raise InputError(f"two groups would be called '{name}'; rename a value that holds a comma")
    return _each(groups, JOIN.join)


def _meant(
    cells: Sequence[Any],
    outputs: Sequence[Sequence[str]],
    columns: Columns,
    labels_of: Callable[[tuple[str, ...]], Labels],
) -> int | str:
    """Return the index of the output that the cells of a row's answers mean, or the text of one that means none."""
    places = []
    for name, cell, labels in zip(columns.answer or ("",), cells, outputs, strict=True):
        x = cell if name in columns.direct else meaning(cell, columns.meanings)
        at = None if is_missing(x) else labels_of(tuple(labels)).place(x)
        if at is None:
            return text_of(x)
        places.append(at)
    return int(np.ravel_multi_index(places, [len(x) for x in outputs]))


def _units(rows: Rows, columns: Columns) -> tuple[Array, Array, list[str], Array]:
    """Number what was drawn: return the unit of each row, the stratum of each unit, the strata, and how many clusters, or people,
    were drawn in each; refuse units without a label."""
    texts = dict.fromkeys((columns.stratum, columns.cluster), [""] * len(rows.n))
    for name, cells in zip(columns.units, rows.labels[len(columns.by) :], strict=False):
        if any(map(is_missing, dict.fromkeys(cells))):
            raise InputError(f"some rows have no label in the column '{name}' of units; fill it, or leave them out")
        texts[name] = _each(cells, text_of)
    pairs = np.column_stack([np.array(texts[x], str) for x in (columns.stratum, columns.cluster)])
    listed, unit = np.unique(pairs, axis=0, return_inverse=True)
    strata, home = np.unique(listed[:, 0], return_inverse=True)
    clusters, first = np.unique(listed[:, 1], return_index=True)
    if columns.cluster and len(clusters) < len(listed):
        cluster = np.delete(listed[:, 1], first)[0]
        one, other = listed[listed[:, 1] == cluster, 0][:2]
        raise InputError(
            f"the cluster '{cluster}' has rows in the strata '{one}' and '{other}', but each lies in one; mend "
            "the columns, or join both labels where every stratum has its own cluster 1, 2 and so on"
        )
    people = None if columns.cluster else np.bincount(unit.ravel(), rows.n + rows.idle)
    return unit.ravel(), home, strata.tolist(), np.bincount(home, people).astype(float)


def _sorted(names: Iterable[str]) -> list[str]:
    """Sort the names of groups, as numbers if all are numbers; those with a missing label come last."""
    known = sorted(x for x in names if MISSING not in x.split(JOIN))
    lacking = sorted(x for x in names if MISSING in x.split(JOIN))
    with suppress(ValueError):
        known.sort(key=float)
    return [*known, *lacking]


def _times(numbers: Counter[str]) -> str:
    """List the most frequent texts, each with its number, and say how many more there are."""
    listed = [f"{x[:40]!r} ({n})" for x, n in sorted(numbers.items(), key=lambda x: (-x[1], x[0]))]
    return ", ".join([*listed[:5], *([f"and {len(listed) - 5} more"] if listed[5:] else [])])


def _refuse_strange(strange: Counter[str], outputs: Sequence[Sequence[str]], columns: Columns) -> None:
    """Refuse answers that are no output, unless they are dropped."""
    every = Counter({x: n for x, n in strange.items() if x != MISSING or columns.missing != "drop"})
    if columns.other == "drop" or not every:
        return
    wanted = "; ".join(", ".join(x[:LONGEST] for x in some[:8]) for some in outputs)
    who = counted(every.total(), "answer is", "answers are")
    if set(every) == {MISSING}:
        raise InputError(f"{who} missing; leave such answers out with ", Either("missing='drop'", "--missing drop"))
    typed = next(x for x in every if x != MISSING)[:LONGEST]
    more: tuple[str | Either, ...] = (", or leave such answers out with ", Either("other='drop'", "--other drop"))
    if columns.answer[1:]:  # pairs are not left out
        more = (
            ()
            if columns.direct
            else (", or give the mechanism ", Either("None", "direct"), " for what was asked directly")
        )
    raise InputError(
        f"{who} no output of the mechanism, whose outputs are {wanted}: {_times(every)}; say which of them each stands for "
        "by ",
        Either(f"meanings={{'{typed}': …}}", f'--meanings "{typed}=…"'),
        ", or what the data call its outputs by outputs=A/B in its spec",
        *more,
    )


def _left_out(
    strange: Counter[str], places: Counter[str], idle: int, lost: Sequence[str], columns: Columns
) -> list[str]:
    """Say which groups are lost, how many answers, in which places, mean no output, and how many rows have no weight."""
    of = f" in the groups {_times(places)}" if columns.by else ""
    also = "; the clusters of such rows count" if columns.cluster else ""
    return that_hold(
        *((True, f"No answer of the group {x} counts.") for x in lost),
        (
            strange,
            f"Left out: {counted(strange.total(), 'answer that is', 'answers that are')} no output ({_times(strange)}){of}. "
            "The estimate assumes that refusing is unrelated to the truth.",
        ),
        (idle, f"Left out: {counted(idle, 'row')} with a weight of 0{also}."),
    )
