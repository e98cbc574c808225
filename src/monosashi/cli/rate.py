"""`monosashi rate`: people rate rewritings."""

from __future__ import annotations


def rate_command(*command: str) -> int:
    """Have people rate whether rewritings keep the meaning and read well.

    Choose one of the commands below: make writes the sheets, read puts them together.

    Parameters
    ----------
    command
        One of the commands.
    """
    from monosashi.cli.rate_commands import RATE_COMMANDS
    from monosashi.cli.wrong_usage import WrongUsageError

    raise WrongUsageError("cli.errors.one_below", name=" ".join(["rate", *command]),
                          known=", ".join(RATE_COMMANDS))  # fmt: skip
