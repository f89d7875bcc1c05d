"""The audit of a paper's claims. It decides claims from scratch, or replays their stored proofs. It stores verdicts and evidence.

It also lists how new verdicts differ from the stored ones.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, NamedTuple

from rropt.claims.claim import Claim, used_by
from rropt.claims.decide import MOST_SECONDS, decide_known
from rropt.claims.evidence import Finding, Grade, weakest
from rropt.claims.items import require_items
from rropt.claims.kernel import METHOD
from rropt.claims.library import Claims, load, paper_in
from rropt.claims.pages import page
from rropt.claims.record import Replayed, document, replay, statement_of
from rropt.exact.errors import InputError

__all__ = [
    "audit_paper",
    "changes",
    "count_grades",
    "count_methods",
    "find_stale",
    "ids_wanted",
    "read_evidence",
    "read_parts",
    "read_stored",
    "replay_paper",
    "stored_text",
    "write_evidence",
]

STORE = "verdicts.json"
EVIDENCE = "evidence.jsonl"
PAGE = "README.md"
SCHEMA = "rropt.verdicts/1"
EVIDENCE_SCHEMA = "rropt.evidence/1"
FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_cache: dict[tuple[str, str], Claims] = {}


def ids_wanted(claims: dict[str, Claim], selection: str) -> list[str]:
    """List the ids of the claims that a selection names.

    The selection is a paper, or the id of a claim, whose repairs are then listed too. An empty selection names all claims.
    """
    return [x for x in claims if selection in ("", x.split(".")[0], x) or x.startswith(f"{selection}.")]


def decide_one(root: str, paper: str, claim_id: str, seconds: float | None = MOST_SECONDS) -> Finding:
    """Decide one claim of a paper. Its lemmas are decided when they are needed.

    The claim and each lemma get `seconds` of processor time each. `root` is the directory of the papers.
    """
    key = (root, paper)
    if key not in _cache:
        _cache[key] = load(Path(root), paper)
    claims = _cache[key]
    known: dict[str, Finding] = {}

    def lookup(name: str) -> tuple[Claim, Finding] | None:
        if name not in claims:
            return None
        if name not in known:
            known[name] = Finding(Grade.UNDECIDED, ("it uses itself",))
            known[name] = _safely(claims[name], lookup, seconds)
        return claims[name], known[name]

    return _safely(claims[claim_id], lookup, seconds)


def _safely(claim: Claim, lookup: Callable[[str], tuple[Claim, Finding] | None], seconds: float | None) -> Finding:
    try:
        return decide_known(claim, lookup=lookup, seconds=seconds)
    except FAULTS as error:
        return Finding(Grade.UNDECIDED, (f"{type(error).__name__}: {error}",))


def audit_paper(
    root: Path,
    paper: str,
    ids: list[str],
    *,
    workers: int = 2,
    tell: Callable[[str], None] | None = None,
    seconds: float | None = MOST_SECONDS,
) -> dict[str, Finding]:
    """Decide the claims with these ids in `workers` processes; return their findings in the order of `ids`.

    If `workers` is at most 1, or there are at most three ids, the claims are decided in the calling process. Each claim gets
    `seconds` of processor time. When a claim is decided, `tell` is called with the id of the claim.
    """
    found: dict[str, Finding] = {}
    for claim_id, verdict in _decide_all(root, paper, ids, workers, seconds):
        found[claim_id] = verdict
        if tell is not None:
            tell(claim_id)
    return {x: found[x] for x in ids}


def _decide_all(
    root: Path, paper: str, ids: list[str], workers: int, seconds: float | None
) -> Iterator[tuple[str, Finding]]:
    if workers <= 1 or len(ids) <= 3:
        _cache.pop((str(root), paper), None)
        for x in ids:
            yield x, decide_one(str(root), paper, x, seconds)
        return
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    with _processes(workers) as pool:
        with _hold_interrupts():
            waiting = {pool.submit(decide_one, str(root), paper, x, seconds): x for x in ids}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


@contextmanager
def _processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Provide a pool of processes that are killed at once if the work is interrupted; a plain pool would first finish its tasks."""
    others = active_children()
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        yield pool
    except BaseException:
        for process in active_children():
            if process not in others:
                process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Block Ctrl-C inside the `with` statement. Processes started there inherit the block, and so print no traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# what is stored


def stored_text(claims: dict[str, Claim], verdicts: dict[str, Finding]) -> str:
    """Write the text of a paper's verdicts.json from its verdicts."""
    table = {x: _to_store(claims[x], v) for x, v in verdicts.items()}
    return json.dumps({"schema": SCHEMA, "claims": table}, indent=1, ensure_ascii=False) + "\n"


