"""Changes the checker's code in every small way and sees whether the certificates notice.

`python tests/checker/mutate.py` tries all, `… claims/breach.py` those of a file, `… survivors.txt` those printed before, and
`… --sample 200` so many of all, drawn with a fixed seed; `--processes 2` does two at a time. Certificates that take long, which
test the limits, are kept for mutants that are tried again. Left alone are what a step costs (the bombs among the certificates show
that the budget ends every check), the words of a refusal, and `strict=True`, which only turns an error of another place into one of
this place.

First each certificate is judged by a checker that notes the statements it executes. A mutant is then judged with the certificates
that execute the statement it changes, as no other can notice it: those that noticed a mutant last, then the quickest. It is killed
if one of them gets another status, sentence or condition, if one that is accepted costs other work than before, or if one needs
10 times the time and a second of the processor more. What survives is printed, to be killed by another certificate or argued
to be equivalent in SURVIVORS.md.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import io
import json
import multiprocessing
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import surgery
from hard_cases import TEXTS
from work import judge

CERTIFICATES = Path(__file__).parents[1] / "certificates"
MORE_SECONDS, MORE_TIMES = 1, 10
MOST_BYTES = 3 << 30
SLOW = 0.4  # seconds of the processor's time
LAST = 8  # so many that noticed a mutant last are tried first
# Pairs of ends: of both signs and of none, some steps of 2^-384 long, around 1, and large.
UNIT = 1 << 384
ENDS = [
    (-7, 2),
    (-9, -4),
    (-1, 3),
    (0, 0),
    (0, 5),
    (1, 1),
    (3, 3),
    (UNIT // 3, UNIT // 3 + 2),
    (UNIT - 1, UNIT),
    (5 * UNIT, 7 * UNIT + 1),
]
LONG = TEXTS["trace_2"].ljust(5 << 22)  # the longest text that is read
# a quick certificate of each kind, whose file is given to `main`
FOR_MAIN = {
    "rejected": "admissible_below_its_parity",
    "accepted": "admissible_every_t",
    "malformed": "another_schema",
    "unfinished": "power_of_257",
}
KINDS = tuple(FOR_MAIN)
# Calls whose last argument is what is said of a refusal, and functions that only count what something costs.
REFUSALS = ("require", "expect", "expect_at_most", "Malformed", "TooMuch", "Rejected")
COSTS = (
    "spend",
    "hold",
    "_spend_terms",
    "size_of",
    "_memory",
    "_set_limit",
    "system_limits",
    "file_budget",
    "look_at_the_file",
)
Use = Callable[[ModuleType], Any]
COMPARISONS = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.RShift: ast.LShift,
    ast.LShift: ast.RShift,
}


def variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The small changes of one node."""
    if isinstance(node, ast.Compare):
        for n, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                changed = copy.deepcopy(node)
                changed.ops[n] = other()
                yield "comparison", changed
    elif isinstance(node, ast.BoolOp):
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", changed
        for n in range(len(node.values)):
            changed = copy.deepcopy(node)
            del changed.values[n]
            yield f"condition {n} dropped", changed if len(changed.values) > 1 else changed.values[0]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield "sign dropped", node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        changed = copy.deepcopy(node)
        changed.op = ARITHMETIC[type(node.op)]()
        yield "operator", changed
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "plus one", ast.Constant(node.value + 1)
        yield "minus one", ast.Constant(node.value - 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "flipped", ast.Constant(not node.value)
    elif isinstance(node, ast.IfExp):
        yield "always first", node.body
        yield "always second", node.orelse
    elif isinstance(node, ast.Expr | ast.AugAssign | ast.If | ast.While | ast.For | ast.Return) and not (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ):
        yield "statement dropped", ast.Pass()


def names(node: ast.Assign | ast.AugAssign) -> list[str]:
    """What an assignment assigns to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]


class Mutant(NamedTuple):
    """A file of the checker, the line of the statement that is changed, what is changed, and the changed source."""

    path: str
    line: int
    what: str
    source: str


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """All small changes of a file."""
    tree = ast.parse(source)
    nodes = [n for n in ast.walk(tree) if hasattr(n, "lineno")]
    # the innermost statement around a node comes last
    lines = {id(part): n.lineno for n in nodes if isinstance(n, ast.stmt) for part in ast.walk(n)}
    apart = [n for n in nodes if isinstance(n, ast.Expr | ast.Call) and ast.unparse(n).startswith(("spend(", "hold("))]
    apart += [
        n for n in nodes if isinstance(n, ast.keyword) and n.arg in ("strict", "maxsize", "frozen", "slots", "eq")
    ]
    apart += [n for n in nodes if isinstance(n, ast.keyword) and n.arg == "reason"]
    apart += [n.args[-1] for n in nodes if isinstance(n, ast.Call) and ast.unparse(n.func) in REFUSALS]
    apart += [n for n in nodes if isinstance(n, ast.Assign | ast.AugAssign) and set(names(n)) & {"bits", "terms"}]
    apart += [n for n in nodes if isinstance(n, ast.FunctionDef) and n.name in COSTS]
    costs = {id(part) for n in apart for part in ast.walk(n)}
    for index, node in enumerate(nodes):
        if id(node) in costs:
            continue
        for kind, changed in variants(node):
            other = ast.parse(source)
            target = [n for n in ast.walk(other) if hasattr(n, "lineno")][index]

            class Swap(ast.NodeTransformer):
                def visit(self, n: ast.AST, target: ast.AST = target, changed: ast.AST = changed) -> Any:
                    return changed if n is target else self.generic_visit(n)

            text = ast.unparse(ast.fix_missing_locations(Swap().visit(other)))
            before, after = ast.unparse(node).splitlines()[0], ast.unparse(changed).splitlines()[0]
            what = f"{node.lineno}.{node.col_offset}: {kind}: {before[:110]} -> {after[:110]}"
            yield Mutant(path, lines[id(node)], what, text)


def with_notes(path: str, source: str) -> CodeType:
    """A file in which each statement of a function first adds its path and line to `executed_lines`."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {id(node): node for function in functions for node in ast.walk(function)}
    for node in inside.values():
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                notes = [ast.parse(f"executed_lines.add(({path!r}, {n.lineno}))").body[0] for n in block]
                setattr(node, name, [n for both in zip(notes, block, strict=True) for n in both])
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class Case(NamedTuple):
    """A certificate or another use of the checker, what comes of it, how long that takes and what it executes."""

    name: str
    use: Use
    expected: Any
    seconds: float
    lines: set[tuple[str, int]]


def uses(slow: bool) -> dict[str, Use]:
    """The certificates by name, the longest texts where `slow`, explanations, and what `main` and operations with intervals do."""
    files = [p for kind in KINDS for p in sorted((CERTIFICATES / kind).glob("*.rropt.json"))]
    longest = {"long_text": LONG, "too_long_text": LONG + " "} if slow else {}
    texts = {**{f"{p.parent.name}/{p.name}": p.read_text("utf-8") for p in files}, **TEXTS, **longest}
    judged: dict[str, Use] = {name: partial(outcome, text=text) for name, text in texts.items()}
    told: dict[str, Use] = {
        f"explain {name}": partial(explained, text=text)
        for name, text in texts.items()
        if name.startswith(("accepted/", "rejected/"))
    }
    return {**judged, **told, "main": partial(printed, slow=slow), "intervals": computed}


def outcome(module: ModuleType, text: str) -> Any:
    """What the checker says of a text, and what that costs where it is accepted."""
    verdict, cost = judge(module, text)
    return verdict.status, verdict.sentence, verdict.condition, cost if verdict.status == "accepted" else 0


def explained(module: ModuleType, text: str) -> list[str]:
    """What `--explain` prints of a certificate."""
    command = sys.modules[f"{module.__name__}.command"]
    lines: list[str] = command._explain_file(text)
    return lines


def printed(module: ModuleType, slow: bool) -> str:
    """What `main` says about some files, about answers that carry certificates or something else, and about none."""
    paths = [str(CERTIFICATES / kind / f"{name}.rropt.json") for kind, name in FOR_MAIN.items()]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), tempfile.TemporaryDirectory() as folder:
        texts = [LONG, LONG + " "] if slow else []
        certificate = Path(paths[0]).read_text("utf-8")
        texts += ["no JSON", f'{{"certificate": "", "certificate": {json.dumps(certificate)}}}']
        texts += map(json.dumps, answers(certificate))
        for n, text in enumerate(texts):
            Path(folder, str(n)).write_text(text, "utf-8")
        claim, answer = f"{folder}/claim", f"{folder}/answer"
        Path(claim).write_text(TEXTS["above_30_digits"], "utf-8")
        Path(answer).write_text(json.dumps({"certificate": Path(paths[1]).read_text("utf-8")}), "utf-8")
        asked = [
            *([], ["--help"], ["-h", paths[0]], *([p] for p in paths), paths, ["no \x1f\x7f~\uffff\U00010000 file"]),
            *(["--explain", *paths[:2]], ["--explain", paths[2]], ["--explain", answer], ["--plain", paths[1]]),
            *(["--designs", claim], [claim]),
        ]
        codes = [module.main(names) for names in [*asked, *([f"{folder}/{n}"] for n in range(len(texts)))]]
    return f"{codes} {out.getvalue()}".replace(folder, "")


