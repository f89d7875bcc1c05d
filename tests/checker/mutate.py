"""Changes the checker's code in every small way and sees whether the certificates notice.

`python tests/checker/mutate.py` tries all, `… claims/breach.py` those of a file, `… survivors.txt` those printed before, and
`… --sample 200` so many of all, drawn with a fixed seed. Certificates that take long, which test the limits, are kept for
mutants that are tried again. Left alone are what a step costs (the bombs among the certificates show that the budget ends
every check), the words of a refusal, and `strict=True`, which only turns an error of another place into one of this place.
A mutant is killed if some certificate of the suite gets another status, sentence or condition, if one that is accepted
costs other work than before, or if it does not end in 20 seconds of the processor's time. What survives is printed, to be
killed by another certificate or argued to be equivalent in SURVIVORS.md.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import io
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import surgery
from hard_cases import TEXTS
from work import spent

CERTIFICATES = Path(__file__).parents[1] / "certificates"
MOST_SECONDS = 20
SLOW = 0.4  # seconds of the processor's time
LONG = TEXTS["trace_2"].ljust(5 << 22)  # the longest text that is read
# Calls whose last argument is what is said of a refusal, and functions that only count what something costs.
REFUSALS = ("require", "expect", "expect_at_most", "Malformed", "TooMuch", "Rejected")
COSTS = ("spend", "hold", "_spend_product", "size_of", "_memory", "_set_limit", "system_limits")
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


def mutants(source: str) -> Iterator[tuple[str, str]]:
    """(what was changed, the changed source)."""
    tree = ast.parse(source)
    nodes = [n for n in ast.walk(tree) if hasattr(n, "lineno")]
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
            yield f"{node.lineno}.{node.col_offset}: {kind}: {before[:110]} -> {after[:110]}", text


def suite(slow: bool) -> list[tuple[str, str]]:
    """The certificates by name, and the longest texts where `slow`."""
    files = [
        p for kind in ("rejected", "accepted", "malformed") for p in sorted((CERTIFICATES / kind).glob("*.rropt.json"))
    ]
    return [(f"{p.parent.name}/{p.name}", p.read_text("utf-8")) for p in files] + [
        *TEXTS.items(),
        *([("long_text", LONG), ("too_long_text", LONG + " ")] if slow else []),
    ]


def printed(module: ModuleType, slow: bool) -> str:
    """What `main` says about some files and about none."""
    paths = [str(next((CERTIFICATES / kind).glob("*.rropt.json"))) for kind in ("accepted", "rejected", "malformed")]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), tempfile.TemporaryDirectory() as folder:
        if slow:
            for n in range(2):
                Path(folder, "long").write_text(LONG + n * " ", "utf-8")
                module.main([f"{folder}/long"])
        codes = [module.main([]), *(module.main([p]) for p in paths), module.main(paths), module.main(["no such file"])]
    return f"{codes} {out.getvalue()}".replace(folder, "")


def outcome(module: ModuleType, text: str) -> tuple[str, str, str, int]:
    """What the checker says of a text, and what that costs where it is accepted."""
    cost, verdict = spent(module, text), module.check(text)
    return verdict.status, verdict.sentence, verdict.condition, cost if verdict.status == "accepted" else 0


def killed(
    module: ModuleType, cases: list[tuple[str, str]], expected: dict[str, Any], order: list[str], slow: bool
) -> str | None:
    """The certificate that notices, tried first where it noticed before."""
    for name, text in sorted(cases, key=lambda c: order.index(c[0]) if c[0] in order else len(order)):
        if outcome(module, text) != expected[name]:
            if name in order:
                order.remove(name)
            order.insert(0, name)
            return name
    return None if printed(module, slow) == expected["main"] else "main"


def chosen(names: list[str], again: set[str], sample: int) -> list[tuple[str, str, str]]:
    """(the file, what is changed, the changed source) of the mutants that are asked for."""
    found = [
        (path, what, source)
        for path in sorted(str(p.relative_to(surgery.HOME)) for p in surgery.HOME.rglob("*.py"))
        if path != "__main__.py" and (again or not names or path in names)
        for what, source in mutants((surgery.HOME / path).read_text("utf-8"))
        if not again or what.partition(": ")[2] in again
    ]
    return random.Random(1).sample(found, sample) if sample else found


def noticed_by(
    path: str, source: str, cases: Any, expected: dict[str, Any], order: list[str], slow: bool
) -> str | None:
    """What notices a mutant: a certificate, or an error; None if it survives."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
            module = surgery.copy(Path(folder), {path: source})
            found = killed(module, cases, expected, order, slow)
            surgery.forget(module)
            return found
        except (Exception, RecursionError, SystemExit) as error:
            return type(error).__name__
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def main(names: list[str]) -> None:
    sample = int(names[names.index("--sample") + 1]) if "--sample" in names else 0
    lists = [Path(name).read_text("utf-8").splitlines() for name in names if name.endswith(".txt")]
    again = {line.partition(": ")[2] for lines in lists for line in lines}
    cases, original = suite(bool(again)), surgery.load(surgery.HOME)
    expected: dict[str, Any] = {}
    for name, text in [*cases]:
        start = time.process_time()
        expected[name] = outcome(original, text)
        if not again and time.process_time() - start > SLOW:
            cases.remove((name, text))
    expected["main"] = printed(original, bool(again))
    signal.signal(signal.SIGVTALRM, lambda *_: (_ for _ in ()).throw(TimeoutError()))
    survived = endless = 0
    order: list[str] = []
    tried = chosen([name for name in names if name.endswith(".py")], again, sample)
    for path, what, source in tried:
        noticed = noticed_by(path, source, cases, expected, order, bool(again))
        endless += noticed == "TimeoutError"
        if noticed is None:
            survived += 1
            print(f"{path}:{what}", flush=True)
    print(f"{len(tried)} mutants, {survived} survived, {endless} did not end", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
