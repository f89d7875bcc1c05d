"""Evidence as plain data: a claim's statement with its proofs, written once by the provers and checked without them.

A document is {"statement": …, "parts": […]}. Each part proves one goal of the statement, or is one item of evidence:

    {"chain": [{"step": 0, "attempts": […]}, {"use": 0, "added": […]}, {"attempts": […]}]}   proofs, see `derivation`
    {"beaten_by": [{"x": "x - 1"}], "chain": […]}                                            proofs that every point that is not a
                                                                                             listed minimiser is beaten by one of
                                                                                             these points or by a listed minimiser
    {"monotone": {"plan": 0, "end": […], "slope": […]}}                                      proofs, see `monotone`
    {"rewriting": {"turn": 0, "first": […], "shown": […]}}                                   proofs, see `rewriting`
    {"tangents": {"pairs": [[0, 1]], "first": […], "shown": […]}}                            proofs, see `tangents`
    {"function": {"comparisons": [{"puts": [], "pieces": [{"divisors": [], "sign": 1, "tree": ["low", ["terms"]]}]}]}}
                                                                                             trees, see `one_function`
    {"cuts": {"cuts": ["4"], "parts": [{"monotone": {…}}, {"boxes": 7}]}}                    proofs, see `cuts`
    {"induction": {"plan": 0, "base": […], "step": […]}}                                     proofs, see `induction`
    {"boxes": 7}  {"evaluated": true}  {"point": {"x": "2"}}                                 arithmetic, which is done again
    {"fact": "n = 3", "says": "8 > 3"}                                                       a comparison, which is evaluated again
    {"numbers": {"chain": […]}}                              proofs of the goal with rational numbers for exp(log(6)) and the like
    {"certificate": "…", "says": "…"}                        a certificate, which the checker judges again
    {"statement": …, "parts": […]}                           a further statement, with its own parts
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from rropt.certificate.judge import judge
from rropt.claims.claim import Claim, Reading, Use, instance_of, narrowings, read, used_by
from rropt.claims.derivation import Attempts, derive_again
from rropt.claims.duties import are_always_defined
from rropt.claims.evaluate import holds
from rropt.claims.evidence import Finding, Grade, is_said, require_telling, weakest
from rropt.claims.goals import Existence, Goal, goals, settled, why_no_lemma, with_numbers
from rropt.claims.language.grammar import read_formula
from rropt.claims.language.show import text
from rropt.claims.language.syntax import Formula, conjunction, free_variables
from rropt.claims.replay.boxes import show_by_boxes
from rropt.claims.replay.cuts import is_shown_by_cuts
from rropt.claims.replay.induction import is_shown_by_induction
from rropt.claims.replay.monotone import DEEPER, is_shown_by_slope
from rropt.claims.replay.one_function import is_shown_by_function
from rropt.claims.replay.poly import Polynomial
from rropt.claims.replay.proof import Cases, Contradiction, Line, Proof, Substitution, Summand
from rropt.claims.replay.rewriting import is_shown_by_rewriting
from rropt.claims.replay.tangents import is_shown_by_tangents
from rropt.exact.errors import InputError
from rropt.exact.spelling import counted

__all__ = ["Refused", "document", "parts_of", "replay", "rewriting_data", "statement_of"]

Data = dict[str, Any]
Lemma = Callable[[str], tuple[Claim, Finding]]


class Refused(InputError):
    """Raised if a record does not show what it should show. A malformed record may raise other errors."""


# proofs as data


def _polynomial_data(p: Polynomial) -> str:
    return " ".join(f"{c}:{','.join(map(str, e))}" for e, c in p.terms.items())


def _polynomial(data: str) -> Polynomial:
    terms = (piece.split(":") for piece in data.split())
    return Polynomial({tuple(int(n) for n in e.split(",")) if e else (): Fraction(c) for c, e in terms})


def proof_data(proof: Proof) -> list[Any]:
    """Write a proof as nested lists of text and numbers."""
    match proof:
        case Contradiction(summands, multiples, _):
            terms = [[str(s.coefficient), list(s.cited), list(map(_polynomial_data, s.squares))] for s in summands]
            return ["sum", terms, [[i, _polynomial_data(p)] for i, p in multiples]]
        case Line(variable, cited):
            return ["line", variable, list(cited)]
        case Cases(poly, branches):
            return ["cases", _polynomial_data(poly), [[r, proof_data(p)] for r, p in branches]]
        case Substitution(variable, equality, top, below, nonzero, rest):
            ends = [_polynomial_data(top), _polynomial_data(below)]
            return ["put", variable, equality, *ends, nonzero, proof_data(rest)]


def proof_of(data: list[Any]) -> Proof:
    """Make the proof that nested lists describe. Raise `Refused` if a list does not have the form of a proof.

    A number in the lists that cannot be read raises another error, such as `ValueError`.
    """
    match data:
        case ["sum", terms, multiples]:
            summands = (Summand(Fraction(c), tuple(cited), tuple(map(_polynomial, q))) for c, cited, q in terms)
            return Contradiction(tuple(summands), tuple((i, _polynomial(p)) for i, p in multiples))
        case ["line", variable, cited]:
            return Line(variable, tuple(cited))
        case ["cases", poly, branches]:
            return Cases(_polynomial(poly), tuple((r, proof_of(p)) for r, p in branches))
        case ["put", variable, equality, top, below, nonzero, rest]:
            return Substitution(variable, equality, _polynomial(top), _polynomial(below), nonzero, proof_of(rest))
    raise Refused(f"{str(data)[:60]} is not a proof")


# documents


def statement_of(claim: Claim) -> Data:
    """Write what a claim states as plain data; empty fields are left out."""
    fields: Data = {
        "id": claim.id,
        "states": claim.states,
        "given": dict(claim.given),
        "assuming": list(claim.assuming),
        "narrowed": [list(pair) for pair in narrowings(claim)],
        "define": dict(claim.define),
        "steps": list(claim.steps),
        "witness": dict(claim.witness),
        "uses": [[u.claim, dict(u.at)] if isinstance(u, Use) else [u, {}] for u in claim.uses],
        "printed": claim.printed,
        "argument": claim.argument,
    }
    return {name: value for name, value in fields.items() if value}


def _claim_of(statement: Mapping[str, Any]) -> Claim:
    fields = dict(statement)
    fields["uses"] = tuple(Use(name, at) for name, at in fields.get("uses", ()))
    fields["narrowed"] = tuple((formula, why) for formula, why in fields.get("narrowed", ()))
    for name in ("assuming", "steps"):
        fields[name] = tuple(fields.get(name, ()))
    return Claim(**fields)


def document(claim: Claim, verdict: Finding) -> Data | None:
    """Write a claim's statement and the recorded parts of its evidence as plain data.

    None if the claim is neither proved nor argued, or nothing is recorded.
    """
    if verdict.kind not in (Grade.PROVED, Grade.NARROWED, Grade.ARGUED):
        return None
    wanted = [part for part in verdict.record if verdict.kind.is_proof or "fact" not in part]
    return {"statement": statement_of(claim), "parts": [_part_data(part) for part in wanted]} if wanted else None


def _part_data(part: Mapping[str, Any]) -> Data:
    if "chain" in part:
        return {**part, "chain": [_link_data(link) for link in part["chain"]]}
    if "numbers" in part:
        return {**part, "numbers": _part_data(part["numbers"])}
    for name, written in WRITTEN.items():
        if name in part:
            return {**part, name: written(part[name])}
    if "parts" in part:
        return {**part, "parts": [_part_data(inner) for inner in part["parts"]]}
    return dict(part)


def _link_data(link: Mapping[str, Any]) -> Data:
    return {**link, "attempts": _attempts_data(link["attempts"])} if "attempts" in link else dict(link)


def _monotone_data(record: Mapping[str, Any]) -> Data:
    attempts = {name: _attempts_data(record[name]) for name in DEEPER if name in record}
    deeper = {name: _monotone_data(record[name]) for name in DEEPER.values() if name in record}
    return {**record, **attempts, **deeper}


def rewriting_data(record: Data) -> Data:
    """Write the record of a proof by rewriting as plain data."""
    attempts = _attempted_data(record)
    slope = {"monotone": _monotone_data(record["monotone"])} if "monotone" in record else {}
    deeper = {"deeper": rewriting_data(record["deeper"])} if "deeper" in record else {}
    return {**record, **attempts, **slope, **deeper}


def cuts_data(record: Data) -> Data:
    """Write the record of a proof by cuts of a range as plain data."""
    return {
        **record,
        "parts": [
            {"monotone": _monotone_data(part["monotone"])} if "monotone" in part else _attempted_data(part)
            for part in record["parts"]
        ],
    }


def _attempted_data(record: Data) -> Data:
    """Write a record as plain data; the proofs in its fields `first`, `shown`, `base` and `step` become nested lists."""
    named = ("first", "shown", "base", "step")
    return {name: _attempts_data(value) if name in named else value for name, value in record.items()}


WRITTEN: dict[str, Callable[[Data], Data]] = {
    "monotone": _monotone_data,
    "rewriting": rewriting_data,
    "tangents": _attempted_data,
    "cuts": cuts_data,
    "induction": _attempted_data,
}


def _attempts_data(attempts: Attempts) -> list[Any]:
    return [None if proofs is None else [proof_data(p) for p in proofs] for proofs in attempts]


def _attempts(data: list[Any]) -> Attempts:
    return tuple(None if proofs is None else tuple(proof_of(x) for x in proofs) for proofs in data)


def parts_of(found: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the parts of a document, and make `Proof` objects of the proofs that it has under the key `chain`.

    This is the form that the field `record` of a `Finding` has. Proofs under other keys, such as `monotone`, stay nested lists.
    """
    return tuple(map(_part_of, found["parts"]))


