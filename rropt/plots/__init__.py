"""Pictures of results: each is one function that draws plain numbers on a figure of matplotlib, or on a part of one.

`result.plot(path)` and the option `--plot` draw a result's own picture into a file. In a figure of your own each function draws
what you give it: `draw_mechanism(pyplot.figure(layout="constrained"), mechanism)`.
"""

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.plots.beliefs import draw_beliefs as draw_beliefs
    from rropt.plots.device import draw_device as draw_device
    from rropt.plots.feasible import draw_feasible as draw_feasible
    from rropt.plots.lines import Chart as Chart, Line as Line, draw_lines as draw_lines
    from rropt.plots.mechanism import draw_mechanism as draw_mechanism
    from rropt.plots.rows import draw_bars as draw_bars, draw_estimates as draw_estimates

__getattr__, __dir__ = lazy_names(__name__)
