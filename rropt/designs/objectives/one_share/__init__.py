"""The variance of one share: what a mechanism has, and the two poses of two outputs in a plane."""
