"""Certificates: the text that states a design with its evidence, and the judge who alone decides whether it is proved."""
