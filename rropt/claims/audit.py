"""The audit: claims decided again from scratch, or their stored proofs replayed; what is stored, and how it differs."""

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

from rropt.claims.claim import Claim, Use
from rropt.claims.decide import decide
from rropt.claims.evidence import Finding, Grade
from rropt.claims.library import Claims, load
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
    "read_parts",
    "read_stored",
    "replay_paper",
    "stored_text",
    "write_evidence",
]

STORE = "verdicts.json"
EVIDENCE = "evidence"
PAGE = "README.md"
SCHEMA = "rropt.verdicts/1"
EVIDENCE_SCHEMA = "rropt.evidence/1"
_cache: dict[tuple[str, str], Claims] = {}


def ids_wanted(claims: dict[str, Claim], selection: str) -> list[str]:
    """The ids a selection names: a paper, a claim, or a claim and its repairs."""
    return [x for x in claims if selection in ("", x.split(".")[0], x) or x.startswith(f"{selection}.")]


def decide_one(root: str, paper: str, claim_id: str) -> Finding:
    """The verdict of one claim, its lemmas decided first; the work of one worker."""
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
            known[name] = _safely(claims[name], lookup)
        return claims[name], known[name]

    return _safely(claims[claim_id], lookup)


def _safely(claim: Claim, lookup: Callable[[str], tuple[Claim, Finding] | None]) -> Finding:
    try:
        return decide(claim, lookup=lookup)
    except (ArithmeticError, AssertionError, LookupError, RecursionError, TypeError, ValueError) as error:
        return Finding(Grade.UNDECIDED, (f"{type(error).__name__}: {error}",))


def audit_paper(
    root: Path, paper: str, ids: list[str], *, workers: int = 2, tell: Callable[[str], None] | None = None
) -> dict[str, Finding]:
    """Verdicts of the claims named, in their order, decided by `workers` processes."""
    found: dict[str, Finding] = {}
    for claim_id, verdict in _decide_all(root, paper, ids, workers):
        found[claim_id] = verdict
        if tell is not None:
            tell(claim_id)
    return {x: found[x] for x in ids}


def _decide_all(root: Path, paper: str, ids: list[str], workers: int) -> Iterator[tuple[str, Finding]]:
    if workers <= 1 or len(ids) <= 3:
        _cache.pop((str(root), paper), None)
        for x in ids:
            yield x, decide_one(str(root), paper, x)
        return
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    with _processes(workers) as pool:
        with _hold_interrupts():
            waiting = {pool.submit(decide_one, str(root), paper, x): x for x in ids}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


