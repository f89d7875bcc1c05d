"""Programs over rows in floats, Newton's steps on what carries weight, and rational numbers near floats."""
