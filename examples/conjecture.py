"""A conjecture, tried, drawn, proved and handed on: k-ary randomized response reports best, with the trace kt/(t + k − 1)."""

import sys
from pathlib import Path

import sympy
from matplotlib import pyplot

from rropt import LDP, Trace, design, verify

t = sympy.Symbol("t")
k, folder = 4, Path(sys.argv[1]) if len(sys.argv) > 1 else None
conjecture = k * t / (t + k - 1)

# a sweep: is it right at some budgets, exactly?
sweep = {epsilon: design(Trace(), LDP(epsilon), inputs=k) for epsilon in ("1/4", "1/2", "ln3", "2", "ln20")}
for epsilon, found in sweep.items():
    budget = sympy.sympify(epsilon.replace("ln", "log(") + ")" * epsilon.startswith("ln"))
    assert sympy.simplify(found.value.to_sympy() - conjecture.subs(t, sympy.exp(budget))) == 0

# a picture
axes = pyplot.figure().add_subplot()
axes.plot([float(x.problem.demand.epsilon) for x in sweep.values()], [float(x.value) for x in sweep.values()], "o-")
axes.set(xlabel="ε", ylabel="largest trace")

# a proof for every ε at once, which a colleague judges without us, and the formula for the paper
always = design(Trace(), LDP("every"), inputs=k)
((_, formula),) = always.formulas
assert formula.to_sympy(t) == conjecture
assert verify(always.to_json()).status == "accepted"
print(always, formula.to_latex(), always.to_latex(), sep="\n")
if folder is not None:
    axes.figure.savefig(folder / "conjecture.svg")
    (folder / "proof.rropt.json").write_text(always.to_json(), encoding="utf-8")