@contextmanager
def _processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are ended at once where the work is broken off: by itself a pool decides all that waits first."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        yield pool
    except BaseException:
        for process in active_children():
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Keep Ctrl-C from processes started here, which would each say so at length; it comes here when they have started."""
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
    """The verdicts of a paper as the text of its verdicts.json: nothing in it is typed by hand."""
    table = {x: _to_store(claims[x], v) for x, v in verdicts.items()}
    return json.dumps({"schema": SCHEMA, "claims": table}, indent=1, ensure_ascii=False) + "\n"


def _to_store(claim: Claim, verdict: Finding) -> dict[str, Any]:
    entry = verdict.to_dict()
    entry |= {name: getattr(verdict, name) for name in ("instances", "proofs", "multipliers") if name in entry}
    if document(claim, verdict) is not None:
        entry["recorded"] = True
    if claim.uses:
        entry["uses"] = [u.claim if isinstance(u, Use) else u for u in claim.uses]
    return entry


def read_stored(directory: Path) -> dict[str, dict[str, Any]]:
    """The stored verdicts of a paper, by claim; empty if none are stored yet."""
    path = directory / STORE
    if not path.is_file():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    if document.get("schema") != SCHEMA:
        raise InputError(f"{path} has schema {document.get('schema')!r}, not {SCHEMA}; write it again with --write")
    claims = document["claims"]
    assert isinstance(claims, dict)
    return claims


def changes(stored: dict[str, dict[str, Any]], verdicts: dict[str, Finding], *, whole: bool) -> list[str]:
    """How the verdicts differ from the stored ones, a sentence each."""
    found = []
    for x, verdict in verdicts.items():
        before = stored.get(x, {}).get("kind")
        if before is None:
            found.append(f"{x} is {verdict.kind.value} and has no stored verdict")
        elif before != verdict.kind:
            found.append(f"{x} is {verdict.kind}, stored as {before}")
        elif tuple(stored[x].get("added", ())) != verdict.added:
            found.append(f"{x} needs other added hypotheses than stored")
    if whole:
        found += [f"{x} is stored but no longer a claim" for x in stored if x not in verdicts]
    return found


def find_stale(directory: Path, claims: dict[str, Claim], stored: dict[str, dict[str, Any]]) -> list[str]:
    """Why the page of a paper is not the one that its claims and stored verdicts make."""
    path = directory / PAGE
    if not stored:
        return []
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    made = page(directory.name, claims, stored, read_parts(directory, claims, stored))
    if [x for x in claims if x in stored] == list(stored) and text == made:
        return []
    return [f"{directory.name}/{PAGE} is not what the claims and the stored verdicts make; write it again with --write"]


def write_evidence(directory: Path, claims: dict[str, Claim], verdicts: dict[str, Finding]) -> None:
    """The statement and proofs of every claim that has any, a file each; files of other claims go."""
    place = directory / EVIDENCE
    place.mkdir(exist_ok=True)
    for path in place.glob("*.json"):
        if f"{directory.name}.{path.stem}" not in claims:
            path.unlink()
    for x, verdict in verdicts.items():
        found = document(claims[x], verdict)
        path = evidence_path(directory, x)
        if found is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(
                json.dumps({"schema": EVIDENCE_SCHEMA, **found}, ensure_ascii=False) + "\n", encoding="utf-8"
            )


def read_parts(
    directory: Path, claims: Mapping[str, Claim], stored: Mapping[str, Mapping[str, Any]]
) -> dict[str, list[dict[str, Any]]]:
    """What the evidence on disk says item by item, of each claim that a function decides."""
    found = {}
    for x, entry in stored.items():
        path = evidence_path(directory, x)
        if entry.get("recorded") and x in claims and claims[x].decided_by is not None and path.is_file():
            found[x] = json.loads(path.read_text(encoding="utf-8"))["parts"]
    return found


def evidence_path(directory: Path, claim_id: str) -> Path:
    """Where the proofs of a claim stand."""
    return directory / EVIDENCE / f"{claim_id.partition('.')[2]}.json"


def replay_paper(
    directory: Path, claims: dict[str, Claim], ids: list[str], stored: dict[str, dict[str, Any]]
) -> Replays:
    """Every stored proof checked again without any prover; sentences about those that do not show what is stored."""
    checked, parts, wrong = 0, 0, []
    for x in ids:
        path = evidence_path(directory, x)
        entry = stored.get(x, {})
        if not path.is_file():
            if Grade(entry.get("kind", Grade.UNDECIDED)).is_proof and entry.get("proofs"):
                wrong.append(f"{x} is stored as {entry['kind']} and has no evidence; write it with --write")
            continue
        try:
            found = _replay_one(json.loads(path.read_text(encoding="utf-8")), claims, x)
        except InputError as error:
            wrong.append(f"{x}: {error}")
            continue
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
            wrong.append(
                f"{x}: the evidence is malformed ({type(error).__name__}: {error}); write it again with --write"
            )
            continue
        if set(found.added) <= set(entry.get("added", ())):
            checked, parts = checked + 1, parts + found.parts
        else:
            wrong.append(f"{x}: the proofs need {' and '.join(found.added)}, which is not stored")
    return Replays(checked, parts, tuple(wrong))


class Replays(NamedTuple):
    """How many claims' evidence was accepted, in how many parts, and what was not."""

    checked: int
    parts: int
    wrong: tuple[str, ...]


def _replay_one(found: dict[str, Any], claims: dict[str, Claim], claim_id: str) -> Replayed:
    if found.get("schema") != EVIDENCE_SCHEMA:
        raise InputError(f"the evidence has schema {found.get('schema')!r}, not {EVIDENCE_SCHEMA}")
    if found["statement"] != statement_of(claims[claim_id]):
        raise InputError("the evidence is about another statement; write it again with --write")
    return replay(found, claims.__getitem__)


def count_methods(verdicts: dict[str, Finding]) -> dict[str, int]:
    """How many claims were decided with each method."""
    names = sorted({m for v in verdicts.values() for m in v.methods})
    return {m: sum(m in v.methods for v in verdicts.values()) for m in names}


def count_grades(verdicts: dict[str, Finding]) -> dict[str, int]:
    """How many claims have each grade, the strongest first."""
    return {k.value: sum(v.kind == k for v in verdicts.values()) for k in Grade}
