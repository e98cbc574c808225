"""What is known about how vectors were made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

SPACE_FIELDS = ("name", "revision", "dimension", "role", "prefix", "task", "normalised", "text_cut")

MENDED = "vector_mended"  # the name of mended vectors beside raw ones
QUERIES_MENDED = "query_vectors_mended"  # of queries, in a file, beside MENDED
DIGESTED = 3  # parts of a mark with a digest: "centering, 2026-01-10, 3f2a91bc"


@dataclass(frozen=True)
class ModelCard:
    """Provenance of a set of vectors; ``None`` means not known.

    Two sets live in the same space only when every field that both know agrees.

    Attributes
    ----------
    text_cut : int or None
        Characters of a text that were embedded (``--max-chars``).
    compression : str or None
        What was done to the vectors after the model, such as ``"cut 128, int8"``. None says that
        they are as the model gave them, so it differs from any other value.
    mended : str or None
        Which repair has changed the vectors since: its kind, day and digest. None says that they
        are as the model gave them, so it differs from any other value.
    token_limit : int or None
        Tokens that one pass of the model reads.
    canaries : mapping of text to vector
        A few fixed texts as this model embeds them: whoever embeds them again learns whether the
        model is still the same. They stand in cards and saved sets, not in results.

    Examples
    --------
    >>> old, new = ModelCard(name="m-v1", dimension=4), ModelCard(name="m-v2", dimension=4)
    >>> old.differences(new)
    {'name': ('m-v1', 'm-v2')}
    """

    name: str | None = None
    revision: str | None = None
    dimension: int | None = None
    role: str | None = None
    prefix: str | None = None
    task: str | None = None
    normalised: bool | None = None
    text_cut: int | None = None
    built_at: str | None = None
    aliases: tuple[str, ...] = ()
    token_limit: int | None = None
    canaries: Mapping[str, tuple[float, ...]] = field(default_factory=dict, compare=False)
    compression: str | None = None
    mended: str | None = None

    @property
    def one_role(self) -> bool:
        """Whether queries and documents are known to be embedded alike: no role, no prefix.

        >>> ModelCard(prefix="").one_role, ModelCard(role="passage", prefix="p: ").one_role
        (True, False)
        >>> ModelCard().one_role  # not known
        False
        """
        return self.role is None and self.prefix == ""

    def differences(self, other: ModelCard) -> dict[str, tuple[Any, Any]]:
        """Fields that both cards know and that disagree: name -> (ours, theirs)."""
        pairs = {key: (getattr(self, key), getattr(other, key)) for key in SPACE_FIELDS}
        found = {k: (a, b) for k, (a, b) in pairs.items() if None not in (a, b) and a != b}
        if "name" in found and self._names() & other._names():
            del found["name"]
        if self.compression != other.compression:
            found["compression"] = (self.compression or "-", other.compression or "-")
        if not same_mending(self.mended, other.mended):
            found["mended"] = (self.mended or "-", other.mended or "-")
        return found

    def _names(self) -> set[str | None]:
        return {self.name, *self.aliases}

    def to_dict(self, *, canaries: bool = False) -> dict[str, Any]:
        """Known fields only, ready for JSON; the canaries when asked for."""
        known = {k: v for k, v in asdict(self).items() if v not in (None, (), {})}
        if not canaries:
            known.pop("canaries", None)
        return {**known, "aliases": list(self.aliases)} if self.aliases else known

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> ModelCard:
        """Read a card back; unknown fields are ignored (a newer version may write more)."""
        names = {field.name for field in fields(cls)}
        known = {k: v for k, v in values.items() if k in names}
        held = {text: tuple(row) for text, row in (known.get("canaries") or {}).items()}
        return cls(**{**known, "aliases": tuple(known.get("aliases", ())), "canaries": held})


def without_mended(names: Sequence[str]) -> list[str]:
    """Names of vectors without those of mended ones, which nobody reads unasked.

    >>> without_mended(["emb", "vector_mended"]), without_mended(["vector_mended"])
    (['emb'], ['vector_mended'])
    """
    raw = [name for name in names if name not in (MENDED, QUERIES_MENDED)]
    return raw or list(names)


def same_mending(ours: str | None, theirs: str | None) -> bool:
    """Whether two sets were mended by one repair, as far as their marks tell.

    The name of mended vectors beside raw ones says that they are, not by what.

    >>> same_mending(None, "centering, 2026-01-10"), same_mending(MENDED, "centering, 2026-01-10")
    (False, True)
    >>> same_mending("centering, 2026-01-10, 3f2a91bc", "centering, 2026-01-10, 77d0e415")
    False
    """
    if ours is None or theirs is None:
        return ours == theirs
    if MENDED in (ours, theirs):
        return True
    one, other = (marks.split("; ") for marks in (ours, theirs))
    return len(one) == len(other) and all(map(_same_fit, one, other))


def _same_fit(ours: str, theirs: str) -> bool:
    """By the digest of the repair; marks of older versions have none, so there name and day tell.

    >>> _same_fit("centering, 2026-01-10, 3f2a91bc", "centering, 2026-01-10")
    True
    """
    one, other = ours.split(", "), theirs.split(", ")
    if len(one) == len(other) == DIGESTED:
        return one[-1] == other[-1]
    return one[: DIGESTED - 1] == other[: DIGESTED - 1]
