"""Answer the questions of Blackwell's order."""

from __future__ import annotations

from typing import Any
from unittest import mock

from rropt import order
from tests.gold.old import order as old
from tests.gold.reading_old import Asked


def answer(ask: Asked) -> Asked:
    """Answer as before; a table of Warner's is a result with rows now."""
    with mock.patch.dict(old.KINDS, {"warner_table": warner_table}):
        return old.answer(ask)


def warner_table(warner_table: Any) -> Asked:
    rows = order.warner_table().rows
    return {"rows": [[x.name, x.comparison.relation.value, old.budget(x.epsilon)] for x in rows]}
