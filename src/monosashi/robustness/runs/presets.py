"""Choices of transformations and weights for usual needs, and what each leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from monosashi.models.rewriters.transformations import EIGHT, RULES


@dataclass(frozen=True)
class Preset:
    """Transformations, and how much each axis counts; ``original`` is the text as written."""

    name: str
    transformations: tuple[str, ...]
    weights: Mapping[str, float]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The transformations of HTEB and the rules that it does not look at."""
        return tuple(name for name in (*EIGHT, *RULES) if name not in self.transformations)


PRESETS: Mapping[str, Preset] = MappingProxyType({one.name: one for one in (
    Preset("minimal", ("paraphrasing",), {"original": 0.5, "lexical": 0.5}),
    Preset("support", ("paraphrasing", "style_change", "summarise", "typos", "case",
                       "contractions", "keywords", "politeness"),
           {"original": 0.3, "lexical": 0.3, "length": 0.1, "surface": 0.3}),
    Preset("multilingual", ("paraphrasing", "backtranslation", "translation", "cross_translation"),
           {"original": 0.3, "lexical": 0.2, "language": 0.5}),
    Preset("legal", ("paraphrasing", "style_change", "expansion", "summarise",
                     "summarised_expansion"),
           {"original": 0.3, "lexical": 0.3, "length": 0.4}),
    Preset("hteb", tuple(EIGHT), {"lexical": 1.0, "length": 1.0, "language": 1.0}),
)})  # fmt: skip
