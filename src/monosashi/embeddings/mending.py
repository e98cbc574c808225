"""Mended vectors meet only vectors that were mended alike: one sentence for all who compare."""

from __future__ import annotations

from monosashi.embeddings.errors import Fault, fault

UNMENDED = "-"  # how ``ModelCard.differences`` tells raw vectors


def mending_fault(sides: tuple[str, str], ours: str, theirs: str) -> Fault:
    """What ``differences`` says of ``mended``, and what to do.

    >>> mending_fault(("documents", "queries"), "centering, 2026-01-10", "-").code
    'embeddings.errors.mended_on_one_side'
    """
    if UNMENDED not in (ours, theirs):
        return fault("embeddings.errors.mended_otherwise", left=sides[0], right=sides[1],
                     ours=ours, theirs=theirs)  # fmt: skip
    first = theirs == UNMENDED
    mended, raw = sides if first else sides[::-1]
    return fault("embeddings.errors.mended_on_one_side", mended=mended, raw=raw,
                 mark=ours if first else theirs)  # fmt: skip
