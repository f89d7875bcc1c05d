"""Find the least ε (or δ) at which the conditions can be met.

A mechanism that keeps a demand also keeps it for a larger ε or δ. So if the conditions can be met at one value, they can be met at
every larger value. Let t be e^ε if ε is free, and δ if δ is free. A mechanism that keeps the demand at t meets each condition or
misses it by some amount. Let v be the least total of these amounts over all such mechanisms. It is the optimum of a linear program
whose numbers are functions of t (`rropt.designs.linear.rows.program`, with `elastic`). The conditions can be met exactly where
v = 0. The interval of t is cut into pieces, on each of which v is one function, as in `basis_pieces.py`. The least t with v = 0 is
the start of the first piece with v = 0. At this start the conditions can be met too, for the following reason. If mechanisms keep
the demand for larger t and approach a limit as t falls, the limit keeps the demand at t. If this start is an irrational root, the
interval of the answer begins at a rational just above it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.certificate.read import read_cut
from rropt.designs.linear.basis_pieces import rows_at
from rropt.designs.linear.legs import RowLinear, pose
from rropt.designs.linear.rows.exact import MOST_FIELD_UNKNOWNS, settle
from rropt.designs.linear.rows.numeric import propose_bases
from rropt.designs.linear.rows.program import RowProgram
from rropt.exact.decimal import decimal
from rropt.exact.element import Element, Number, generator
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA, Algebraic, Free
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import Root, narrow
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.exact.substitute import value_at
from rropt.privacy import LDP, Metric, Sensitive
from rropt.problem.known import find_objective
from rropt.problem.pieces.engine import cover
from rropt.problem.pieces.signed import SignedForm
from rropt.problem.pieces.span import End, rational_end, spell_end
from rropt.problem.problem import Problem
from rropt.solvers.over_field import signs_of, solve_over_field
from rropt.solvers.vertex import Basis, Vertex

__all__ = ["MetFrom", "met_from"]

MOST_ENTRIES = 64
WIDTH = Fraction(1, 10**12)  # the width of the enclosure of a root at whose upper end the interval begins
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class MetFrom:
    """The problem restricted to the part of its interval on which its conditions can be met.

    `said` is a sentence that says where this part begins. If it begins at an irrational root, the interval of `problem` begins at a
    rational just above the root.
    """

    problem: Problem
    said: str


def met_from(problem: Problem) -> MetFrom | None:
    """Find the least ε or δ of the interval at which the conditions can be met, and restrict the problem to the values from there
    on.

    None if they can be met already at the start of the interval. None also if rropt does not decide that: for every demand but LDP,
    Metric and Sensitive, and for more than `MOST_ENTRIES` entries.

    Raises:
        InputError: The conditions can be met nowhere on the interval, or only at its end, or the least value was not found.
    """
    interval = problem.interval
    is_known = isinstance(problem.demand, LDP | Metric | Sensitive) and problem.m * problem.k <= MOST_ENTRIES
    if interval is None or not is_known:
        return None
    linear: Any = find_objective("linear")
    nothing = linear([[ZERO] * problem.k for _ in range(problem.m)])
    posed = pose(problem.restated(objective=nothing, outputs=problem.output_labels or problem.m))
    assert isinstance(posed, RowLinear)
    oracle = MissOracle(posed.program)
    # if conditions can be met at a rational just below an irrational end, they can be met at the end
    if not oracle.misses(enclose(interval.lower, width=WIDTH)[0]):
        return None
    cells = cover(oracle, interval)
    first = next((n for n, cell in enumerate(cells) if cell.form.value == 0), None)
    if first == 0:
        return None
    if first is None:
        raise _refuse(problem, interval, cells[-1].form)
    return _begin(problem, interval, cells[first].span.lower)


def _refuse(problem: Problem, interval: Free, last: MissForm) -> InputError:
    """Make the error for an interval on which the conditions can be met nowhere, or only at the upper end.

    `last` has the least total by which the conditions are missed near the upper end.
    """
    if is_infinite(interval.upper):
        return InputError(
            f"no mechanism meets the conditions at any {problem.free} of {problem.demand}; weaken the conditions"
        )
    end = f"{problem.free} = {_spell(interval, interval.upper)}"
    if value_at(last.value, interval.upper) == 0:
        return InputError(f"under {problem.demand} a mechanism meets the conditions at {end} alone; give that number")
    return InputError(
        f"no mechanism meets the conditions at any {problem.free} of {problem.demand}; ask for a design at {end}, which certifies "
        "this"
    )


def _begin(problem: Problem, interval: Free, start: End) -> MetFrom:
    """Restrict the problem to an interval that begins at `start`. If this is an irrational root, it begins at a rational just
    above."""
    rational, said = rational_end(start), ""
    lower: Number
    if rational is not None:
        lower = rational
    elif isinstance(start, Root):
        lower = narrow(start, WIDTH).upper
        said = f" (where {_say_root(interval, start)})"
    else:
        assert isinstance(start, Element)
        lower = start
    free = Free(lower, interval.upper, False, interval.upper_open, interval.letter)
    demand, letter = problem.demand, generator(free)
    if interval.is_delta:
        assert isinstance(demand, LDP | Sensitive)
        moved: Any = demand.with_delta(f"{show(lower)}..{show(interval.upper)}")
    else:
        assert isinstance(demand, LDP | Metric | Sensitive)
        moved = demand.with_epsilon(Epsilon(letter))
    near = f"≈ {_near(interval, lower)}" if said else f"= {_spell(interval, lower)}"
    told = f"the conditions can be met from {problem.free} {near}{said} on, and at no smaller one"
    return MetFrom(problem.restated(demand=moved), told)


def _spell(interval: Free, x: Number) -> str:
    """Write a value of the free number as text.

    If δ is free, `x` is δ. If ε is free, `x` is e^ε, and the text states ε. Decimals of ε are added unless the text has them
    already.
    """
    if interval.is_delta:
        return show(x)
    said, near = str(Epsilon(x)), _near(interval, x)
    return said if said == near else f"{said} ≈ {near}"


def _near(interval: Free, x: Number) -> str:
    """Write the value of the free ε or δ in decimals, rounded up. If δ is free, `x` is δ. If ε is free, `x` is e^ε."""
    return decimal(x if interval.is_delta else Epsilon(x).bounds()[1], digits=8, direction="upper")


def _say_root(interval: Free, root: Root) -> str:
    """Write a root as text: e^ε (or δ) in closed form, or else the polynomial whose root it is. From this root on, the conditions
    can be met."""
    name, x = DELTA if interval.is_delta else "e^epsilon", read_cut(spell_end(root))
    if not (isinstance(x, Element) and isinstance(x.field, Algebraic)):
        return f"{name} = {show(x)}"
    powers = [f"{c}*t^{n}" for n, c in enumerate(root.polynomial) if c]
    return f"t = {name} is a root of {' + '.join(reversed(powers))}"


@dataclass(frozen=True, slots=True)
class MissForm(SignedForm):
    """The least total by which conditions are missed, as a function of t. The function is valid wherever all functions in
    `nonnegative` are at least 0."""

    value: Number
    nonnegative: frozenset[Number]


@dataclass(frozen=True, slots=True)
class MissOracle:
    """Finds the least total by which the conditions of a program are missed."""

    program: RowProgram

    def misses(self, t: Fraction) -> bool:
        """Whether no mechanism meets the conditions at a rational t."""
        return self._settle(t)[1].value != 0

    def find(self, t: Fraction) -> MissForm:
        """Find, as a function of t, the least total by which the conditions are missed.

        The function holds at the given rational t and near it. If it is not found, an InputError is raised.
        """
        program = self.program.form(elastic=True).program
        found = solve_over_field(program, self._settle(t)[0])
        if found is None:
            raise InputError(
                "rropt cannot decide whether the conditions can be met where e^epsilon (or delta, if delta is free) is "
                f"near {show(t)}; give a shorter interval"
            )
        return MissForm(found.value, frozenset(signs_of(program, found)))

    def holds_up_to(self, form: MissForm, end: End) -> bool:
        """Whether a function that is valid next to an end of an interval is valid at the end too.

        The function is the least total by which the conditions are missed. It is valid at the end unless it has a pole there.
        """
        return not form.has_pole_at(end)

    def is_parted(self, form: MissForm, root: Root, t: Fraction) -> bool:
        """Return False: no piece is cut for a certificate, because these pieces are not certified."""
        return False

    def find_at(self, end: End, before: MissForm | None, after: MissForm | None) -> MissForm:
        """Find the least total by which the conditions are missed at the point `end`.

        This is needed if the functions that hold on both sides of the point have poles there. The arguments `before` and `after`
        are not used. If the point is not rational, an InputError is raised.
        """
        t = rational_end(end)
        if t is None:
            raise InputError(
                "rropt cannot decide whether the conditions can be met at an irrational number inside the interval; give a "
                "shorter interval"
            )
        return MissForm(self._settle(t)[1].value, frozenset())

    def _settle(self, t: Fraction) -> tuple[Basis, Vertex]:
        """Find an optimal basis, at a rational t, of the program that minimises the total by which the conditions are missed.

        Return the basis and the vertex that it gives. If no basis is found, an InputError is raised.
        """
        program = rows_at(self.program, t)
        found = settle(
            program.form(elastic=True).program, propose_bases(program, elastic=True), most=MOST_FIELD_UNKNOWNS
        )
        if found is None:
            raise InputError(
                "rropt cannot decide whether the conditions can be met where e^epsilon (or delta, if delta is free) is "
                f"{show(t)}; give one number, not an interval"
            )
        return found
