"""Evidence by a claim's own function: every item is replayed and counted, and the count is the verdict."""

from __future__ import annotations

from collections.abc import Callable

from rropt.claims.claim import Claim
from rropt.claims.evidence import (
    CHECKED,
    PROVED,
    PROVED_WITH,
    REFUTED,
    UNDECIDED,
    Certified,
    Fact,
    Item,
    Rejected,
    Statement,
    Verdict,
    fact_holds,
)
from rropt.exact.errors import InputError

__all__ = ["by_items"]

Decide = Callable[[Claim], Verdict]
CHECKER = "a certificate that the checker accepts"


def by_items(claim: Claim, items: list[Item], decide: Decide) -> Verdict:
    """All items must hold; they prove the claim if the claim says why they are all cases."""
    if not items:
        return Verdict(UNDECIDED, ("the claim's function returned no evidence",))
    results = [(item, _item(item, decide)) for item in items]
    good = [item for item, v in results if v.kind == PROVED]
    bad = [(item, v) for item, v in results if v.kind == REFUTED]
    unknown = [v for _, v in results if v.kind not in (PROVED, REFUTED)]
    which = _which([i.label for i in items])
    if claim.some:
        return _some(claim, good, len(bad), len(items), which)
    if bad:
        item, v = bad[0]
        lines = (*v.evidence, f"{len(bad)} of {len(items)} cases fail")
        return Verdict(REFUTED, lines, (("case", item.label), *v.counterexample), instances=len(items))
    if unknown:
        return Verdict(UNDECIDED, tuple(line for v in unknown[:3] for line in v.evidence), instances=len(good))
    methods = tuple(sorted({m for _, v in results for m in v.methods}))
    multipliers = sum(v.multipliers for _, v in results)
    if claim.exhausts:
        line = f"{len(items)} cases, each checked exactly ({which}); they are all: {claim.exhausts}"
        kind = PROVED_WITH if claim.adds else PROVED
        return Verdict(
            kind,
            (line,),
            (),
            claim.adds,
            ("exhaustive enumeration", *methods),
            len(items),
            sum(max(v.proofs, 1) for _, v in results),
            multipliers,
        )
    line = f"{len(items)} instances hold exactly: {which}"
    return Verdict(CHECKED, (line,), methods=methods, instances=len(items), multipliers=multipliers)


def _some(claim: Claim, good: list[Item], bad: int, count: int, which: str) -> Verdict:
    if good:
        line = f"shown by the case {good[0].label}"
        return Verdict(PROVED, (line,), methods=("a witness",), instances=count, proofs=1)
    if claim.exhausts and bad == count:
        line = f"none of {count} cases ({which}); they are all: {claim.exhausts}"
        return Verdict(REFUTED, (line,), (("case", "all"),), instances=count)
    return Verdict(UNDECIDED, (f"none of {count} cases shows it ({which})",), instances=count)


def _which(labels: list[str]) -> str:
    distinct = list(dict.fromkeys(labels))
    return ", ".join(distinct) if len(distinct) <= 6 else f"{', '.join(distinct[:3])}, …, {distinct[-1]}"


def _item(item: Item, decide: Decide) -> Verdict:
    match item:
        case Fact():
            return _fact(item)
        case Statement():
            return _statement(item, decide)
        case Certified():
            return _certified(item)
        case Rejected():
            return _rejected(item)
    raise InputError(f"{item!r} is no item of evidence; return Fact, Statement, Certified or Rejected")


def _fact(item: Fact) -> Verdict:
    value = fact_holds(item)
    line = f"{item.label}: {_shown(item.left)} {item.relation} {_shown(item.right)}"
    if value is None:
        return Verdict(UNDECIDED, (line + " was not decided",))
    return Verdict(PROVED, (line,)) if value else Verdict(REFUTED, (line + " is false",))


def _statement(item: Statement, decide: Decide) -> Verdict:
    inner = Claim("case.case", item.states, given=item.given, assuming=item.assuming, define=item.define)
    v = decide(inner)
    line = f"{item.label}: {'; '.join(v.evidence)}"
    return Verdict(v.kind, (line,), v.counterexample, v.added, v.methods, v.instances, v.proofs, v.multipliers)


def _certified(item: Certified) -> Verdict:
    """Accepted and about what it should be; any other certificate shows nothing either way."""
    from rropt.checker import check

    answer = check(item.text)
    line = f"{item.label}: {answer.sentence or answer.reason}"
    if answer.status != "accepted":
        return Verdict(UNDECIDED, (f"{line} ({answer.status} by the checker)",))
    if item.says not in answer.sentence:
        return Verdict(UNDECIDED, (f"{item.label}: the certificate is about something else ({answer.sentence})",))
    return Verdict(PROVED, (line,), methods=(CHECKER,))


def _rejected(item: Rejected) -> Verdict:
    """Rejected, and not merely malformed."""
    from rropt.checker import check

    answer = check(item.text)
    line = f"{item.label}: {answer.reason or answer.sentence}"
    return Verdict({"rejected": PROVED, "accepted": REFUTED}.get(answer.status, UNDECIDED), (line,), methods=(CHECKER,))


def _shown(x: object) -> str:
    shown = str(x)
    return shown if len(shown) <= 60 else shown[:57] + "..."
