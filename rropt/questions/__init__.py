"""Planning a survey: sample sizes, comparisons of devices at equal privacy, simulation, and decks of cards."""
