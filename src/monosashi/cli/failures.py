"""Which failures the user can mend, in words, and their exit code."""

from __future__ import annotations

import errno
import traceback
from pathlib import Path

from monosashi.cli.exit_codes import (
    DATA_CANNOT_BE_MEASURED,
    INTERRUPTED,
    OUR_FAULT,
    SERVICE_FAILED,
    WRONG_USAGE,
)
from monosashi.cli.wrong_usage import WrongUsageError
from monosashi.words import has_words, say


def explain(error: BaseException) -> tuple[str | None, int]:
    """Message and exit code; no message means that the fault is ours and wants a traceback."""
    from cyclopts import CycloptsError

    from monosashi.cli.usage import usage_sentence
    from monosashi.embeddings.errors import DataError, ServiceError

    if isinstance(error, CycloptsError):
        return usage_sentence(error), WRONG_USAGE
    if isinstance(error, WrongUsageError):
        return error.say(), WRONG_USAGE
    if isinstance(error, ServiceError):
        return error.say(), SERVICE_FAILED
    if isinstance(error, DataError):
        return error.say(), DATA_CANNOT_BE_MEASURED
    return _outside(error)


def _outside(error: BaseException) -> tuple[str | None, int]:
    if isinstance(error, KeyboardInterrupt):
        return say("cli.errors.interrupted"), INTERRUPTED
    if isinstance(error, MemoryError):
        return say("cli.errors.memory"), DATA_CANNOT_BE_MEASURED
    if isinstance(error, SystemExit):  # a library, or code that it loaded, wanted to end
        return say("cli.errors.exited", code=error.code), DATA_CANNOT_BE_MEASURED
    if isinstance(error, OSError) and not error.filename and not _is_ours(error):
        return say("cli.errors.system_unnamed", what=_what(error)), DATA_CANNOT_BE_MEASURED
    if isinstance(error, OSError):
        path = error.filename or say("cli.errors.standard_output")
        return say("cli.errors.system", what=_what(error), path=path), DATA_CANNOT_BE_MEASURED
    return None, OUR_FAULT


def _is_ours(error: OSError) -> bool:
    """Whether it came from writing to standard output, which has no name."""
    calls = traceback.extract_tb(error.__traceback__)
    return bool(calls) and Path(calls[-1].filename).name in {"streams.py", "main.py"}


def _what(error: OSError) -> str:
    """What the system said, in our words where it is one of the usual things."""
    key = f"cli.system.{errno.errorcode.get(error.errno or 0, '-')}"
    return say(key) if has_words(key) else error.strerror or str(error)
