"""How often can 5 categories be reported truthfully? The largest trace, for every ε at once (Chai and Nayak, Theorem 4.4)."""

from rropt import LDP, Trace, design, read_number

at_log_3 = design(Trace(), LDP("ln3"), inputs=5)
print(at_log_3)
assert at_log_3.value == read_number("15/7")

every = design(Trace(), LDP("every"), inputs=5)
print(every.pieces[0].interval, every.pieces[0].value_said)
assert every.value == read_number("5*t/(t+4)")
