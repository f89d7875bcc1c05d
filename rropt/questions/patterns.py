"""Count how many people gave each pattern of answers to n yes/no questions. The estimators need nothing else of the data.

Let bᵢ, 0 or 1, be the answer to the i-th question in the stated order. The pattern (b₁, …, bₙ) has the index Σ bᵢ·2^(n−i), so that
question 1 is the most significant bit. The answers in a data frame are grouped by the frame's own engine, and only the counts are
read from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import add, and_
from typing import TYPE_CHECKING, Any

from rropt.decks.sampling import Other
from rropt.exact.errors import Argument, InputError
from rropt.exact.spelling import counted
from rropt.survey.answers import is_missing

if TYPE_CHECKING:
    import numpy

__all__ = ["Patterns", "answers_of_frame", "count_patterns", "pattern_text"]

MOST_BITS = 26
DROP_OTHERS = Argument("other", "drop", '"drop"')
ROWS_AT_A_TIME = 1 << 16
COLUMN = "rropt_pattern"


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """How many people gave each combination of answers: counts[i] people have the combination with index i, exactly.

    `dropped` is the number of people who gave an answer that is neither 0 nor 1. The counts do not include these people.
    """

    questions: tuple[str, ...]
    counts: numpy.ndarray[Any, numpy.dtype[numpy.int64]]
    dropped: int = 0

    @property
    def n(self) -> int:
        """The number of people."""
        return int(self.counts.sum())

    def of(self, questions: Sequence[str]) -> Patterns:
        """Return the counts for some of the questions, in the stated order."""
        import numpy

        questions = [str(q) for q in questions]
        places = [_place(q, self.questions) for q in questions]
        if len(set(places)) != len(places):
            raise InputError(f"the questions {', '.join(questions)} name one question twice; name each once")
        if places == list(range(len(self.questions))):
            return self
        cube = self.counts.reshape((2,) * len(self.questions))
        dropped = tuple(i for i in range(len(self.questions)) if i not in places)
        kept = [i for i in range(len(self.questions)) if i in places]
        summed = numpy.asarray(cube.sum(axis=dropped))
        return Patterns(
            tuple(questions),
            numpy.ascontiguousarray(summed.transpose([kept.index(i) for i in places])).ravel(),
            self.dropped,
        )


def pattern_text(index: int, n: int) -> str:
    """Return the combination of answers that has this index among n questions, as a text of 0 and 1, question 1 first."""
    return format(index, f"0{n}b") if n else ""


def _place(question: str, questions: Sequence[str]) -> int:
    if question not in questions:
        names = ", ".join(questions[:12])
        raise InputError(f"there is no question '{question}'; the questions are {names}")
    return list(questions).index(question)


def count_patterns(
    data: Any,
    *,
    questions: Sequence[str] | None = None,
    outputs: tuple[str, str] | None = None,
    other: Other = "error",
) -> Patterns:
    """Count how many people gave each combination of answers, in a numpy array (people × questions of 0 and 1) or in any data frame
    that narwhals knows.

    An array's questions are named 1, 2, …. A frame's columns hold 0/1, booleans, or texts of these, unless `outputs` names the
    values that stand for 0 and 1. If a person gave another answer, that is an error, or with other="drop" the person is left out.
    """
    if other not in ("error", "drop"):
        raise InputError(f"other = '{other}' must be error or drop")
    is_array = type(data).__module__.partition(".")[0] == "numpy"
    if outputs is not None and (is_array or isinstance(data, Patterns)):
        kind = "a numpy array" if is_array else "counted already"
        raise InputError(
            f"outputs= says which values of a data frame stand for 0 and 1, but the data are {kind}; leave outputs= out"
        )
    if outputs is not None and (isinstance(outputs, str) or len(set(map(str, outputs))) != 2 or len(outputs) != 2):
        raise InputError(
            f"outputs = {outputs!r} must be two different answers, first the one for 0, such as ('no', 'yes')"
        )
    if isinstance(data, Patterns):
        return data if questions is None else data.of(questions)
    if is_array:
        return _count_array(data, questions, other)
    if isinstance(data, list | tuple | dict | str | int | float) or data is None:
        raise InputError(
            f"the answers are {str(data)[:60]!r}; give a numpy array of 0 and 1 (one row per person, one column per question) or a "
            "data frame"
        )
    return _count_frame(data, questions, outputs, other)


def _require_marginal(names: Sequence[str]) -> tuple[str, ...]:
    names = tuple(map(str, names))
    if not names:
        raise InputError("a marginal needs at least one question; name one")
    if len(names) > MOST_BITS:
        raise InputError(
            f"the joint distribution of {len(names)} questions has 2^{len(names)} cells; "
            f"ask for at most {MOST_BITS} questions at once, or for pairs"
        )
    if len(set(names)) != len(names):
        raise InputError(f"the questions {', '.join(names)} name one question twice; name each once")
    return names


def _count_array(data: Any, questions: Sequence[str] | None, other: Other) -> Patterns:
    import numpy

    # a masked answer is missing, and the columns of a numpy.matrix have two dimensions
    if numpy.ma.isMaskedArray(data):
        data = numpy.ma.filled(data.astype(float if data.dtype.kind in "biuf" else object), numpy.nan)
    data = numpy.asarray(data)
    if data.ndim != 2:
        raise InputError(
            f"an array of answers has one row per person and one column per question, not {data.ndim} dimensions"
        )
    known = tuple(map(str, range(1, data.shape[1] + 1)))
    names = _require_marginal(known if questions is None else questions)
    places = [_place(q, known) for q in names]
    counts, dropped = numpy.zeros(1 << len(names), dtype=numpy.int64), 0
    for start in range(0, len(data), ROWS_AT_A_TIME):
        block = data[start : start + ROWS_AT_A_TIME]
        if other == "drop":
            rows = block[:, places]
            kept = ((rows == 0) | (rows == 1)).all(axis=1)
            dropped += int((~kept).sum())
            block = block[kept]
        index = numpy.zeros(len(block), dtype=numpy.int64)
        for name, place in zip(names, places, strict=True):
            index = (index << 1) | _bits(block[:, place], name)
        # a sparse update: a dense bincount of 2^n cells for each block would cost more than the block
        cells, found = numpy.unique(index, return_counts=True)
        counts[cells] += found
    return Patterns(names, counts, dropped)


def _bits(column: Any, name: str) -> Any:
    bad = (column != 0) & (column != 1)
    if bad.any():
        raise InputError(
            f"question '{name}' has the answer {column[bad][:1].tolist()[0]!r}, which is neither 0 nor 1; recode such answers, or "
            "leave these people out with ",
            DROP_OTHERS,
        )
    return column.astype("int64")


def _count_frame(data: Any, questions: Sequence[str] | None, outputs: tuple[str, str] | None, other: Other) -> Patterns:
    import narwhals as nw
    import numpy

    if is_partitioned(data):
        return _count_partitions(data, questions, outputs, other)
    if type(data).__module__.partition(".")[0] == "pandas" and not all(
        isinstance(x, str) for x in getattr(data, "columns", ())
    ):
        data = data.rename(columns=str)  # where no names were given, they are the numbers 0, 1, …
    if type(data).__module__.partition(".")[0] == "pandas" and hasattr(data, "columns") and not data.columns.is_unique:
        twice = dict.fromkeys(map(str, data.columns[data.columns.duplicated()]))
        raise InputError(f"two columns of the data are named {', '.join(twice)}; rename one")
    opened = nw.from_native(data, pass_through=True)
    if not isinstance(opened, nw.DataFrame | nw.LazyFrame):
        kind = type(data).__name__
        raise InputError(f"the answers are of type {kind}; give a numpy array of 0 and 1, or a data frame")
    frame = opened.lazy()
    schema = frame.collect_schema()
    known = tuple(schema.names())
    names = _require_marginal(known if questions is None else questions)
    for name in names:
        _place(name, known)
        if schema[name].is_nested():
            raise InputError(
                f"a cell of the column '{name}' holds several values, such as a list; give one value a cell"
            )
    yes = {name: _says(nw.col(name), schema[name], 1, outputs) for name in names}
    no = {name: _says(nw.col(name), schema[name], 0, outputs) for name in names}
    # folded with & and +, because Dask does not take horizontal functions of columns derived from one another
    valid = reduce(and_, ((yes[q] | no[q]).fill_null(False) for q in names))
    index = reduce(add, (yes[q].cast(nw.Int64) * (1 << (len(names) - 1 - i)) for i, q in enumerate(names)))
    cell = nw.when(valid).then(index).otherwise(nw.lit(-1)).cast(nw.Int64)
    grouped = frame.select(cell.alias(COLUMN)).group_by(COLUMN).agg(nw.len().alias("people"))
    cells, people = _collect(grouped)
    dropped = int(people[cells < 0].sum())
    if dropped and other == "error":
        raise _strange_answers(data, names, dropped, outputs)
    counts = numpy.zeros(1 << len(names), dtype=numpy.int64)
    counts[cells[cells >= 0]] = people[cells >= 0]
    return Patterns(names, counts, dropped)


def _count_partitions(
    data: Any, questions: Sequence[str] | None, outputs: tuple[str, str] | None, other: Other
) -> Patterns:
    """Add up the counts of all partitions of a Dask frame."""
    names = tuple(map(str, data.columns)) if questions is None else tuple(questions)
    parts = over_partitions(partial(_count_frame, questions=names, outputs=outputs, other=other), data)
    return Patterns(names, reduce(add, (part.counts for part in parts)), sum(part.dropped for part in parts))


def is_partitioned(data: Any) -> bool:
    """Whether the object is a Dask data frame, told from its type's module, without importing Dask."""
    return type(data).__module__.partition(".")[0] in ("dask", "dask_expr") and hasattr(data, "to_delayed")


