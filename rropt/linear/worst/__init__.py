"""The worst of several linear objectives."""
