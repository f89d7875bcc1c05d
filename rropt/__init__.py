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
A number of an answer computes exactly and leaves by `to_sympy`, `float`, formats and `to_latex`; `at` gives the value at one
epsilon of a function of it.

    >>> from rropt import compare, from_spec
    >>> compare(from_spec("warner:p=3/4"), from_spec("warner:p=7501/10000")).sentence
    'B is more informative than A'

Ask:

- `design`: the optimum; `sweep`: a grid of optima
- `least`: the least epsilon, delta or vulnerability at which a value can be reached
- `frontier`: what epsilon, delta and the variance can be together
- `check`: what a mechanism in use protects
- `compare`, `admissible`: which mechanism is more informative
- `plan`, `estimate`, `simulate`: surveys; `Design.device`: what people hold, with its scripts
- `rank`: what people use for k categories
- `verify`: what a certificate proves
- `profile` and `measure`: what is disclosed, also by many uses; `shuffled`: by a crowd's answers

Demands, which `&` joins: `LDP`, `PairwiseLDP`, `Metric`, `Sensitive`, `Parity`, `RhoBreach`, `BetaFactor`, `BayesFactor`,
`SIP`, `CSIP`, `Vulnerability`.

Objectives: `Variance`, `Trace`, `Utility`, `Linear`; of k categories `TotalVariance`, `Contrast`,
`Determinant`, `LargestVariance`, `Information`, `Divergence`. Weighted sums are written `Trace() + 2*Utility(…)`.

`from_spec` names the literature's mechanisms; `Mechanism` takes any matrix. Where a mechanism is asked for, a design does as well.

The rest is in rooms, by what it is about:

- `rropt.survey`: answers drawn, sets, scales, strata, groups, associations, regressions, clusters, a black box checked
- `rropt.order`: domination, deficiency, and what dominates every mechanism of a demand
- `rropt.breach`: what a demand on beliefs asks; `rropt.privacy`: boundaries of one's own, leakage, trade-offs, uses composed
- `rropt.problem`: the `worst` of several objectives; `rropt.variance`: arrays of questions with two answers
- `rropt.families`: the literature's mechanisms as functions; `rropt.devices`: what realises them; `rropt.reports`: the board's page
- `rropt.questions`: many yes/no questions; `rropt.decks`: cards; `rropt.noise`: numeric answers
- `rropt.plots`: pictures; `rropt.claims`: claims to be decided; `rropt.exact`: numbers

Every result prints itself, in decimals of four digits (its numbers have all), has `explain()` or its words in `print`, and converts
with `to_dict`, `to_json`, `to_pandas` and `to_latex`. The command line, `python -m rropt`, answers the same questions.

Names are loaded when first used, so that `import rropt` brings in no solver, no sympy and no matplotlib.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.above import give
from rropt.rooms import offer_names

if TYPE_CHECKING:
    from rropt.categories.criteria.contrast import Contrast as Contrast
    from rropt.categories.criteria.determinant import Determinant as Determinant
    from rropt.categories.criteria.largest_variance import LargestVariance as LargestVariance
    from rropt.categories.criteria.total_variance import TotalVariance as TotalVariance
    from rropt.exact.errors import InputError as InputError
    from rropt.families import from_spec as from_spec
    from rropt.linear.cost import Linear as Linear
    from rropt.linear.trace import Trace as Trace
    from rropt.linear.utility import Utility as Utility
    from rropt.mechanism import Mechanism as Mechanism
    from rropt.order.admissibility import admissible as admissible
    from rropt.order.blackwell import compare as compare
    from rropt.privacy import CSIP as CSIP
    from rropt.privacy import LDP as LDP
    from rropt.privacy import SIP as SIP
    from rropt.privacy import BayesFactor as BayesFactor
    from rropt.privacy import BetaFactor as BetaFactor
    from rropt.privacy import Metric as Metric
    from rropt.privacy import PairwiseLDP as PairwiseLDP
    from rropt.privacy import Parity as Parity
    from rropt.privacy import RhoBreach as RhoBreach
    from rropt.privacy import Sensitive as Sensitive
    from rropt.privacy import Vulnerability as Vulnerability
    from rropt.privacy import measure as measure
    from rropt.privacy import profile as profile
    from rropt.privacy import shuffled as shuffled
    from rropt.problem.checkup import check as check
    from rropt.problem.design import design as design
    from rropt.problem.problem import Problem as Problem
    from rropt.problem.reach.search import least as least
    from rropt.problem.result import Design as Design
    from rropt.problem.stored.verify import verify as verify
    from rropt.rankings.ranking import rank as rank
    from rropt.sublinear.divergence import Divergence as Divergence
    from rropt.sublinear.information import Information as Information
    from rropt.survey.estimate import estimate as estimate
    from rropt.survey.planning.plan import plan as plan
    from rropt.survey.simulate import simulate as simulate
    from rropt.sweeps.sweep import sweep as sweep
    from rropt.variance.frontier import frontier as frontier
    from rropt.variance.objective import Variance as Variance