def over_partitions(count: Callable[[Any], Any], data: Any) -> list[Any]:
    """Apply a function to every partition on Dask's workers, and collect the results."""
    import dask

    return list(dask.compute(*(dask.delayed(count)(part) for part in data.to_delayed())))


def _says(column: Any, dtype: Any, bit: int, outputs: tuple[str, str] | None) -> Any:
    import narwhals as nw

    if outputs is not None:
        text, named = column.cast(nw.String), str(outputs[bit])
        if dtype == nw.Boolean:  # as text it is true in one frame, and True in another
            return text.str.to_lowercase() == named.lower()
        is_whole = named.removeprefix("-").isdecimal()
        return (text == named) | (text == f"{named}.0") if is_whole else text == named
    if dtype == nw.Boolean:
        return column == bool(bit)
    if dtype.is_numeric():
        return column == bit
    text, word = column.cast(nw.String), ("false", "true")[bit]
    return (text == f"{bit}") | (text == f"{bit}.0") | (text == word) | (text == word.capitalize())


def answers_of_frame(
    data: Any, names: Sequence[str], outputs: tuple[str, str] | None, other: Other
) -> tuple[numpy.ndarray[Any, numpy.dtype[numpy.uint8]], int]:
    """Read all answers as an array of 0 and 1 (people × questions); also return how many people were left out for another answer.

    An answer takes one byte, so that pairs of 1,000 questions fit into memory.
    """
    import narwhals as nw

    if is_partitioned(data):
        import numpy

        read = partial(answers_of_frame, names=names, outputs=outputs, other=other)
        parts = over_partitions(read, data)
        return numpy.concatenate([answers for answers, _ in parts]), sum(dropped for _, dropped in parts)
    frame = nw.from_native(data).lazy()
    schema = frame.collect_schema()
    for name in names:
        _place(name, schema.names())

    def bit(name: str) -> Any:
        no, yes = (_says(nw.col(name), schema[name], x, outputs) for x in (0, 1))
        other_or_no = nw.when(no).then(nw.lit(0)).otherwise(nw.lit(2))
        return nw.when(yes).then(nw.lit(1)).otherwise(other_or_no).cast(nw.UInt8).alias(name)

    found = frame.select(*map(bit, names)).collect().to_numpy()
    bad = (found > 1).any(axis=1)
    dropped = int(bad.sum())
    if dropped and other == "error":
        raise _strange_answers(data, names, dropped, outputs)
    return (found[~bad] if dropped else found), dropped


