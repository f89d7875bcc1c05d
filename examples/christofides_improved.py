"""Christofides' cards, kept after the draw: less variance than cards put back, and far less privacy than is claimed.

Sun, Zhou and Yan (2023), Algorithm 4: the variance of Theorem 4.1 is right, and Theorem 5.6's ε holds for one answer seen
alone. All answers together are not ε-private for any ε.
"""

import random
from fractions import Fraction

from rropt.decks import Deck, disclosure, estimate, variance

PEOPLE, YES = 20, 3
cards = [1] * 5 + [3] * 15
random.Random(2).shuffle(cards)
answers = [4 - card if person < YES else card for person, card in enumerate(cards)]

deck, share = Deck((5, 0, 15), kept=True), Fraction(YES, PEOPLE)
print("true share:", share)
print(estimate(answers, deck))

theorem = 4 * share * (1 - share) * Fraction(3, 4) / (PEOPLE - 1)
assert variance(deck, PEOPLE, share) == theorem
assert theorem < Fraction(3, 4) / PEOPLE  # cards put back
learnt = disclosure(deck, PEOPLE, prior="1/10")
print(learnt)
assert str(learnt.one) == "log(3)" and str(learnt.joint) == "inf"
assert learnt.outsider.largest_posterior == Fraction(3, 4)  # from 1/10; one answer alone leads to 1/4
