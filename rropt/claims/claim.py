"""Claims: printed statements as data, in the form in which a user writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from rropt.claims.language.grammar import Definition, read_definitions, read_formula, read_term
from rropt.claims.language.show import text
from rropt.claims.language.syntax import (
    Compare,
    Formula,
    Implies,
    Num,
    Term,
    Var,
    asserted,
    bound_by_exists,
    conjunction,
    free_variables,
    is_whole,
    rename_apart,
    substitute,
)
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.claims.evidence import Item

__all__ = ["Claim", "Reading", "Repair", "Use", "instance_of", "narrowings", "read", "repaired", "used_by"]

IDENTIFIER = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
NAME = re.compile(r"[A-Za-z_][\w']*", re.ASCII)
INTERVAL = re.compile(r"\s*([\[(])(.+),(.+)([\])])\s*")

Narrowed: TypeAlias = tuple[str, str] | tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A claim used as a lemma, with terms in place of its variables.

    Args:
        claim: The id of the lemma.
        at: For each variable of the lemma, a term of the claim that uses it; a variable left out stands for the claim's variable
            of the same name.

    Raises:
        InputError: Raised by `decide`, and not when a `Use` is made, if the terms do not fit.

    Example:
        >>> from rropt.claims import Claim, Use, decide
        >>> known = {}
        >>> lemma = Claim("mine.square", "x^2 >= 0", given={"x": "real"})
        >>> known[lemma.id] = lemma, decide(lemma)
        >>> sum_of_two = Claim("mine.two", "a^2 + b^2 >= 2*a*b", given={"a, b": "real"}, uses=(Use("mine.square", {"x": "a-b"}),))
        >>> decide(sum_of_two, lookup=known.get).kind.value
        'proved'

    Reference: rropt/claims/GUIDE.md, "The fields of a claim".
    """

    claim: str
    at: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Repair:
    """A candidate that may save a false claim: added hypotheses, or a corrected statement with its own evidence.

    Args:
        adding: Hypotheses to add, each a formula.
        states: The corrected statement; empty if the printed statement stays.
        given: Domains of further variables, or other domains for variables of the claim.
        why: What is wrong with the printed statement, in words.
        decided_by: A function that gives evidence for the corrected statement. This field and the fields below have the
            meaning that `Claim` gives them, for the repaired claim.
        steps: Intermediate statements, each proved before it is used; if there are none, the false claim's steps are used.
        exhausts: The finite domain; `decided_by` is called once for each case in the domain.
        some: If True, it is enough that `decided_by` shows one of the cases.
        argument: The last step of the proof, in words, from what is decided to the statement.
        uses: Claims used as lemmas; if none are given and the repair only adds hypotheses, the false claim's lemmas are used.
        narrowed: The assumptions of the repaired claim that are not printed.
        kernel: The theorem in Coq for the repaired claim.
        reading: Why the corrected text is read as it is; the `reading` of the false claim is not inherited.

    Raises:
        InputError: Raised by `repaired`, and not when a `Repair` is made, if the repair does not fit its claim.

    Example:
        >>> from rropt.claims import Claim, Repair, decide, repaired
        >>> false = Claim("mine.square", "x^2 >= x", given={"x": "real"}, repairs=(Repair(adding=("x >= 1",)),))
        >>> [(x.id, decide(x).kind.value) for x in (false, *repaired(false))]
        [('mine.square', 'refuted'), ('mine.square.repaired', 'proved with an added hypothesis')]

    Reference: rropt/claims/GUIDE.md, "The fields of a claim".
    """

    adding: tuple[str, ...] = ()
    states: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    why: str = ""
    decided_by: Callable[..., Iterable[Item]] | None = None
    steps: tuple[str, ...] = ()
    exhausts: str | Mapping[str, Sequence[Any]] = ""
    some: bool = False
    argument: str = ""
    uses: tuple[str | Use, ...] = ()
    narrowed: Narrowed = ()
    kernel: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One printed statement: `states` holds for all values of the variables that satisfy `given` and `assuming`.

    Args:
        id: The name of the claim: the paper, a dot and a name within the paper, as in `holohan.lemma_1`.
        states: The conclusion, a formula; empty if `decided_by` is given.
        where: Where the statement stands in the paper.
        given: The domain of each variable: `{"t": "t > 1", "x, y": "[0, 1]"}`.
        assuming: Further hypotheses, formulas.
        define: Abbreviations.
        printed: The statement in the author's words.
        reading: If the printed text is damaged or ambiguous, why it is read as it is, and nothing else.
        uses: Other claims as lemmas, by id or as `Use`.
        steps: Intermediate statements, each proved before it is used; they are tried if the claim is not proved without them.
        witness: For each variable that an `exists` binds, a term; these terms should satisfy the `exists`.
        decided_by: For a statement beyond the grammar, a function that returns items of evidence.
        exhausts: The finite domain that the engine runs through, `{"k": range(2, 9)}`, calling the function with each k.
        some: If True, it is enough that the function shows one of the cases.
        argument: The last step of the proof, in words; with it the claim is argued and not proved, unless `kernel` is given.
        repairs: Candidates that may save a false claim.
        repair_of: If this claim is a repair, the id of the printed claim; set by `repaired`.
        adds: The hypotheses that a repair adds without correcting the statement; set by `repaired`.
        narrowed: What is assumed here and not printed: a pair of a formula and the reason, `("delta > 0", "why")`, or several
            such pairs. The formula is empty if none expresses the assumption.
        kernel: A theorem of the library in Coq, `"Holohan.theorem_3_repaired"`, that says what is printed and that the kernel has
            accepted.
        example: The paper's own numbers, `{"N": "100"}`: a counterexample is looked for at these first. Numbers of variables that
            the claim does not have are ignored, so that a paper's claims can share it; at least one variable must be the claim's.

    Raises:
        InputError: The id is malformed; there are both a statement and a function, or neither; `given` is no mapping; the claim
            uses itself; `exhausts` has values that are no finite list; or `narrowed` is not pairs. (`decide` refuses bad formulas.)

    Example:
        >>> from rropt.claims import Claim, decide
        >>> decide(Claim("mine.lemma_1", "(t-1)/(t+1) <= t/(t+1)", given={"t": "t > 1"})).kind.value
        'proved'

    Reference: rropt/claims/GUIDE.md, "The fields of a claim".
    """

    id: str
    states: str = ""
    where: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    assuming: tuple[str, ...] = ()
    define: Mapping[str, str] = field(default_factory=dict)
    printed: str = ""
    reading: str = ""
    uses: tuple[str | Use, ...] = ()
    steps: tuple[str, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)
    decided_by: Callable[..., Iterable[Item]] | None = None
    exhausts: str | Mapping[str, Sequence[Any]] = ""
    some: bool = False
    argument: str = ""
    repairs: tuple[Repair, ...] = ()
    repair_of: str = ""
    adds: tuple[str, ...] = ()
    narrowed: Narrowed = ()
    kernel: str = ""
    example: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not IDENTIFIER.fullmatch(self.id):
            raise InputError(
                f"the claim id '{self.id}' must look like paper.lemma_1: lower-case letters, digits, _ and dots"
            )
        if self.id in used_by(self):
            raise InputError(f"{self.id} names itself in `uses`; remove it from `uses`")
        if not isinstance(self.given, Mapping):
            raise InputError(
                f'{self.id}: `given` must map variables to conditions, such as {{"t": "t > 1"}}, not {str(self.given)[:40]!r}'
            )
        if bool(self.states) == (self.decided_by is not None):
            raise InputError(
                f"{self.id} must have either a statement (states=) or evidence (decided_by=), and not both"
            )
        for name, values in self.exhausts.items() if isinstance(self.exhausts, Mapping) else ():
            if isinstance(values, str) or not isinstance(values, Sequence):
                raise InputError(f"{self.id}: `exhausts` must give '{name}' a finite list of values, not {values!r}")
        if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in narrowings(self)):
            raise InputError(
                f'{self.id}: `narrowed` needs pairs of a hypothesis and its reason, ("delta > 0", "why"), not {self.narrowed!r}'
            )


def used_by(claim: Claim) -> list[str]:
    """List the ids of the claims that a claim uses as lemmas."""
    return [use.claim if isinstance(use, Use) else use for use in claim.uses]


def narrowings(claim: Claim) -> tuple[tuple[str, str], ...]:
    """List a claim's assumptions beyond the printed statement, as (formula, reason); the formula is empty if none expresses it."""
    first = claim.narrowed[0] if claim.narrowed else ()
    return (claim.narrowed,) if isinstance(first, str) else claim.narrowed  # type: ignore[return-value]


