"""Which files of a folder a run wrote: known by what stands in them, not by their names."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ASIDE = ".result.json"  # the earlier run's, while its files are replaced
RESULTS = ("result.json", ASIDE)
LISTED = "# tables: "  # the line of settings.toml that lists what a run wrote into tables/
HEAD = {"kind": str, "format": int, "version": str}


def earlier_result(out: Path) -> dict[str, Any] | None:
    """The ``result.json`` of a run; None where there is none, or a file of somebody else."""
    for name in RESULTS:
        try:
            held = json.loads((out / name).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(held, dict) and all(
            type(held.get(key)) is kind for key, kind in HEAD.items()
        ):
            return held
    return None


def with_tables(settings: str, tables: Iterable[str]) -> str:
    r"""Settings with a comment that lists the tables of the run.

    >>> with_tables("[audit]", ["a", "b"])
    '[audit]\n# tables: ["a.csv", "b.csv"]\n'
    """
    names = [f"{name}.csv" for name in tables]
    return f"{settings.rstrip()}\n{LISTED}{json.dumps(names, ensure_ascii=False)}\n"


def tables_of(out: Path, new: Path) -> list[Path]:
    """Tables in ``out`` that an earlier run wrote; whatever else lies there is somebody's own.

    Older versions wrote no list: of these runs, tables are called after a part of the result, or
    like those of the run in ``new``.
    """
    held = list((out / "tables").glob("*.csv"))
    listed = _listed(out / "settings.toml")
    if listed is not None:
        return [path for path in held if path.name in listed]
    parts = (earlier_result(out) or {}).get("results")
    starts = tuple(f"{part}_" for part in parts) if isinstance(parts, dict) else ()
    return [path for path in held
            if path.name.startswith(starts) or (new / "tables" / path.name).exists()]  # fmt: skip


def _listed(settings: Path) -> set[str] | None:
    try:
        lines = settings.read_text(encoding="utf-8", errors="replace").splitlines()
        line = next(line for line in reversed(lines) if line.startswith(LISTED))
        names = json.loads(line.removeprefix(LISTED))
    except (OSError, ValueError, StopIteration, RecursionError):
        return None
    return set(map(str, names)) if isinstance(names, list) else None
