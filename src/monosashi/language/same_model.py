"""Two sets may only meet in one space when their cards agree."""

from __future__ import annotations

from dataclasses import replace

from monosashi.embeddings import EmbeddingSet, Fault, ModelCard, fault


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
    left, right = (_card(side, roles=roles) for side in (ours, theirs))
    faults = []
    for name, (a, b) in left.differences(right).items():
        code = "other_model" if name == "name" else "other_card"
        faults.append(fault(f"language.errors.{code}", field=name, left=sides[0], right=sides[1],
                            ours=a, theirs=b))  # fmt: skip
    return faults


def _card(side: EmbeddingSet | ModelCard, *, roles: bool) -> ModelCard:
    card = side if isinstance(side, ModelCard) else replace(side.model, dimension=side.dimension)
    card = replace(card, normalised=None)  # only directions are used
    return card if roles else replace(card, role=None, prefix=None, task=None)
