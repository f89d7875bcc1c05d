"""The errata note for a paper's author: its content, and its text as HTML and as LaTeX."""
