"""What proposes garblings, gains and deficiencies: exact linear programs, and floats that are made exact."""
