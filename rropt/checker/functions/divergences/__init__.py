"""One phi a file: WORDS, FORMULA (of b phi(a/b)), EXACT (quotients, else enclosures), PARAMETER (its key, or none) and `between`,
which is b phi(a/b).

A parameter that is no number has its own `read_parameter` and `spell_parameter`. Where what is largest is no sum of f, but grows
with it, the file has the `outer_step` from the one to the other, and OUTER, which says it; it is between two.
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
