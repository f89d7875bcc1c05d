"""A demand as a cone of rows with budgets; its generators, such as patterns, extreme rays and rows by levels; and their pricing."""
