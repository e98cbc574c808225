"""Folders that hold a set, where they are named as if they were columns or files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from monosashi.cli.placeholders import command_line, placeholder

SET = "set.json"


def is_saved(path: str | Path | None) -> bool:
    """Whether a folder holds a set; such a set knows its own vectors."""
    return path is not None and (Path(path) / SET).is_file()


def refuse_sets_as_vectors(
    command: str, vectors: str | None, queries_vectors: str | None = None, *, searched: bool = False
) -> None:
    """A saved set is given as documents or queries, not as vectors beside texts."""
    from monosashi.cli.wrong_usage import WrongUsageError

    documents, queries = _sets(vectors), _sets(queries_vectors)
    if not documents and not queries:
        return
    words = ["monosashi", command, *(documents or [placeholder("documents")])]
    if searched or queries:
        asked = queries or [placeholder("queries")] * max(1, len(documents))
        words += ["--queries", ",".join(asked), "--gold", placeholder("gold")]
    raise WrongUsageError("cli.errors.set_as_vectors", sets=", ".join([*documents, *queries]),
                          command=command_line(words))  # fmt: skip


def _sets(names: str | None) -> Sequence[str]:
    return [part.strip() for part in (names or "").split(",") if part.strip() and is_saved(part)]