__version__ = "1.0.0"

__getattr__, __dir__ = offer_names(
    __name__,
    {
        "breach": (),
        "categories": (),
        "categories.criteria.contrast": ("Contrast",),
        "categories.criteria.determinant": ("Determinant",),
        "categories.criteria.largest_variance": ("LargestVariance",),
        "categories.criteria.total_variance": ("TotalVariance",),
        "certificate": (),
        "checker": (),
        "claims": (),
        "cli": (),
        "decks": (),
        "devices": (),
        "exact": (),
        "exact.errors": ("InputError",),
        "families": ("from_spec",),
        "linear": (),
        "linear.cost": ("Linear",),
        "linear.trace": ("Trace",),
        "linear.utility": ("Utility",),
        "mechanism": ("Mechanism",),
        "noise": (),
        "order": (),
        "order.admissibility": ("admissible",),
        "order.blackwell": ("compare",),
        "plots": (),
        "privacy": (
            "BayesFactor",
            "BetaFactor",
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
            "profile",
            "shuffled",
        ),
        "problem": (),
        "problem.checkup": ("check",),
        "problem.design": ("design",),
        "problem.problem": ("Problem",),
        "problem.reach.search": ("least",),
        "problem.result": ("Design",),
        "problem.stored.verify": ("verify",),
        "questions": (),
        "rankings": (),
        "rankings.ranking": ("rank",),
        "reports": (),
        "solvers": (),
        "sublinear": (),
        "sublinear.divergence": ("Divergence",),
        "sublinear.information": ("Information",),
        "survey": (),
        "survey.estimate": ("estimate",),
        "survey.planning.plan": ("plan",),
        "survey.simulate": ("simulate",),
        "sweeps": (),
        "sweeps.sweep": ("sweep",),
        "variance": (),
        "variance.frontier": ("frontier",),
        "variance.objective": ("Variance",),
    },
    gives={"design": "Design", "frontier": "rropt.variance:Frontier", "least": "rropt.problem:Least"},
)

# what storeys below are given by those above: they name no file above themselves
_OBJECTIVES = {
    "variance": "rropt.variance.objective:Variance",
    "trace": "rropt.linear.trace:Trace",
    "utility": "rropt.linear.utility:Utility",
    "loss": "rropt.linear.utility:Utility",
    "information": "rropt.sublinear.information:Information",
    "divergence": "rropt.sublinear.divergence:Divergence",
    "linear": "rropt.linear.cost:Linear",
    "linear-sum": "rropt.linear.weighted_sum:LinearSum",
    "linear-worst": "rropt.linear.worst.objective:LinearWorst",
    "convex-sum": "rropt.sublinear.together:ConvexSum",
    "convex-worst": "rropt.sublinear.together:ConvexWorst",
    "total-variance": "rropt.categories.criteria.total_variance:TotalVariance",
    "contrast": "rropt.categories.criteria.contrast:Contrast",
    "variance-sum": "rropt.categories.together:VarianceSum",
    "variance-worst": "rropt.categories.together:VarianceWorst",
    "determinant": "rropt.categories.criteria.determinant:Determinant",
    "largest-variance": "rropt.categories.criteria.largest_variance:LargestVariance",
}
give("objective", _OBJECTIVES)
give(
    "function",
    {
        "at_epsilon": "rropt.exact.substitute:at_epsilon",
        "check_claim": "rropt.instances.checked:check",
        "choose_device": "rropt.devices.choose:choose",
        "design_at": "rropt.problem.stored.verify:design_at",
        "design_of": "rropt.problem.stored.verify:design_of",
        "guide": "rropt.surface.calling:guide",
        "plain": "rropt.designs.reductions.plain:Plain",
        "posed_legs": "rropt.problem.posed.legs:posed_legs",
        "read_stated": "rropt.breach.demand:read_stated",
    },
)
