"""The least ε, δ or vulnerability at which a stated value is reached, and the optimum as a function of each of them."""