def answers(certificate: str) -> list[Any]:
    """Answers of rropt around a certificate, whole or damaged."""
    return [
        {"certificate": certificate},
        {"certificate": certificate, "pieces": [{"certificate": None}]},
        {"certificate": None, "pieces": [{"certificate": certificate}, {"certificate": ["no text"]}, {}, "no piece"]},
        {"certificate": "", "pieces": "no list"},
        {"certificate": ["no text"], "pieces": [{"certificate": certificate}]},
        {"pieces": [{"certificate": certificate}]},
        {**json.loads(certificate), "certificate": certificate},
        {"certificate": certificate, "note": "[" * (1 << 18)},
        ["certificate"],
        "certificate",
    ]


def computed(module: ModuleType) -> list[Any]:
    """What operations make of intervals whose last bits matter, as in no certificate; test_interval.py has what is right."""
    interval, limits, refusals = (
        sys.modules[f"{module.__name__}.{name}"] for name in ("arithmetic.interval", "limits", "refusals")
    )
    limits.BUDGET.set(limits.Budget(limits.MOST_WORK, limits.MOST_SPACE))
    found: list[Any] = []
    for act, *operands in [
        *((getattr(interval, name), a, b) for name in ("plus", "minus", "times", "divide") for a in ENDS for b in ENDS),
        *((getattr(interval, name), a) for name in ("halve", "square_root", "logarithm") for a in ENDS),
    ]:
        try:
            found.append(act(*operands))
        except refusals.Rejected as refusal:
            found.append(refusal.failed)
    return found


