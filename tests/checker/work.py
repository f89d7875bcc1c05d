"""How much work the checker spends on a text, in its own units: the same on every machine.

`python tests/checker/work.py` records it for the certificates that are accepted, so that a change of what they cost is a
change of a file, and a fast path that is lost is a test that fails.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

from hard_cases import TEXTS

import rropt.checker
from rropt.checker import Judgement

CERTIFICATES = Path(__file__).parents[1] / "certificates"
RECORDED = CERTIFICATES / "work.json"


def texts() -> dict[str, str]:
    files = {p.name.removesuffix(".rropt.json"): p.read_text("utf-8") for p in CERTIFICATES.glob("accepted/*.json")}
    return {**files, **{name: text for name, text in TEXTS.items() if not name.startswith("bomb")}}


def judge(module: ModuleType, text: str) -> tuple[Judgement, int]:
    """The verdict, and the units that the checker took from the budget for it."""
    limits, verdict = sys.modules[f"{module.__name__}.limits"], module.check(text)
    return verdict, int(limits.MOST_WORK - limits.BUDGET.get().work)


def spent(module: ModuleType, text: str) -> int:
    """The units alone."""
    return judge(module, text)[1]


if __name__ == "__main__":
    record = {name: spent(rropt.checker, text) for name, text in sorted(texts().items())}
    RECORDED.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
