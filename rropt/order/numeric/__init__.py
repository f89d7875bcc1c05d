"""Methods that propose garblings, gains and deficiencies: exact linear programs, and answers in floats that are made exact."""
