"""A demand as a cone of rows with budgets, and its generators: patterns, their orbits, extreme rays, rows by levels; pricing."""
