"""The staircase laws as their definitions state them, to compare formulas with."""

from fractions import Fraction as F


def density(t, sensitivity, gamma, x):
    """The density of the real staircase at x."""
    b, steps = 1 / t, abs(x) / sensitivity
    k = int(steps)
    height = (1 - b) / (2 * sensitivity * (gamma + b * (1 - gamma)))
    return height * b ** (k if steps - k < gamma else k + 1)


def moment(t, sensitivity, gamma, power, steps):
    """2·∫ x^power·density over that many steps, as each step has two levels."""
    total = F(0)
    for k in range(steps):
        for low, high in ((F(k), k + gamma), (k + gamma, F(k + 1))):
            if low < high:
                integral = (high ** (power + 1) - low ** (power + 1)) * F(sensitivity) ** (power + 1) / (power + 1)
                total += 2 * density(t, sensitivity, gamma, sensitivity * low) * integral
    return total


def whole_law(t, sensitivity, width, far):
    """Pr(i) of the whole staircase for |i| ≤ far."""
    b = 1 / t
    height = (1 - b) / (2 * width + 2 * b * (sensitivity - width) - (1 - b))

    def probability(i):
        k, rest = divmod(abs(i), sensitivity)
        return height * b ** (k if rest < width else k + 1)

    return {i: probability(i) for i in range(-far, far + 1)}
