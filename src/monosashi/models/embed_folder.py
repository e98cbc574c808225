"""Embed into a folder: vectors go to disk as they come, and a run that is killed goes on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import EmbeddingSet, Fault, TextSet, fault
from monosashi.embeddings.checks import zero_rows
from monosashi.embeddings.folder import read_head, refuse_foreign, write_folder
from monosashi.models.answering import Answering, Counts
from monosashi.models.answers import space_digest
from monosashi.models.embedder import Embedder, Role
from monosashi.models.filling import fill
from monosashi.models.forgetting import forget_answers
from monosashi.models.job import Job, Progress, Roles, Store, prepared
from monosashi.models.journal import earlier_canaries, open_journal
from monosashi.models.keeping import telling_what_is_kept, total_counts
from monosashi.models.notices import notices_of
from monosashi.models.rows_file import RowsFile
from monosashi.models.single_run import single_run
from monosashi.models.watching import ModelChangedError

NAMES = ("vectors", "query_vectors")
Forgotten = Callable[[int, Path], None]


@dataclass(frozen=True)
class EmbeddedFolder:
    """What a run has done.

    Attributes
    ----------
    data : EmbeddingSet
        The set as written, its vectors on disk.
    counts : Counts
        Where the answers came from.
    identical : int
        Texts that stand earlier in the input and so were not sent again.
    truncated : int or None
        Texts over the token limit of the model; None where the limit is not known.
    begun_anew : bool
        An unfinished run of other texts or another model, or a damaged one, was thrown away.
    store : Path or None
    """

    data: EmbeddingSet
    counts: Counts
    identical: int
    truncated: int | None
    begun_anew: bool
    store: Path | None


def embed_to_folder(
    texts: TextSet | Sequence[str],
    embedder: Embedder | str,
    out: str | Path,
    *,
    role: Roles = "both",
    max_chars: int | None = None,
    store: Store = None,
    progress: Progress | None = None,
    forget: Forgotten | None = None,
) -> EmbeddedFolder:
    """Embed as ``embed`` does, into a folder that ``monosashi.read`` reads.

    Vectors stream into a draft beside ``out`` (``.NAME.draft``), never into memory; a run that is
    killed and started again goes on at the first block of texts that is missing. ``out`` appears
    whole at the end. Two runs into one folder at once are refused.

    Parameters
    ----------
    out : path of the folder
        A set that stands there is replaced when the new one is ready.
    texts, embedder, role, max_chars, store, progress : as in ``embed``
    forget : function of (number of answers, path of the store), optional
        Forget first, once everything else is checked, what the model had answered before and an
        unfinished run; it is told how much that was.

    Raises
    ------
    DataError
        As ``embed``; also when ``out`` holds something else than a set, or another run writes it.
    """
    place = Path(out)
    refuse_foreign(place)
    draft = place.absolute().parent / f".{place.absolute().name}.draft"
    with single_run(draft, place), prepared(
        texts, embedder, role=role, max_chars=max_chars, store=store, progress=progress
    ) as job:  # fmt: skip
        if forget is not None:
            _forget(job, draft, forget)
        sides = [_side(job, role, draft / f"{name}.jsonl")
                 for role, name in zip(job.roles, NAMES, strict=False)]  # fmt: skip
        try:
            with telling_what_is_kept(job, sides, draft):
                made, anew = _embedded(job, sides, draft, place)
        except ModelChangedError:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        shutil.rmtree(draft, ignore_errors=True)
    identical = (job.texts.n - job.sending.different) * len(job.roles)
    used = None if job.store is None else job.store.path
    truncated = None if made.model.token_limit is None else _over_limit(made)
    return EmbeddedFolder(made, total_counts(sides), identical, truncated, anew, used)


def _forget(job: Job, draft: Path, told: Forgotten) -> None:
    """Answers, canaries and the draft, which would bring the old canaries back."""
    for file in draft.glob("*vectors.*"):
        file.unlink()
    if job.store is not None:
        told(forget_answers(job.embedder, job.store), job.store.path)


def _over_limit(data: EmbeddingSet) -> int:
    codes = {"models.notices.truncated", "models.notices.windowed"}
    return sum(len(notice.rows) for notice in data.notices if notice.code in codes)


def _side(job: Job, role: Role, journal: Path) -> Answering:
    space = space_digest(job.embedder.identity(role))
    return job.answering(role, earlier_canaries(journal, space))


def _embedded(
    job: Job, sides: Sequence[Answering], draft: Path, out: Path
) -> tuple[EmbeddingSet, bool]:
    held: dict[str, RowsFile] = {}
    anew = False
    for name, side in zip(NAMES, sides, strict=False):
        journal, rows, thrown_away = open_journal(
            draft / f"{name}.jsonl", side.watch.space, job.sending.sent, side.watch.reference()
        )
        anew |= thrown_away
        fill(rows, job.sending, side, journal=journal)
        held[name] = rows
    made = _set_of(job, sides, held)
    write_folder(made, out, ready={name: rows.path for name, rows in held.items()})
    return _as_written(made, out), anew


def _as_written(made: EmbeddingSet, out: Path) -> EmbeddingSet:
    """The same set with its vectors mapped from where they stand now."""
    place = out / str(read_head(out)["data"])
    arrays = {name: np.load(place / f"{name}.npy", mmap_mode="r")
              for name in NAMES if (place / f"{name}.npy").exists()}  # fmt: skip
    return replace(made, **arrays)


def _set_of(job: Job, sides: Sequence[Answering], held: dict[str, Any]) -> EmbeddingSet:
    zeros = sorted({row for rows in held.values() for row in zero_rows(rows)})
    without = [fault("embeddings.notices.zero_vectors", zeros, list(job.texts.ids[zeros]))]
    said = notices_of(job, total_counts(sides).damaged)
    notices: list[Fault] = [*job.texts.notices, *said, *(without if zeros else [])]
    return EmbeddingSet(
        held["vectors"],
        job.texts.ids,
        job.columns(),
        job.card(sides[0].watch),
        held.get("query_vectors"),
        tuple(notices),
    )
