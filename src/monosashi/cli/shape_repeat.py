"""The command line and the settings that repeat a run of `monosashi shape`."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monosashi.cli.settings_file import settings_toml
from monosashi.cli.shape_options import CONFIDENCE

USUAL = {"confidence": CONFIDENCE, "seed": 0, "invalid": "error", "k": 10}
LINES = {
    "embedder",
    "bridge",
    "bridge_embedder",
    "rewriter",
}  # may hold keys
Files = Mapping[str, Path | Sequence[Path] | None]


@dataclass(frozen=True)
class ShapeRepeat:
    """A command such as ``shape partition``, its files by the names it has for them, its options.

    >>> repeat = ShapeRepeat("shape pairs", {"path": Path("a b.npz")}, {"groups": "topic", "k": 10})
    >>> repeat.command(out="pairs")
    "monosashi shape pairs 'a b.npz' --groups topic --out pairs"
    >>> print(repeat.settings())
    [shape.pairs]
    path = "a b.npz"
    groups = "topic"
    k = 10
    <BLANKLINE>
    """

    name: str
    files: Files
    options: Mapping[str, Any]

    def command(self, **more: Any) -> str:
        """The whole command line, quoted for a shell; what is usual is left out."""
        words = ["monosashi", *self.name.split(), *(str(path) for path in self._paths())]
        for option, value in {**self._known(), **more}.items():
            if value is False or USUAL.get(option) == value:
                continue
            for one in value if isinstance(value, list) else [value]:
                words += [f"--{option.replace('_', '-')}", *([] if one is True else [str(one)])]
        return shlex.join(words)

    def settings(self) -> str:
        """The same as a ``monosashi.toml``, files first."""
        files = {name: [str(path) for path in given] if isinstance(given, Sequence)
                 else str(given) for name, given in self.files.items() if given}  # fmt: skip
        return settings_toml(self.name.replace(" ", "."), {**files, **self._known()})

    def _paths(self) -> list[Path]:
        listed = [given if isinstance(given, Sequence) else [given]
                  for given in self.files.values() if given]  # fmt: skip
        return [path for paths in listed for path in paths]

    def _known(self) -> dict[str, Any]:
        """Options that are set, without the key that the line of a model may hold."""
        return {name: _masked(value) if name in LINES else value
                for name, value in self.options.items() if value not in (None, "")
                and value is not False}  # fmt: skip


def _masked(value: Any) -> Any:
    from monosashi.models.masking import masked_spec

    if isinstance(value, list):
        return [masked_spec(str(one)) for one in value]
    return masked_spec(str(value))