def _part_of(data: Data) -> Data:
    if "chain" in data:
        return {**data, "chain": [_link_of(link) for link in data["chain"]]}
    if "numbers" in data:
        return {**data, "numbers": _part_of(data["numbers"])}
    return dict(data)


def _link_of(data: Data) -> Data:
    return {**data, "attempts": _attempts(data["attempts"])} if "attempts" in data else dict(data)


# the replay of documents


class Replayed(NamedTuple):
    """The result of checking recorded proofs again.

    `added` are the hypotheses that the proofs had to add. `parts` counts the parts of the record that were checked. `grade` is the
    strongest grade that the proofs allow for the claim. It is lower if hypotheses were added, and is at most the grade of the
    weakest lemma used.
    """

    added: tuple[str, ...]
    parts: int
    grade: Grade = Grade.PROVED


def replay(found: Mapping[str, Any], lemma: Lemma) -> Replayed:
    """Check every part of a document; raise `Refused` if a part does not show its goal.

    `lemma` takes the id of another claim that the document uses, and returns that claim and its verdict.
    """
    statement = found["statement"]
    if "states" not in statement:
        if not found["parts"]:
            raise Refused(f"the record of {statement['id']} has no parts; write it again with --write")
        return _together([_item(part, lemma) for part in found["parts"]])
    claim = _claim_of(statement)
    reading = read(claim)
    wanted = goals(reading)
    if len(wanted) != len(found["parts"]):
        raise Refused(
            f"{claim.id} has {counted(len(wanted), 'goal')}, but its record has proofs of {len(found['parts'])}; write the record "
            "again with --write"
        )
    results = []
    for goal, part in zip(wanted, found["parts"], strict=True):
        plain = settled(goal, part, reading.integers)
        added = _goal(plain, part, claim, reading, lemma)
        if added is None:
            raise Refused(f"{claim.id}: the record does not show {plain.label or 'the statement'}")
        grades = [lemma(used_by(claim)[i])[1].kind for i in _lemmas_of(part)]
        results.append(Replayed(added, 1, weakest(Grade.NARROWED if added else Grade.PROVED, *grades)))
    return _together(results)


