"""The command line and the settings file that repeat a run."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monosashi.cli.settings_file import settings_toml


@dataclass(frozen=True)
class Repeat:
    """A command, its arguments and the options that were in force."""

    name: str
    arguments: Path | tuple[Path, ...]
    options: Mapping[str, Any]
    usual: Mapping[str, Any] | None = None

    def command(self, **more: Any) -> str:
        """The whole command line, quoted for a shell; unset options are left out."""
        paths = (self.arguments,) if isinstance(self.arguments, Path) else self.arguments
        words = ["monosashi", self.name, *(str(path) for path in paths)]
        for option, value in {**self.options, **more}.items():
            if value not in (None, "", False) and not self._is_usual(option, value):
                given = [] if value is True else [str(_without_secrets(option, value))]
                words += [f"--{option.replace('_', '-')}", *given]
        return shlex.join(words)

    def settings(self) -> str:
        """The same as a ``monosashi.toml``, files first."""
        kept = {name: _without_secrets(name, value) for name, value in self.options.items()
                if value not in (None, "")}  # fmt: skip
        return settings_toml(self.name, {**self._files(), **kept})

    def _is_usual(self, option: str, value: Any) -> bool:
        known = DEFAULTS if self.usual is None else self.usual
        return option in known and known[option] == value

    def _files(self) -> dict[str, Any]:
        """The positional arguments, under the name that the command has for them."""
        if isinstance(self.arguments, Path):
            return {"path": str(self.arguments)}
        names = [str(path) for path in self.arguments]
        return {ARGUMENTS.get(self.name, "paths"): names} if names else {}


def _without_secrets(option: str, value: Any) -> Any:
    """The line of a model may hold a key; reports are passed on."""
    from monosashi.models.masking import masked_spec

    return masked_spec(str(value)) if option == "embedder" else value


ARGUMENTS = {"retrieval": "documents", "why": "given"}  # of the commands that call them otherwise
DEFAULTS = {"k": 10, "permutations": 999, "seed": 0, "invalid": "error"}