def _to_store(claim: Claim, verdict: Finding) -> dict[str, Any]:
    entry = verdict.to_dict()
    entry |= {name: getattr(verdict, name) for name in ("instances", "proofs", "multipliers") if name in entry}
    if document(claim, verdict) is not None:
        entry["recorded"] = True
    if claim.uses:
        entry["uses"] = used_by(claim)
    return entry


def read_stored(directory: Path) -> dict[str, dict[str, Any]]:
    """Return the stored verdicts of a paper by claim, or an empty dictionary if none are stored yet.

    Raise `InputError` if the file has another schema than the one that is written now, or if it is malformed.
    """
    path = directory / STORE
    if not path.is_file():
        return {}
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        schema, claims = document["schema"], dict(document["claims"])
        for entry in claims.values():
            Grade(entry.get("kind", Grade.UNDECIDED))
    except FAULTS as error:
        raise InputError(f"{path} is malformed ({type(error).__name__}); delete it and write it with --write") from None
    if schema != SCHEMA:
        raise InputError(f"{path} has schema {schema!r}, not {SCHEMA}; write it again with --write")
    return claims


def changes(stored: dict[str, dict[str, Any]], verdicts: dict[str, Finding], *, whole: bool) -> list[str]:
    """List in sentences how the verdicts differ from the stored ones.

    If `whole` is True, stored verdicts of claims that no longer exist are listed too.
    """
    found = []
    for x, verdict in verdicts.items():
        before = stored.get(x, {}).get("kind")
        if before is None:
            found.append(f"{x} is {verdict.kind.value} and has no stored verdict")
        elif before != verdict.kind:
            found.append(f"{x} is {verdict.kind}, stored as {before}")
        elif tuple(stored[x].get("added", ())) != verdict.added:
            found.append(f"{x} needs other added hypotheses than those stored")
    if whole:
        found += [f"{x} is stored but no longer a claim" for x in stored if x not in verdicts]
    return found


def find_stale(directory: Path, claims: dict[str, Claim], stored: dict[str, dict[str, Any]]) -> list[str]:
    """Find out whether a paper's page is out of date; return a list of one sentence if it is, and [] if it is not.

    The page is out of date if its text differs from the text that the claims and the stored verdicts give now. It also counts as
    out of date if the verdicts are not stored in the order of the claims, or if one of them belongs to a claim that no longer
    exists. If no verdicts are stored, nothing is out of date.
    """
    path = directory / PAGE
    if not stored:
        return []
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    made = page(paper_in(directory), claims, stored, read_parts(directory, claims, stored))
    if [x for x in claims if x in stored] == list(stored) and text == made:
        return []
    return [
        f"{paper_in(directory)}/{PAGE} does not match the claims and the stored verdicts; write it again with --write"
    ]


def write_evidence(directory: Path, claims: dict[str, Claim], verdicts: dict[str, Finding]) -> None:
    """Store the evidence of a paper: for every claim that has proofs, one line with its statement and proofs, sorted by id.

    A stored line of a claim that is not in `verdicts` is kept, unless the claim no longer exists.
    """
    try:
        kept = read_evidence(directory)
    except InputError:  # a file that cannot be read is written anew; the replay then says what is missing
        kept = {}
    found = {x: document(claims[x], verdict) for x, verdict in verdicts.items()}
    fresh = {x: {"schema": EVIDENCE_SCHEMA, **made} for x, made in found.items() if made is not None}
    lines = {x: y for x, y in {**kept, **fresh}.items() if x in claims and (x in fresh or x not in verdicts)}
    text = "".join(json.dumps(lines[x], ensure_ascii=False) + "\n" for x in sorted(lines))
    if text:
        (directory / EVIDENCE).write_text(text, encoding="utf-8")
    else:
        (directory / EVIDENCE).unlink(missing_ok=True)


def read_evidence(directory: Path) -> dict[str, dict[str, Any]]:
    """Read the stored evidence of a paper, by claim; empty if there is none.

    A line that is malformed or out of order is refused.
    """
    path = directory / EVIDENCE
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    found: dict[str, dict[str, Any]] = {}
    # not `splitlines`: the JSON of a line may contain other characters that Unicode takes for the end of a line
    for n, line in enumerate(text.removesuffix("\n").split("\n") if text else (), start=1):
        try:
            one = json.loads(line)
            name = str(one["statement"]["id"])
        except (LookupError, RecursionError, TypeError, ValueError) as error:
            raise InputError(
                f"{path}, line {n}, is malformed ({type(error).__name__}); write the file again with --write"
            ) from None
        if found and name <= next(reversed(found)):
            raise InputError(
                f"{path}, line {n}: {name[:60]} is out of order or repeated; write the file again with --write"
            )
        found[name] = one
    return found


