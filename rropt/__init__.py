"""rropt: provably optimal randomized-response designs, and published theorems about them decided.

State a privacy demand and what the data are for; the answer is the mechanism, its value, and a certificate:

    >>> from rropt import LDP, Variance, design
    >>> found = design(Variance("1/4"), LDP("ln3"), inputs=("no", "yes"))
    >>> print(found.verdict, found.value)
    optimal 15/16
    >>> found.mechanism
    2 inputs, 2 outputs
    <BLANKLINE>
    Pr(output | input)          no         yes
    no                  3/4 ≈ 0.75  1/4 ≈ 0.25
    yes                 1/4 ≈ 0.25  3/4 ≈ 0.75

Numbers are exact. Give them as text such as "1/4", "0.5", "ln3" or "every", as Fractions, or as floats, which are read as the
decimals they print. Arithmetic with the numbers of an answer is exact. `to_sympy`, `float`, formats and `to_latex` convert them,
and `at` evaluates a function of epsilon at one epsilon.

    >>> from rropt import compare, from_spec
    >>> compare(from_spec("warner:p=3/4"), from_spec("warner:p=7501/10000")).sentence
    'B is more informative than A'

Ask:

- `design`: the optimum, `design("trace", epsilon="ln3", inputs=4)`; `sweep`: a grid of optima
- `least`: the least epsilon, delta or vulnerability at which a value can be reached
- `frontier`: the optimum along one of these; what epsilon, delta and a variance can be together
- `check`: what a mechanism in use protects
- `compare`, `admissible`: which mechanism is more informative
- `plan`, `draw`, `estimate`, `associate`, `regress`, `simulate`: surveys; `Design.device`: the dice, cards or coins that people
  use, with scripts; `report`: the page for an ethics board
- `rank`: how the literature's mechanisms for k categories compare
- `verify`: what a certificate proves
- `profile` and `measure`: what answers disclose, also after many uses; `shuffled`: what a crowd's shuffled answers disclose

Objectives and demands are objects, or specs such as "divergence:kl,between=no/yes" and "rho:1/5,1/2".

Demands, joined by `&`: `LDP`, `PairwiseLDP`, `Metric`, `Sensitive`, `Parity`, `RhoBreach`, `BetaFactor`, `BayesFactor`,
`SIP`, `CSIP`, `Vulnerability`.

Objectives: `Variance`, `Trace`, `Utility`, `Linear`; for k categories `TotalVariance`, `Contrast`,
`Determinant`, `LargestVariance`, `Information`, `Divergence`. Weighted sums are written `Trace() + 2*Utility(…)`.

`from_spec` names the literature's mechanisms; `Mechanism` takes any matrix. Where a mechanism is asked for, its
spec or a design does as well.

The rest is in sub-packages, by subject:

- `rropt.survey`: sets, scales, strata, groups, half-samples, plans along epsilon and of several devices, tests of a black box
- `rropt.order`: domination, deficiency, and what dominates every mechanism of a demand
- `rropt.breach`: what a demand on beliefs asks; `rropt.privacy`: custom boundaries, leakage, trade-offs, repeated use
- `rropt.problem`: questions and answers of every kind, stored designs, the `worst` of several objectives
- `rropt.families`: the literature's mechanisms as functions; `rropt.devices`: dice, cards or coins for them
- `rropt.questions`: many yes/no questions; `rropt.decks`: cards; `rropt.noise`: numeric answers
- `rropt.plots`: pictures; `rropt.claims`: claims to be decided; `rropt.exact`: numbers

Every result prints itself in words or as a table, with decimals of four digits (its numbers themselves are exact). It converts
by `to_dict`, `to_json`, `to_pandas` and `to_latex`. The command line, `python -m rropt`, answers the same questions.

Names are loaded when first used, so that `import rropt` brings in no solver, no sympy and no matplotlib.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.exact.errors import InputError as InputError
    from rropt.families import from_spec as from_spec
    from rropt.mechanism import Mechanism as Mechanism
    from rropt.objectives.covariance import Contrast as Contrast, TotalVariance as TotalVariance
    from rropt.objectives.determinant import Determinant as Determinant
    from rropt.objectives.divergence import Divergence as Divergence
    from rropt.objectives.information import Information as Information
    from rropt.objectives.largest import LargestVariance as LargestVariance
    from rropt.objectives.linear import Linear as Linear, Trace as Trace, Utility as Utility
    from rropt.objectives.variance import Variance as Variance
    from rropt.order.blackwell import admissible as admissible, compare as compare
    from rropt.page import report as report
    from rropt.privacy import (
        CSIP as CSIP,
        LDP as LDP,
        SIP as SIP,
        BayesFactor as BayesFactor,
        BetaFactor as BetaFactor,
        Metric as Metric,
        PairwiseLDP as PairwiseLDP,
        Parity as Parity,
        RhoBreach as RhoBreach,
        Sensitive as Sensitive,
        Vulnerability as Vulnerability,
        measure as measure,
        profile as profile,
        shuffled as shuffled,
    )
    from rropt.problem.checkup import check as check
    from rropt.problem.design import design as design
    from rropt.problem.problem import Problem as Problem
    from rropt.problem.ranging import frontier as frontier, least as least
    from rropt.problem.result import Design as Design
    from rropt.problem.stored import verify as verify
    from rropt.rankings.ranking import rank as rank
    from rropt.survey import (
        associate as associate,
        draw as draw,
        estimate as estimate,
        plan as plan,
        regress as regress,
        simulate as simulate,
    )
    from rropt.sweeps.sweep import sweep as sweep

__version__ = "1.0.0"

__getattr__, __dir__ = lazy_names(__name__)
