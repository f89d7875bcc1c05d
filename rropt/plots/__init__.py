"""Pictures of results: each is one function that draws plain numbers on a figure of matplotlib, or on a part of one.

`result.plot(path)` and the option `--plot` draw a result's own picture into a file. In a figure of your own each function draws
what you give it: `draw_mechanism(pyplot.figure(), mechanism)`.
"""

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.plots.mechanism import draw_mechanism as draw_mechanism

__getattr__, __dir__ = lazy_names(__name__)
