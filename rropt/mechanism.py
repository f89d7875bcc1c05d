"""A mechanism P: an exact column-stochastic matrix, P[output, input] = Pr(output | input)."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, overload

from rropt.exact.conversion import sympy_of
from rropt.exact.decimal import decimal
from rropt.exact.element import Number, generator, hand_out, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.grammar import read_probability, read_rational
from rropt.exact.matrix import Matrix, common_field, kronecker, product, total_of, transpose
from rropt.exact.reading import (
    Labels,
    drop_number_labels,
    label_all,
    pair_labels,
    read_labels,
    read_matrix,
    relabel_sets,
    spell_briefly,
)
from rropt.exact.spelling import counted, ordinal, roughly, show
from rropt.exact.stochastic import nearby_columns, require_stochastic
from rropt.exact.substitute import at_epsilon
from rropt.files import csv_cells, is_labelled, read_json, reads_as_number
from rropt.show import Block, Col, Fact, Result, Round, Say, Table, set_fields

if TYPE_CHECKING:
    import numpy
    import pandas
    import sympy

__all__ = ["Answers", "Mechanism", "read_matrix", "require_matrix"]

EVERY = "every"
MOST_OUTPUTS = 1 << 14
MOST_ENTRIES = 1 << 22
# So many entries are told in words; files have all.
MOST_CHANCES = 160
# A mechanism's own words have exact entries for so many inputs, and of a matrix that is too large so many columns and rows.
MOST_EXACT, MOST_ACROSS, MOST_DOWN = 4, 6, 20


@dataclass(frozen=True, slots=True, repr=False)
class Mechanism(Result):
    """Exact numbers P[output, input] ≥ 0 whose columns sum to 1, with optional labels of inputs and outputs.

    `rows[i][j]` is Pr(output i | input j); Blackwell (1953) calls such a matrix an experiment. An entry may be anything that
    `read_number` reads. `said` reports how floats were read. `planned` holds the shares of the inputs for which a design was
    made, and at which its estimates vary least. `==` ignores `said` and `planned`.

    Args:
        rows: A matrix, one row per output.
        inputs: Labels of the columns.
        outputs: Labels of the rows.
        epsilon: The epsilon for which t in text entries stands for e^epsilon; "every" leaves t free.

    Raises:
        InputError: An entry cannot be read or is negative, a column does not sum to 1 exactly, or the rows or labels do not fit.

    Examples:
        >>> from rropt import Mechanism
        >>> P = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"))
        >>> P[0], P.shape, len(P)
        ((Rational(3, 4), Rational(1, 4)), (2, 2), 2)
    """

    schema: ClassVar[str] = "rropt/mechanism/2"
    rows: Matrix
    inputs: Labels | None = None
    outputs: Labels | None = None
    said: str = field(default="", compare=False)
    planned: tuple[Number, ...] | None = field(default=None, compare=False)

    def __init__(
        self,
        rows: Iterable[Iterable[object]],
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        *,
        epsilon: object = None,
        said: str = "",
        planned: Sequence[Number] | None = None,
    ) -> None:
        matrix = read_matrix(rows, epsilon=epsilon)
        set_fields(
            self,
            rows=matrix,
            inputs=read_labels(inputs, len(matrix[0]), "input"),
            outputs=read_labels(outputs, len(matrix), "output"),
            said=said,
            planned=None if planned is None else tuple(planned),
        )
        require_stochastic(matrix, self.inputs, self.outputs)

    @property
    def k(self) -> int:
        """The number of inputs."""
        return len(self.rows[0])

    @property
    def m(self) -> int:
        """The number of outputs."""
        return len(self.rows)

    @property
    def input_labels(self) -> Labels:
        """The input labels; 0, 1, … if there are none."""
        return label_all(self.inputs, self.k)

    @property
    def output_labels(self) -> Labels:
        """The output labels; 0, 1, … if there are none."""
        return label_all(self.outputs, self.m)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of outputs and inputs, as for a numpy matrix."""
        return self.m, self.k

    @property
    def pair(self) -> Mechanism:
        """The mechanism itself. (If the answers are sets, `pair` is instead the matrix of two inputs that decide the privacy.)"""
        return self

    @property
    def matrix(self) -> Mechanism:
        """The matrix form: the mechanism itself."""
        return self

    @property
    def likeliest(self) -> None:
        """None, because the rows say it of each answer. (If the answers are sets, it is the most that one lets be believed.)"""
        return None

    @property
    def digest(self) -> str:
        """SHA-256 of the exact entries and of the interval of a free t, without labels."""
        free = self._free
        interval = next(iter(free.values())) if free and free != {"epsilon": EVERY} else None
        entries = json.dumps([interval, [[show(x) for x in row] for row in self.rows]], separators=(",", ":"))
        return f"sha256:{hashlib.sha256(entries.encode()).hexdigest()}"

    @property
    def _free(self) -> dict[str, str] | None:
        """The range of a free epsilon or delta as text, such as {"epsilon": "1/2..1"}; None if neither is free."""
        field = common_field(self.rows)
        if not isinstance(field, Free):
            return None
        if field.is_delta:
            return {"delta": f"{show(field.lower)}..{show(field.upper)}"}
        return {"epsilon": EVERY if field == Free() else str(Epsilon(generator(field)))}

    @property
    def columns(self) -> Matrix:
        """The columns: columns[j] is the distribution of the output given input j; the survey literature's design matrix."""
        return transpose(self.rows)

    @property
    def is_rational(self) -> bool:
        """Whether every entry is rational."""
        return all(isinstance(x, Fraction) for row in self.rows for x in row)

    @property
    def is_free(self) -> bool:
        """Whether some entry is a function of a free t."""
        return any(is_free(x) for row in self.rows for x in row)

    def __len__(self) -> int:
        return self.m

    def __iter__(self) -> Iterator[tuple[Number, ...]]:
        return (self[i] for i in range(self.m))

    @overload
    def __getitem__(self, place: tuple[int, int]) -> Number: ...
    @overload
    def __getitem__(self, place: int) -> tuple[Number, ...]: ...
    def __getitem__(self, place: int | tuple[int, int]) -> Number | tuple[Number, ...]:
        """P[i, j] = Pr(output i | input j); P[i] is the row of output i."""
        if isinstance(place, tuple):
            number: Number = hand_out(self.rows[place[0]][place[1]])
            return number
        return tuple(hand_out(x) for x in self.rows[place])

    def at(self, epsilon: object) -> Mechanism:
        """The mechanism at one epsilon, if its entries are functions of a free t = e^epsilon.

        Args:
            epsilon: A rational, such as "1/2", or the logarithm of one, such as "ln3".

        Returns:
            A mechanism of numbers, with the same labels.

        Raises:
            InputError: The mechanism has no free t, or epsilon lies outside its range.

        Examples:
            >>> from rropt import Mechanism
            >>> P = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
            >>> P.at("ln3")[0]
            (Rational(3, 4), Rational(1, 4))
        """
        if not self.is_free:
            raise InputError(
                f"this mechanism has no free epsilon, so it is the same at every epsilon; leave out at({epsilon})"
            )
        return Mechanism([[at_epsilon(x, epsilon) for x in row] for row in self.rows], self.inputs, self.outputs)

    def __matmul__(self, other: Mechanism) -> Mechanism:
        """Post-processing: (C @ P) draws an output of P and passes it through C."""
        if not isinstance(other, Mechanism):
            return NotImplemented
        if self.k != other.m:
            raise InputError(f"C @ P: P has {counted(other.m, 'output')}, so C must have as many inputs, not {self.k}")
        return Mechanism(product(self.rows, other.rows), other.inputs, self.outputs)

    def kron(self, other: Mechanism) -> Mechanism:
        """The mechanism of two independent questions; its inputs and outputs are pairs, sorted by the first question's part."""
        _bound(self.m * other.m, self.k * other.k)
        inputs = pair_labels(self.input_labels, other.input_labels) if self.inputs or other.inputs else None
        outputs = pair_labels(self.output_labels, other.output_labels) if self.outputs or other.outputs else None
        return Mechanism(kronecker(self.rows, other.rows), inputs, outputs)

    def repeat(self, n: int) -> Mechanism:
        """The same input answered n times independently; outputs are the n-tuples, and the first answer varies slowest."""
        if n < 1:
            raise InputError(f"repeat({n}): the number of answers must be at least 1")
        _bound(self.m**n, self.k)
        rows = [map(math.prod, zip(*choice, strict=True)) for choice in itertools.product(self.rows, repeat=n)]
        labels = [",".join(names) for names in itertools.product(self.output_labels, repeat=n)]
        return Mechanism(rows, self.inputs, labels if n > 1 else self.outputs)

    def mix(self, other: Mechanism, weight: object) -> Mechanism:
        """The mechanism that runs self with probability `weight` and other otherwise, without revealing which."""
        w = read_probability(weight, "the mixture weight")
        if (self.k, self.m) != (other.k, other.m):
            raise InputError(f"cannot mix mechanisms of {self.m}×{self.k} and {other.m}×{other.k}; give equal shapes")
        rows = [
            [w * a + (1 - w) * b for a, b in zip(p, q, strict=True)] for p, q in zip(self.rows, other.rows, strict=True)
        ]
        return Mechanism(rows, self.inputs, self.outputs)

    def relabel(self, *, inputs: Sequence[str] | None = None, outputs: Sequence[str] | None = None) -> Mechanism:
        """The same matrix with other labels; outputs that are sets of inputs, such as {0,2}, follow the labels of the inputs."""
        names = inputs or self.inputs, outputs or relabel_sets(self.outputs, self.input_labels, inputs)
        return Mechanism(self.rows, *names, said=self.said, planned=self.planned)

    def planned_for(self, shares: Sequence[Number]) -> Mechanism:
        """The same mechanism, marked as planned for inputs with these shares (one per input)."""
        if len(shares) != self.k:
            raise InputError(f"{len(shares)} planned shares were given for {self.k} inputs; give one for each input")
        return Mechanism(self.rows, self.inputs, self.outputs, said=self.said, planned=shares)

    def reorder(self, *, inputs: Sequence[int] | None = None, outputs: Sequence[int] | None = None) -> Mechanism:
        """The mechanism with its inputs and outputs in another order, each given by a permutation of the old indices."""
        js, ls = list(inputs or range(self.k)), list(outputs or range(self.m))
        if sorted(js) != list(range(self.k)) or sorted(ls) != list(range(self.m)):
            raise InputError(f"reorder takes permutations of 0..{self.k - 1} and 0..{self.m - 1}, not {js} and {ls}")
        return Mechanism(
            [[self.rows[i][j] for j in js] for i in ls],
            self.inputs and [self.inputs[j] for j in js],
            self.outputs and [self.outputs[i] for i in ls],
        )

    def drop_zero_rows(self) -> Mechanism:
        """The mechanism without the outputs that never occur."""
        kept = [i for i, row in enumerate(self.rows) if any(row)]
        return Mechanism([self.rows[i] for i in kept], self.inputs, self.outputs and [self.outputs[i] for i in kept])

    @staticmethod
    def from_design_matrix(
        rows: Iterable[Iterable[object]],
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        *,
        epsilon: object = None,
    ) -> Mechanism:
        """The mechanism with this design matrix (one row per truth, each summing to 1)."""
        matrix = read_matrix(rows, epsilon=epsilon)
        for row, total in ((i, x) for i, x in enumerate(map(total_of, matrix)) if x != 1):
            said = f"the {ordinal(row)} row of the design matrix sums to {spell_briefly(total)}, not 1; correct it"
            raise InputError(said)
        return Mechanism(transpose(matrix), inputs, outputs)

    @staticmethod
    def from_floats(
        rows: Iterable[Iterable[Any]],
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        *,
        max_denominator: int = 10**6,
    ) -> Mechanism:
        """The nearby rational mechanism. Each entry becomes the nearest fraction of denominator ≤ D = max_denominator. If the
        fractions of a column have no common denominator ≤ D, its entries become multiples of 1/D. Then the largest entry of each
        column is changed so that the sum is 1; a change above m/D, for m outputs, is refused. `said` states the largest change."""
        given = [[read_rational(float(x)) for x in row] for row in rows]
        if len({len(row) for row in given}) != 1 or not given[0]:
            return Mechanism(given, inputs, outputs)  # it refuses the shape and says why
        rounded, change = nearby_columns(given, max_denominator)
        moved = decimal(change, digits=3, direction="upper") if change else "0"
        said = f"read from floats with max_denominator={max_denominator}: no entry moved by more than {moved}"
        return Mechanism(rounded, inputs, outputs, said=said)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray[Any, Any]:
        """Doubles if `dtype` names a kind of number; else the exact numbers, as objects."""
        import numpy

        if dtype is None or numpy.dtype(dtype) == object:
            exact = numpy.empty(self.shape, dtype=object)
            exact[:] = list(self)
            return exact
        return self.to_numpy().astype(dtype)

    def to_sympy(self, t: object = None) -> sympy.Matrix:
        """The exact matrix in sympy, with e^(1/2) as exp(1/2); a free t becomes the expression `t`, by default the symbol t."""
        import sympy

        return sympy.Matrix(self.m, self.k, [sympy_of(x, t) for row in self.rows for x in row])

    def tell(self, key: str, how: Round = "near", *, shown: bool = True) -> Iterator[Table | Say]:
        """Yield the matrix as a table, a row for each output; if words have no room for it, a sentence says where it is."""
        corner = "" if "output" in self.input_labels else "output"
        cols = [Col(corner, "Pr(output | input)"), *(Col(x, x, how) for x in self.input_labels)]
        rows = [(label, *row) for label, row in zip(self.output_labels, self.rows, strict=True)]
        has_room = self.m * self.k <= MOST_CHANCES
        yield Table(key, cols, rows, shown=shown and has_room)
        if shown and not has_room:
            yield Say(f"JSON and CSV have the whole table, of {self.m} answers by {self.k} truths.", key="")

    def show(self) -> Iterator[Block]:
        """Yield the matrix, of which words show a part if it is large, and the range of what is free."""
        field = common_field(self.rows)
        size = f"{counted(self.k, 'input')}, {counted(self.m, 'output')}"
        yield Say(f"{size}{'' if field is None else f', {field}'}", key="")
        whole, *elsewhere = self.tell("mechanism", "exact" if self.k <= MOST_EXACT else "near")
        yield whole
        if elsewhere and isinstance(whole, Table):
            across = MOST_ACROSS + 1
            yield Table("part", whole.cols[:across], [row[:across] for row in whole.rows[:MOST_DOWN]])
        yield from elsewhere
        if self._free is not None:
            yield Fact("free", "free", self._free, shown=False)
        yield from [Say(self.said)] if self.said else []

    @staticmethod
    def from_json(text: str) -> Mechanism:
        """Read the mechanism that `to_json` wrote."""
        document = read_json(text, numbers=str)
        if not isinstance(document, dict) or document.get("schema") != Mechanism.schema:
            raise InputError(
                f"a mechanism's JSON must have the schema {Mechanism.schema}, as Mechanism.to_json writes it"
            )
        try:
            records, free = document["mechanism"], document.get("free") or {}
            corner, *inputs = records[0]
            outputs = [record[corner] for record in records]
            if any([*record] != [corner, *inputs] for record in records):
                raise InputError("a mechanism's JSON has rows of different inputs; write it anew")
            # a number with digits that JSON would lose stands beside its exact text
            cells = [[record[name] for name in inputs] for record in records]
            rows = [[str(x["exact"] if isinstance(x, Mapping) else x) for x in row] for row in cells]
            epsilon, delta = (free.get(name) for name in ("epsilon", "delta"))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError("the JSON holds no mechanism as rropt writes it; write it anew") from None
        labels = (drop_number_labels(map(str, x)) for x in (inputs, outputs))
        return Mechanism(read_matrix(rows, epsilon=epsilon, delta=delta), *labels)

    @staticmethod
    def from_csv(text: str, *, rows_are_inputs: bool = False, epsilon: object = None) -> Mechanism:
        """Read a mechanism from a CSV text, labelled if its first cell is empty or a word, else of numbers alone.

        The word `output` in the first cell says that rows are outputs, and `input` that rows are inputs. If `rows_are_inputs`
        contradicts this word, the text is refused.
        """
        lines = csv_cells(text)
        own, other = ("input", "output") if rows_are_inputs else ("output", "input")
        if lines[0][0] == other:
            advice = "leave rows_are_inputs=True out" if rows_are_inputs else "give rows_are_inputs=True"
            raise InputError(f"the CSV file's first cell is '{other}', so its rows are {other}s; {advice}")
        header, across, down = "", None, None
        if is_labelled(lines, own):
            # a word above numbers alone: the line may be a row with a name
            is_doubtful = lines[0][0] not in ("", own) and all(map(reads_as_number, lines[0][1:]))
            header = ",".join(lines[0]) if is_doubtful else ""
            across, down = drop_number_labels(lines[0][1:]), drop_number_labels(row[0] for row in lines[1:])
            lines = [row[1:] for row in lines[1:]]
        inputs, outputs = (down, across) if rows_are_inputs else (across, down)
        make = Mechanism.from_design_matrix if rows_are_inputs else Mechanism
        rows = read_matrix(lines, epsilon=epsilon)
        try:
            return make(rows, inputs, outputs)
        except InputError as error:
            if not header:
                raise
            raise InputError(
                *error.args,
                f"; the first line, {header[:60]}, is taken for a header: if it is a row, put a header line above it",
            ) from None

    @staticmethod
    def from_pandas(frame: pandas.DataFrame, *, epsilon: object = None) -> Mechanism:
        """Read a mechanism from a data frame: one column per input, and the outputs in the index or in a column `output`."""
        if "output" in frame or "" in frame:
            frame = frame.set_index("output" if "output" in frame else "")
        rows = frame.to_numpy(dtype=object).tolist()
        inputs, outputs = (drop_number_labels(map(str, labels)) for labels in (frame.columns, frame.index))
        return Mechanism(rows, inputs, outputs, epsilon=epsilon)

    @staticmethod
    def from_sympy(matrix: sympy.Matrix, *, epsilon: object = None) -> Mechanism:
        """Convert a sympy matrix. Entries may be rationals, roots, exp(rational), or rational functions of t = e^epsilon."""
        return Mechanism(matrix.tolist(), epsilon=epsilon)