class Reading(NamedTuple):
    """The formulas of a claim, read from its texts.

    `names` has all variables in `given`, and `integers` has those that are whole numbers. The names that `exists` binds differ from
    each other and from all other names. The keys of `witness` are names that `exists` binds.
    """

    hypotheses: tuple[Formula, ...]
    steps: tuple[Formula, ...]
    conclusion: Formula
    witness: dict[str, Term]
    integers: frozenset[str]
    names: tuple[str, ...]
    example: dict[str, Fraction]


def read(claim: Claim) -> Reading:
    """Read the formulas of a claim that is stated in the grammar; raise `InputError` if one cannot be read."""
    definitions = read_definitions(claim.define)
    names: list[str] = []
    integers: set[str] = set()
    hypotheses: list[Formula] = []
    for key, written in claim.given.items():
        for name in (x.strip() for x in key.split(",")):
            if name in definitions:
                raise InputError(f"{claim.id}: '{name}' is both defined and a variable; rename one of them")
            names.append(name)
            whole, found = domain(name, written, definitions)
            if not NAME.fullmatch(name) or (found and not any(name in free_variables(x) for x in found)):
                raise InputError(
                    f"{claim.id}: '{name}' is not a name, or the domain {written!r:.60} of {key!r:.40} does not mention '{name}'; "
                    f'give each variable its own, {{"x": "x >= 0", "y": "real"}}'
                )
            hypotheses += found
            integers |= {name} if whole else set()
    hypotheses += [read_formula(x, definitions=definitions) for x in claim.assuming]
    declared = [read_formula(x, definitions=definitions) for x, _ in narrowings(claim) if x]
    hypotheses += [x for x in declared if x not in hypotheses]
    steps = tuple(read_formula(x, definitions=definitions) for x in claim.steps)
    conclusion = read_formula(claim.states, definitions=definitions)
    witness = {k: read_term(v, definitions=definitions) for k, v in claim.witness.items()}
    _declare(claim, names, [*hypotheses, conclusion, *steps])
    taken = set(names)
    hypotheses = [rename_apart(h, taken) for h in hypotheses]
    _declare(claim, taken, witness.values())
    apart = rename_apart(conclusion, taken)
    witness = {new: witness[x] for x, new in zip(asserted(conclusion), asserted(apart), strict=True) if x in witness}
    return Reading(tuple(hypotheses), steps, apart, witness, frozenset(integers), tuple(names), _example(claim, names))


