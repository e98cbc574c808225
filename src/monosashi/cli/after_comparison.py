"""The command to try after a comparison: it runs as it stands, on the same files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.next_lines import guard_line
from monosashi.cli.options import OutputOptions
from monosashi.cli.repeat import Repeat

if TYPE_CHECKING:
    from monosashi.advice.comparison import Comparison

# options that say how the files are read, which the look at one model needs again
READING = ("id", "wide", "encoding", "invalid", "languages", "language", "sample", "cut",
           "quantise", "text", "store", "max_chars", "default_language", "labels", "unlabelled",
           "as_queries", "groups", "seed")  # fmt: skip
ONE_EACH = ("vectors", "query_vectors", "embedder")  # comma lists with one for each model


def following_comparison(repeat: Repeat, result: Comparison, output: OutputOptions) -> str:
    """Keep the result; when it is kept, guard a switch, or look at the model that is ahead."""
    if output.out is None:
        return repeat.command(out="compare")
    if result.comparison is None:
        return guard_line(output.out)
    names = result.comparison.models
    place = names.index(result.comparison.best or names[0])
    options = {name: repeat.options.get(name) for name in READING}
    options |= {name: _of_model(repeat.options.get(name), place, len(names)) for name in ONE_EACH}
    one = Repeat(
        "shape", _file(repeat.arguments, place), {**options, "model": _named(repeat, place)}
    )
    return one.command(out="shape")


def _file(paths: Path | tuple[Path, ...], place: int) -> Path:
    files = [paths] if isinstance(paths, Path) else list(paths)
    return files[place] if len(files) > 1 else files[0]


def _of_model(given: Any, place: int, models: int) -> Any:
    """What one model has of a comma list; what stands there once belongs to all."""
    parts = str(given).split(",") if given else []
    return parts[place].strip() if len(parts) == models else given


def _named(repeat: Repeat, place: int) -> str | None:
    names = str(repeat.options.get("model") or "").split(",")
    return names[place].strip() if len(names) > 1 else None
