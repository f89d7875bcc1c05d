"""Sun, Zhou and Yan: the words of the paper as terms.

pi = π_A, b = π_B, p the probability of the sensitive question, t = e^ε, N the number of respondents (all of the
population), L the largest number on a card. A law of cards enters a formula for all L by its moments m = E Y and
s = E Y², with v = s − m² the variance; for L = 3 by p1 and p2, with p3 = 1 − p1 − p2.
"""

from functools import partial

from rropt.claims import Formula

DEFINE = {
    "v": "s - m^2",
    "W(p, N)": "p*(1-p)/(N*(2*p-1)^2)",
    "S(p, b, pi, N)": "(b*(1-p) - b^2*(1-p)^2)/(N*p^2) + pi*(1 - p - 2*b*(1-p))/(N*p)",
    "C(v, D, N)": "v/(N*D^2)",
    "K(v, D, pi, N)": "4*pi*(1-pi)*v/((N-1)*D^2)",
    "f(p1, p2, N)": "(4*p1 + p2 - 4*p1^2 - p2^2 - 4*p1*p2)/(N*(4*p1 + 2*p2 - 2)^2)",
    "MW(t, N)": "t/(N*(t-1)^2)",
    "MC(t, p2, N)": "((t+1)^2/((t-1)^2*(1-p2)) - 1)/(4*N)",
    "IC(t, p2, pi, N)": "pi*(1-pi)/(N-1)*((t+1)^2/((t-1)^2*(1-p2)) - 1)",
    "d(t)": "t + 1/t - 2",
    "R(t, p2, N)": "1 - (N-1)/N*(1-p2)/(1 + p2*d(t)/4)",
    "PA1(t, p2, N)": "1/2 - sqrt(R(t,p2,N))/2",
    "PA2(t, p2, N)": "1/2 + sqrt(R(t,p2,N))/2",
    "low(N)": "1/2 - 1/(2*sqrt(N))",
    "high(N)": "1/2 + 1/(2*sqrt(N))",
}
says = partial(Formula, define=DEFINE)

SHARE = {"pi": "[0, 1]"}
INNER = {"pi": "(0, 1)"}
MANY = {"N": "integer N >= 2"}
ONE = {"N": "integer N >= 1"}
STRICT = {"t": "t > 1"}
MIDDLE = {"p2": "0 <= p2 < 1"}
THREE = {"p2": "0 < p2 < 1"}
DEVICE = {"p": "[0, 1/2)"}
QUESTION = {"p": "0 < p < 1", "b": "0 < b < 1"}
ASKED = {"p": "[0, 1]", "b": "[0, 1]"}
CARDS = {"L": "integer L >= 2", "m, s": "real"}
SURVEY = {  # a whole survey with three kinds of cards: A members of the group, B1 cards of 1 and B2 cards of 2
    "N": "integer N >= 2",
    "A, B1, B2": "integer",
    "L": "L = 3",
    "pi": "pi = A/N",
    "m": "m = 3 - (2*B1 + B2)/N",
    "s": "s = 9 - (8*B1 + 5*B2)/N",
}
POSSIBLE = ("0 <= A", "A <= N", "0 <= B1", "0 <= B2", "B1 + B2 <= N")
EVERY = {"L": "integer L >= 2", "m": "real", "s": "real", "pi": "[0, 1]"}
NO_ROOT_READING = "1/2-1/2√N is 1/2 - 1/(2√N), as the displays of the proof have it"

# the variance with replacement exceeds that without by pi(1-pi)/N > 0; p belongs to Warner's device and q to Simmons'
REDUCED = (
    "w*(1-w)/(N*(2*p-1)^2) - W(p,N) = pi*(1-pi)/N and z*(1-z)/(N*q^2) - S(q,b,pi,N) = pi*(1-pi)/N and (pi*((L+1)^2 - "
    "2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2) - C(v, L+1-2*m, N) = pi*(1-pi)/N and pi*(1-pi)/N > 0"
)
REDUCED_FOR = {
    **DEVICE,
    "q, b": "[0, 1]",
    "pi": "[0, 1]",
    **ONE,
    "w": "w = p*pi + (1-p)*(1-pi)",
    "z": "z = q*pi + (1-q)*b",
    **CARDS,
}
NO_RUNS = (
    "shown is the exact variance over all runs; the simulated values are drawn in figures and not printed, and none is "
    "checked"
)
