"""Every positive claim changed a little: a coefficient, a sign, a hypothesis dropped, a relation turned.

`python -m tests.proofs.mutation [PAPER …]` writes `mutations.json` beside this file: for each claim that is stored as positive
a digest of its statements, and for each statement the first kind of change that was noticed, the most telling kinds tried
first. A change is noticed where the changed statement is false at an exact point that satisfies its hypotheses. Only where no
change of any kind is, all are decided anew, and one whose verdict differs is entered as "undecided: kind". A statement in which
nothing is noticed is argued in ARGUED below; a test compares. What a run has once entered is run again only where the statement
has another digest, or with `--again`.

A claim decided by a function is changed in each of its statements, as far as `MOST` of them, spread from the first to the
last; its facts compare values that are computed, so there is no text to change.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rropt.claims import Claim, Finding, Grade, Statement, decide
from rropt.claims.audit import read_stored
from rropt.claims.claim import read
from rropt.claims.evaluate import holds
from rropt.claims.goals import Goal, goals
from rropt.claims.items import items_of
from rropt.claims.language.show import text
from rropt.claims.language.syntax import (
    Add,
    Call,
    Compare,
    Mul,
    Node,
    Num,
    map_children,
    negative,
    walk,
)
from rropt.claims.library import Claims, folder_of, home, load, papers
from rropt.claims.record import statement_of
from rropt.claims.refuters.points import domain_of, points
from rropt.claims.refuters.search import QUICK, RATIONAL, SLOWER
from rropt.exact.errors import InputError
from rropt.files import write_whole

RESULT = Path(__file__).with_name("mutations.json")
TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
MOST = 4
ORDER = ("coefficient", "sign", "hypothesis", "relation")
"""The kinds of change, the most telling first: that a turned relation is noticed says little."""
KEPT = (Grade.PROVED, Grade.NARROWED, Grade.ARGUED, Grade.CHECKED)
ARGUED: dict[str, str] = {}
WAITING: tuple[str, ...] = ()
"""The papers of which not every positive claim has been run yet."""
Lookup = Callable[[str], "tuple[Claim, Finding] | None"]
Entry = dict[str, Any]


def at_place(node: Node, wanted: type, place: int, change) -> Node:  # type: ignore[no-untyped-def]
    """The tree with the place-th node of a type changed, counted as `walk` meets them."""
    seen = -1

    def visit(x: Node) -> Node:
        nonlocal seen
        if isinstance(x, wanted):
            seen += 1
            if seen == place:
                return change(x)
        return map_children(x, visit)

    return visit(node)


def mutants(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Changed claims, by kind; a few of each."""
    conclusion = read(claim).conclusion
    counts = Counter(type(x) for x in walk(conclusion))
    edits = [
        ("relation", Compare, lambda c: Compare(c.left, TURNED[c.relation], c.right)),
        ("coefficient", Num, lambda n: Num(n.value + 1)),
        ("sign", Mul, negative),
        ("sign", Add, lambda a: Add((*a.items[:-1], negative(a.items[-1])))),
    ]
    for kind, wanted, change in edits:
        for place in range(min(MOST, counts[wanted])):
            yield kind, replace(claim, states=text(at_place(conclusion, wanted, place, change)), define=claim.define)
    for i in range(len(claim.assuming)):
        yield "hypothesis", replace(claim, assuming=(*claim.assuming[:i], *claim.assuming[i + 1 :]))
    for name, domain in claim.given.items():
        free = "integer" if domain.strip().startswith("integer") else "real"
        if domain.strip() != free:
            yield "hypothesis", replace(claim, given={**claim.given, name: free})


def is_refuted(mutant: Claim) -> bool:
    """Whether the changed statement is false at an exact point, or cannot be read any more."""
    try:
        reading = read(mutant)
        wanted = [g for g in goals(reading) if isinstance(g, Goal)]
    except InputError:
        return True
    for goal in wanted:
        formulas = (*goal.hypotheses, goal.conclusion)
        rational = all(x.name in RATIONAL for f in formulas for x in walk(f) if isinstance(x, Call))
        tried = points(
            domain_of(goal.variables, goal.hypotheses, reading.integers), most=QUICK if rational else QUICK // SLOWER
        )
        if any(holds(goal.conclusion, point) is False for point in tried):
            return True
    return False


