"""`monosashi repair`: the commands that mend what language does to search."""

from __future__ import annotations


def repair_command(*command: str) -> int:
    """Mend what language does to search in one pool of several languages.

    Choose one of the commands below; compare says which mend is worth it, if any.

    Parameters
    ----------
    command
        One of the commands.
    """
    from monosashi.cli.meant import meant_command
    from monosashi.cli.repair_commands import REPAIR_COMMANDS
    from monosashi.cli.wrong_usage import WrongUsageError

    known = ", ".join(REPAIR_COMMANDS)
    if not command:
        raise WrongUsageError("cli.errors.repair_needs", known=known)
    near = meant_command(command[0], list(REPAIR_COMMANDS))
    key = "repair_unknown" if near is None else "repair_unknown_near"
    raise WrongUsageError(f"cli.errors.{key}", given=command[0], known=known, near=near or "")