def _together(results: list[Replayed]) -> Replayed:
    added = tuple(dict.fromkeys(a for r in results for a in r.added))
    return Replayed(added, sum(r.parts for r in results), weakest(Grade.PROVED, *(r.grade for r in results)))


def _lemmas_of(part: Mapping[str, Any]) -> list[int]:
    """List the lemmas that a part of a record uses, each by its index in the claim's field `uses`."""
    return _lemmas_of(part["numbers"]) if "numbers" in part else [x["use"] for x in part.get("chain", ()) if "use" in x]


def _known(i: int, added: list[str], claim: Claim, lemma: Lemma) -> Formula:
    """Return the formula that a lemma provides. The lemma is the one with the index i in the claim's field `uses`.

    Raise `Refused` if the lemma's verdict does not justify the formula.
    """
    name = used_by(claim)[i]
    found, verdict = lemma(name)
    if why := why_no_lemma(found, verdict):
        raise Refused(f"{claim.id}: the record uses {name}, but rropt cannot use that claim: {why}")
    if tuple(added) != verdict.added:
        raise Refused(
            f"{claim.id}: the record and the verdict of {name} differ in the hypotheses added to {name}; write the record again "
            "with --write"
        )
    return instance_of(claim.uses[i], found, verdict.added, claim)


