"""The command to try after a comparison: it runs as it stands, on the same files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.next_lines import guard_line
from monosashi.cli.options import OutputOptions
from monosashi.cli.repeat import Repeat

if TYPE_CHECKING:
    from monosashi.advice.choosing import ModelComparison
    from monosashi.advice.comparison import Comparison

# options that say how the files are read, which the look at one model needs again
READING = ("id", "wide", "encoding", "invalid", "languages", "language", "sample", "cut",
           "quantise", "text", "store", "max_chars", "default_language", "labels", "unlabelled",
           "as_queries", "groups", "seed")  # fmt: skip
ASIDE = ("as_queries",)  # what audit does not ask
ONE_EACH = ("vectors", "query_vectors", "embedder")  # comma lists with one for each model


def following_comparison(repeat: Repeat, result: Comparison, output: OutputOptions) -> str:
    """Keep the result; when it is kept, guard a switch, or look at the model that is ahead."""
    if output.out is None:
        return repeat.command(out="compare")
    if result.models is not None and result.models.choice is None:
        return repeat.command(weights=even_weights(result.models))
    if result.models is not None and result.models.choice is not None:
        return _chosen(repeat, result.models, result.models.choice.best)
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


def _chosen(repeat: Repeat, found: ModelComparison, best: str) -> str:
    """A closer look at the model that comes first, alone."""
    place, count = found.models.index(best), len(found.models)
    options = {name: repeat.options.get(name) for name in (*READING, "key") if name not in ASIDE}
    options |= {name: _of_model(repeat.options.get(name), place, count) for name in ONE_EACH}
    file = _file(repeat.arguments, place)
    return Repeat("audit", file, {**options, "model": _named(repeat, place)}).command(out="audit")


def even_weights(found: ModelComparison) -> str:
    """A weight of 1 for every criterion that all models have a value in, as a start."""
    names = {"ndcg@10": "retrieval", "language": "language", "antihubs": "hubs",
             "r_squared": "groups"}  # fmt: skip
    axes = [name for name in found.criteria if name.startswith("robustness.")]
    held = [weight for name, weight in names.items() if _whole(found, name)]
    held += ["robustness"] if axes and all(_whole(found, name) for name in axes) else []
    return ",".join(f"{name}=1" for name in held)


def _whole(found: ModelComparison, criterion: str) -> bool:
    """Whether no model lacks it."""
    rows = [row for row in found.rows if row["criterion"] == criterion]
    return bool(rows) and all(row["value"] is not None and row["low"] is not None for row in rows)


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