def _example(claim: Claim, names: list[str]) -> dict[str, Fraction]:
    if claim.example and not set(claim.example) & set(names):
        way = f"give numbers for {', '.join(names)}" if names else "leave the example out"
        raise InputError(
            f"{claim.id}: the example gives values to {', '.join(claim.example)}, but the claim has no such variable; {way}"
        )
    found = {}
    for x, written in claim.example.items():
        value = read_term(written)
        if not isinstance(value, Num):
            raise InputError(f"{claim.id}: the example's {x} = '{written}' is not a fraction; give one, like 1/10")
        found[x] = value.value
    return found


def _declare(claim: Claim, names: Collection[str], formulas: Iterable[Formula | Term]) -> None:
    for formula in formulas:
        for x in sorted(set(names).intersection(bound_by_exists([formula]))):
            raise InputError(
                f"{claim.id}: '{x}' is in `given`, but 'exists {x}' binds it; drop it from `given`, and state its domain after "
                f"'exists {x}:'"
            )
        for x in free_variables(formula):
            if x not in names:
                raise InputError(
                    f"{claim.id}: the variable '{x}' has no domain; add it to given, e.g. given={{'{x}': 'real'}}"
                )


def domain(name: str, text: str, definitions: Mapping[str, Definition]) -> tuple[bool, list[Formula]]:
    """Read the domain of a variable; return whether the variable is a whole number, and the conditions on it.

    A domain is `real`, an interval `[0, 1)` with `inf` as a possible end, or a formula; `integer` may stand before it.
    """
    whole = text.strip().startswith("integer")
    text = text.strip().removeprefix("integer").strip()
    if text in ("", "real"):
        return whole, []
    interval = INTERVAL.fullmatch(text)
    if interval is None:
        return whole, [read_formula(text, definitions=definitions)]
    opening, low, high, closing = (x.strip() for x in interval.groups())
    found: list[Formula] = []
    if low != "-inf":
        found.append(Compare(read_term(low, definitions=definitions), "<" if opening == "(" else "<=", Var(name)))
    if high != "inf":
        found.append(Compare(Var(name), "<" if closing == ")" else "<=", read_term(high, definitions=definitions)))
    return whole, found


