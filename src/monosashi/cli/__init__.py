"""The command line. Nothing heavy is imported before a command runs."""

from monosashi.cli.main import main

__all__ = ["main"]
