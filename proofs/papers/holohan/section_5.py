"""Section V: the optimal mechanism for epsilon-differential privacy (Theorem 2), every display of its proof."""

from rropt.claims import Claim, Formula, Theorem

from ...listing import listed
from .definitions import INNER, PRIVATE, SHARE, STRICT, TIMES_N, UNIT, says

LINE = {"u": "(0, 1]"}
TIGHT = ("x = 1 - y/t", "x <= t*(1-y)")
ON_THE_LINE = {**LINE, **STRICT, **INNER}

CLAIMS = listed(
    "Section V, Theorem 2 and the last display of its proof",
    Claim(
        "holohan.theorem_2",
        printed="the epsilon-differentially private mechanism of least error has p00 = p11 = e^eps/(e^eps + 1)",
        evidence=Theorem("Holohan.theorem_2"),
        formula=says("argmin[x,y] V(x,y,pi) = {(t/(t+1), t/(t+1))}", {**UNIT, **STRICT, **INNER}, PRIVATE),
    ),
    "Section V, Theorem 2",
    Claim(
        "holohan.theorem_2_matrix",
        printed="the design matrix: 1/(e^eps + 1) beside e^eps/(e^eps + 1) in each row",
        formula=Formula("1 - t/(t+1) = 1/(t+1) and t/(t+1) + t/(t+1) > 1 and t/(t+1) = t*(1 - t/(t+1))", STRICT),
    ),
    "Section IV, last paragraph, for Theorem 2",
    Claim(
        "holohan.theorem_2_any_share",
        printed="the results on optimal mechanisms, here Theorem 2, still hold for proportions in [0, 1]",
        evidence=Theorem("HolohanOptima.any_share"),
        formula=says("V(x,y,pi) >= V(t/(t+1), t/(t+1), pi)", {**UNIT, **STRICT, **SHARE}, PRIVATE),
        reading="Theorem 3 and Corollary 2 are any_share_relaxed, and Theorem 4 is shown for these proportions",
    ),
    "Section V, proof of Theorem 2, case 1, first display",
    Claim(
        "holohan.theorem_2_chain",
        printed="(11b) on the line where (11a) is tight",
        formula=Formula(
            "t*y <= t - x and t - x = t - (1 - y/t) and t - (1 - y/t) = t - 1 + y/t", {**UNIT, **STRICT}, TIGHT
        ),
    ),
    "Section V, proof of Theorem 2, case 1, second display and the factorisation after it",
    Claim(
        "holohan.theorem_2_rewritten",
        printed="which we rewrite as the same, collected in p11",
        formula=Formula(
            "(x <= t*(1-y) iff y*(t - 1/t) <= t - 1) and t^2 - 1 = (t-1)*(t+1)", {**UNIT, **STRICT}, TIGHT[:1]
        ),
    ),
    "Section V, proof of Theorem 2, case 1, third display",
    Claim(
        "holohan.theorem_2_bound",
        printed="p11 is at most e^eps/(e^eps + 1) on that line",
        formula=Formula("y <= (t-1)/((1/t)*(t^2-1)) and (t-1)/((1/t)*(t^2-1)) = t/(t+1)", {**UNIT, **STRICT}, TIGHT),
    ),
    "Section V, (19)",
    Claim(
        "holohan.eq_19",
        printed="the line where (11a) is tight, parametrised",
        formula=says(
            "(1-u) + t/(1+t)*u = 1 - (1/t)*(t/(1+t)*u) and r(u,t,0) = (1-u) + t/(1+t)*u and s(u,t,0) = t/(1+t)*u",
            {**LINE, **STRICT},
        ),
    ),
    "Section V, before (19)",
    Claim(
        "holohan.eq_19_range",
        printed="we require t > 0 since p00 + p11 > 1",
        formula=says("(r(u,t,0) + s(u,t,0) > 1 iff u > 0) and r(0,t,0) + s(0,t,0) = 1", {"u": "real", **STRICT}),
    ),
    Claim(
        "holohan.eq_19_reaches",
        printed="we parametrise this line, where 0 < t <= 1, p00 = r(t) and p11 = s(t)",
        formula=says(
            "0 < u and u <= 1 and x = r(u,t,0) and y = s(u,t,0) iff x = 1 - y/t and y <= t/(t+1) and x <= t*(1-y) and x "
            "+ y > 1 and u = y*(t+1)/t",
            {**STRICT, "x, y, u": "real"},
        ),
        reading="parameters and points of the line with p00 + p11 > 1 and (11b) correspond one to one",
    ),
    "Section V, proof of Theorem 2, case 1, display after (19)",
    Claim(
        "holohan.theorem_2_derivative_1",
        printed="the derivative of the error along the line where (11a) is tight",
        formula=says("diff(V(r(u,t,0), s(u,t,0), pi), u) = -(1+t)*(1+pi*(t-1))/((t-1)^2*u^2)", ON_THE_LINE),
        reading=TIMES_N,
    ),
    "Section V, proof of Theorem 2, case 1",
    Claim(
        "holohan.theorem_2_negative_1",
        printed="that derivative is negative",
        formula=says("diff(V(r(u,t,0), s(u,t,0), pi), u) < 0 and -(1+t)*(1+pi*(t-1))/((t-1)^2*u^2) < 0", ON_THE_LINE),
        reading=TIMES_N,
    ),
    "Section V, (20)",
    Claim(
        "holohan.eq_20",
        printed="on the line where (11a) is tight the error is least at its end",
        formula=says("argmin[u] V(r(u,t,0), s(u,t,0), pi) = {1}", ON_THE_LINE),
        reading=TIMES_N + ", which moves no minimiser",
    ),
    "Section V, proof of Theorem 2, case 2, first display",
    Claim(
        "holohan.theorem_2_symmetry",
        printed="exchanging p00 and p11 is exchanging the proportion and its complement",
        formula=says("V(x,y,1-pi) = V(y,x,pi)", {**UNIT, **SHARE}, ("x + y != 1",)),
    ),
    "Section V, proof of Theorem 2, case 2, second display",
    Claim(
        "holohan.theorem_2_derivative_2",
        printed="the derivative of the error along the line where (11b) is tight",
        formula=says("diff(V(s(u,t,0), r(u,t,0), pi), u) = -(1+t)*(1+(1-pi)*(t-1))/((t-1)^2*u^2)", ON_THE_LINE),
        reading=TIMES_N,
        narrowed=("a closing bracket is missing in print; what is decided has it after the factor e^eps - 1",),
    ),
    "Section V, proof of Theorem 2, case 2",
    Claim(
        "holohan.theorem_2_negative_2",
        printed="again it follows that the derivative of the error along the line where (11b) is tight is negative",
        formula=says(
            "diff(V(s(u,t,0), r(u,t,0), pi), u) < 0 and -(1+t)*(1+(1-pi)*(t-1))/((t-1)^2*u^2) < 0", ON_THE_LINE
        ),
        reading=TIMES_N,
    ),
    "Section V, (21)",
    Claim(
        "holohan.eq_21",
        printed="on the line where (11b) is tight the error is least at its end",
        formula=says("argmin[u] V(s(u,t,0), r(u,t,0), pi) = {1}", ON_THE_LINE),
        reading=TIMES_N + ", which moves no minimiser",
    ),
    "Section V, remark after Theorem 2",
    Claim(
        "holohan.remark_zero",
        printed="at epsilon = 0 the rows of the design matrix are identical and p00 + p11 = 1",
        formula=Formula("y <= 1-x and x <= 1-y and 1-x <= y and 1-y <= x iff x = 1-y and y = 1-x and x + y = 1", UNIT),
    ),
    Claim(
        "holohan.remark_nothing_learned",
        printed="0-differential privacy enforces the same output distribution for every respondent, hence nothing meaningful "
        "can be learned",
        evidence=Theorem("HolohanOptima.nothing_learned"),
        formula=says(
            "x = 1 - y and P0(x,y,pi) = P0(x,y,q) and P1(x,y,pi) = P1(x,y,q)",
            {**UNIT, "pi, q": "[0, 1]"},
            ("y <= 1-x", "x <= 1-y", "1-x <= y", "1-y <= x"),
        ),
        reading="where (11) and its two mirrored inequalities hold for epsilon = delta = 0, the rows are one distribution, and "
        "the likelihood of a survey is the same for any two proportions",
    ),
    Claim(
        "holohan.remark_unbounded",
        printed="p00 + p11 = 1 leads to an unbounded estimator error (6)",
        formula=says(
            "V(x,y,pi)/n > M",
            {**UNIT, **INNER, "M": "M > 0", "n": "integer n >= 1"},
            ("x + y > 1", "x + y - 1 < pi*(1-pi)/(n*M)"),
        ),
        reading="whatever the two probabilities are, the error passes every bound M once p00 + p11 is near "
        "enough to 1, from above as everywhere in the paper",
    ),
)
