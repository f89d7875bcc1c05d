"""Coq lemmas for a claim that the engine proved for all values of its variables: one lemma for each goal.

A lemma is about rational functions. In it, a variable stands for each value of min, max, abs, sqrt, exp or log, and the facts that
define this variable are hypotheses (`rropt.claims.language.elaborate`). The proof of a lemma is the stored proof of its goal,
written as Coq steps. The theorem is the claim's statement in Coq's own functions, and its proof applies the lemmas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rropt.claims.claim import Reading
from rropt.claims.coq.leaves import write_refutation
from rropt.claims.coq.point import prove_at
from rropt.claims.coq.spelling import binders, formula_text, term_text, variable_in
from rropt.claims.derivation import derive, read_attempts
from rropt.claims.goals import Goal
from rropt.claims.language.elaborate import Elaborated, elaborate
from rropt.claims.language.syntax import (
    Call,
    Compare,
    Exists,
    Formula,
    Implies,
    Num,
    Rounds,
    Term,
    conjunction,
    number,
    substitute,
    walk,
)
from rropt.claims.replay.proof import Proof
from rropt.exact.errors import InputError

__all__ = ["Lemma", "lemma_of"]

FACTS = {
    "abs": "abs_fact",
    "sqrt": "sqrt_fact",
    "exp": "exp_fact",
    "log": "ln_fact",
    "max": "max_fact",
    "min": "min_fact",
}
Part = Mapping[str, Any]


class Step(NamedTuple):
    """One step of a derivation: the formulas assumed, the goal, and the proofs of its parts.

    `proofs` is None if none were found.
    """

    formulas: tuple[Formula, ...]
    goal: Formula
    proofs: tuple[Proof, ...] | None


class Lemma(NamedTuple):
    """The Coq lemma for a goal.

    It has the text of the lemma, the hypotheses that had to be added, and a function that writes the steps that apply the lemma.
    """

    text: str
    added: tuple[Formula, ...]
    apply: Callable[[Sequence[str], Mapping[Formula, str]], str]


def lemma_of(name: str, goal: Goal, part: Part, reading: Reading, words: Mapping[str, str]) -> Lemma:
    """Write the lemma that shows a goal, from the record of its proof.

    Raise `InputError` if this kind of proof cannot be written in Coq.
    """
    if "evaluated" in part:
        steps = prove_at(goal.conclusion, {})
        return Lemma("", (), lambda hypotheses, added: f"{{ {steps} }}\n")
    if "chain" not in part:
        kind = next(x for x in part if x != "label")
        raise InputError(f"rropt cannot export a proof by {WORDS.get(kind, kind)} to Coq")
    if len(part["chain"]) > 1:
        raise InputError("rropt cannot export a proof by steps or by other claims to Coq")
    return _chain(name, goal, part["chain"][0]["attempts"], reading, words)


WORDS = {
    "boxes": "interval arithmetic on boxes",
    "numbers": "exact numbers in closed form",
    "point": "a point that was found",
    "monotone": "the sign of a derivative",
    "rewriting": "laws of logarithms and exponentials",
    "function": "the signs of a function and of its slopes on pieces of a range",
}


def _chain(name: str, goal: Goal, attempts: Any, reading: Reading, outer: Mapping[str, str]) -> Lemma:
    if any(isinstance(x, Exists) for h in goal.hypotheses for x in walk(h)):
        raise InputError("rropt cannot export a hypothesis with 'exists' in it to Coq")
    statement = elaborate(goal.hypotheses, goal.conclusion)
    steps: list[Step] = []
    replay = read_attempts(attempts, reading.integers)

    def attempt(formulas: tuple[Formula, ...], aim: Formula) -> tuple[Proof, ...] | None:
        steps.append(Step(formulas, aim, replay(formulas, aim)))
        return steps[-1].proofs

    own = derive(statement, attempt)
    if own is None:
        raise InputError("the stored proof does not prove the statement that is exported; decide the claim again")
    words = {**outer, **{x: f"w{i}" for i, (x, _) in enumerate(statement.named)}}
    added = _formulas_added(statement, steps)
    assumed = {x: f"F{i}" for i, x in enumerate(statement.facts)}
    assumed |= {x: f"A{i}" for i, x in enumerate(added) if x not in assumed}
    assumed |= {x: f"H{i}" for i, x in enumerate(statement.hypotheses) if x not in assumed}
    body = "".join(_step(i, s, assumed, words, reading.integers, i == len(steps) - 1) for i, s in enumerate(steps))
    variables = [*(x for x in outer), *(x for x, _ in statement.named)]
    parts = [*statement.facts, *added, *statement.hypotheses, statement.conclusion]
    stated = " ->\n  ".join(formula_text(x, words) for x in parts)
    names = [f"F{i}" for i in range(len(statement.facts))] + [f"A{i}" for i in range(len(added))]
    names += [f"H{i}" for i in range(len(statement.hypotheses))]
    intros = " ".join([*(variable_in(words[x]) for x in variables), *names])
    text = (
        f"Lemma {name} : {binders(variables, words, reading.integers)}{stated}.\nProof.\n"
        f"{f'intros {intros}.' if intros else ''}\n{body}\nQed.\n"
    )
    return Lemma(text, own, _apply(name, goal, statement, added, variables, words))


def _formulas_added(statement: Elaborated, steps: list[Step]) -> tuple[Formula, ...]:
    """List the hypotheses that the derivation added to those of the statement.

    An added hypothesis is a formula that the last step assumes. It is neither a fact nor a hypothesis of the statement, and no
    earlier step showed it.
    """
    known: set[Formula] = {*statement.facts, *statement.hypotheses}
    for s in steps[:-1]:
        if s.proofs is not None:
            known |= {s.goal, _under(s, known)}
    return tuple(x for x in dict.fromkeys(steps[-1].formulas) if x not in known)


def _under(step: Step, known: set[Formula]) -> Formula:
    guards = [x for x in step.formulas if x not in known]
    return Implies(conjunction(guards), step.goal) if guards else step.goal


def _step(
    i: int, step: Step, assumed: dict[Formula, str], words: Mapping[str, str], integers: frozenset[str], last: bool
) -> str:
    if step.proofs is None:
        return ""
    if last:
        return write_refutation(assumed, step.formulas, step.goal, step.proofs, words, integers)
    stated = _under(step, set(assumed))
    guards = [x for x in dict.fromkeys(step.formulas) if x not in assumed]
    names = [f"D{i}g{j}" for j in range(len(guards))]
    opened = f"intros {_pattern(names)}.\n" if guards else ""
    inner = {**assumed, **dict(zip(guards, names, strict=True))}
    proof = write_refutation(inner, step.formulas, step.goal, step.proofs, words, integers)
    assumed.setdefault(stated, f"D{i}")
    return f"assert (D{i} : {formula_text(stated, words)}).\n{{ {opened}{proof} }}\n"


def _pattern(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"[{names[0]} {_pattern(names[1:])}]"


# the lemma applied to the functions themselves


def _apply(
    name: str,
    goal: Goal,
    statement: Elaborated,
    added: tuple[Formula, ...],
    variables: list[str],
    words: Mapping[str, str],
) -> Callable[[Sequence[str], Mapping[Formula, str]], str]:
    terms = _in_own_words(statement)

    def own(x: Formula) -> Formula:
        return substitute(x, terms)  # type: ignore[return-value]

    def apply(hypotheses: Sequence[str], extra: Mapping[Formula, str]) -> str:
        steps = [_exponents(goal, words)] if any(x.startswith("exp#") for x, _ in statement.named) else []
        if any(isinstance(x, Rounds) for f in (*goal.hypotheses, goal.conclusion) for x in walk(f)):
            steps.append("rewrite ?rounds_iff in *.\n")
        facts = []
        for i, ((word, _), fact) in enumerate(zip(statement.named, statement.facts, strict=True)):
            facts.append(f"E{i}")
            steps.append(
                f"assert (E{i} : {formula_text(own(fact), words)}). {{ {_fact(word, statement, words, terms)} }}\n"
            )
        given = [
            *(variable_in(words[x]) if x not in terms else term_text(terms[x], words) for x in variables),
            *facts,
            *(extra[own(x)] for x in added),
            *hypotheses,
        ]
        return "".join(steps) + f"exact ({name} {' '.join(given)}).\n" if given else f"exact {name}.\n"

    return apply


def _in_own_words(statement: Elaborated) -> dict[str, Term]:
    found: dict[str, Term] = {}
    for name, term in statement.named:
        found[name] = substitute(term, found)  # type: ignore[assignment]
    return found


def _fact(word: str, statement: Elaborated, words: Mapping[str, str], terms: Mapping[str, Term]) -> str:
    """Write the step that proves the fact about the variable `word`, which stands for a function's value.

    It cites the library's lemma about the function.
    """
    kind = word.split("#")[0]
    if kind == "exp" and isinstance(statement.arguments[word][0], Num):
        return "apply exp_pos."
    arguments = [term_text(substitute(x, terms), words) for x in statement.arguments[word]]  # type: ignore[arg-type]
    if kind in ("min", "max") and len(arguments) != 2:
        return f"unfold R{kind}; repeat destruct (Rle_dec _ _); one_of_several."
    return f"exact ({FACTS[kind]} {' '.join(arguments)})."


def _exponents(goal: Goal, words: Mapping[str, str]) -> str:
    """Write steps that replace each exp of a sum or multiple by a product of powers of exps, which is its form in the lemma.

    The innermost exp is replaced first.
    """
    found: dict[tuple[Term, Term], None] = {}
    for formula in (*goal.hypotheses, goal.conclusion):
        for node in reversed(list(walk(formula))):
            if isinstance(node, Call) and node.name == "exp":
                pair = (Call("exp", (_spell_out(node.arguments[0]),)), _spell_out(node))
                if pair[0] != pair[1]:
                    found[pair] = None
    steps = []
    for i, (before, after) in enumerate(found):
        steps.append(f"assert (X{i} : {term_text(before, words)} = {term_text(after, words)}) by exponents.\n")
        steps.append(f"rewrite ?X{i} in *.\n")
    return "".join(steps)


def _spell_out(term: Term) -> Term:
    """Rewrite a term so that its functions have the same form as in the lemmas.

    For example, exp of a sum becomes a product of powers.
    """
    statement = elaborate((), Compare(term, "=", number(0)))
    assert isinstance(statement.conclusion, Compare)
    return substitute(statement.conclusion.left, _in_own_words(statement))  # type: ignore[return-value]
