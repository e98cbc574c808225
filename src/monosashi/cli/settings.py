"""``monosashi.toml``: the settings of a folder, checked before they are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

from cyclopts import CycloptsError
from cyclopts.config import Toml

from monosashi.cli.rate_commands import RATE_COMMANDS
from monosashi.cli.repair_commands import REPAIR_COMMANDS
from monosashi.cli.rewrite_commands import REWRITE_COMMANDS
from monosashi.cli.robustness_commands import ROBUSTNESS_COMMANDS
from monosashi.cli.shape_commands import SHAPE_COMMANDS
from monosashi.cli.wrong_usage import WrongUsageError


class Settings(Toml):
    """cyclopts' reader, with every fault of the file in our own words and as wrong usage."""

    def __init__(self, path: str, commands: Mapping[str, str], **options: Any) -> None:
        super().__init__(path, search_parents=True, **options)
        self.commands = commands

    @property
    def config(self) -> dict[str, Any]:
        """Tables of the nearest file, going upwards."""
        try:
            return super().config
        except CycloptsError as error:
            if isinstance(error.__cause__, WrongUsageError):
                raise error.__cause__ from None
            raise

    def _load_config(self, path: Path) -> dict[str, Any]:
        from monosashi.embeddings import DataError
        from monosashi.results.toml import load_toml

        if path.is_dir():
            raise WrongUsageError("cli.errors.settings_type", path=path)
        try:
            held = load_toml(path)
        except DataError as error:
            raise WrongUsageError(error.faults[0].code, **error.faults[0].values) from None
        if unknown := ", ".join(unknown_names(held, self.commands)):
            known = ", ".join(self.commands)
            raise WrongUsageError("cli.errors.unknown_setting", path=path, names=unknown,
                                  commands=known)  # fmt: skip
        return held


def unknown_names(held: Mapping[str, Any], commands: Mapping[str, str]) -> list[str]:
    """Tables that are no command, and settings outside tables that no command has."""
    tables = [f"[{name}]" for name, value in held.items()
              if isinstance(value, dict) and name not in commands]  # fmt: skip
    loose = [name for name, value in held.items() if not isinstance(value, dict)]
    known = known_options(commands) if loose else set()
    return [*tables, *(name for name in loose if name.replace("-", "_") not in known)]


def known_options(commands: Mapping[str, str]) -> set[str]:
    """Names of all options of all commands."""
    names: set[str] = set()
    for place in (
        *commands.values(),
        *SHAPE_COMMANDS.values(),
        *REPAIR_COMMANDS.values(),
        *REWRITE_COMMANDS.values(),
        *RATE_COMMANDS.values(),
        *ROBUSTNESS_COMMANDS.values(),
    ):
        module, function = place.split(":")
        kinds = get_type_hints(getattr(import_module(module), function))
        kinds.pop("return", None)
        names |= {option for name, kind in kinds.items() for option in _options(name, kind)}
    return names


def _options(name: str, kind: Any) -> Iterator[str]:
    """The name of an option, or the names in a group of options, and in groups of groups."""
    if not is_dataclass(kind):
        yield name
        return
    for field, its in get_type_hints(kind).items():
        yield from _options(field, its)
