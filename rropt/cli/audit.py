"""`rropt audit`: decide the claims of the papers, or a user's own claims, without use of stored verdicts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from rropt.cli.reading.given import refuse_others
from rropt.cli.terminal.answer import Answer, JsonOption, OutputOption, Side
from rropt.cli.terminal.audit_document import document_of
from rropt.cli.terminal.common import PictureOption, write_text
from rropt.cli.terminal.errata_note import ErrataOption, write_errata
from rropt.cli.terminal.instances import AtOption, check_at
from rropt.cli.terminal.progress import Progress
from rropt.cli.terminal.proof_for_coq import CoqOption, write_coq
from rropt.exact.errors import InputError
from rropt.exact.patience import read_seconds
from rropt.files import require_place

__all__ = ["audit"]

Chosen = tuple[str, Any, list[str]]  # a paper, its claims, and the ids of those that are asked for

OF_TASK = {
    "the verdicts": {"source", "write", "coq", "workers", "seconds"},
    "--at": {"at", "plot"},
    "--errata": {"source", "errata"},
    "--coq-share": {"source", "coq_share"},
    "--replay": {"source", "replay"},
    "--kernel": {"source", "kernel", "write", "full"},
}
"""The options that each task of the command uses; any other typed option is refused."""
WITH_JSON = {"the verdicts", "--at"}
Selection = Annotated[
    str | None, typer.Argument(metavar="[PAPER|CLAIM]", help="A paper (holohan) or a claim (holohan.lemma_1).")
]
WriteOption = Annotated[bool, typer.Option("--write", help="Store the verdicts and write the pages.")]
FromOption = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="DIR",
        help="Read claims from DIR instead: the list CLAIMS of each file. This runs the code in DIR.",
    ),
]
ReplayOption = Annotated[bool, typer.Option("--replay", help="Check the stored proofs again, without any prover.")]
ShareOption = Annotated[
    bool, typer.Option("--coq-share", help="Say which claims have an export to Coq, and why the others have none.")
]
FullOption = Annotated[
    bool,
    typer.Option(
        "--full",
        help="With --kernel: compile every claim's export, not a sample; with --write, continue where an earlier run stopped.",
    ),
]
KernelOption = Annotated[
    bool, typer.Option("--kernel", help="Compile the theorems in Coq that claims name; with --write, record them.")
]
SecondsOption = Annotated[
    float, typer.Option(help="Seconds of processor time for each claim; a claim that needs more counts as undecided.")
]
WorkersOption = Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that decide claims.")]


def audit(
    context: typer.Context,
    selection: Selection = None,
    write: WriteOption = False,
    replay: ReplayOption = False,
    kernel: KernelOption = False,
    full: FullOption = False,
    coq_share: ShareOption = False,
    coq: CoqOption = None,
    errata: ErrataOption = None,
    source: FromOption = None,
    workers: WorkersOption = 2,
    seconds: SecondsOption = 60,
    at: AtOption = None,
    plot: PictureOption = None,
    json: JsonOption = False,
    output: OutputOption = None,
) -> Answer:
    """Decide the claims of the papers again, from scratch.

    Exit code 1 if any verdict differs from the stored one.

    Example: rropt audit holohan.lemma_1. How to enter claims of your own: rropt/claims/GUIDE.md.
    """
    selection = "" if selection is None else selection or " "  # an empty name is a name, and no claim's
    if full and not kernel:
        raise InputError("--full needs --kernel; write audit --kernel --full")
    tasks = {"--at": at, "--errata": errata, "--coq-share": coq_share, "--replay": replay, "--kernel": kernel}
    task = next((name for name, asked in tasks.items() if asked), "the verdicts")
    if plot is not None and task == "the verdicts":
        raise InputError(
            "--plot draws a claim's formula over numbers; give --at, such as --at epsilon=1/2,prevalence=1/10..1/2"
        )
    refuse_others(context, {"selection"} | OF_TASK[task], by=f"rropt audit {task}")
    if json and task not in WITH_JSON:
        raise InputError(f"rropt audit {task} answers in words alone; drop --json, or end the file's name in .txt")
    if output is not None and errata is not None:
        raise InputError(f"--output {output} has no answer to hold beside --errata {errata}; drop it")
    if at is not None:
        return check_at(selection, at, plot)
    from rropt.claims.audit import STORE
    from rropt.claims.library import folder_of, home, papers

    root = home() if source is None else source.resolve()
    if write:
        for paper in papers(root):
            require_place(folder_of(root, paper) / STORE)
    read_seconds(seconds)
    if source is not None and papers(root):
        typer.echo(f"reading claims from {source}: this runs the code in its files", err=True)
    if errata is not None:
        return _answer("", files=[(errata, lambda file: write_errata(root, selection, file))])
    if coq_share or replay or kernel:
        how = _share if coq_share else _replay if replay else partial(_kernel, write=write, full=full)
        return how(root, selection)
    documents, changed = _audited(root, selection, source, write=write, workers=workers, seconds=seconds)
    if not documents:
        raise InputError(_missing(root, selection))
    return Answer(
        words=lambda: _tables(documents, written=write, told="." in selection.strip(".")),
        document=lambda: document_of(documents),
        files=[(coq, lambda file: write_coq(documents, selection, file))],
        wrong=changed,
    )


def _answer(said: str, *, wrong: Sequence[str] = (), files: Sequence[Side] = ()) -> Answer:
    """Make an answer in words alone. The command also prints the lines `wrong` as errors, and writes the `files`."""
    return Answer(words=lambda: said, document=dict, wrong=wrong, files=files)


def _audited(
    root: Path, selection: str, source: Path | None, *, write: bool, workers: int, seconds: float
) -> tuple[list[dict[str, Any]], list[str]]:
    """Decide the chosen claims again; return a document for each paper, and lines to print.

    The lines name verdicts that changed and pages that are out of date. If `write` is true, the new verdicts are stored instead,
    and there are no lines.
    """
    from rropt.claims import audit as engine
    from rropt.claims.library import folder_of, paper_in

    documents: list[dict[str, Any]] = []
    changed: list[str] = []
    chosen = _choose(root, selection)
    with _progress(chosen) as progress:
        for paper, claims, ids in chosen:
            verdicts = engine.audit_paper(root, paper, ids, workers=workers, tell=progress.step, seconds=seconds)
            directory = folder_of(root, paper)
            stored = engine.read_stored(directory)
            whole = len(ids) == len(claims)
            new = engine.changes(stored, verdicts, whole=whole) if stored or source is None else []
            if write:
                engine.write_evidence(directory, claims, verdicts)
                _write(directory, claims, verdicts, stored, whole)
                _write_kernel_page(root)
            else:
                changed += [*new, *engine.find_stale(directory, claims, stored)]
            documents.append({"paper": paper_in(directory), "verdicts": verdicts, "claims": claims, "changes": new})
    return documents, changed


def _replay(root: Path, selection: str) -> Answer:
    """Check the stored proofs of each paper."""
    from rropt.claims import audit as engine
    from rropt.claims.library import folder_of, paper_in

    lines: list[str] = []
    wrong: list[str] = []
    chosen = _choose(root, selection)
    with _progress(chosen) as progress:
        for paper, claims, ids in chosen:
            directory = folder_of(root, paper)
            found = engine.replay_paper(directory, claims, ids, engine.read_stored(directory), tell=progress.step)
            lines.append(f"{paper_in(directory)}: the proofs of {found.checked} claims ({found.parts} parts) accepted")
            wrong += found.wrong
    if not lines:
        raise InputError(_missing(root, selection))
    return _answer("\n".join(lines), wrong=wrong)


def _share(root: Path, selection: str) -> Answer:
    """Say how many claims export to Coq, and why the others do not."""
    from rropt.claims.coq.share import exports, find_unrecorded

    found = exports(root, selection)
    if not found.texts and not found.reasons:
        rest = "drop --coq-share to see the verdicts" if _choose(root, selection) else _near(root, selection)
        raise InputError(f"no claim selected by '{selection}' is stored as proved or refuted; {rest}")
    waiting = find_unrecorded(found.texts)
    said = f"  the kernel has accepted {len(found.texts) - len(waiting)} of these files (exports.json)"
    said += f"; not yet, as they now stand, those of {', '.join(waiting)}" if waiting else ""
    return _answer("\n".join([found.sentence, said, *(f"  {x}: {why}" for x, why in found.reasons.items())]))


def _kernel(root: Path, selection: str, *, write: bool, full: bool) -> Answer:
    """Compile the Coq theorems that claims name, and show each beside its printed statement.

    If `full` is true or nothing is selected, compile exported claims too.
    """
    lines, wrong = _theorems(root, selection, write)
    if full or not selection:
        more, refused = _exports(root, selection, write, full)
        lines += more
        wrong += refused
    elif not lines:
        raise InputError(f"no claim selected by '{selection}' names a theorem in Coq")
    if write:
        _write_kernel_page(root)
    return _answer("\n".join(lines), wrong=wrong)


def _write_kernel_page(root: Path) -> None:
    """Write the page about the Coq library that proves the claims.

    It is written only if the claims are those that come with rropt, and if the folder of the library exists.
    """
    from rropt.claims.coq.page import PAGE, kernel_page
    from rropt.claims.kernel import library
    from rropt.claims.library import home

    if root == home() and library().is_dir():
        write_text(library() / PAGE, kernel_page(root))


def _theorems(root: Path, selection: str, write: bool) -> tuple[list[str], list[str]]:
    """Compile the theorems that claims name; return the lines to print, and the errors.

    If `write` is true, the results are recorded. Otherwise they are compared with the recorded ones.
    """
    from rropt.claims import audit as engine
    from rropt.claims import kernel
    from rropt.claims.library import load, papers

    claims = [c for p in papers(root) for c in load(root, p).values() if c.kernel]
    chosen = set(engine.ids_wanted({c.id: c for c in claims}, "" if selection == "." else selection))
    claims = [c for c in claims if c.id in chosen]
    if not claims:
        return [], []
    here = kernel.is_installed()
    rules = [] if selection else kernel.rules()
    found = kernel.check([*rules, *(c.kernel for c in claims)]) if here else {}
    cited = f", and the checker's rules rest on {len(rules)}" if rules else ""
    lines = [
        f"{len(claims)} claims name {len({c.kernel for c in claims})} theorems{cited}, "
        + ("all accepted by the kernel of Coq" if here else "which were NOT re-checked: coqc or make is not installed")
    ]
    # without Coq `found` is empty, so that only a missing record is an error
    wrong = [
        f"{x}: no record of it as it now stands; write it with --kernel --write"
        for x in rules
        if not write
        and (kernel.find_accepted(x) is None or kernel.find_accepted(x) != found.get(x, kernel.find_accepted(x)))
    ]
    for c in claims:
        rests = found.get(c.kernel) or kernel.find_accepted(c.kernel)
        if rests is None or (here and not write and kernel.find_accepted(c.kernel) != rests):
            wrong.append(f"{c.id}: no record of {c.kernel} as it now stands; write it with --kernel --write")
        lines += [f"{c.id}: {c.kernel}", f"    printed: {c.printed}", f"    Coq: {kernel.statement(c.kernel)}"]
        lines += [f"    rests on {', '.join(rests.rests_on) or 'nothing'}"] if rests else []
    if write and here:
        kernel.write_record(found if not selection else {**kernel.read_record(), **found})
        return lines, []
    return lines, wrong


def _exports(root: Path, selection: str, write: bool, full: bool) -> tuple[list[str], list[str]]:
    """Compile the Coq files of the selected claims; return the lines to print, and the errors.

    If `full` is true, all these files are compiled, otherwise a sample. If `write` and `full` are both true, each result is
    recorded as soon as it is known.
    """
    from rropt.claims import kernel
    from rropt.claims.coq.share import compile_all, exports, recorded_exports, recorded_refusals, sample, write_exports

    found = exports(root, selection)
    texts = found.texts if full else sample(found.texts)
    if not kernel.is_installed():
        return [found.sentence, "  none was compiled: coqc or make is not installed"], []
    # if nothing is selected, drop outdated records: of acceptance without an export, and of refusal without a reason
    accepted = {x: d for x, d in recorded_exports().items() if x in found.texts or selection} if write else {}
    kept = {x: y for x, y in recorded_refusals().items() if x in found.reasons or selection}
    known = dict(accepted)
    with Progress("exports", len(texts)) as progress:
        progress.reached(sum(x in known for x in texts))

        def tell(name: str, digest: str, why: str) -> None:
            progress.reached(progress.done + 1)
            if why:
                kept[name] = {"file": digest, "why": why}
            else:
                accepted[name] = digest
            if write and full:
                write_exports(accepted, kept)

        refused = compile_all(texts, known, tell)
    what = "all exports" if full else "a fixed sample of the exports"
    line = f"  {what} compiled: the kernel accepts {len(texts) - len(refused)} of {len(texts)}"
    return [found.sentence, line], [f"{x}: {why}" for x, why in refused.items()]


def _missing(root: Path, selection: str) -> str:
    """Say why no claim was selected."""
    if selection:
        return f"no claim or paper is called '{selection}'; {_near(root, selection)}"
    return f"no claims were found in {root}; a file of claims lists them as CLAIMS = [Claim(...), ...]"


def _near(root: Path, selection: str) -> str:
    """Suggest claims of the named paper with similar names; if there are none, list the papers."""
    from rropt.claims.library import load, papers

    named = [p for p in papers(root) if p == selection.split(".")[0]]
    near = get_close_matches(selection, load(root, named[0]), n=3, cutoff=0.8) if named else []
    return f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(papers(root)) or 'none'}"


def _choose(root: Path, selection: str) -> list[Chosen]:
    """Load the selected papers, each with its claims and the selected ids; a paper without selected claims is left out."""
    from rropt.claims import audit as engine
    from rropt.claims.library import load, papers

    found = []
    # "." is the paper of a directory that holds claims itself
    for paper in [p for p in papers(root) if p == "." or selection.split(".")[0] in ("", p)]:
        claims = load(root, paper)
        ids = engine.ids_wanted(claims, "" if paper == "." and selection in ("", ".") else selection)
        if ids:
            found.append((paper, claims, ids))
    return found


def _progress(chosen: list[Chosen]) -> Progress:
    """Make a progress bar for the claims of all papers."""
    return Progress("claims", sum(len(ids) for _, _, ids in chosen))


def _write(
    directory: Path, claims: dict[str, Any], verdicts: dict[str, Any], stored: dict[str, Any], whole: bool
) -> None:
    from rropt.claims.audit import PAGE, STORE, read_parts, stored_text
    from rropt.claims.library import paper_in
    from rropt.claims.pages import page
    from rropt.results import json_text

    fresh = json.loads(stored_text(claims, verdicts))
    merged = fresh["claims"] if whole else {x: e for x, e in {**stored, **fresh["claims"]}.items() if x in claims}
    ordered = {x: merged[x] for x in claims if x in merged}
    document = {"schema": fresh["schema"], "claims": ordered}
    write_text(directory / STORE, json_text(document) + "\n")
    write_text(directory / PAGE, page(paper_in(directory), claims, ordered, read_parts(directory, claims, ordered)))


def _tables(documents: list[dict[str, Any]], *, written: bool, told: bool) -> str:
    """List the claims and the changed verdicts. If `told`, add texts and evidence. If `written`, the changes were saved."""
    lines = []
    for d in documents:
        lines += _summary(d["paper"], d["verdicts"])
        width = max(len(x) for x in d["verdicts"])
        for x, v in d["verdicts"].items():
            note = ", ".join(f"{k} = {w}" if w else k for k, w in v.counterexample) or "; ".join(v.added)
            lines.append(f"  {x:{width}}  {v.kind}" + (f"  [{note}]" if note else ""))
            lines += _tell(d["claims"][x], v) if told else []
        lines += [f"  {'was' if written else 'CHANGED'}: {c}" for c in d["changes"]]
    if len(documents) > 1:
        lines += _summary("all papers", {x: v for d in documents for x, v in d["verdicts"].items()})
    return "\n".join(lines)


def _tell(claim: Any, verdict: Any) -> list[str]:
    """Write the claim in words and as entered, and each line of its evidence."""
    says = [f"    {word}: {x}" for word, x in (("says", claim.printed), ("entered as", claim.states)) if x]
    return [*says, *(f"    {line}" for line in verdict.evidence)]


def _summary(name: str, verdicts: dict[str, Any]) -> list[str]:
    from rropt.claims.audit import count_grades, count_methods

    found = sum(v.multipliers for v in verdicts.values())
    lines = [f"{name}: {len(verdicts)} claims"]
    lines += [f"  {kind:54} {n:4}" for kind, n in count_grades(verdicts).items() if n]
    lines += [f"  with {method:49} {n:4}" for method, n in count_methods(verdicts).items()]
    return [*lines, f"  inequalities proved for every t by multipliers found    {found:4}"] if found else lines
