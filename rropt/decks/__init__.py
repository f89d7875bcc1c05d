"""Christofides' decks of cards: what they estimate and how well, what they disclose, the best deck, and its repair."""
