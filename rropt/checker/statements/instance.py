"""instance: a statement is true, or false, at a point.

Statement: at the point, and for every t of the domain, all hypotheses hold, and the statement holds (or fails, if the verdict is
`false`). In statements x^0 is 1 for every x, also for x = 0. No evidence is needed, because both sides are evaluated. Every divisor
in them must have one sign on the domain. SPEC.md, section 7.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import Quotient
from ..refusals import expect, require
from ..text.labels import shorten
from ..text.part import Part, Scalar, read_scalar
from ..text.spelling import spell
from ..text.statement import NAME, Hypotheses, Statement, read_hypotheses, read_statement

# For each relation of a difference to 0, the signs of the difference with which it holds.
HOLDS = {">=": {0, 1}, ">": {1}, "=": {0}}

ANSWERS = ""


@dataclass(frozen=True, slots=True)
class Instance:
    """The claim that, at a point, the hypotheses (`given`) hold and the statement (`states`) is true, or is false.

    `point` has a number for every variable, and `is_true` says whether the statement is claimed to be true.
    """

    point: dict[str, Scalar]
    given: Hypotheses
    states: Statement
    is_true: bool


def read(part: Part) -> Instance:
    """Read a point, the hypotheses, a statement, and whether the claim is that the statement is true or false at the point.

    The point has a number for each variable. The hypotheses and the statement use these variables.
    """
    parts = part.take("at given states verdict")
    point = _read_point(parts["at"])
    given = read_hypotheses(parts["given"], point)
    verdict = parts["verdict"].word("true", "false")
    return Instance(point, given, read_statement(parts["states"], point), verdict == "true")


def _read_point(part: Part) -> dict[str, Scalar]:
    """Read a number for every variable; a variable with the name t must have the value t."""
    expect(isinstance(part.data, dict), f"{part.where()} should be an object")
    for name in part.data:
        expect(NAME.fullmatch(name) is not None, f"{shorten(name)} is no name of a variable")
    expect(part.data.get("t", "t") == "t", "a variable t that is not t")
    return {name: read_scalar(part.at(name)) for name in part.data}


def check(claim: Instance) -> None:
    """Reject unless, at every t, all hypotheses hold and the statement has the truth value that the claim gives it."""
    for hypothesis in claim.given.statements:
        holds = _signs(hypothesis, claim) <= HOLDS[hypothesis.relation_to_zero()]
        require(holds, "hypothesis", "the point does not satisfy a hypothesis")
    signs, holding = _signs(claim.states, claim), HOLDS[claim.states.relation_to_zero()]
    shown = signs <= holding if claim.is_true else not signs & holding
    said = "true" if claim.is_true else "false"
    require(shown, "states", f"at the point the statement is not {said} for every t")


def _signs(statement: Statement, claim: Instance) -> frozenset[int]:
    """Find which of the signs -1, 0, 1 the difference of the statement's sides has at the point."""
    names = {name: scalar.number for name, scalar in claim.point.items()}
    return statement.difference(names, divide_where_defined).signs()


def divide_where_defined(a: Quotient, b: Quotient) -> Quotient:
    """Divide a by b; reject the certificate unless b is positive on the whole domain, or negative on the whole domain."""
    require(b.has_one_sign(), "side-defined", "a division by something that is 0 or changes its sign; split the domain")
    return a.over(b)


def sentence(claim: Instance) -> str:
    """State in words the values of the variables that occur, the hypotheses, and that the statement is true or false."""
    used = set().union(*(statement.names() for statement in [claim.states, *claim.given.statements]))
    point = ", ".join(f"{name} = {spell(scalar)}" for name, scalar in claim.point.items() if name in used)
    where = f"at {point}, " if point else ""
    holding = f"where {claim.given.words()} hold, " if claim.given.statements else ""
    return f"{where}{holding}it is {'true' if claim.is_true else 'false'} that {claim.states.words()}"
