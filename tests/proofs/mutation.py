"""Every positive claim changed a little: a relation turned, a sign, a coefficient, a hypothesis dropped.

`python -m tests.proofs.mutation [PAPER …]` writes `mutations.json` beside this file: for each paper how many claims were
tried, how many changes were noticed by kind, and the claims whose verdict no change of any kind changed. Each of these is
argued in ARGUED below; a test compares. A claim decided by a function is changed in each of its statements, as far as `MOST`
of them, spread from the first to the last; its facts compare values that are computed, so there is no text to change. It
takes some minutes a paper.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rropt.claims import Claim, Grade, Statement, decide
from rropt.claims.claim import read
from rropt.claims.items import items_of
from rropt.claims.language.show import text
from rropt.claims.language.syntax import Add, Compare, Mul, Node, Num, map_children, negative, walk
from rropt.claims.library import home, load, papers
from rropt.exact.errors import InputError

RESULT = Path(__file__).with_name("mutations.json")
TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
MOST = 4
KEPT = (Grade.PROVED, Grade.NARROWED, Grade.ARGUED)
ARGUED: dict[str, str] = {}


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


def is_noticed(mutant: Claim, before: Grade) -> bool:
    """Whether the change changes the verdict; a statement that cannot be read any more counts as noticed."""
    try:
        return decide(mutant).kind != before
    except InputError:
        return True


def statements(claim: Claim) -> Iterator[Claim]:
    """What a claim states, each statement a claim by itself: the claim, or what its function returns."""
    if claim.states:
        yield replace(claim, argument="", narrowed=(), adds=(), uses=(), printed="", repairs=())
        return
    found = [x for x in items_of(claim) if isinstance(x, Statement) and x.given]
    for x in found[:: max(1, -(-len(found) // MOST))]:
        yield Claim(f"{claim.id}.item", x.states, given=x.given, assuming=x.assuming, define=x.define)


def run(paper: str) -> dict[str, object]:
    noticed: Counter[str] = Counter()
    unchanged, tried = [], 0
    for claim in load(home(), paper).values():
        for statement in statements(claim):
            before = decide(statement).kind
            if before not in KEPT:
                continue
            tried += 1
            kinds = set()
            for kind, mutant in mutants(statement):
                if kind not in kinds and is_noticed(mutant, before):
                    kinds.add(kind)
            noticed.update(kinds)
            if not kinds:
                unchanged.append(claim.id)
    return {"claims": tried, "noticed": dict(sorted(noticed.items())), "unchanged": sorted(set(unchanged))}


if __name__ == "__main__":
    result = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.is_file() else {}
    for name in sys.argv[1:] or papers(home()):
        result[name] = run(name)
        print(name, result[name], flush=True)
    RESULT.write_text(json.dumps(dict(sorted(result.items())), indent=1) + "\n", encoding="utf-8")
