"""Two sets may only meet in one space when their cards agree."""

from __future__ import annotations

from dataclasses import replace

from monosashi.embeddings import EmbeddingSet, Fault, ModelCard, fault
from monosashi.embeddings.mending import mending_fault
from monosashi.language.kinds import kind_faults, refuse_kinds


def model_faults(
    ours: EmbeddingSet | ModelCard,
    theirs: EmbeddingSet | ModelCard,
    *,
    sides: tuple[str, str],
    roles: bool = True,
) -> list[Fault]:
    """Every field of the model cards that both know and that disagrees.

    ``roles=False`` lets role, prefix and task differ, as between documents and queries.
    """
    left, right = (_card(name, side, roles=roles)
                   for name, side in zip(sides, (ours, theirs), strict=True))  # fmt: skip
    faults: list[Fault] = []
    for name, (a, b) in left.differences(right).items():
        if name == "mended":
            faults.append(mending_fault(sides, a, b))
            continue
        code = "other_model" if name == "name" else "other_card"
        faults.append(fault(f"language.errors.{code}", field=name, left=sides[0], right=sides[1],
                            ours=a, theirs=b))  # fmt: skip
    return faults


def _card(name: str, side: EmbeddingSet | ModelCard, *, roles: bool) -> ModelCard:
    refuse_kinds(kind_faults((EmbeddingSet, ModelCard), **{name: side}))
    card = side if isinstance(side, ModelCard) else replace(side.model, dimension=side.dimension)
    card = replace(card, normalised=None)  # only directions are used
    return card if roles else replace(card, role=None, prefix=None, task=None)
