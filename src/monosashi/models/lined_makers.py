"""Kinds of which each is made by one line that says how: rewriters, and translators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.models.specs import Spec, read_spec

Places = Mapping[str, tuple[str, str | None]]


@dataclass(frozen=True)
class LinedMakers:
    """Makers by the kind that a line names.

    Attributes
    ----------
    package : str
        Where their modules are.
    places : mapping of kind to (module:class, what follows the colon, or None where nothing does)
    unknown : function of the parts of a line
        What is said of a kind that does not exist.
    masked : str
        Code of what is said where a report left out a secret.
    """

    package: str
    places: Places
    unknown: Callable[[Spec], Fault]
    masked: str

    def make(self, line: str) -> Any:
        """What the line describes.

        Raises
        ------
        DataError
            No such kind or option, or a value that does not fit; all of these at once.
        """
        from monosashi.models.command_showing import MASK
        from monosashi.models.spec_options import options_of, read_options

        parts = read_spec(line)
        if parts.kind not in self.places:
            raise DataError(self.unknown(parts))
        place, target = self.places[parts.kind]
        maker = self._load(place)
        known = options_of(maker, after=0 if target is None else 1)
        values, faults = read_options(parts.options, known, of=parts.kind)
        faults = [*parts.faults, *faults, *_of_target(parts, target)]
        if MASK in line:
            faults.append(fault(self.masked))
        if faults:
            raise DataError(*faults)
        return maker(*([] if target is None else [parts.target]), **values)

    def _load(self, place: str) -> Any:
        module, _, name = place.partition(":")
        return getattr(import_module(f"{self.package}.{module}"), name)


def _of_target(parts: Spec, target: str | None) -> list[Fault]:
    if target is not None and not parts.target:
        return [fault("models.errors.no_target", kind=parts.kind, target=target)]
    if target is None and parts.target:
        return [fault("rewriting.errors.no_such_target", kind=parts.kind, given=parts.target)]
    return []


def known_kinds(places: Places) -> str:
    """The kinds as they are written.

    >>> known_kinds({"rules": ("a:B", None), "openai": ("a:C", "MODEL")})
    'rules, openai:MODEL'
    """
    return ", ".join(name if target is None else f"{name}:{target}"
                     for name, (_, target) in places.items())  # fmt: skip
