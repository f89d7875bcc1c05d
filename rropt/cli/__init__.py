"""The command line: one adapter for commands that are functions of the library. Nothing is loaded before it is needed."""
