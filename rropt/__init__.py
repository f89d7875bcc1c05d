"""rropt: provably optimal randomized-response designs, and published theorems about them decided.

State a privacy demand and what the data are for; the answer is the mechanism, its value, and a certificate:

    >>> from rropt import LDP, Variance, design
    >>> found = design(Variance("1/4"), LDP("ln3"), inputs=("no", "yes"))
    >>> found.verdict.value, str(found.value)
    ('optimal', '15/16')
    >>> found.mechanism
    Pr(output | input), 2 inputs, 2 outputs
    output \\ input  no          yes
    no              3/4 ≈ 0.75  1/4 ≈ 0.25
    yes             1/4 ≈ 0.25  3/4 ≈ 0.75

Numbers are exact: text such as "1/4", "0.5", "ln3" or "every", Fractions, or floats, read as the decimals they print.
A number of an answer (`ExactNumber`: a `Rational` or an `Element`) computes exactly and leaves by `to_sympy`, `float`, formats
and `to_latex`; `at` gives the value at one epsilon of a function of it.

    >>> from rropt import compare, from_spec
    >>> compare(from_spec("warner:p=3/4"), from_spec("warner:p=7501/10000")).sentence
    'B is more informative than A'

Ask:

- `design`: the optimum; `sweep`: a grid of optima; `binary_optima`: for arrays of questions with two answers
- `least`: the least epsilon, delta or vulnerability at which a value can be reached
- `frontier`: what epsilon, delta and the variance can be together
- `checkup`: what a mechanism in use protects
- `compare`, `dominates`, `deficiency`, `admissible`: which mechanism is more informative
- `dominating_staircase`, `optimal_binary`, `below_optimal_binary`, `warner_table`: what dominates every mechanism of a demand
- `breach_bound` and the regions: what a demand asks
- `plan`, `estimate`, `simulate`: surveys; `plan_mean`: of a scale; `estimator_weights`: of an unbiased estimate;
  `estimate_sets`: from answers that are sets; `over_strata`, `mean_over_strata`: groups of known sizes together
- `Design.device`: what people hold, with its scripts (`rropt.devices`); `report`: the page for a board
- `rank`: what people use for k categories
- `draw`: answers for respondents
- `verify`: what a certificate proves
- `profile` and `measure`: what is disclosed, also by many uses; `shuffled`: by a crowd's answers;
  `audit_samples`: a bound on ε from answers of a black box

Demands: `LDP`, `PairwiseLDP`, `Parity`, `RhoBreach`, `BetaFactor`, `BayesFactor`, `SIP`, `CSIP`.

Objectives: `Variance`, `Trace`, `Utility`, `Linear`; of k categories `TotalVariance`, `Contrast`,
`Determinant`, `LargestVariance`, `Information`, `Divergence`. Weighted sums are written `Trace() + 2*Utility(…)`; `worst`: the
worst of several.

`from_spec` names the literature's mechanisms, `rropt.families` has them as functions; `Mechanism` takes any matrix. Where a
mechanism is asked for, a design does as well. Pictures are in `rropt.plots`, claims to be decided in `rropt.claims`, many yes/no
questions in `rropt.questions`, decks of cards in `rropt.decks`, numeric answers in `rropt.noise`.

Every result prints itself, in decimals of four digits (its numbers have all), has `explain()` or its words in `print`, and converts
with `to_dict`, `to_json`, `to_pandas` and `to_latex`. The command line, `python -m rropt`, answers the same questions.

Names are loaded when first used, so that `import rropt` brings in no solver, no sympy and no matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rropt.above import give

if TYPE_CHECKING:
    from rropt.breach.bound import breach_bound as breach_bound
    from rropt.breach.canonical import canonical_region as canonical_region
    from rropt.breach.regions import compare_demands as compare_demands
    from rropt.breach.regions import protected_region as protected_region
    from rropt.breach.regions import tightest_precise as tightest_precise
    from rropt.breach.result import BreachBound as BreachBound
    from rropt.categories.criteria.contrast import Contrast as Contrast
    from rropt.categories.criteria.determinant import Determinant as Determinant
    from rropt.categories.criteria.largest_variance import LargestVariance as LargestVariance
    from rropt.categories.criteria.total_variance import TotalVariance as TotalVariance
    from rropt.categories.together import VarianceSum as VarianceSum
    from rropt.categories.together import VarianceWorst as VarianceWorst
    from rropt.exact.conversion import ExactNumber as ExactNumber
    from rropt.exact.element import Element as Element
    from rropt.exact.element import Rational as Rational
    from rropt.exact.epsilon import Epsilon as Epsilon
    from rropt.exact.epsilon import read_epsilon as read_epsilon
    from rropt.exact.errors import Disagreement as Disagreement
    from rropt.exact.errors import InputError as InputError
    from rropt.exact.errors import Undecided as Undecided
    from rropt.exact.grammar import read_number as read_number
    from rropt.families import from_spec as from_spec
    from rropt.linear.cost import Linear as Linear
    from rropt.linear.trace import Trace as Trace
    from rropt.linear.utility import Utility as Utility
    from rropt.linear.weighted_sum import LinearSum as LinearSum
    from rropt.linear.worst.objective import LinearWorst as LinearWorst
    from rropt.mechanism import Mechanism as Mechanism
    from rropt.order.admissibility import admissible as admissible
    from rropt.order.blackwell import compare as compare
    from rropt.order.blackwell import dominates as dominates
    from rropt.order.complete_class import below_optimal_binary as below_optimal_binary
    from rropt.order.complete_class import dominating_staircase as dominating_staircase
    from rropt.order.complete_class import optimal_binary as optimal_binary
    from rropt.order.complete_class import warner_table as warner_table
    from rropt.order.deficiency import deficiency as deficiency
    from rropt.privacy import CSIP as CSIP
    from rropt.privacy import LDP as LDP
    from rropt.privacy import SIP as SIP
    from rropt.privacy import All as All
    from rropt.privacy import BayesFactor as BayesFactor
    from rropt.privacy import BetaFactor as BetaFactor
    from rropt.privacy import BreachFunction as BreachFunction
    from rropt.privacy import Metric as Metric
    from rropt.privacy import PairwiseLDP as PairwiseLDP
    from rropt.privacy import Parity as Parity
    from rropt.privacy import RhoBreach as RhoBreach
    from rropt.privacy import Sensitive as Sensitive
    from rropt.privacy import Vulnerability as Vulnerability
    from rropt.privacy import measure as measure
    from rropt.privacy import piecewise_linear as piecewise_linear
    from rropt.privacy import profile as profile
    from rropt.privacy import shuffled as shuffled
    from rropt.problem.checkup import checkup as checkup
    from rropt.problem.design import design as design
    from rropt.problem.problem import Problem as Problem
    from rropt.problem.reach.along import FrontierAlong as FrontierAlong
    from rropt.problem.reach.least import Least as Least
    from rropt.problem.reach.search import least as least
    from rropt.problem.result import Design as Design
    from rropt.problem.stored.verify import verify as verify
    from rropt.problem.terms import worst as worst
    from rropt.rankings.ranking import rank as rank
    from rropt.reports.report import Report as Report
    from rropt.reports.report import report as report
    from rropt.sublinear.divergence import Divergence as Divergence
    from rropt.sublinear.information import Information as Information
    from rropt.sublinear.together import ConvexSum as ConvexSum
    from rropt.sublinear.together import ConvexWorst as ConvexWorst
    from rropt.survey.draws import draw as draw
    from rropt.survey.draws import draw_floating as draw_floating
    from rropt.survey.estimate import estimate as estimate
    from rropt.survey.planning.plan import plan as plan
    from rropt.survey.planning.scale import plan_mean as plan_mean
    from rropt.survey.samples import audit_samples as audit_samples
    from rropt.survey.sets.estimate import estimate_sets as estimate_sets
    from rropt.survey.simulate import simulate as simulate
    from rropt.survey.strata import mean_over_strata as mean_over_strata
    from rropt.survey.strata import over_strata as over_strata
    from rropt.survey.weights import estimator_weights as estimator_weights
    from rropt.sweeps.sweep import sweep as sweep
    from rropt.variance.frontier import Frontier as Frontier
    from rropt.variance.frontier import frontier as frontier
    from rropt.variance.many import BinaryOptima as BinaryOptima
    from rropt.variance.many import binary_optima as binary_optima
    from rropt.variance.objective import Variance as Variance

__version__ = "1.0.0"

_HOMES = {
    "rropt.breach.bound": ("breach_bound",),
    "rropt.breach.canonical": ("canonical_region",),
    "rropt.breach.regions": (
        "compare_demands",
        "protected_region",
        "tightest_precise",
    ),
    "rropt.breach.result": ("BreachBound",),
    "rropt.categories.criteria.contrast": ("Contrast",),
    "rropt.categories.criteria.determinant": ("Determinant",),
    "rropt.categories.criteria.largest_variance": ("LargestVariance",),
    "rropt.categories.criteria.total_variance": ("TotalVariance",),
    "rropt.categories.together": ("VarianceSum", "VarianceWorst"),
    "rropt.exact.conversion": ("ExactNumber",),
    "rropt.exact.element": (
        "Element",
        "Rational",
    ),
    "rropt.exact.epsilon": (
        "Epsilon",
        "read_epsilon",
    ),
    "rropt.exact.errors": (
        "Disagreement",
        "InputError",
        "Undecided",
    ),
    "rropt.exact.grammar": ("read_number",),
    "rropt.families": ("from_spec",),
    "rropt.linear.cost": ("Linear",),
    "rropt.linear.weighted_sum": ("LinearSum",),
    "rropt.linear.worst.objective": ("LinearWorst",),
    "rropt.linear.trace": ("Trace",),
    "rropt.linear.utility": ("Utility",),
    "rropt.mechanism": ("Mechanism",),
    "rropt.order.admissibility": ("admissible",),
    "rropt.order.blackwell": (
        "compare",
        "dominates",
    ),
    "rropt.order.complete_class": (
        "below_optimal_binary",
        "dominating_staircase",
        "optimal_binary",
        "warner_table",
    ),
    "rropt.order.deficiency": ("deficiency",),
    "rropt.privacy": (
        "All",
        "BayesFactor",
        "BetaFactor",
        "BreachFunction",
        "CSIP",
        "LDP",
        "Metric",
        "PairwiseLDP",
        "Parity",
        "RhoBreach",
        "SIP",
        "Sensitive",
        "Vulnerability",
        "measure",
        "piecewise_linear",
        "profile",
        "shuffled",
    ),
    "rropt.problem.checkup": ("checkup",),
    "rropt.problem.design": ("design",),
    "rropt.problem.problem": ("Problem",),
    "rropt.problem.reach.along": ("FrontierAlong",),
    "rropt.problem.reach.least": ("Least",),
    "rropt.problem.reach.search": ("least",),
    "rropt.problem.result": ("Design",),
    "rropt.problem.stored.verify": ("verify",),
    "rropt.problem.terms": ("worst",),
    "rropt.rankings.ranking": ("rank",),
    "rropt.reports.report": ("Report", "report"),
    "rropt.sublinear.divergence": ("Divergence",),
    "rropt.sublinear.information": ("Information",),
    "rropt.sublinear.together": ("ConvexSum", "ConvexWorst"),
    "rropt.survey.draws": (
        "draw",
        "draw_floating",
    ),
    "rropt.survey.estimate": ("estimate",),
    "rropt.survey.planning.plan": ("plan",),
    "rropt.survey.planning.scale": ("plan_mean",),
    "rropt.survey.samples": ("audit_samples",),
    "rropt.survey.sets.estimate": ("estimate_sets",),
    "rropt.survey.simulate": ("simulate",),
    "rropt.survey.strata": ("mean_over_strata", "over_strata"),
    "rropt.survey.weights": ("estimator_weights",),
    "rropt.sweeps.sweep": ("sweep",),
    "rropt.variance.frontier": ("Frontier", "frontier"),
    "rropt.variance.many": ("BinaryOptima", "binary_optima"),
    "rropt.variance.objective": ("Variance",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

# what storeys below are given by those above: they name no file above themselves
_OBJECTIVES = {
    "variance": "Variance",
    "trace": "Trace",
    "utility": "Utility",
    "loss": "Utility",
    "information": "Information",
    "divergence": "Divergence",
    "linear": "Linear",
    "linear-sum": "LinearSum",
    "linear-worst": "LinearWorst",
    "convex-sum": "ConvexSum",
    "convex-worst": "ConvexWorst",
    "total-variance": "TotalVariance",
    "contrast": "Contrast",
    "variance-sum": "VarianceSum",
    "variance-worst": "VarianceWorst",
    "determinant": "Determinant",
    "largest-variance": "LargestVariance",
}
give("objective", {name: f"{_HOME[kind]}:{kind}" for name, kind in _OBJECTIVES.items()})
give(
    "function",
    {
        "at_epsilon": "rropt.exact.substitute:at_epsilon",
        "check_claim": "rropt.instances.checked:check",
        "choose_device": "rropt.devices.choose:choose",
        "design_at": "rropt.problem.stored.verify:design_at",
        "design_of": "rropt.problem.stored.verify:design_of",
        "plain": "rropt.designs.reductions.plain:Plain",
        "posed_legs": "rropt.problem.posed.legs:posed_legs",
        "read_stated": "rropt.breach.demand:read_stated",
    },
)
_ROOMS = (
    "breach",
    "categories",
    "certificate",
    "checker",
    "claims",
    "cli",
    "decks",
    "devices",
    "exact",
    "families",
    "linear",
    "noise",
    "order",
    "plots",
    "privacy",
    "problem",
    "questions",
    "rankings",
    "reports",
    "solvers",
    "sublinear",
    "survey",
    "sweeps",
    "variance",
)

__all__ = sorted(_HOME)


_GIVES = {
    "binary_optima": "BinaryOptima",
    "breach_bound": "BreachBound",
    "design": "Design",
    "frontier": "Frontier",
    "least": "Least",
    "read_epsilon": "Epsilon",
}


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"rropt.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'rropt' has no attribute {name!r}")
    from rropt.surface.calling import guide

    home = import_module(_HOME[name])
    found = getattr(home, name)
    if (
        callable(found) and _HOME[name] != "rropt.exact.element"
    ):  # whose numbers are made by the thousand, and not by users
        found = guide(found)
        if not isinstance(found, type):  # by which it is pickled; inside the library the function itself is called
            found.__module__, found.__qualname__ = __name__, name
    globals()[name] = found
    if name in _GIVES:  # whose methods guide too, however it was come by
        __getattr__(_GIVES[name])
    return found


def __dir__() -> list[str]:
    return [*__all__, *_ROOMS, "__version__"]
