"""Read a TOML file; what is wrong with it is said in our own words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault

PLACE = re.compile(r"at line (\d+), column (\d+)")


def load_toml(path: Path) -> dict[str, Any]:
    """Tables of a file of UTF-8, with or without a byte-order mark.

    Raises
    ------
    DataError
        Other encodings, broken syntax (with its place), endless nesting or numbers.
    FileNotFoundError, OSError
    """
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise DataError(fault("results.errors.not_utf8", path=path)) from None
    except (ValueError, RecursionError) as error:
        place = PLACE.search(str(error))
        if place is None:
            raise DataError(fault("results.errors.not_toml", path=path)) from None
        line, column = place.groups()
        raise DataError(fault("results.errors.not_toml_at", path=path, line=line,
                              column=column)) from None  # fmt: skip
