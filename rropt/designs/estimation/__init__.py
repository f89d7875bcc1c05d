"""Designs whose estimates of the shares of k categories have the least covariance, by one criterion or another."""