def cases(slow: bool) -> list[Case]:
    """What mutants are tried with, the quickest first."""
    original, executed = surgery.assemble(surgery.compiled()), set[tuple[str, int]]()
    sources = {path: (surgery.HOME / path).read_text("utf-8") for path in surgery.compiled()}
    noting = surgery.assemble(
        {path: with_notes(path, source) for path, source in sources.items()}, executed_lines=executed
    )
    found = []
    for name, use in uses(slow).items():
        start = time.process_time()
        limit(0 if slow else 2 * SLOW)
        expected = use(original)
        limit(0)
        seconds = time.process_time() - start
        assert name not in ("main", "intervals") or seconds <= SLOW or slow, f"{name} takes too long to be tried"
        if slow or seconds <= SLOW:
            executed.clear()
            assert use(noting) == expected, name
            found.append(Case(name, use, expected, seconds, {*executed}))
    surgery.forget()
    return sorted(found, key=lambda case: case.seconds)


TRIALS: list[Trial] = []


class Trial:
    """Tries mutants with the cases that execute what is changed."""

    def __init__(self, slow: bool) -> None:
        self.cases = cases(slow)
        self.lines = set[tuple[str, int]]().union(*(case.lines for case in self.cases))
        self.last: list[str] = []  # what noticed a mutant, the latest first

    def noticed_by(self, mutant: Mutant) -> str | None:
        """The case that notices a mutant, or the error that loading it is; None if it survives."""
        try:
            limit(MORE_SECONDS)
            file = {mutant.path: compile(mutant.source, mutant.path, "exec", dont_inherit=True)}
            module = surgery.assemble({**surgery.compiled(), **file})
            return next((case.name for case in self.order(mutant) if self.is_noticed(module, case)), None)
        except (Exception, RecursionError, SystemExit) as error:
            return type(error).__name__
        finally:
            limit(0)
            surgery.forget()

    def order(self, mutant: Mutant) -> list[Case]:
        """The cases that execute the changed statement; all of them where it is executed by importing the file."""
        place = mutant.path, mutant.line
        found = [case for case in self.cases if place in case.lines or place not in self.lines]
        return sorted(found, key=lambda case: self.last.index(case.name) if case.name in self.last else LAST)

    def is_noticed(self, module: ModuleType, case: Case) -> bool:
        """Whether what comes of a case is something else, or an error, or nothing in time."""
        try:
            limit(MORE_SECONDS + MORE_TIMES * case.seconds)
            noticed = bool(case.use(module) != case.expected)
        except (Exception, RecursionError, SystemExit):
            noticed = True
        if noticed:
            self.last = [case.name, *(name for name in self.last if name != case.name)][:LAST]
        return noticed


def noticed_by(mutant: Mutant) -> str | None:
    """The same in a process that has the trial from the one that started it."""
    return TRIALS[-1].noticed_by(mutant)


def limit(seconds: float) -> None:
    """After so much of the processor's time an error is raised, again and again; never where it is 0."""
    signal.signal(signal.SIGVTALRM, lambda *_: (_ for _ in ()).throw(TimeoutError()))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1 if seconds else 0)


def chosen(names: list[str], again: set[str], sample: int) -> list[Mutant]:
    """The mutants that are asked for."""
    found = [
        mutant
        for path in surgery.compiled()
        if again or not names or path in names
        for mutant in mutants(path, (surgery.HOME / path).read_text("utf-8"))
        if not again or mutant.what.partition(": ")[2] in again
    ]
    return random.Random(1).sample(found, sample) if sample else found


def main(arguments: list[str]) -> None:
    options = {
        name: int(arguments[arguments.index(name) + 1]) for name in ("--sample", "--processes") if name in arguments
    }
    lists = [Path(name).read_text("utf-8").splitlines() for name in arguments if name.endswith(".txt")]
    again = {line.partition(": ")[2] for lines in lists for line in lines}
    tried = chosen([name for name in arguments if name.endswith(".py")], again, options.get("--sample", 0))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    survived = 0
    TRIALS.append(Trial(bool(again)))
    with multiprocessing.get_context("fork").Pool(options.get("--processes", 1)) as pool:
        for mutant, noticed in zip(tried, pool.imap(noticed_by, tried), strict=True):
            if noticed is None:
                survived += 1
                print(f"{mutant.path}:{mutant.what}", flush=True)
    print(f"{len(tried)} mutants, {survived} survived", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
