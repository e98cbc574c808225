"""`monosashi rewrite`: the commands that say texts otherwise."""

from __future__ import annotations


def rewrite_command(*command: str) -> int:
    """Rewrite texts in the eight ways of HTEB, or by rules, to see what wording does to a model.

    Choose one of the commands below; plan says what a run would take.

    Parameters
    ----------
    command
        One of the commands.
    """
    from monosashi.cli.meant import meant_command
    from monosashi.cli.rewrite_commands import REWRITE_COMMANDS
    from monosashi.cli.wrong_usage import WrongUsageError

    known = ", ".join(REWRITE_COMMANDS)
    if not command:
        raise WrongUsageError("cli.errors.rewrite_needs", known=known)
    near = meant_command(command[0], list(REWRITE_COMMANDS))
    key = "rewrite_unknown" if near is None else "rewrite_unknown_near"
    raise WrongUsageError(f"cli.errors.{key}", given=command[0], known=known, near=near or "")
