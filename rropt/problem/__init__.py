"""Design problems and their answers.

The package has the class of problems, what an objective must implement, and the function `design`. It also has the results of
`design`, and the sentences that put these results in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.problem.reach.along import FrontierAlong as FrontierAlong
    from rropt.problem.reach.least import Least as Least
    from rropt.problem.terms import worst as worst

__getattr__, __dir__ = lazy_names(__name__)
