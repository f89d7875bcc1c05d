"""Many randomized yes/no questions at once: joint distributions, what they cost, and the bit randomizers behind them."""
