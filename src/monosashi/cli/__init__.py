"""The command line. Nothing heavy is imported before a command runs."""

try:
    from monosashi.cli.main import main
except KeyboardInterrupt:  # whoever changes their mind at once gets no traceback
    raise SystemExit(130) from None

__all__ = ["main"]
