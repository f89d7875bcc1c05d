"""The paper and its errata."""

from rropt.claims.claim import Erratum, Paper, Severity

PAPER = Paper(
    title="A criterion for privacy protection in data collection and its attainment via randomized response procedures",
    authors="Jichong Chai and Tapan K. Nayak",
    published="2018, Zbl 1412.62015",
    text="the extracted text, formulas read from its LaTeX",
    errata={
        Severity.RESULT: (
            Erratum(
                ("chai_nayak.region_by_parity", "chai_nayak.precise_if"),
                r"\text{the PBR of } P \text{ is determined only by its parity } \eta(P)",
                r"k\ge 3 \text{ and } \eta(P)<\infty",
                "with two categories an event is one category and each response attains two posteriors, so no procedure has a "
                "region with the boundaries of (3.5): the characterisation of precise regions fails for k = 2",
            ),
        ),
        Severity.PROOF: (
            Erratum(
                ("chai_nayak.lemma_4_2_only_c",),
                r"\text{as } C \text{ is nonsingular, } P=DA \text{ only with } D=C",
                r"\text{as the rows of } A \text{ are linearly independent, } P=DA \text{ only with } D=C",
                "the step fails for procedures with more responses than categories; Lemma 4.2 stands by another argument",
            ),
            Erratum(
                ("chai_nayak.lemma_6_1_same_rows", "chai_nayak.lemma_6_1_case_i"),
                r"\text{all columns of } P \text{ are identical and hence all rows are identical}",
                r"\text{hence all rows are proportional}",
                "the contradiction needs proportional rows only, so the lemma stands",
            ),
            Erratum(
                ("chai_nayak.theorem_4_4_a_j",),
                r"a_j=\frac{\gamma}{1-\gamma}\Bigl[1-\sum_i a_i\Bigr]",
                r"a_j=\frac{\gamma}{\gamma-1}\Bigl[1-\frac1\gamma\sum_i a_i\Bigr]",
                "what is used, that a_j is the same for every j, does not depend on it",
            ),
        ),
        Severity.SLIP: (
            Erratum(
                ("chai_nayak.theorem_4_4_adding",),
                r"\text{adding } p_{ii} \text{ to both sides}",
                r"\text{adding } \gamma p_{ii} \text{ to both sides}",
                "nothing: the display that follows is right",
            ),
        ),
        Severity.EDGE: (
            Erratum(
                ("chai_nayak.precise_only_if",),
                r"W \text{ is precise only if } h_u = h_\gamma \text{ for some } \gamma > 1",
                r"\gamma \ge 1, \text{ or } h_u = 1,\ h_l = 0",
                "the procedure of equal columns has parity 1 and a region of its own",
            ),
            Erratum(
                ("chai_nayak.eq_6_3_positive", "chai_nayak.eq_6_4_finite"),
                r"h(p) \text{ cannot be } 1 \text{ for all } 0<p<1",
                r"h(p)<1 \text{ for some } 0<p<1, \text{ or } B(h)=\infty",
                "Definition 3.1 allows h = 1; Lemma 3.3 then holds with an infinite bound",
            ),
        ),
    },
)
