"""The variance of one share: its value for a mechanism, and the design of two outputs posed in a plane."""
