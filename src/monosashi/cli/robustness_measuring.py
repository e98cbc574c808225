"""From the options of `monosashi robustness` to its results."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.rewrite_options import MAX_UNUSABLE, BudgetOptions
from monosashi.cli.robustness_tasks import TaskOptions, WordingOptions, weights_of

if TYPE_CHECKING:
    from monosashi.results import Result
    from monosashi.robustness.runs.result import RobustnessRun

MISNAMED = {f"robustness_run.errors.{name}" for name in
            ("weights", "weights_unknown", "side", "side_unfit", "dose_unknown")}  # fmt: skip


def measured(
    paths: Sequence[Path],
    tasks: TaskOptions,
    wording: WordingOptions,
    budget: BudgetOptions,
    own: Mapping[str, Any],
) -> tuple[dict[str, Result], dict[str, Any], str]:
    """The run and the statistics of its scores; the options that repeat it; what rewriting took."""
    from monosashi.cli.chosen_models import card_name, chosen_embedders
    from monosashi.cli.comma_lists import listed_names
    from monosashi.cli.progress import show_step
    from monosashi.cli.wrong_usage import WrongUsageError

    weights = weights_of(own["weights"])
    if not own["embedder"]:
        raise WrongUsageError("robustness_run.errors.no_models")
    models = {card_name(one): one for one in chosen_embedders(own["embedder"])}
    show_step("reading")
    held = tasks.read(paths)
    store = store_of(own["store"])
    rewrites = wording.made(held, store, _first_step(paths), budget.arguments(),
                            own["preset"])  # fmt: skip
    show_step("measuring")
    found = _measured(
        held, embedders=models, rewrites=rewrites, side=wording.side, failed=wording.failed,
        unchanged=wording.unchanged, like=own["like"], weights=weights, preset=own["preset"],
        dose=listed_names(own["dose"]) or None, models=own["models"],
        hteb_generators=own["hteb_generator"] or (), confidence=own["confidence"], store=store,
        rng=own["seed"],
    )  # fmt: skip
    given = {**asdict(tasks), **asdict(wording), **asdict(budget), **own}
    usual = {"like": "mteb", "failed": "drop", "unchanged": "keep",
             "max_unusable": MAX_UNUSABLE}  # fmt: skip
    kept = {name: value for name, value in given.items() if usual.get(name) != value}
    parts: dict[str, Result] = {"robustness_run": found, "robustness": found.statistics}
    return parts, kept, _took(rewrites)


def _took(rewrites: Sequence[Any]) -> str:
    """Calls and money of the rewriting, for the screen: another run takes less of them."""
    from monosashi.cli.rewrite_screen import spent_sentence
    from monosashi.cli.robustness_rewriting import spent_together
    from monosashi.words import say

    spent = spent_together(rewrites)
    if spent is None:
        return ""
    return say("rewriting.screen.rewriting_took", spent=spent_sentence(spent))


def _measured(*given: Any, **how: Any) -> RobustnessRun:
    """A name that no option knows is wrong usage; what is wrong with the data is not."""
    from monosashi.cli.wrong_usage import FaultyUsageError
    from monosashi.embeddings import DataError
    from monosashi.robustness.runs import measure_robustness

    try:
        return measure_robustness(*given, **how)
    except DataError as error:
        if all(one.code in MISNAMED for one in error.faults):
            raise FaultyUsageError(error) from None
        raise


def store_of(given: str | None) -> Path | bool | None:
    """A file, nowhere (False), or the user's cache (None)."""
    if given is None:
        return None
    return False if given == "none" else Path(given)


def _first_step(paths: Sequence[Path]) -> str:
    """The command that makes rewritten texts of the first file."""
    return shlex.join(["monosashi", "rewrite", "run", str(paths[0]), "--rewriter",
                       "openai:MODEL?url=ADDRESS", "--out", "rewrites"])  # fmt: skip
