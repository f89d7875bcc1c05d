"""Questions about designs, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.objectives.base import worst as worst
    from rropt.problem.checkup import Checkup as Checkup
    from rropt.problem.pieces import DesignByShare as DesignByShare, DesignInPieces as DesignInPieces
    from rropt.problem.ranging import Along as Along, Reachable as Reachable, Unreachable as Unreachable
    from rropt.problem.result import Between as Between, Minimiser as Minimiser, Verdict as Verdict
    from rropt.problem.stored import read_design as read_design

__getattr__, __dir__ = lazy_names(__name__)
