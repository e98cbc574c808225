"""Which failures the user can mend, in words, and their exit code."""

from __future__ import annotations

from monosashi.cli.exit_codes import (
    DATA_CANNOT_BE_MEASURED,
    INTERRUPTED,
    OUR_FAULT,
    WRONG_USAGE,
)
from monosashi.cli.wrong_usage import WrongUsageError
from monosashi.words import say


def explain(error: BaseException) -> tuple[str | None, int]:
    """Message and exit code; no message means that the fault is ours and wants a traceback."""
    from cyclopts import CycloptsError

    from monosashi.cli.usage import usage_sentence
    from monosashi.embeddings.errors import DataError

    if isinstance(error, CycloptsError):
        return usage_sentence(error), WRONG_USAGE
    if isinstance(error, WrongUsageError):
        return error.say(), WRONG_USAGE
    if isinstance(error, DataError):
        return error.say(), DATA_CANNOT_BE_MEASURED
    return _outside(error)


def _outside(error: BaseException) -> tuple[str | None, int]:
    if isinstance(error, KeyboardInterrupt):
        return say("cli.errors.interrupted"), INTERRUPTED
    if isinstance(error, MemoryError):
        return say("cli.errors.memory"), DATA_CANNOT_BE_MEASURED
    if isinstance(error, OSError):
        what, path = error.strerror or str(error), error.filename or "-"
        return say("cli.errors.system", what=what, path=path), DATA_CANNOT_BE_MEASURED
    return None, OUR_FAULT