def _item(part: Mapping[str, Any], lemma: Lemma) -> Replayed:
    if "certificate" in part:
        require_telling(part["says"], "stored")
        answer = judge(part["certificate"])
        if not answer.is_accepted or not is_said(part["says"], answer.sentence):
            raise Refused(f"the checker should say '{part['says']}', but says: {answer.sentence or answer.reason}")
        return Replayed((), 1)
    if "fact" in part:
        if holds(read_formula(part["says"]), {}) is not True:
            raise Refused(f"{part['fact']}: {part['says']} is false")
        return Replayed((), 1)
    if part["statement"].get("uses"):
        raise Refused("a statement among the items of a claim uses another claim; write the record again with --write")
    return replay(part, lemma)


RULES = {
    "monotone": is_shown_by_slope,
    "rewriting": is_shown_by_rewriting,
    "tangents": is_shown_by_tangents,
    "cuts": is_shown_by_cuts,
    "function": is_shown_by_function,
}


def _goal(
    goal: Goal | Existence, part: Mapping[str, Any], claim: Claim, reading: Reading, lemma: Lemma
) -> tuple[str, ...] | None:
    """Check that the part shows the goal; return the hypotheses that the recorded proofs had to add.

    None if the part does not show the goal.
    """
    if isinstance(goal, Existence):
        point = {x: Fraction(v) for x, v in part.get("point", {}).items()}
        shown = set(point) == set(goal.names) and holds(goal.body, point) is True
        return () if shown and all(holds(h, {}) is True for h in goal.hypotheses) else None
    if "numbers" in part:
        return _goal(with_numbers(goal), part["numbers"], claim, reading, lemma)
    if "evaluated" in part:
        is_true = not free_variables(goal.conclusion) and holds(goal.conclusion, {}) is True
        return () if is_true and are_always_defined(goal.hypotheses) else None
    if "boxes" in part:
        return None if show_by_boxes(goal.hypotheses, goal.conclusion) is None else ()
    for name, is_shown in RULES.items():
        if name in part:
            shown = is_shown(goal.hypotheses, goal.conclusion, part[name], _attempts, reading.integers)
            return () if shown else None
    if "induction" in part:
        aim = conjunction([goal.conclusion, *reading.steps])
        shown = is_shown_by_induction(goal.hypotheses, aim, part["induction"], _attempts, reading.integers)
        return () if shown else None
    added: list[str] = []
    hypotheses = goal.hypotheses
    for link in part["chain"]:
        if "use" in link:
            hypotheses = (*hypotheses, _known(link["use"], link["added"], claim, lemma))
            continue
        aim = reading.steps[link["step"]] if "step" in link else goal.conclusion
        found = derive_again(hypotheses, aim, _attempts(link["attempts"]), reading.integers)
        if found is None:
            return None
        added += map(text, found)
        hypotheses = (*hypotheses, aim)
    ends = part["chain"] and not {"step", "use"} & set(part["chain"][-1])
    return tuple(dict.fromkeys(added)) if ends else None