def is_noticed(mutant: Claim, before: Grade, lookup: Lookup | None = None) -> bool:
    """Whether the change changes the verdict; a statement that cannot be read any more counts as noticed."""
    try:
        return decide(mutant, lookup=lookup).kind != before
    except InputError:
        return True


def statements(claim: Claim) -> Iterator[Claim]:
    """What a claim states, each statement a claim by itself: the claim, or what its function returns."""
    if claim.states:
        yield replace(claim, argument="", narrowed=(), adds=(), printed="", repairs=(), kernel="")
        return
    found = [x for x in items_of(claim) if isinstance(x, Statement)]
    for x in found[:: max(1, -(-len(found) // MOST))]:
        yield Claim(f"{claim.id}.item", x.states, given=x.given, assuming=x.assuming, define=x.define)


def noticed(statement: Claim, lookup: Lookup | None) -> str:
    """The first kind of change that is noticed in one statement, in the order of `ORDER`; nothing where none is."""
    changed = sorted(mutants(statement), key=lambda x: ORDER.index(x[0]))
    for kind, mutant in changed:
        if is_refuted(mutant):
            return kind
    before = decide(statement, lookup=lookup).kind
    return next((f"undecided: {kind}" for kind, mutant in changed if is_noticed(mutant, before, lookup)), "")


def digest(found: list[Claim]) -> str:
    """A short digest of statements as they stand."""
    whole = json.dumps([statement_of(x) for x in found], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def positive(claims: Claims, paper: str) -> list[str]:
    """The claims of a paper that are stored as positive."""
    stored = read_stored(folder_of(home(), paper))
    return [x for x in claims if x in stored and Grade(stored[x]["kind"]) in KEPT]


def lookup_in(claims: Claims, paper: str) -> Lookup:
    """Lemmas with their stored verdicts."""
    stored = read_stored(folder_of(home(), paper))

    def lookup(name: str) -> tuple[Claim, Finding] | None:
        if name not in claims or name not in stored:
            return None
        return claims[name], Finding(stored[name]["kind"], added=tuple(stored[name].get("added", ())))

    return lookup


def entry(found: list[Claim], lookup: Lookup | None) -> Entry:
    """What a run finds of one claim's statements."""
    return {"digest": digest(found), "noticed": [noticed(x, lookup) for x in found]}


def run(paper: str, before: dict[str, Entry], keep: Callable[[dict[str, Entry]], None]) -> dict[str, Entry]:
    """A paper's claims, those of `before` whose statements are the same taken over; `keep` is told after each."""
    claims = load(home(), paper)
    lookup = lookup_in(claims, paper)
    result: dict[str, Entry] = {}
    for x in positive(claims, paper):
        found = list(statements(claims[x]))
        same = x in before and before[x]["digest"] == digest(found)
        result[x] = before[x] if same else entry(found, lookup)
        if not same:
            keep({**before, **result})
    return result


def unchanged(stored: dict[str, dict[str, Entry]]) -> set[str]:
    """The claims with a statement in which nothing was noticed."""
    return {x for paper in stored.values() for x, e in paper.items() if not all(e["noticed"])}


def write(result: dict[str, dict[str, Entry]]) -> None:
    """One line for each claim."""
    lines = []
    for paper, entries in sorted(result.items()):
        inner = ",\n".join(f"  {json.dumps(x)}: {json.dumps(e)}" for x, e in entries.items())
        lines.append(f" {json.dumps(paper)}: {{\n{inner}\n }}")
    write_whole(RESULT, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


if __name__ == "__main__":
    result = {} if "--again" in sys.argv or not RESULT.is_file() else json.loads(RESULT.read_text(encoding="utf-8"))
    for name in [x for x in sys.argv[1:] if x != "--again"] or papers(home()):
        result[name] = run(name, result.get(name, {}), lambda part, name=name: write({**result, name: part}))  # type: ignore[misc]
        told = Counter(kind for e in result[name].values() for kind in e["noticed"])
        total = sum(len(e["noticed"]) for e in result[name].values())
        print(name, total, "statements:", dict(told), flush=True)
    write(result)
    print("nothing was noticed in", sorted(unchanged(result)))
