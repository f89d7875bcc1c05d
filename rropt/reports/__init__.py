"""The page for the board: one design in words, pictures and proof, as HTML, Markdown or LaTeX."""
