"""A reading says why damaged or ambiguous words were read so; what it takes away from a sentence is an added hypothesis."""

from __future__ import annotations

import re

import pytest

from rropt.claims.audit import stored_verdicts
from rropt.claims.library import load, papers

RESTRICTS = re.compile(
    r"\b(executed|instances?|suppos\w*|assum\w*|except|exclud\w*|unless|at one|one bit|without which|not shown|not measured|fixed|"
    r"whole surveys|finite|alone|only|positive|with delta > 0|gamma > 1|alpha > 0|[kmnN] >=? \d|"
    r"read as|is meant|undefined|taken as|counted in|another statement|in the order of|may be \w+ed|\w != [\d/]+|<= delta|"
    r"delta <= \d|of Theorem \d)(?!\w)"
)
REVIEWED = {
    "chai_nayak.estimate_k_2": "that P^-1 lambda-hat alone solves the equation says more",
    "chai_nayak.identifiable_with_fewer": "the sentence says 'might': an instance is all that it says",
    "chai_nayak.eq_1_2": "a posterior is of a response that occurs",
    "chai_nayak.averages": "a posterior is of a response that occurs; the ratio is of positive rows, as averages have none else",
    "chai_nayak.prior_0_or_1": "a posterior is of a response that occurs",
    "chai_nayak.csip_downward": "a posterior is of a response that occurs",
    "chai_nayak.csip_downward_at_ends": "a posterior is of a response that occurs",
    "chai_nayak.theorem_4_2": "Section 4 begins with gamma > 1",
    "chai_nayak.theorem_4_3": "Section 4 begins with gamma > 1",
    "chai_nayak.k_2_m_2": "Section 4 begins with gamma > 1",
    "chai_nayak.theorem_4_4_b_only_if": "Section 4 begins with gamma > 1",
    "chai_nayak.p_0_admissible": "Section 4.2 is of k = 2 and of k >= 3",
    "chai_nayak.lemma_4_3_weights": "a positive entry is found, not asked for",
    "chai_nayak.eq_6_3_infimum": "the minimum is over l != j, of which there is none for k = 1",
    "chai_nayak.eq_6_4": "the proof has positive rows there",
    "chai_nayak.eq_6_4_equivalent": "the sentence before has made the row positive",
    "chai_nayak.eq_6_7": "Lemma 6.1, whose proof it is, supposes it of P",
    "chai_nayak.theorem_6_1": "the sign of minors is the reason, no condition",
    "chai_nayak.eq_3_7": "(3.6) itself excludes the posterior 1, and so does (3.7)",
    "chai_nayak.lemma_3_2_posterior_defined": "the proof supposes (3.4) before, which is what it shows to be enough",
    "chai_nayak.lemma_3_2_inequality": "it says more: also where the response excludes the complement",
    "chai_nayak.lemma_6_1_case_ii_one_state": "Lemma 6.1 supposes that P has no zero row",
    "holohan.estimator_variance_factors": "no sentence of the paper",
    "holohan.any_share_not_unique": "the sentence says 'may not be': delta > 0 is where",
    "holohan.lemma_3_maximum": "the positive number is the factor of a square",
    "sun.eq_1_line_2": "a census of N people, each with a truth, is what Section 3.1 samples",
    "sun.interval_depends": "a change of each alone is what 'depends on' says",
    "sun.theorem_6_1_intervals": "every real N of at least 2 is more than whole people",
    "vinterbo.columns_sum_to_one": "the kernel's theorem is of n bits",
    "vinterbo.composition": "phi is chosen alone; at alpha = 0 there is no c",
    "vinterbo.figure_2_crossing": "Figure 2 (a), on which the sentence is, is of n = 1",
    "vinterbo.ratio_near_half": "Figure 2 (a), which the sentence reads, is of n = 1",
}
"""Proved claims whose reading has such a word and takes nothing away, with the reason."""


@pytest.mark.parametrize("paper", papers())
def test_the_reading_of_what_is_proved_takes_nothing_away(paper: str) -> None:
    """What has such a word is reviewed, or an added hypothesis; and what is reviewed still has one."""
    collection = load(papers()[paper])
    stored = stored_verdicts(collection.folder)
    proved = [x for name, x in collection.claims.items() if stored[name].grade == "proved" and not x.repairs]
    restricted = {x.id for x in proved if RESTRICTS.search(x.reading)}
    assert restricted == {name for name in REVIEWED if name in collection.claims}