def _collect(grouped: Any) -> tuple[Any, Any]:
    """Return two numpy arrays: the indices of the combinations of answers (−1 for any answer other than 0 and 1), and the number of
    people in each group.

    Polars groups in its streaming engine, so that the rows are never all in memory.
    """
    native = grouped.to_native()
    if type(native).__module__.partition(".")[0] == "polars":
        table = native.collect(engine="streaming")
        return table[COLUMN].to_numpy(), table["people"].to_numpy()
    table = grouped.collect()
    return table[COLUMN].to_numpy(), table["people"].to_numpy()


def _strange_answers(
    data: Any, names: Sequence[str], people: int, outputs: tuple[str, str] | None = None
) -> InputError:
    """Make the error that names the first question with answers other than 0 and 1, lists the five most frequent of these and says
    how often each occurs."""
    import narwhals as nw

    frame = nw.from_native(data).lazy()
    schema = frame.collect_schema()
    who = counted(people, "person has", "people have")
    no, yes = outputs or ("0", "1")
    for name in names:
        known = [_says(nw.col(name), schema[name], bit, outputs) for bit in (0, 1)]
        bad = frame.select(nw.col(name).alias(COLUMN), (~(known[0] | known[1]).fill_null(False)).alias("bad"))
        grouped = bad.filter(nw.col("bad")).group_by(COLUMN, drop_null_keys=False).agg(nw.len().alias("people"))
        table = grouped.collect()
        values = sorted(
            zip(table[COLUMN].to_list(), table["people"].to_list(), strict=True), key=lambda x: (-x[1], str(x[0]))
        )
        if values:
            named = [f"{'a missing answer' if is_missing(x) else repr(str(x)[:40])} ({n})" for x, n in values[:5]]
            more = f" and {len(values) - 5} more" if len(values) > 5 else ""
            return InputError(
                f"{who} an answer that is neither {no} nor {yes}: question '{name}' has {', '.join(named)}{more}; recode "
                "them, say with ",
                Argument("outputs", "no,yes", '("no", "yes")'),
                " what stands for 0 and 1, or leave these people out with ",
                DROP_OTHERS,
            )
    raise AssertionError("all answers are known")  # pragma: no cover