def instance_of(use: str | Use, lemma: Claim, added: tuple[str, ...], claim: Claim) -> Formula:
    """Return the formula that a claim gets from a lemma that it uses, with terms of the claim in place of the lemma's variables.

    The formula says that the hypotheses of the lemma, and those in `added`, imply the conclusion of the lemma. The hypotheses in
    `added` are those that the proof of the lemma had to add.
    """
    reading = read(lemma)
    values: dict[str, Term] = {}
    if isinstance(use, Use):
        definitions = read_definitions(claim.define)
        values = {k: read_term(v, definitions=definitions) for k, v in use.at.items()}
    own = read(claim)
    bound = set(bound_by_exists((*own.hypotheses, own.conclusion)))  # real numbers
    for x in sorted(reading.integers.intersection((*values, *own.names, *bound))):
        term = values.get(x, Var(x))
        if not is_whole(term, own.integers):
            way = 'declare its variables whole, as in given={"n": "integer"}'
            if set(free_variables(term)) <= own.integers:
                way = "write a sum or product of whole numbers"
            elif x in bound.difference(values):
                way = f"rename the {x} that 'exists' binds"
            raise InputError(
                f"{claim.id}: {lemma.id} holds for whole numbers {x}, but rropt cannot tell that {text(term)}, which stands for "
                f"{x}, is whole; {way}"
            )
    words = read_definitions(lemma.define)
    extra = [read_formula(x, definitions=words) for x in added]
    hypotheses = [*reading.hypotheses, *(x for x in extra if x not in reading.hypotheses)]
    whole = Implies(conjunction(hypotheses), reading.conclusion) if hypotheses else reading.conclusion
    return substitute(whole, values)  # type: ignore[return-value]


def repaired(claim: Claim) -> list[Claim]:
    """Make a new claim from each repair of a claim; the new ids end in `.repaired`, `.repaired_2`, …

    The fields `printed`, `reading` and `argument` of the false claim are not inherited.

    Args:
        claim: The claim with its `repairs`.

    Returns:
        A claim for each repair, in their order.

    Raises:
        InputError: The argument is no claim, or a repair of a claim that a function decides has neither statement nor function.

    Example:
        >>> from rropt.claims import Claim, Repair, repaired
        >>> [x.id for x in repaired(Claim("mine.a", "x > 0", given={"x": "real"}, repairs=(Repair(adding=("x > 1",)),)))]
        ['mine.a.repaired']

    Reference: rropt/claims/GUIDE.md, "The fields of a claim".
    """
    if not isinstance(claim, Claim):
        raise InputError(f"{str(claim)[:60]!r} is not a claim; give a Claim, whose field `repairs` says what to change")
    found = []
    for i, repair in enumerate(claim.repairs, start=1):
        corrected = bool(repair.states or repair.decided_by)
        if claim.decided_by is not None and not corrected:
            raise InputError(
                f"{claim.id} has decided_by=, so its repair needs states= or decided_by= of its own; give one"
            )
        new = replace(
            claim,
            id=f"{claim.id}.repaired" + (f"_{i}" if i > 1 else ""),
            states=repair.states or ("" if repair.decided_by else claim.states),
            given={**claim.given, **repair.given},
            assuming=(*claim.assuming, *repair.adding),
            decided_by=repair.decided_by,
            printed=repair.why,
            reading=repair.reading,
            argument=repair.argument,
            steps=repair.steps or claim.steps,
            exhausts=repair.exhausts,
            uses=repair.uses or (() if corrected else claim.uses),
            narrowed=repair.narrowed,
            some=repair.some,
            kernel=repair.kernel,
            example={},
            repairs=(),
            repair_of=claim.id,
            adds=() if corrected else repair.adding,
        )
        found.append(new)
    return found
