"""The functions phi of f-divergences, one file each. The docstring of a file says why its phi is convex, and its limits.

The divergence between two distributions of the output is the sum of b phi(a/b) over the outputs, where a and b are the
probabilities of an output under the two distributions. Each file has five names:
- WORDS is the name of the divergence in a sentence.
- FORMULA is b phi(a/b) in words.
- EXACT says whether `between` computes with quotients, and not with intervals.
- PARAMETER is the key of the parameter of phi, or "" if phi has none.
- `between` computes b phi(a/b).
A file with a parameter has `require_parameter` too. If its parameter is no number, it also has `read_parameter` and
`spell_parameter`.

Some divergences are not the sum of b phi(a/b), but grow with it. Their files have `outer_step`, which computes the divergence from
the sum, and OUTER, which says in words what `outer_step` does. Such a divergence is only between two distributions, and not a sum
over pairs of inputs. The file total_variation.py has a further name, IS_TRIED_AT_RATIO, which its docstring explains.
"""

from types import ModuleType

from . import (
    chi_squared,
    hellinger,
    hockey_stick,
    jensen_shannon,
    kullback_leibler,
    le_cam,
    power,
    renyi,
    stated,
    total_variation,
)

KINDS: dict[str, ModuleType] = {
    "kl": kullback_leibler,
    "chi2": chi_squared,
    "hellinger": hellinger,
    "tv": total_variation,
    "hockey_stick": hockey_stick,
    "jensen_shannon": jensen_shannon,
    "le_cam": le_cam,
    "power": power,
    "renyi": renyi,
    "stated": stated,
}
