"""The functions phi of f-divergences, one file each. The docstring of a file says why its phi is convex, and its limits.

Each file has WORDS (its name in a sentence), FORMULA (b phi(a/b) in words), EXACT (whether `between` computes with quotients and
not with enclosures), PARAMETER (the key of its parameter, "" if it has none) and `between`, which computes b phi(a/b). A file with
a parameter has `require_parameter` too, and if the parameter is no number, `read_parameter` and `spell_parameter`. If the
divergence is not the sum of f, but grows with it, the file has `outer_step`, which computes the divergence from the sum, and OUTER,
which says this in words; such a divergence has two distributions. total_variation.py also has IS_TRIED_AT_RATIO, which
its docstring explains.
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
