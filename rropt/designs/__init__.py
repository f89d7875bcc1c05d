"""The designs: what every objective on rows is built from."""
