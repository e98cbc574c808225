"""Names for models that call themselves the same: what differs in their lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from monosashi.cli.chosen_models import card_name
from monosashi.cli.one_for_each import names_of

if TYPE_CHECKING:
    from monosashi.cli.options import TextOptions
    from monosashi.models import Embedder


def model_names(
    given: str | None, texts: TextOptions, embedders: Sequence[Embedder]
) -> list[str | None]:
    """The names of --model; else, only for models of the same name, the options that differ."""
    from monosashi.models import split_specs
    from monosashi.models.masking import masked_spec

    names = names_of(given, len(embedders))
    if given or len(embedders) < 2:
        return names
    specs = [masked_spec(one) for one in split_specs(texts.embedder or "")]
    return told_apart([card_name(one) for one in embedders], specs)


def told_apart(names: Sequence[str], specs: Sequence[str]) -> list[str | None]:
    """None where a name is the only one of its kind.

    >>> told_apart(["hashing", "use", "hashing"], ["hashing", "use", "hashing?dimension=64"])
    ['hashing', None, 'hashing?dimension=64']
    """
    options = [spec.partition("?")[2].split("&") for spec in specs]
    alike = [[held for other, held in zip(names, options, strict=True) if other == name]
             for name in names]  # fmt: skip
    counts = Counter(names)
    return [
        _with_own(name, own, others) if counts[name] > 1 else None
        for name, own, others in zip(names, options, alike, strict=True)
    ]


def _with_own(name: str, options: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    """Without the options that all models of this name have."""
    own = [one for one in options if one and not all(one in other for other in others)]
    return f"{name}?{'&'.join(own)}" if own else name
