"""What the manual takes from elsewhere: pages of all public names by topic, and of every paper; SPEC, the definitions in Coq, the
claims guide and the changelog.

The pages of docs/ link to these files where they stand in a clone; in the manual such a link leads to its page.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    "format.md": ROOT / "rropt" / "certificate" / "SPEC.md",
    "claims.md": ROOT / "rropt" / "claims" / "GUIDE.md",
    "changes.md": ROOT / "CHANGELOG.md",
}
CLAIM = ROOT / "proofs" / "kernel" / "checker" / "Claim.v"
API = {
    "designs": (
        "Designs",
        """Ask for the best mechanism of a demand, and for what is best at every ε, or along it.""",
        """
        rropt: design least frontier sweep rank verify Problem Design
        rropt.problem: read_design Verdict Along Between DesignByShare DesignInPieces Minimiser Reachable Unreachable""",
    ),
    "objectives": (
        "Objectives",
        """What the answers are for: one of these is the first argument of `rropt.design`.""",
        """
        rropt: Variance TotalVariance Contrast LargestVariance Determinant Trace Utility Linear Information Divergence
        rropt.problem: worst""",
    ),
    "demands": (
        "Demands",
        """What each respondent is promised: the second argument of `rropt.design`. `&` joins several.""",
        """
        rropt: LDP PairwiseLDP Metric Sensitive Parity RhoBreach BetaFactor BayesFactor SIP CSIP Vulnerability
        rropt.privacy: read_demand piecewise_linear largest_factor Notion All Boundaries Breach BreachFunction Ratio Violation
        rropt.breach: demand breach_bound problem compare_demands canonical_region protected_region tightest_precise
            read_demand_document BreachBound""",
    ),
    "mechanisms": (
        "Mechanisms",
        """A matrix of your own, or one of the literature's by name.""",
        """
        rropt: Mechanism from_spec
        rropt.families: FAMILIES Family find_family parity_of_spec warner simmons forced_response mangat kuk christofides
            direct_question generalised_binary flip two_coin unrelated_coin krr subset_selection unary_encoding
            symmetric_unary_encoding optimised_unary_encoding hadamard_response rappor iterated_bisymmetric four_output
            geometric""",
    ),
    "disclosure": (
        "What answers disclose",
        """What a mechanism in use protects, once, repeatedly, or in a crowd.""",
        """
        rropt: check measure profile shuffled
        rropt.privacy: compose leakage worst_prior trade_off total_variation largest_ratio renyi_divergence shannon_capacity
            Measures Leakage Profile ProfileBounds TradeOff Capacity
        rropt.problem: Checkup""",
    ),
    "order": (
        "Which mechanism is better",
        """For every purpose (Blackwell's order), and what is better than all else.""",
        """
        rropt: compare admissible
        rropt.order: dominates deficiency dominating_staircase optimal_binary below_optimal_binary warner_table garbling_problem
            admissibility_problem""",
    ),
    "surveys": (
        "Surveys",
        """Plan a survey, draw its answers, and estimate from them.""",
        """
        rropt: plan draw estimate associate regress simulate
        rropt.survey: plan_epsilons compare_plans estimate_mean compare_estimates over_strata two_samples check_samples""",
    ),
    "devices": (
        "Devices, pages and pictures",
        """What respondents hold, what the board reads, and pictures.""",
        """
        rropt.devices: choose_device classical_device classical_table classical_at Device Classical CLASSICAL Instrument KINDS
        rropt: report
        rropt.page: Board
        rropt.plots: draw_mechanism draw_feasible draw_device draw_estimates draw_beliefs draw_lines draw_bars
            Chart Line""",
    ),
    "many": (
        "Many questions, decks, noise",
        """Many yes/no questions to one person, decks of cards, and numeric answers.""",
        """
        rropt.questions: marginal loss least_loss approximate_loss whole_answer_epsilon bits_at_equal_epsilon Rappor
            bit_randomizers apply_bitwise inverse_bit read_randomizers BitRandomizers Randomizers Loss Marginal
        rropt.decks: Deck variance estimate least_people disclosure one_answer_epsilon transcript_epsilon transcript_delta
            sum_epsilon fellow_epsilon fellow_beliefs outsider_beliefs spread mean_and_distance laws_of_sum Beliefs DeckEstimate
            Disclosure
        rropt.noise: Laplace DiscreteLaplace bounded_mean bounded_sum count fraction histogram Sensitivity""",
    ),
    "numbers": (
        "Numbers and errors",
        """The exact numbers of answers, and what is raised.""",
        """
        rropt: InputError
        rropt.exact: Undecided Disagreement read_number read_epsilon ExactNumber Rational Element Epsilon""",
    ),
}
"""The pages of public names: title, what it is for, and after each room its names in the order of the page."""
FILES = {path.relative_to(ROOT).as_posix(): name for name, path in PAGES.items()}
FILES |= {"rropt/__init__.py": "api/designs.md", CLAIM.relative_to(ROOT).as_posix(): "claim.md"}
FILES |= {f"proofs/papers/{x}": f"theorems/{x}.md" for x in ("holohan", "ziani", "vinterbo", "sun", "chai_nayak")}
FILES["proofs/own"] = "theorems/rropt.md"
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)[^)]*\)")


def on_config(config: Any) -> Any:
    """Leave `a[i][j]` in a docstring what it is: a formula, and no reference."""
    kept = [x for x in config["markdown_extensions"] if type(x).__name__ != "AutorefsExtension"]
    config["markdown_extensions"] = kept
    return config


def names_of(listed: str) -> list[str]:
    """The full names that a page of the reference lists."""
    found, room = [], ""
    for word in listed.split():
        if word.endswith(":"):
            room = word[:-1]
        else:
            found.append(f"{room}.{word}")
    return found


def reference_pages() -> dict[str, str]:
    """A page of public names for each topic."""
    return {
        f"api/{page}.md": "\n".join([f"# {title}", "", text, "", *(f"::: {name}\n" for name in names_of(names))])
        for page, (title, text, names) in API.items()
    }


def theorem_pages() -> dict[str, str]:
    """The page of each paper, with its errata first, made from its claims and their stored verdicts."""
    sys.path.insert(0, str(ROOT))
    from rropt.claims.audit import stored_verdicts
    from rropt.claims.library import load, papers
    from rropt.claims.page import page_of

    found = {paper: load(folder) for paper, folder in papers().items()}
    return {f"theorems/{name}.md": page_of(paper, stored_verdicts(paper.folder)) for name, paper in found.items()}


def plain(text: str) -> str:
    """The text without links to files that the manual has not; brackets of quoted sentences are no links."""
    lines = LINK.sub(r"\1", text).split("\n")
    return "\n".join(line.replace("[", r"\[") if line.startswith("> ") else line for line in lines)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages."""
    texts = {name: plain(path.read_text(encoding="utf-8")) for name, path in PAGES.items()}
    theorems = {name: plain(text) for name, text in theorem_pages().items()}
    claim = f"# What an accepted certificate means\n\n```coq\n{CLAIM.read_text(encoding='utf-8')}```\n"
    for name, text in {**texts, **theorems, **reference_pages(), "claim.md": claim}.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Lead links to files of the clone that the manual has as pages to these."""
    up = "../" * page.file.src_uri.count("/")
    for path, name in FILES.items():
        markdown = markdown.replace(f"]({up}../{path}", f"]({up}{name}")
    return markdown
