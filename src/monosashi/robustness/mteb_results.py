"""Folders of mteb results, one of the original texts and one a transformation.

What is read is what ``mteb.ResultCache`` and ``TaskResult.to_disk`` of mteb 2 write.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.errors import Faults
from monosashi.robustness.mteb_files import Score, is_place, scores_of

ORIGINAL = "original"


def mteb_records(root: Path) -> tuple[list[dict[str, Any]], list[Fault]]:
    """Rows of a cube from ``CONDITION/model/revision/Task.json`` below ``root``, and notices.

    CONDITION is ``original``, or ``transformation[/generator][/seed]``, a seed being a number; the
    folder of a ``ResultCache``, so that ``results/`` may follow. Experiments of a model are models
    of their own. The same task, subset and model stand on both sides; several splits are
    averaged, as mteb does; a score that is no number is a hole. Subsets of one task in the same
    language keep their name. Files without scores are named.
    """
    faults = Faults()
    scores: list[Score] = []
    odd: list[str] = []
    for file in sorted(root.rglob("*.json")):
        if is_place(file, root) and (held := faults.attempt(scores_of, file, root)) is not None:
            scores += held[0]
            odd += [file.relative_to(root).as_posix()] if held[1] else []
    faults.found += _revisions(scores)
    before = {score.key: score.value for score in scores if score.condition == (ORIGINAL,)}
    after = [score for score in scores if score.condition != (ORIGINAL,)]
    if not before or not after:
        faults.found.append(fault("robustness.errors.mteb_layout", path=root.name))
    notices = [fault("robustness.notices.mteb_no_scores", ids=odd)] if odd else []
    if faults.found:
        raise DataError(*faults.found, *notices)
    shared = _shared(scores)
    return ([_record(score, before.get(score.key), shared) for score in after],
            [*notices, *_data_revisions(scores)])  # fmt: skip


def _revisions(scores: Sequence[Score]) -> list[Fault]:
    """Two revisions of a model are two models; which one is meant cannot be guessed."""
    held: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    sides: dict[str, dict[str, str]] = defaultdict(dict)
    for score in scores:
        held[(*score.condition, score.model)][score.revision] = None
        sides[score.model].setdefault(score.revision, "/".join(score.condition))
    twice = {place: list(names) for place, names in held.items() if len(names) > 1}
    within = {place[-1] for place in twice}
    return [*(fault("robustness.errors.mteb_revisions", path="/".join(place), ids=names)
              for place, names in twice.items()),
            *(fault("robustness.errors.mteb_revisions_apart", model=model,
                    ids=[f"{side}: {name}" for name, side in names.items()])
              for model, names in sides.items() if len(names) > 1 and model not in within),
            ]  # fmt: skip


def _data_revisions(scores: Sequence[Score]) -> Iterator[Fault]:
    """Another revision of a dataset may hold other texts; rewritten ones may have their own."""
    held: dict[str, dict[str, None]] = defaultdict(dict)
    for score in scores:
        if score.dataset_revision:
            held[score.task][score.dataset_revision] = None
    apart = [task for task, names in held.items() if len(names) > 1]
    if apart:
        yield fault("robustness.notices.mteb_data_revisions", ids=apart)


def _shared(scores: Sequence[Score]) -> set[tuple[str, str]]:
    """Tasks and languages of which there are several subsets."""
    held: dict[tuple[str, str], set[str]] = defaultdict(set)
    for score in scores:
        held[score.task, score.language].add(score.subset)
    return {place for place, subsets in held.items() if len(subsets) > 1}


def _record(score: Score, original: float | None, shared: set[tuple[str, str]]) -> dict[str, Any]:
    transformation, *rest = score.condition
    seed = next((piece for piece in rest if piece.isdigit()), "")
    generator = next((piece for piece in rest if not piece.isdigit()), None)
    several = (score.task, score.language) in shared
    dataset = f"{score.task} ({score.subset})" if several else score.task
    return {"model": score.model, "dataset": dataset, "language": score.language,
            "transformation": transformation, "generator": generator, "seed": seed,
            "original": original, "transformed": score.value, "metric": "main_score"}  # fmt: skip
