"""Say, when a run ends early, how much of it the next run will find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.embeddings import DataError, Fault, ServiceError, fault
from monosashi.models.answering import Answering, Counts
from monosashi.models.refusals import RefusedError
from monosashi.models.watching import ModelChangedError

if TYPE_CHECKING:
    from monosashi.models.job import Job


@contextmanager
def telling_what_is_kept(
    job: Job, sides: Sequence[Answering], place: Path | None
) -> Iterator[None]:
    """Say, with whatever goes wrong inside, how many answers the next run will find.

    ``place`` is the draft that keeps finished blocks where there is no store.
    """
    try:
        yield
    except ModelChangedError:
        raise
    except KeyboardInterrupt:
        raise KeyboardInterrupt(*_kept(job, sides, place)) from None
    except DataError as error:
        again = isinstance(error, ServiceError) and not isinstance(error, RefusedError)
        code = "kept" if again else "kept_mended"
        DataError.__init__(error, *error.faults, *_kept(job, sides, place, code))
        raise
    except Exception as error:
        for note in _kept(job, sides, place):
            error.add_note(note.say())
        raise


def _kept(job: Job, sides: Sequence[Answering], place: Path | None,
          code: str = "kept") -> list[Fault]:  # fmt: skip
    """Single answers are kept by the store, finished blocks by the draft."""
    counts = total_counts(sides)
    kept = counts.written
    if job.store is not None:
        place = job.store.path
        kept = counts.found + counts.embedded + counts.resumed
    if place is None or not kept:  # there is nothing to go on with
        return []
    total = job.sending.different * len(job.roles)
    return [fault(f"models.errors.{code}", kept=min(kept, total), total=total, place=place)]


def total_counts(sides: Sequence[Answering]) -> Counts:
    """The counts of all roles together."""
    counts = Counts(*(sum(getattr(side.counts, name) for side in sides)
                      for name in vars(Counts())))  # fmt: skip
    counts.control += sum(side.watch.embedded for side in sides)
    return counts
