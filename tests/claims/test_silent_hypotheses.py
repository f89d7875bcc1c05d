"""What one claim tells as an added hypothesis, no other of its paper supposes in silence; a derivative is in the formula."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from rropt.claims import Claim, decide
from rropt.claims.audit import read_stored
from rropt.claims.claim import narrowings, read
from rropt.claims.evidence import Grade
from rropt.claims.kernel import REFUTES
from rropt.claims.language.grammar import read_definitions, read_formula
from rropt.claims.language.show import text
from rropt.claims.language.syntax import And, Compare, Formula, free_variables
from rropt.claims.library import folder_of, home, load, papers
from rropt.exact.errors import InputError

TURNED = {">": "<", ">=": "<="}
PAPERS = papers(home())

# by theorem, the claims that cite it and tell no added hypothesis where another does, with the reason
ONE_THEOREM = {
    "SunComparison.theorem_6_1": {
        "sun.theorem_6_1_ii_cards": "p2 > 0 is needed for the strict sign between Warner and the cards alone, and pi_B for Simmons",
        "sun.theorem_6_1_iii": "as above",
        "sun.figure_3_ordering": "p2 = 0.36 and pi_B = 1/2 are the figure's",
    },
    "ChaiNayakConsequences.eq_6_3": {
        "chai_nayak.eq_6_3": "h below 1 somewhere is needed for 0 < s alone, which its second part supposes",
    },
    "SunOrder.smallest_outside": {
        "sun.conclusion_modified_is_smallest.repaired": "names the shares, below pi_A1 or above pi_A2, itself",
    },
    "HolohanOptima.any_share": {
        "holohan.any_share_not_unique": "the sentence says 'may not be': any delta will do",
        "holohan.theorem_2_any_share": "Theorem 2 is of delta = 0",
    },
    "HolohanOptima.complete_solutions_repaired": {
        "holohan.complete_solutions.repaired": "names delta, up to 1, itself",
    },
    "VinterboKronecker.theorem_4_1": {
        "vinterbo.index_convention.repaired": "names the index, the first bit most significant, itself",
    },
    "HolohanLemmas.theorem_1_repaired": {
        "holohan.theorem_1.repaired": "names the shares, N/n between 1 - p00 and p11, itself",
    },
}

# by paper and hypothesis, the claims that suppose it and are proved all the same, "*" for every one, with the reason
SUPPOSED = {
    ("holohan", "1 < t"): {"*": "printed: Section V opens with the assumption that epsilon > 0"},
    ("holohan", "0 < d"): {"*": "printed: Lemmas 3 and 4, Theorem 3 and Corollary 2 each begin with delta > 0"},
    ("sun", "0 < pi"): {
        "sun.figure_1_improved": "the figure is drawn at pi = 0.1",
        "sun.theorem_6_1_ii_cards": "pi_A1 > 0, so the printed intervals of pi lie in (0, 1)",
        "sun.theorem_6_1_iii": "the printed interval of pi lies in (0, 1)",
        "sun.figure_3_ordering": "the printed intervals of pi lie in (0, 1)",
        "sun.worst_in_the_interval.repaired": "the printed interval of pi lies in (0, 1)",
    },
    ("sun", "0 < p"): {
        "sun.theorem_5_3": "p from (4) at epsilon > 0 is above 0",
        "sun.theorem_5_3_value": "p from (4) at epsilon > 0 is above 0",
    },
    ("sun", "p < 1"): {
        "sun.census_with_group_b_larger": "not printed: it names its own range, 1/3 < p < 1",
        "sun.theorem_5_3": "p from (4) at a finite epsilon is below 1",
        "sun.theorem_5_3_value": "p is (t-1)/(t+1)",
    },
    ("vinterbo", "a != 1/2"): {"vinterbo.c_at_least_one": "printed: Lemma 4.5, whose c it is, has a != 1/2"},
    ("vinterbo", "0 < q"): {
        "vinterbo.equal_at_privacy_of_k_bits.repaired": "q is the chance of a lie of a private bit, of finite alpha"
    },
    ("chai_nayak", "h < 1"): {
        "chai_nayak.always_possible": "where h is 1 nothing is demanded",
    },
    ("ziani", "0 < p"): {
        "ziani.middle": "printed: imperfect, which leaves out p = 0",
        "ziani.special_zero": "p falls to 0 and is not 0",
    },
    ("ziani", "p < 1/2"): {"ziani.middle": "printed: non-trivial, which leaves out p = 1/2"},
    ("ziani", "0 < c"): {"*": "c is another letter there: a scale, or a factor"},
}
SUPPOSED["sun", "pi < 1"] = SUPPOSED["sun", "0 < pi"]
NO_BUDGET = "at pi_B = 0 or 1 the ratio of (4) is not finite: there is no epsilon at which the variance is asked for"
SUPPOSED["sun", "0 < b"] = SUPPOSED["sun", "b < 1"] = {"sun.theorem_5_3": NO_BUDGET}
SUPPOSED["sun", "2*p1 + q != 1"] = {"sun.appendix_d_boundary.repaired_2": "p1 does not occur in what it states"}

DERIVATIVE = re.compile("derivative|slope", re.I)
LEAST = re.compile("minim|maxim", re.I)
SAYS_DERIVATIVE = re.compile(r"\bdiff\(")
SAYS_LEAST = re.compile(r"argmin|\bmin\(|\bmax\(|>|<|implies")

# claims with these words and no such formula: where the formula that stands for it comes from
WORDS = {
    "rropt.information_convex": "the terms are those of rropt.information_second_derivative, which has the derivative",
}


@cache
def proved(paper: str) -> dict[str, Claim]:
    stored = read_stored(folder_of(home(), paper))
    return {x: c for x, c in load(home(), paper).items() if stored[x]["kind"] == Grade.PROVED}


def told(claim: Claim) -> set[str]:
    """The hypotheses that a claim tells, part by part."""
    definitions = read_definitions(claim.define)
    formulas = [*(formula for formula, _ in narrowings(claim) if formula), *claim.adds]
    return {part for x in formulas for part in parts(read_formula(x, definitions=definitions))}


def parts(formula: Formula) -> Iterator[str]:
    """The parts of a conjunction, an inequality with its smaller side first."""
    if isinstance(formula, And):
        for x in formula.items:
            yield from parts(x)
    elif isinstance(formula, Compare) and formula.relation in TURNED:
        yield text(Compare(formula.right, TURNED[formula.relation], formula.left))
    else:
        yield text(formula)


def excludes_a_point(part: str) -> bool:
    return bool(re.search(r"!= | < ", part))


def silent(paper: str) -> Iterator[tuple[str, str]]:
    """Hypotheses that exclude a point and are told somewhere in the paper, with each proved claim that supposes one in silence."""
    known = {x for claim in load(home(), paper).values() for x in told(claim) if excludes_a_point(x)}
    for name, claim in proved(paper).items():
        if claim.states:
            found = read(claim)
            of = set(free_variables(found.conclusion))
            supposed = {p for h in found.hypotheses if of & set(free_variables(h)) for p in parts(h)}
            for hypothesis in sorted(supposed & known - told(claim)):
                yield hypothesis, name


def differing(claims: dict[str, Claim], kinds: Mapping[str, str]) -> dict[str, set[str]]:
    """By theorem of the kernel, the claims that are proved by it where another claim that cites it is narrowed."""
    by_theorem = defaultdict(set)
    for x, claim in claims.items():
        if claim.kernel and not claim.kernel.split(".")[1].startswith(REFUTES):
            by_theorem[claim.kernel].add(x)
    found = {}
    for theorem, citing in by_theorem.items():
        bare = {x for x in citing if kinds[x] == Grade.PROVED}
        if bare and any(kinds[x] == Grade.NARROWED for x in citing):
            found[theorem] = bare
    return found


def test_claims_that_cite_one_theorem_tell_the_same_of_its_hypotheses() -> None:
    claims = {x: c for paper in PAPERS for x, c in load(home(), paper).items()}
    kinds = {x: e["kind"] for paper in PAPERS for x, e in read_stored(folder_of(home(), paper)).items()}
    assert differing(claims, kinds) == {theorem: set(reasons) for theorem, reasons in ONE_THEOREM.items()}


@pytest.mark.slow
def test_what_one_claim_tells_no_other_supposes_in_silence() -> None:
    found = {(paper, hypothesis, name) for paper in PAPERS for hypothesis, name in silent(paper)}
    unexplained = {x for x in found if not {"*", x[2]} & set(SUPPOSED.get(x[:2], {}))}
    assert unexplained == set()
    named = {(*key, name) for key, reasons in SUPPOSED.items() for name in reasons if name != "*"}
    assert named <= found, "a reason for a claim that needs none"
    assert {key for key, reasons in SUPPOSED.items() if "*" in reasons} <= {x[:2] for x in found}


def test_words_about_a_derivative_or_a_minimum_are_in_the_formula() -> None:
    found = set()
    for paper in PAPERS:
        for name, claim in proved(paper).items():
            for words, says in ((DERIVATIVE, SAYS_DERIVATIVE), (LEAST, SAYS_LEAST)):
                bare = claim.states and not claim.kernel and not claim.uses
                if bare and words.search(claim.printed) and not says.search(claim.states):
                    found.add(name)
    assert found == set(WORDS)


def test_the_check_sees_what_it_is_for() -> None:
    told_here = Claim(
        "mine.a", "1/x > 0 or x < 0", given={"x": "real"}, narrowed=("x != 0", "a divisor"), kernel="Sun.a"
    )
    bare = Claim("mine.b", "1/x > 0 or x < 0", given={"x": "real"}, assuming=("x != 0",), kernel="Sun.a")
    assert told(told_here) == {"x != 0"} and told(bare) == set()
    kinds = {"mine.a": Grade.NARROWED, "mine.b": Grade.PROVED}
    assert differing({"mine.a": told_here, "mine.b": bare}, kinds) == {"Sun.a": {"mine.b"}}
    assert set(parts(read_formula("x > 0 and y <= 1"))) == {"0 < x", "y <= 1"}


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"x, y": "x >= 0"}, "y"),
        ({"x": "y >= 0", "y": "real"}, "x"),
        ({"y": "real", "x": "1 > 0"}, "x"),
        ({"x, y": "integer x >= 1"}, "y"),
        ({"x, y": "real", "": "x > 1"}, ""),
        ({"x, y": "real", "2x": "real"}, "2x"),
    ],
)
def test_a_domain_speaks_of_its_variable(given: dict[str, str], name: str) -> None:
    with pytest.raises(
        InputError, match=f"'{name}' is not a name, or .* does not mention '{name}'; give each variable its own"
    ):
        decide(Claim("mine.x", "x^2 + y^2 >= 0", given=given))


def test_a_domain_may_speak_of_several_variables() -> None:
    assert decide(Claim("mine.x", "x + y > 0", given={"x, y": "0 < x < y"})).kind == "proved"
    assert decide(Claim("mine.x", "x >= y", given={"x": "[y, inf)", "y": "real"})).kind == "proved"
