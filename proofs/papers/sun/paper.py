"""The paper and its errata."""

from rropt.claims.claim import Erratum, Paper, Severity

PAPER = Paper(
    title="An Improved Christofides Mechanism for Local Differential Privacy Framework",
    authors="She Sun, Li Zhou and Xiaoran Yan",
    published="arXiv:2303.00857, preprint for PVLDB 16, 2023",
    text="the extracted text, formulas read from its LaTeX",
    errata={
        Severity.RESULT: (
            Erratum(
                ("sun.theorem_5_6_collector", "sun.theorem_5_6_sum", "sun.same_privacy_budget"),
                r"\epsilon=\max_k\ln\frac{p_{L+1-k}}{p_k} \text{ for the improved mechanism}",
                r"\text{of one answer seen alone; of all answers no finite } \epsilon",
                "the collector receives all answers of a survey that empties the deck: those of all others, with their truths, "
                "give away the one card that is left, and even the sum alone does; the mechanisms are not compared under the "
                "same budget",
            ),
            Erratum(
                ("sun.conclusion_modified_is_smallest",),
                r"\text{modified Christofides is the smallest for } \pi<\pi_{A1} \text{ or } \pi>\pi_{A2}",
                r"\text{improved Christofides}",
                "the conclusion names the mechanism that is the worst there",
            ),
            Erratum(
                ("sun.figure_4_ordering",),
                r"\mathrm{Var}_{MC}<\mathrm{Var}_{MW/MS}<\mathrm{Var}_{IC} \text{ in Figure 4}",
                r"\mathrm{Var}_{MW/MS}<\mathrm{Var}_{MC}<\mathrm{Var}_{IC}",
                "against Theorem 6.1 (iii)",
            ),
            Erratum(
                ("sun.proportions_not_all_equal", "sun.christofides_can_be_estimated"),
                r"\text{(these proportions are not all equal)}",
                r"L+1\ne 2\,\mathbb EY",
                "the estimator divides by L + 1 - 2 E Y, which is 0 for (1/4, 1/2, 1/4)",
            ),
            Erratum(
                ("sun.census_with_group_b",),
                r"\mathrm{Var}\,\hat\pi_A \text{ of (2) in a census, where statement (b) is on a group } B",
                r"\mathrm{Var}\,\hat\pi_A=\frac{(1-p)(\pi_A+\pi_B-2\pi_{AB})}{Np}",
                "(2) is the variance where the innocent answer is drawn with chance pi_B anew for each person, as in Algorithm "
                "2; where it is a fact about them, as in the example of Section 2.2.2, a census leaves it no chance, and (2) is "
                "too large by ((1-p)^2 pi_B(1-pi_B) + 2p(1-p)(pi_AB - pi_A pi_B))/(N p^2), which a negative correlation can "
                "make negative",
            ),
        ),
        Severity.ALGORITHM: (
            Erratum(
                ("sun.algorithm_2", "sun.algorithm_2_unbiased", "sun.algorithm_2_variance"),
                r"u<p,\ v<\pi_B \text{ with } u,v \text{ Bernoulli}",
                r"u=1,\ v=1",
                "a Bernoulli u is below p when it is 0: truth and innocent question change places, the estimate is biased, and "
                "its variance is not that of (2), so no simulation of the printed algorithm verifies it",
            ),
            Erratum(
                ("sun.algorithm_1", "sun.algorithm_1_unbiased"),
                r"u<p \text{ with } u \text{ Bernoulli}(p)",
                r"u=1",
                "the truth is told with probability 1 - p: the estimate has mean 1 - π",
            ),
            Erratum(
                ("sun.algorithm_3", "sun.algorithm_3_unbiased"),
                r"X=k \text{ if } x=1, \text{ else } L+1-k",
                r"X=L+1-k \text{ if } x=1, \text{ else } k",
                "the two cases are exchanged: the estimate has mean 1 - π",
            ),
            Erratum(
                ("sun.algorithm_4", "sun.algorithm_4_unbiased"),
                r"X=k \text{ if } x=1, \text{ else } L+1-k",
                r"X=L+1-k \text{ if } x=1, \text{ else } k",
                "as Algorithm 3",
            ),
            Erratum(
                ("sun.christofides_answers_are_yes_or_no", "sun.improved_answers_are_yes_or_no"),
                r"X_i=1 \text{ if yes},\ 0 \text{ if no}",
                r"X_i\in\{1,\dots,L\}",
                "the display was carried over from Warner's device",
            ),
            Erratum(
                ("sun.names_of_the_variances",),
                r"\text{modified } (\mathrm{Var}_{IC}), \text{ improved } (\mathrm{Var}_{MC})",
                r"\text{modified } (\mathrm{Var}_{MC}), \text{ improved } (\mathrm{Var}_{IC})",
                "with the printed names the first display of the proof has the wrong sign",
            ),
            Erratum(
                ("sun.figures_2_to_4_deck",),
                r"N=9,\ p_2=0.36",
                r"p_2\in\{0,\tfrac19,\dots,1\}",
                "cards are whole: the figures' curves are formulas without a survey that they describe",
            ),
        ),
        Severity.PROOF: (
            Erratum(
                (
                    "sun.theorem_6_1_difference_line_2",
                    "sun.theorem_6_1_difference_line_3",
                    "sun.theorem_6_1_discriminant",
                    "sun.theorem_6_1_root_second",
                ),
                r"a=4e^\epsilon+(e^\epsilon-1)^2p_2",
                r"a=N[4e^\epsilon+(e^\epsilon-1)^2p_2]",
                "the lost factor N makes the discriminant negative; it comes back in (5), which is right",
            ),
            Erratum(
                ("sun.appendix_c_2",),
                r"\Bigl(\frac1{e^\epsilon-1}+\pi\Bigr)\Bigl(1+\frac1{(e^\epsilon-1)(1-\pi_B)}\Bigr)\frac1N-\dots"
                r"\ (\pi_B>\tfrac12)",
                r"1-\pi \text{ for } \pi, \text{ twice}",
                "the minimum, at one half, is the same; Theorem 5.3 stands",
            ),
            Erratum(
                ("sun.eq_7_line_3", "sun.eq_7_line_4", "sun.eq_7"),
                r"\mathbb EX_iX_j=[\dots-2N+\pi(N-N\pi)]\,\mathbb EY_iY_j+\dots",
                r"\sum_{i\ne j}\mathbb EX_iX_j=[\dots-2N\pi(N-N\pi)]\,\mathbb EY_iY_j+\dots",
                "from the third line on the denominator N(N-1) is missing: the lines are the sum over i ≠ j, which is what is "
                "added up",
            ),
            Erratum(
                ("sun.appendix_a_3", "sun.appendix_a_4"),
                r"-N\pi\bigl[-(\sum(L+1-k)p_k)^2+(\sum kp_k)^2\bigr]+N\pi[\dots]",
                r"-N\pi\bigl[(\sum(L+1)p_k)(\sum(L+1-2k)p_k)\bigr]+N\,\mathrm{Var}\,Y",
                "a bracket has lost its sign, stands beside its own factorisation, and N Var Y is missing; the last line is right",
            ),
            Erratum(
                ("sun.appendix_d_slope_line_2",),
                r"\frac{(p_1+\frac{1-p_2}2)(p_1-\frac{1-p_2}2)}{N(2p_1+p_2-1)^4}",
                r"-\frac{(p_1+\frac{1-p_2}2)(p_1-\frac{1-p_2}2)}{N(2p_1+p_2-1)^4}",
                "the sign is wrong; that the slope is not 0 stands",
            ),
            Erratum(
                ("sun.appendix_d_high_end", "sun.appendix_d_high_end_value"),
                r"N[y+2p_2-2]^2",
                r"N[4y+2p_2-2]^2",
                "the factor 4 is missing in both denominators; the value is right",
            ),
            Erratum(
                ("sun.eq_8_line_1",),
                r"\mathbb E(\sum X_i)^2=N^2[\mathbb EY+\pi(L+1-2\mathbb EY)]^2",
                r"(\mathbb E\sum X_i)^2",
                "what is subtracted is the square of the expectation",
            ),
            Erratum(
                ("sun.appendix_d_boundary",),
                r"\min f(p_1,p_2)=f\Bigl(\frac{1-p_2}{e^\epsilon+1},p_2\Bigr)",
                r"\min_{p_1} f(p_1,p_2);\quad \min_{p_1,p_2} f \text{ is at } p_2=0",
                "the derivative is taken in p2 and the boundary p2 = 0 is not visited, where f is smaller; Theorem 5.5, which "
                "fixes p2, stands",
            ),
        ),
        Severity.NUMBER: (
            Erratum(
                ("sun.table_2_christofides_001",),
                r"101011",
                r"101010",
                "one of the twelve entries of Table 2",
            ),
        ),
        Severity.SLIP: (
            Erratum(
                ("sun.eq_6_line_1",),
                r"Y_i^2x_i^2",
                r"Y_i^2(1-x_i)^2",
                "nothing: the second line has it",
            ),
            Erratum(
                ("sun.appendix_b_upper_end",),
                r"\mathbb EY_iY_j=\sum_{m=1}^N\sum_{n=1}^N mn\,\mathbf P(Y_i=m,Y_j=n)",
                r"\sum_{m=1}^L\sum_{n=1}^L",
                "nothing: where N is at least L the terms beyond L are 0",
            ),
            Erratum(
                ("sun.eq_7_line_1",),
                r"(L+1)^2-Y_i(L+1)+Y_iY_j",
                r"(L+1)^2-2Y_i(L+1)+Y_iY_j",
                "nothing: the next line has it",
            ),
            Erratum(
                ("sun.appendix_d_mean_line_1", "sun.appendix_d_mean_step"),
                r"\mathbb EY=p_1+p_2+3(1-p_1-p_2)",
                r"\mathbb EY=p_1+2p_2+3(1-p_1-p_2)",
                "nothing: the next line is right",
            ),
            Erratum(
                ("sun.maximum_ratio",),
                r"\text{the maximum ratio of probabilities is } \epsilon",
                r"e^\epsilon",
                "nothing: what follows has the logarithm",
            ),
        ),
        Severity.EDGE: (
            Erratum(
                ("sun.theorem_6_1_warner_against_cards", "sun.theorem_6_1_cards_larger"),
                r"\mathrm{Var}_{MW/MS}<\mathrm{Var}_{MC}",
                r"p_2>0, \text{ or } \le",
                "with no card of the middle number the two are one mechanism, as the note after Theorem 5.5 says",
            ),
            Erratum(
                ("sun.sizes_slightly_larger",),
                r"N_{MC}>N_{MW/MS}",
                r"N_{MC}\ge N_{MW/MS}",
                "both are 40 at epsilon = 0.5",
            ),
            Erratum(
                ("sun.quarter_for_three",),
                r"\frac1{2\sqrt N}\le\frac14 \ (N\ge 3)",
                r"N\ge 4",
                "at N = 3 it is 0.2887; the sentence goes on with N > 3",
            ),
        ),
        Severity.REMARK: (
            Erratum(
                ("sun.worst_in_the_interval",),
                r"\text{the improved mechanism performs worst in } [\pi_{A1},\pi_{A2}]",
                r"\text{in } [\tfrac12-\tfrac1{2\sqrt N},\tfrac12+\tfrac1{2\sqrt N}]",
                "read as worst of the mechanisms, against Theorem 6.1 (ii), by which modified Christofides is worse on part of "
                "the interval; of its own variance, which is largest there, the sentence holds",
            ),
            Erratum(
                ("sun.deck_of_theorem_5_7",),
                r"N=16 \text{ at } \epsilon=0.5,\ \pi=0.1 \text{ for variance } 0.1",
                r"N=21 \text{, with 8 and 13 of the outer cards}",
                "cards are whole: no deck of 16 has epsilon at most 0.5 and variance at most 0.1",
            ),
            Erratum(
                ("sun.table_2_populations",),
                r"N=59,\ 16 \text{ with } N/10 \text{ people and } N/100 \text{ cards}",
                r"\text{multiples of } 100",
                "people and cards are whole: no share of 59 or 16 cards is 0.01 to its digits",
            ),
        ),
    },
)
