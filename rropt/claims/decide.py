"""The verdict of a claim, computed from its evidence.

A statement "the hypotheses imply the conclusion" is shown by two kinds of questions to z3: the hypotheses and the negated
conclusion have no solution; and each duty of the statement (see `smt`) follows from what stands before it. A solution of the first
refutes only after exact evaluation at its point finds the hypotheses true and the conclusion false. Where z3 does not know, cvc5 is
asked if it is installed.

    exists y: B(y)      is shown at the witness w by B(w). It is refuted at a point of the other variables where B(y) is shown to be
                        false for all y: a witness that fails refutes nothing.
    argmin[x] f = {p}   is shown by: every p lies in the domain, all f(p) are equal, and every other point has a larger f.
    vacuous             is a claim whose hypotheses have no solution, or an `implies` whose premise has none under them. A proof
                        says so where no solution is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import chain, compress, product
from typing import Any

from rropt.claims.claim import Argued, Checked, Claim, Counterexample, Decided, Formula, Theorem, Twin
from rropt.claims.language import (
    NAME,
    Node,
    comparisons,
    conjunction,
    known_value,
    operation,
    read,
    substitute,
    variable,
)
from rropt.claims.numbers import holds, sampled, value_near
from rropt.claims.smt import duties_of
from rropt.claims.solver import Answer, Solver
from rropt.errors import InputError
from rropt.exact.decimal import decimal
from rropt.files import refusing

__all__ = [
    "NOT_DECIDED",
    "POSITIVE",
    "Grade",
    "Place",
    "Question",
    "Side",
    "Verdict",
    "decide",
    "evaluate",
    "question_of",
    "require_letters",
    "spell",
    "spelled",
]

INTEGER = re.compile(r"\Ainteger(?![\w'])\s*")
INTERVAL = re.compile(r"\s*([\[(])(.+),(.+)([\])])\s*")
MOST_TOLD = 3  # comparisons of a verdict
SHORT = 9  # digits of a side that is shown


class Grade(StrEnum):
    """The verdicts, from the strongest."""

    PROVED = "proved"
    NARROWED = "proved with an added hypothesis"
    ARGUED = "argued"
    CHECKED = "checked on instances"
    UNDECIDED = "undecided"
    VACUOUS = "vacuous"
    REFUTED = "refuted"


NOT_DECIDED = "z3 does not decide it within its steps"
POSITIVE = (Grade.PROVED, Grade.NARROWED, Grade.ARGUED, Grade.CHECKED)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A grade, how it was decided, and a point: the counterexample, or one at which the hypotheses hold.

    A stored one has the digest of the claim that was decided.
    """

    grade: Grade
    how: str
    point: Mapping[str, str] | None = None
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """The hypotheses imply the conclusion, for all values of their variables; those in `integers` are whole numbers.

    `sought` are the variables that `exists` binds in the conclusion, and `witness` the terms that are put for them. A `twin` writes
    what is stated at each point; its conclusion only names its letters.
    """

    hypotheses: tuple[Node, ...]
    conclusion: Node
    integers: frozenset[str] = frozenset()
    sought: frozenset[str] = frozenset()
    witness: Mapping[str, Node] | None = None
    twin: Twin | None = None

    @property
    def at_witness(self) -> Node:
        return substitute(self.conclusion, self.witness or {})

    @property
    def opposite(self) -> tuple[Node, ...]:
        """The hypotheses with the negated conclusion, which have no solution if the conclusion follows."""
        return (*self.hypotheses, operation("not", self.at_witness))

    @property
    def domain(self) -> tuple[Node, ...]:
        """The hypotheses, and that whole numbers are whole."""
        whole = (Node("=", (Node("floor", (variable(x),)), variable(x))) for x in sorted(self.integers))
        return (*self.hypotheses, *whole)

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(x.free for x in (*self.hypotheses, self.at_witness)))

    def point_of(self, model: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return the values of the variables in a model of z3, which leaves out what may have any."""
        return {x: model.get(x, Fraction(0)) for x in sorted(self.names)}

    def stated_at(self, terms: Mapping[str, Node]) -> Node:
        """Return what is stated at a point: the conclusion for its witness, or what the twin writes from rational numbers."""
        if self.twin is None:
            return self.at_witness
        values = {name: known_value(x) for name, x in terms.items()}
        if strange := [name for name, x in values.items() if x is None]:
            raise InputError(
                f"{self.twin.claim} is evaluated at rational numbers; give one for {strange[0]}, or epsilon as ln3"
            )
        numbers = {name: int(x) if name in self.integers else x for name, x in values.items()}
        with refusing(f"the twin of {self.twin.claim} fails at {numbers}", "narrow its `given`"):
            stated = self.twin.states(**numbers)
        return read(stated, self.twin.define)

    def sampled(self, *, corners: bool = False) -> Iterator[dict[str, Fraction]]:
        """Draw points at which the hypotheses hold, with `corners` many of them at the ends of the domain."""
        return sampled(self.names, self.hypotheses, self.integers, corners=corners)


def decide(
    claim: Claim,
    *,
    solver: Solver | None = None,
    recorded: Callable[[str], Mapping[str, Any] | None] = lambda name: None,
) -> Verdict:
    """Decide a claim by its evidence.

    Args:
        claim: The claim. The claims that an `Argued` uses are looked at by the audit, which has their verdicts.
        solver: z3 with its limit; by default with the limit of the audit.
        recorded: Returns the record of a theorem that Coq's kernel accepted, by its name; None if there is none.

    Returns:
        The verdict.

    Raises:
        InputError: A formula cannot be read, a variable has no domain, or there is nothing that could be decided.
    """
    solver = solver or Solver()
    solver.by.clear()
    match claim.evidence, claim.formula or claim.at:
        case Decided(witness), Formula() as formula:
            found = prove(question_of(formula, witness), solver)
        case Counterexample(at), (Formula() | Twin()) as formula:
            asked = question_of(formula)
            found = _refute(asked, at, solver) if at or asked.twin else prove(asked, solver)
        case Theorem(name), _ if record := recorded(name):
            grade = Grade.REFUTED if name.partition(".")[2].startswith("not_") else Grade.PROVED
            found = Verdict(grade, f"theorem {name} of Coq's kernel, as recorded for sources {record['sources'][:12]}")
        case Theorem(name), _:
            found = Verdict(Grade.UNDECIDED, f"there is no record of the theorem {name} as its sources now stand")
        case Argued(text), _:
            found = Verdict(Grade.ARGUED, f"a written step: {text}")
        case Checked() as check, _:
            found = _by_check(check)
        case _:
            raise InputError(f"{claim.id} has no formula and no numeric twin to decide; give formula=")
    if claim.formula is not None and not isinstance(claim.evidence, Decided | Counterexample):
        found = _beside(found, prove(question_of(claim.formula), solver))
    return replace(found, grade=Grade.NARROWED) if claim.narrowed and found.grade is Grade.PROVED else found


def _beside(own: Verdict, beside: Verdict) -> Verdict:
    """A formula beside other evidence may not be vacuous, nor decided the other way; beside an argument it is proved."""
    if own.grade is Grade.ARGUED and beside.grade is Grade.PROVED:
        return Verdict(Grade.ARGUED, f"its formula is {beside.how}; joined by {own.how}", beside.point)
    is_checked_otherwise = own.grade is Grade.CHECKED and beside.grade is Grade.REFUTED
    if own.grade is Grade.ARGUED or beside.grade is Grade.VACUOUS or is_checked_otherwise:
        return beside
    if {own.grade, beside.grade} == {Grade.PROVED, Grade.REFUTED}:
        return Verdict(Grade.UNDECIDED, f"{own.how}; z3 says otherwise: {beside.how}", beside.point)
    return own


def _by_check(evidence: Checked) -> Verdict:
    name = getattr(evidence.function, "__name__", "the check")
    cases = [dict(zip(evidence.cases, values, strict=True)) for values in product(*evidence.cases.values())]
    if not cases:
        raise InputError("a check has no cases; give each argument at least one value")
    for case in cases:
        with refusing(f"{name} fails at {case}", "a check returns True or False, and raises nothing"):
            is_so = evidence.function(**case)
        if not isinstance(is_so, bool):
            raise InputError(f"{name} returns {str(is_so)[:40]} at {case}; a check returns True or False")
        if not is_so:
            point = {argument: str(x) for argument, x in case.items()}
            return Verdict(Grade.REFUTED, f"{name} is false{f' at {spell(point)}' if point else ''}", point or None)
    doc = (evidence.function.__doc__ or name).strip().partition("\n")[0]
    ran = f"in {len(cases)} case{'s' * (len(cases) > 1)}" if evidence.cases else "by running through its domain"
    return Verdict(Grade.PROVED if evidence.whole else Grade.CHECKED, f"checked {ran}: {doc}")


# from a formula to a question


def question_of(formula: Formula | Twin, witness: Mapping[str, str] | None = None) -> Question:
    """Read a formula, or the hypotheses of a twin.

    Raises:
        InputError: It cannot be read, a variable has no domain, or `exists` stands where it is not supported.
    """
    domains: dict[str, str] = {}
    for name, text in ((x.strip(), text) for names, text in formula.given.items() for x in names.split(",")):
        if name in domains or not NAME.fullmatch(name) or read(name, formula.define) != variable(name):
            raise InputError(
                f"'{name}' has two domains, or is no name, or is a definition too; give each variable one name and domain"
            )
        domains[name] = text.strip()
    integers = frozenset(x for x, text in domains.items() if INTEGER.match(text))
    given = [x for name, text in domains.items() for x in _domain(name, INTEGER.sub("", text), formula.define)]
    assumed = [read(x, formula.define) for x in formula.assuming]
    if isinstance(formula, Twin):
        twin, stated = formula, conjunction(operation("=", variable(x), variable(x)) for x in domains)
    else:
        twin, stated = None, read(formula.states, formula.define)
    terms = {name: read(x, formula.define) for name, x in (witness or {}).items()}
    letters = frozenset().union(*(x.free for x in (*given, *assumed, stated, *terms.values())))
    for x in sorted(letters.difference(domains)):
        raise InputError(f"the variable '{x}' has no domain; add it to given, as in given={{'{x}': 'real'}}")
    hypotheses = conjunction((*given, *assumed)).args
    sought: list[str] = []
    (conclusion,) = conjunction([_opened(stated, hypotheses, integers, sought)]).args
    for x in sought:
        if x in domains or sought.count(x) > 1:
            raise InputError(
                f"'exists {x}' binds a name that is also used elsewhere; rename it, or drop '{x}' from given"
            )
    if terms and terms.keys() != set(sought):
        raise InputError(
            f"a witness has one term for each of {', '.join(sorted(sought)) or 'no variable'}, and for no other"
        )
    return Question(hypotheses, conclusion, integers, frozenset(sought), terms or None, twin)


def _domain(name: str, text: str, define: Mapping[str, str]) -> list[Node]:
    """Read a domain: "real", an interval with `inf` as a possible end, or a formula."""
    interval = INTERVAL.fullmatch(text)
    if interval is None:
        return [] if text in ("", "real") else [read(text, define)]
    low, high = (interval[i].strip() for i in (2, 3))
    sides = (low, name, "<" if interval[1] == "(" else "<="), (name, high, "<" if interval[4] == ")" else "<=")
    finite = [low != "-inf", high != "inf"]
    return [
        operation(relation, read(left, define), read(right, define))
        for left, right, relation in compress(sides, finite)
    ]


def _opened(node: Node, within: tuple[Node, ...] | None, integers: frozenset[str], sought: list[str]) -> Node:
    """Leave out `exists` where it may stand, and write out `argmin` `within` the hypotheses there; z3 refuses what is left.

    What `exists` binds is listed in `sought`.
    """
    match node:
        case Node("exists", (*names, body)):
            sought += [x.name for x in names]
            return _opened(body, None, integers, sought)
        case Node("argmin") if within is not None:
            return _minimisers(node, within, integers)
        case Node("implies", (premise, stated)):
            inside = None if within is None else (*within, premise)
            return operation("implies", premise, _opened(stated, inside, integers, sought))
        case Node("and" | "or", parts):
            there = within if node.op == "and" else None
            return operation(node.op, *(_opened(x, there, integers, sought) for x in parts))
    return node


def _minimisers(node: Node, hypotheses: tuple[Node, ...], integers: frozenset[str]) -> Node:
    """The listed points lie in the domain and have one value, and every other point of the domain has a larger one."""
    size = len(node.args[-1].args)
    objective, names = node.args[size], [x.name for x in node.args[:size]]
    points = [dict(zip(names, p.args, strict=True)) for p in node.args[size + 1 :]]
    if any(v.free & p.keys() for p in points for v in p.values()):
        raise InputError(
            "a listed point of 'argmin' has a variable over which it minimises; write the point without it"
        )
    values = [substitute(objective, p) for p in points]
    inside = [
        conjunction(
            [
                *(substitute(h, p) for h in hypotheses if h.free & p.keys()),
                *(Node("=", (Node("floor", (v,)), v)) for x, v in p.items() if x in integers),
            ]
        )
        for p in points
    ]
    here = [conjunction([Node("=", (variable(x), v)) for x, v in p.items()]) for p in points]
    equal = [Node("=", (v, values[0])) for v in values]  # of the first, too, which must have a value
    return conjunction([*inside, *equal, Node("or", (*here, operation(">", objective, values[0])))])


# proof


def prove(asked: Question, solver: Solver) -> Verdict:
    """Decide a question: vacuous, proved, refuted at a point that is confirmed, or undecided."""
    is_so, point = _point_of(asked.hypotheses, asked, solver)
    if is_so is False:
        return Verdict(Grade.VACUOUS, "its hypotheses contradict each other")
    if asked.sought and not asked.witness:
        return _search(asked, solver, is_known=is_so is True)
    answer = solver.solve(asked.opposite, asked.integers)
    if not answer.is_unsat:
        if refuted := _confirmed(asked, answer.model or {}, solver):
            return refuted
        if answer.model is None:
            return Verdict(Grade.UNDECIDED, NOT_DECIDED)
    undefined = _open_duty(asked, solver)
    if undefined is not None:  # it may be false there, or near
        duty, at_duty = undefined
        refuted = _confirmed(asked, at_duty.model, solver) if at_duty.model is not None else None
        why = f"it may have no value: {duty} is not shown; add it to `assuming` and tell it in `narrowed`"
        return refuted or Verdict(Grade.UNDECIDED, why)
    if answer.model is not None:
        return Verdict(
            Grade.UNDECIDED,
            "z3 finds a solution of the negation that exact evaluation does not confirm; if it is false, "
            "give a point as Counterexample(at={...}), which a range in --at helps to find",
        )
    held = {x: _point_of((*asked.hypotheses, *x), asked, solver)[0] for x in _premises(asked.at_witness)}
    if void := next((x for x, truth in held.items() if truth is False), ()):
        return Verdict(Grade.VACUOUS, f"the premise {void[-1]} cannot hold")
    unshown = "" if is_so and all(held.values()) else "; no point is known at which its hypotheses and premises hold"
    return Verdict(Grade.PROVED, solver.how() + unshown, spelled(point) or None)


def spell(point: Mapping[str, object] | None) -> str:
    """Write a point, x = 1/2, y = 0."""
    return ", ".join(f"{name} = {x}" for name, x in (point or {}).items())


def spelled(point: Mapping[str, Fraction]) -> dict[str, str]:
    """Write the numbers of a point as texts, in the order of their names."""
    return {name: str(x) for name, x in sorted(point.items())}


def _is_shown(asked: Question, solver: Solver) -> bool:
    return solver.solve(asked.opposite, asked.integers).is_unsat and _open_duty(asked, solver) is None


def _open_duty(asked: Question, solver: Solver) -> tuple[Node, Answer] | None:
    """Return the first duty that does not follow from what stands before it, with z3's answer; None if all do.

    They are asked about together first: at the first that fails all before it hold, so that what z3 reads is right there.
    """
    duties = duties_of((*asked.hypotheses, asked.at_witness), asked.integers)  # in the order in which they are read
    if not duties or solver.solve((Node("not", (conjunction(duties),)),), asked.integers).is_unsat:
        return None
    for i, duty in enumerate(duties):
        answer = solver.solve((*duties[:i], Node("not", (duty,))), asked.integers)
        if not answer.is_unsat:
            return duty.args[1], answer
    return None


def _premises(node: Node, under: tuple[Node, ...] = ()) -> Iterator[tuple[Node, ...]]:
    """List the premise of each `implies`, alone or in an `and`, behind the premises that it stands under."""
    if node.op == "and":
        for x in node.args:
            yield from _premises(x, under)
    if node.op == "implies":
        under = (*under, node.args[0])
        yield under
        yield from _premises(node.args[1], under)


def _point_of(formulas: Sequence[Node], asked: Question, solver: Solver) -> tuple[bool | None, dict[str, Fraction]]:
    """Return whether formulas hold at some point of a question, None where this is not known; and a point at which they do."""
    answer = solver.solve((*formulas, *duties_of(formulas, asked.integers)), asked.integers)
    point = asked.point_of(answer.model or {})
    is_so = not answer.is_unsat and (holds(conjunction(formulas), point) or None)
    return is_so, point if is_so else {}


# existence


def _search(asked: Question, solver: Solver, *, is_known: bool) -> Verdict:
    """Decide an `exists` without a witness: of numbers alone by a rational solution, and by showing that there is none.

    Where it `is_known` that the hypotheses hold somewhere, it is false if nothing satisfies it.
    """
    if is_known and _nothing_satisfies(asked, {}, solver):
        return Verdict(Grade.REFUTED, f"{solver.how()}: nothing satisfies it", None)
    if asked.names <= asked.sought and (found := _point_of((asked.conclusion,), asked, solver)[1]):
        return Verdict(Grade.PROVED, f"exact evaluation at {spell(found)}, which z3 found")
    names, others = (", ".join(sorted(x)) for x in (asked.sought, asked.names - asked.sought))
    false = f", or if it is false Counterexample(at={{...}}) with {others} where nothing satisfies it" if others else ""
    return Verdict(Grade.UNDECIDED, f"no witness is given for {names}; write Decided(witness={{...}}){false}")


def _nothing_satisfies(asked: Question, point: Mapping[str, Node], solver: Solver) -> bool:
    """Whether it is shown that no values of what is sought satisfy the conclusion, at a point of the other variables.

    A point with a letter shows nothing: it could be one that is sought.
    """
    opposite = Node("not", (substitute(asked.conclusion, point),))
    question = Question(() if point else asked.hypotheses, opposite, asked.integers)
    return not any(x.free for x in point.values()) and _is_shown(question, solver)


# refutation


def _refute(asked: Question, at: Mapping[str, str], solver: Solver, found: str = "") -> Verdict:
    """Evaluate a question exactly at a point that is given, or that was `found`."""
    terms = {name: read(text) for name, text in at.items()}
    require_letters("the counterexample", asked.names - asked.sought, at)
    place, where = evaluate(asked, at, terms, solver), f"at {spell(at)}"
    if place.outside:
        return Verdict(Grade.UNDECIDED, f"{where} the hypothesis {place.outside} is not true: {place}")
    if asked.sought and not _nothing_satisfies(asked, terms, solver):
        return Verdict(Grade.UNDECIDED, f"{where} it is not shown that nothing satisfies the statement")
    if place.is_true is False or asked.sought:
        by = solver.how() if solver.by else "exact evaluation"
        said = "nothing satisfies it" if asked.sought else place
        return Verdict(Grade.REFUTED, f"{by}{found}: {said}", dict(at) or None)
    return Verdict(Grade.UNDECIDED, f"{where} it is {'true' if place.is_true else 'not decided'}: {place}")


@dataclass(frozen=True, slots=True)
class Side:
    """One comparison at a point: its sides (None without a value), and whether it is true."""

    said: str
    left: Any
    right: Any
    is_true: bool | None

    def __str__(self) -> str:
        texts = [
            "no value"
            if x is None
            else str(Fraction(x))
            if len(str(Fraction(x))) <= SHORT
            else decimal(Fraction(x), digits=SHORT)
            for x in (self.left, self.right)
        ]
        return f"the sides of {self.said} are {' and '.join(texts)}"


@dataclass(frozen=True, slots=True)
class Place:
    """A claim at one point: the first hypothesis that is not true there, the truth of the statement, and its comparisons."""

    at: Mapping[str, str]
    outside: str
    is_true: bool | None
    sides: tuple[Side, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        told = [x for x in self.sides if not x.is_true] or self.sides
        more = f"; and {len(told) - MOST_TOLD} more, which --at lists" if len(told) > MOST_TOLD else ""
        return "; ".join(map(str, told[:MOST_TOLD])) + more


def evaluate(asked: Question, at: Mapping[str, str], terms: Mapping[str, Node], solver: Solver) -> Place:
    """Evaluate a question at a point: the comparisons of its statement, or of the first hypothesis that is not true there.

    That something exists is evaluated by its witness; one that fails refutes nothing.
    """
    outside = next((h for h in asked.domain if truth_at(h, terms, solver) is not True), None)
    stated = outside or asked.stated_at(terms)
    sides = {}
    for x in comparisons(stated):
        truth = truth_at(x, terms, solver)  # first, as it refuses what is no term
        left, right = (value_near(substitute(y, terms)) for y in x.args)
        said = str(x)
        sides[x] = Side(said if len(said) <= 80 else f"{said[:79]}…", left, right, truth)
    kept = [y for x, y in sides.items() if x.free or y.is_true is False] or list(sides.values())
    truth = None if outside else truth_at(stated, terms, solver)
    return Place(at, str(outside or ""), truth, tuple(kept))


def require_letters(what: str, wanted: Collection[str], given: Collection[str]) -> None:
    """Refuse numbers for other letters than those that are wanted."""
    said = [f"a number for {x}" for x in sorted(set(wanted).difference(given))]
    said += [f"none for {x}" for x in sorted(set(given).difference(wanted))]
    if said:
        raise InputError(f"{what} takes {' and '.join(said)}")


def truth_at(formula: Node, terms: Mapping[str, Node], solver: Solver) -> bool | None:
    """Compute whether a formula is true at a point; z3 is asked where enclosures do not tell, as of sqrt(2)*sqrt(3) = sqrt(6)."""
    ground = substitute(formula, terms)
    found = holds(ground)
    if found is None and not ground.free:
        with suppress(InputError):  # a number such as log(-1) has no value
            either = ((True, ground), (False, Node("not", (ground,))))
            found = next((x for x, node in either if _is_shown(Question((), node), solver)), None)
    return found


def _confirmed(asked: Question, model: Mapping[str, Fraction], solver: Solver) -> Verdict | None:
    """Refute at a model of the negation, or at a drawn point; None if no point is confirmed."""
    drawn = (x for x in asked.sampled(corners=True) if asked.sought or holds(asked.conclusion, x) is False)
    for point in chain([asked.point_of(model)], drawn):
        solver.by.clear()
        at = spelled({x: y for x, y in point.items() if x not in asked.sought})
        refuted = _refute(asked, at, solver, " at a point that was found")
        if refuted.grade is Grade.REFUTED:
            return refuted
    return None
