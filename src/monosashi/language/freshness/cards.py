"""Whether the vectors of today were made as those that the repair was fitted to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from monosashi.embeddings import ModelCard

STATE_OF = {
    "dimension": "dimension_mismatch",
    "role": "role_mismatch",
    "prefix": "role_mismatch",
    "task": "role_mismatch",
}
NAMES = frozenset({"name", "revision"})  # what a gateway may rename without changing a vector
COMPARED = ("name", "revision", "role", "prefix", "text_cut")


@dataclass(frozen=True)
class CardDifference:
    """One field in which two cards disagree.

    Attributes
    ----------
    where : "sample" or "index"
    field, fitted, found : str
        The field, its value when the repair was fitted, and now.
    state : str or None
        The state that follows; None for a name that the canaries excuse.
    """

    where: str
    field: str
    fitted: str
    found: str
    state: str | None


def card_differences(
    fitted: ModelCard, found: ModelCard, where: str, *, same_model: bool
) -> list[CardDifference]:
    """All fields that both know and that disagree; only directions are used, so no lengths.

    ``same_model`` says that canaries came back the same: then a name or revision decides nothing.
    """
    known = replace(found, normalised=None, mended=fitted.mended)  # an index may hold mended ones
    alike = replace(fitted, normalised=None).differences(known)
    return [CardDifference(where, name, str(ours), str(theirs), _state(name, same=same_model))
            for name, (ours, theirs) in alike.items()]  # fmt: skip


def _state(name: str, *, same: bool) -> str | None:
    if same and name in NAMES:
        return None
    return STATE_OF.get(name, "model_mismatch")


def not_comparable(fitted: ModelCard, found: ModelCard) -> list[str]:
    """Fields that one of the cards does not know, so that nothing was compared."""
    return [name for name in COMPARED
            if (getattr(fitted, name) is None) != (getattr(found, name) is None)]  # fmt: skip
