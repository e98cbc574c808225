"""From the options of `monosashi robustness` to its results."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.robustness_tasks import SEEDS, TaskOptions, WordingOptions, weights_of

if TYPE_CHECKING:
    from monosashi.results import Result


def measured(
    paths: Sequence[Path], tasks: TaskOptions, wording: WordingOptions, own: Mapping[str, Any]
) -> tuple[dict[str, Result], dict[str, Any]]:
    """The run and the statistics of its scores; and the options that repeat it."""
    from monosashi.cli.chosen_models import card_name, chosen_embedders
    from monosashi.cli.comma_lists import listed_names
    from monosashi.cli.progress import show_step
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.robustness.runs import measure_robustness

    weights = weights_of(own["weights"])
    if not own["embedder"]:
        raise WrongUsageError("robustness_run.errors.no_models")
    models = {card_name(one): one for one in chosen_embedders(own["embedder"])}
    show_step("reading")
    held = tasks.read(paths)
    store = _store(own["store"])
    rewrites = wording.made(held, store, _first_step(paths))
    show_step("measuring")
    found = measure_robustness(
        held, embedders=models, rewrites=rewrites, side=wording.side, failed=wording.failed,
        unchanged=wording.unchanged, like=own["like"], weights=weights, preset=own["preset"],
        dose=listed_names(own["dose"]) or None, models=own["models"],
        confidence=own["confidence"], store=store, rng=own["seed"],
    )  # fmt: skip
    given = {**asdict(tasks), **asdict(wording), **own}
    usual = {"like": "mteb", "seeds": SEEDS, "failed": "drop", "unchanged": "keep"}
    kept = {name: value for name, value in given.items() if usual.get(name) != value}
    return {"robustness_run": found, "robustness": found.statistics}, kept


def _store(given: str | None) -> Path | bool | None:
    """A file, nowhere (False), or the user's cache (None)."""
    if given is None:
        return None
    return False if given == "none" else Path(given)


def _first_step(paths: Sequence[Path]) -> str:
    """The command that makes rewritten texts of the first file."""
    return shlex.join(["monosashi", "rewrite", "run", str(paths[0]), "--rewriter",
                       "openai:MODEL?url=ADDRESS", "--out", "rewrites"])  # fmt: skip