def read_parts(
    directory: Path, claims: Mapping[str, Claim], stored: Mapping[str, Mapping[str, Any]]
) -> dict[str, list[dict[str, Any]]]:
    """Return the stored evidence of the claims that are decided by a function (`decided_by`), as {claim id: list of items}.

    The items are statements, facts and certificates. A claim is left out if it has no stored evidence, or if its stored verdict
    does not have the mark "recorded".
    """
    evidence = read_evidence(directory)
    wanted = [x for x, entry in stored.items() if entry.get("recorded") and x in claims and x in evidence]
    return {x: evidence[x]["parts"] for x in wanted if claims[x].decided_by is not None}


def replay_paper(
    directory: Path,
    claims: dict[str, Claim],
    ids: list[str],
    stored: dict[str, dict[str, Any]],
    *,
    tell: Callable[[str], None] | None = None,
) -> Replays:
    """Check the stored proofs of the claims with these ids again, without any prover.

    The field `wrong` of the result has a sentence for each claim whose proofs do not show the stored verdict.
    """
    try:
        evidence = read_evidence(directory)
    except InputError as error:
        return Replays(0, 0, (str(error),))
    checked, parts, wrong = 0, 0, [f"{x} has evidence, but is not a claim" for x in evidence if x not in claims]
    for x in ids:
        if tell is not None:
            tell(x)
        entry = stored.get(x, {})
        if x not in evidence:
            has_proofs = entry.get("proofs") or (claims[x].states and METHOD not in entry.get("methods", ()))
            if entry.get("recorded") or (Grade(entry.get("kind", Grade.UNDECIDED)).is_proof and has_proofs):
                wrong.append(f"{x} is stored as {entry['kind']}, but has no evidence; write the evidence with --write")
            continue
        try:
            found = _replay_one(evidence[x], claims, x, stored)
        except InputError as error:
            wrong.append(f"{x}: {error}")
            continue
        except FAULTS as error:
            wrong.append(
                f"{x}: the evidence is malformed ({type(error).__name__}: {error}); write it again with --write"
            )
            continue
        kind = Grade(entry.get("kind", Grade.UNDECIDED))
        if weakest(kind, found.grade) != kind and METHOD not in entry.get("methods", ()):
            wrong.append(
                f"{x}: by its proofs and the claims that they use it is {found.grade}, and it is stored as {kind}"
            )
            continue
        # if the grade rests on a theorem of the kernel, the engine's proofs may need other added hypotheses
        if set(found.added) <= set(entry.get("added", ())) or METHOD in entry.get("methods", ()):
            checked, parts = checked + 1, parts + found.parts
        else:
            wrong.append(
                f"{x}: the proofs need the added hypotheses {' and '.join(found.added)}, not all of which are stored"
            )
    return Replays(checked, parts, tuple(wrong))


class Replays(NamedTuple):
    """The result of checking stored evidence.

    `checked` counts the claims whose evidence was accepted. `parts` is the total number of parts in their evidence. `wrong` has a
    sentence about each failure.
    """

    checked: int
    parts: int
    wrong: tuple[str, ...]


def _replay_one(
    found: dict[str, Any], claims: dict[str, Claim], claim_id: str, stored: dict[str, dict[str, Any]]
) -> Replayed:
    if found.get("schema") != EVIDENCE_SCHEMA:
        raise InputError(
            f"the evidence has schema {found.get('schema')!r}, not {EVIDENCE_SCHEMA}; write it again with --write"
        )
    if found["statement"] != statement_of(claims[claim_id]):
        raise InputError("the evidence is about another statement; write it again with --write")

    if claims[claim_id].decided_by is not None:
        kind = Grade(stored.get(claim_id, {}).get("kind", Grade.UNDECIDED))
        require_items(claims[claim_id], found["parts"], kind)

    def lemma(name: str) -> tuple[Claim, Finding]:
        entry = stored.get(name, {})
        return claims[name], Finding(entry.get("kind", Grade.UNDECIDED), added=tuple(entry.get("added", ())))

    return replay(found, lemma)


def count_methods(verdicts: dict[str, Finding]) -> dict[str, int]:
    """Count, for each method, the claims that were decided with it."""
    names = sorted({m for v in verdicts.values() for m in v.methods})
    return {m: sum(m in v.methods for v in verdicts.values()) for m in names}


def count_grades(verdicts: dict[str, Finding]) -> dict[str, int]:
    """Count the claims of each grade, the strongest first."""
    return {k.value: sum(v.kind == k for v in verdicts.values()) for k in Grade}
