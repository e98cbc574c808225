"""Which embedders there are, and where the class of each is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from monosashi.models.specs import COMMAND

if TYPE_CHECKING:
    from monosashi.models.embedder import Embedder


@dataclass(frozen=True)
class Maker:
    """Makes one kind of embedder; its module is imported at the first use.

    Attributes
    ----------
    place : str
        ``module:Class`` within this room.
    target : str or None
        What comes after the colon, as it stands in messages; None for a plain name.
    """

    place: str
    target: str | None = None

    def __call__(self, *args: Any, **options: Any) -> Embedder:
        """An embedder; its weights are read at the first text."""
        return cast("Embedder", self.load()(*args, **options))

    def load(self) -> Any:
        """The class."""
        module, _, name = self.place.partition(":")
        return getattr(import_module(f"monosashi.models.{module}"), name)


EMBEDDERS: Mapping[str, Maker] = MappingProxyType(
    {
        "use-multilingual": Maker("use_multilingual:UseMultilingual"),
        "multilingual-e5-small": Maker("multilingual_e5:E5Small"),
        "hashing": Maker("hashing:HashingNgrams"),
        "tfidf": Maker("tfidf:TfidfSvd"),
        "minilm": Maker("minilm:MiniLm"),
    }
)
"""Embedders with a name of their own."""

PREFIXES: Mapping[str, Maker] = MappingProxyType(
    {
        "st": Maker("sentence_transformer:SentenceTransformerModel", "NAME_OR_FOLDER"),
        "openai": Maker("openai_compatible:OpenAICompatible", "MODEL"),
        "gemini": Maker("gemini:Gemini", "MODEL"),
        "python": Maker("callables:CallableEmbedder", "MODULE:FUNCTION"),
        COMMAND: Maker("command:CommandEmbedder", "COMMAND LINE"),
    }
)
"""Kinds of embedders that are told after a colon which model they are."""

ALIASES: Mapping[str, str] = MappingProxyType(
    {"use": "use-multilingual", "e5": "multilingual-e5-small"}
)
