"""How shares relate: differences of groups, two items of one survey, and the tests of them."""
