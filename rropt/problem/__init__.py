"""Questions about designs, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.objectives.base import worst as worst
    from rropt.problem.checkup import Checkup as Checkup
    from rropt.problem.pieces import DesignByShare as DesignByShare
    from rropt.problem.pieces import DesignInPieces as DesignInPieces
    from rropt.problem.ranging import Along as Along
    from rropt.problem.ranging import Reachable as Reachable
    from rropt.problem.ranging import Unreachable as Unreachable
    from rropt.problem.result import Between as Between
    from rropt.problem.result import Minimiser as Minimiser
    from rropt.problem.result import Verdict as Verdict
    from rropt.problem.stored import read_design as read_design

__getattr__, __dir__ = lazy_names(__name__)
