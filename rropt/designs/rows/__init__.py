"""How the rows of a demand's mechanisms are listed or generated; a row has the probability of one answer under each input."""
