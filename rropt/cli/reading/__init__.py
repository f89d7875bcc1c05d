"""Reads the options that have a grammar of their own, and the files of a command, except the file of a mechanism."""