def _bound(m: int, k: int) -> None:
    if m > MOST_OUTPUTS or m * k > MOST_ENTRIES:
        raise InputError(
            f"a mechanism of {m} outputs and {k} inputs is too large to write down; combine fewer answers or smaller mechanisms"
        )


# ---- The mechanism in an argument ------------------------------------------------------------------------------------------------


class Answers(Protocol):
    """Methods that every mechanism has.

    A mechanism is usually a matrix. If its answers are sets of inputs, and there are too many of them for a matrix, the mechanism
    is an object of another class, which has these methods too.
    """

    @property
    def k(self) -> int: ...
    @property
    def m(self) -> int: ...
    @property
    def inputs(self) -> Labels | None: ...
    @property
    def input_labels(self) -> Labels: ...
    @property
    def planned(self) -> tuple[Number, ...] | None: ...
    @property
    def digest(self) -> str: ...
    @property
    def pair(self) -> Mechanism: ...
    @property
    def matrix(self) -> Mechanism | None: ...
    @property
    def likeliest(self) -> Number | None: ...


def require_matrix(given: Answers, what: str, instead: str = "drop it") -> Mechanism:
    """Return the mechanism as a matrix.

    If the mechanism is too large for a matrix, raise an `InputError`. Its message says what needs the matrix (`what`), and what the
    user can do instead (`instead`).
    """
    if given.matrix is None:
        raise InputError(
            f"{what} needs a matrix, but this mechanism answers with one of {roughly(given.m)} sets, too many for a matrix; "
            f"{instead}"
        )
    return given.matrix
