"""Statements with their truth, many false by a hair: what the engine may say of each is known before it is asked.

`T` is true and has a value everywhere, `F` is false at some point, `N` has no value on part of its domain (and is else true),
`H` is true where its divisors differ from 0, `V` speaks of nothing. Each is (states, given, further fields of `Claim`).
"""

from __future__ import annotations

from typing import Any

Entry = tuple[str, dict[str, str], dict[str, Any]]

R, P = {"x": "real"}, {"x": "x > 0"}
U, O = {"x": "[0, 1]"}, {"x": "(0, 1)"}  # noqa: E741
R2, P2, U2 = {"x, y": "real"}, {"x, y": "(0, inf)"}, {"x, y": "[0, 1]"}
N, N0, Z = {"n": "integer n >= 1"}, {"n": "integer n >= 0"}, {"n": "integer"}


def plain(given: dict[str, str], *statements: str) -> list[Entry]:
    return [(states, given, {}) for states in statements]


def witnessed(given: dict[str, str], *pairs: tuple[str, dict[str, str]]) -> list[Entry]:
    return [(states, given, {"witness": witness}) for states, witness in pairs]


CORPUS: dict[str, list[Entry]] = {
    "T": [
        *plain(R, "x^2 >= 0", "x^2 + 1 > x", "x^4 + 1 >= 2*x^2", "x != 0 implies x^2 > 0", "exp(x) >= 1 + x", "sqrt(x^2) = abs(x)",
               "abs(x) = max(x, -x)", "x^2 = 4 iff x = 2 or x = -2", "exp(x)*exp(-x) = 1", "x^2 - 2 != 0 or x^4 = 4",
               "min(x, -x) <= 0", "x^3 > 1 implies x > 1"),
        *plain(P, "log(x) <= x - 1", "x != 1 implies x + 1/x > 2", "sqrt(x) <= (1 + x)/2", "log(1/x) = -log(x)",
               "x^(1/2) = sqrt(x)"),
        *plain(U, "x*(1-x) <= 1/4", "sqrt(x) >= x", "sqrt(x) + sqrt(1-x) <= 3/2"),
        *plain(O, "x*(1-x) > 0", "x^2 < x"),
        *plain(R2, "x^2 + y^2 >= 2*x*y", "max(x, y) + min(x, y) = x + y", "abs(x + y) <= abs(x) + abs(y)"),
        *plain(P2, "x/y + y/x >= 2", "sqrt(x*y) <= (x + y)/2", "log(x*y) = log(x) + log(y)"),
        *plain(Z, "n*(n - 1) >= 0", "2*n != 1", "n^2 >= n"),
        *plain(N, "sum(i, 1, n, i) = n*(n + 1)/2", "2^n > n"),
        *plain({}, "sqrt(2)*sqrt(3) = sqrt(6)", "log(4) = 2*log(2)", "exp(log(2) + log(3)) = 6", "floor(log(exp(3))) = 3"),
        *plain({}, "exists x: x^2 = 2*x and x > 0"),
        *plain({"x": "(0, 1]"}, "argmin[x] x subset {1}", "argmin[x] x subset {5}"),
        *plain(R, "argmin[x] x subset {0}", "argmin[x] (x-1)^2 = {1}", "argmin[x] (x-1)^2 subset {1, 2}"),
        *witnessed(R, ("exists y: y > x", {"y": "x - 1"}), ("exists y: y > x", {"y": "x + 1"}), ("exists y: y*0 = 0", {"y": "1/x"}),
                   ("exists y, z: y + z = x and y - z = 1", {"y": "x", "z": "1"})),
        *witnessed({}, ("exists y: y > 3", {"y": "2"}), ("exists y: y^2 = 2", {"y": "1"})),
        *witnessed({"x": "[0, 4]"}, ("exists y: y*y = x", {"y": "x"}), ("exists y: y*y = x", {"y": "sqrt(x)"})),
    ],
    "F": [
        *plain(R, "x^2 > 0", "x^2 >= x", "exp(x) > 1 + x", "sqrt(x^2) = x", "x^2 != 2", "x^3 != 2", "x^2 > 2 or x^2 < 2",
               "exp(x) != 2", "(x - 355/113)^2 > 0", "(x - sqrt(2))^2 > 0", "x^4 + 1 > 2*x^2", "x^5 - x + 1 != 0",
               "max(x^2 - 2, 2 - x^2) > 0",
               "exp(x) >= 1 + x + x^2/2", "exp(x)^2 + 4 > 4*exp(x)", "floor(x) > x - 1/2", "x^2 <= 10^6", "exp(x) <= 10^9"),
        *plain(P, "log(x) < x - 1", "x + 1/x > 2", "log(x) != 1", "x*log(x) > 2*x - exp(1)", "sqrt(x) < (1 + x)/2", "x < 10^7",
               "log(x) < 20", "x > 1/10^7"),
        *plain({"x": "x > 1"}, "x^2 - 3*x + 1 != 0", "x^2 - 3*x + 1 > -5/4", "1/(x - 1) < 10^6"),
        *plain(U, "sqrt(x) + sqrt(1-x) < sqrt(2)", "x*(1-x) > 0", "x*(1-x) < 1/4", "abs(x - 1/3) > 0"),
        *plain({"x": "[1, 2]"}, "x^2 > 2 or x^2 < 2", "x^3 - 2 != 0"),
        *plain(O, "-x*log(x) - (1-x)*log(1-x) < log(2)", "x > 1/1000", "x^2 + x != 1"),
        *plain(R2, "(x*y - 1)^2 + x^2 > 1/1000000", "(x*y - 2)^2 + (x - y)^2 > 0", "x^2 + y^2 > 2*x*y", "x > y iff x^2 > y^2",
               "(exp(x) - 2)^2 + (exp(y) - 3)^2 > 0", "(x - 1/7 - 1/10^6)^2 + (y - 1/11)^2 > 0"),
        *plain({"x, y": "[1, 2]"}, "x^2 + y^2 != 3", "x*y != 3"),
        *plain(P2, "x/y + y/x > 2", "log(x + y) <= log(x) + log(y)"),
        *plain(N, "n^2 <= 1000*n", "n*(100 - n) >= n - 100000", "n != 777", "2^n >= n^2", "factorial(n) >= 2^n"),
        *plain(Z, "n^2 - n + 41 != 1681", "2*n != 4"),
        *plain({}, "sqrt(2)*sqrt(3) < sqrt(6)", "log(4) > 2*log(2)", "exp(log(2) + log(3)) > 6", "floor(log(exp(3))) = 2"),
        *plain(U, "argmin[x] x subset {1}", "argmin[x] (x - 1/3)^2 subset {0}", "argmin[x] x*(1-x) = {0}"),
        *plain(R, "argmin[x] x = {0}", "exists y: y^2 < 0", "exists y: x*y = 1"),
        *witnessed(U, ("exists y: x*y = 1", {"y": "1/x"}), ("exists y: y*x > 1/2", {"y": "1/x"}),
                   ("exists y: x*y = 1 and y = y", {"y": "1/x"})),
        *witnessed(R, ("exists y: y^2 = x", {"y": "sqrt(x)"}), ("exists y: exp(y) = x", {"y": "log(x)"}),
                   ("exists y: y/y = 1 and y^2 = x^2", {"y": "x"})),
    ],
    "N": [
        *plain(R, "log(x) <= x - 1", "sqrt(x)^2 >= 0", "x >= 0 or sqrt(x) = 5", "0*sqrt(x) = 0", "exp(log(x)) = x"),
        *plain(U, "x*log(x) <= 0", "log(1 - x) <= -x"),
        *plain(R2, "sqrt(x*y) = sqrt(x)*sqrt(y)", "log(x) - log(y) <= (x - y)/y"),
    ],
    "H": [
        *plain(R, "x/x = 1", "(x^2 - 1)/(x - 1) = x + 1", "0*(1/x) = 0", "diff(1/x, x) < 0", "x^(-1)*x = 1"),
        *plain(U2, "(x - y)/(x - y) = 1"),
    ],
    "V": [
        ("x = 7", R, {"assuming": ("x^2 < 0",)}),
        ("x = 7", {"x": "0 < x < 1"}, {"assuming": ("x^2 > x",)}),
        ("exists y: y = 1", {}, {"assuming": ("1 = 2",)}),
    ],
}  # fmt: skip

# False statements that are still open: nothing suggests where they fail, or what is there has no closed form.
OPEN = {
    "exists y: y/y = 1 and y^2 = x^2", "(x - 1/7 - 1/10^6)^2 + (y - 1/11)^2 > 0",
}  # fmt: skip
