"""Embedders by name, or by one line that also says how they are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.models.makers import ALIASES, EMBEDDERS, PREFIXES, Maker
from monosashi.models.putting_back import masked_faults
from monosashi.models.specs import Spec, read_spec, split_list

if TYPE_CHECKING:
    from monosashi.models.embedder import Embedder


def embedder(spec: str) -> Embedder:
    """Make the embedder that one line describes; its weights are read at the first text.

    ``NAME`` or ``PREFIX:TARGET``, and options after ``?`` as in the query of an address
    (``%20`` is a space, ``%26`` an ampersand; several values are joined by ``+``):

    - ``use-multilingual`` (or ``use``), ``multilingual-e5-small`` (or ``e5``), ``minilm``
    - ``hashing?dimension=256``, ``tfidf?dimension=128``
    - ``st:NAME_OR_FOLDER`` for sentence-transformers
    - ``openai:bge-m3?url=http://127.0.0.1:8000/v1&query_prefix=query:%20``
    - ``gemini:gemini-embedding-001?dimensions=768``
    - ``python:MODULE:FUNCTION``
    - ``command:COMMAND LINE``; its options begin at the last ``?``. A ``?`` of the command itself
      is written ``%3F``

    The options are the keyword arguments of the classes. Keys of services are no options; they
    come from the environment.

    Raises
    ------
    DataError
        No such name or option, or a value that does not fit; all of these at once, with what
        there is and what was probably meant. Or ``…`` stands where a report left out a secret.

    Examples
    --------
    >>> embedder("multilingual-e5-small").roles
    ('query', 'passage')
    >>> embedder("openai:bge-m3?url=http://127.0.0.1:8000/v1&dimensions=256").card().dimension
    256
    """
    parts = read_spec(spec)
    maker = _maker(parts)
    if masked := masked_faults(parts):
        raise DataError(*masked)
    made, faults = _arguments(parts, maker)
    faults = [*parts.faults, *faults]
    if maker.target is not None and not parts.target:
        faults.append(fault("models.errors.no_target", kind=parts.kind, target=maker.target))
    if faults:
        raise DataError(*faults)
    return maker(*_targets(parts, maker), **made)


def split_specs(text: str) -> list[str]:
    """The lines of a list with commas, as ``embedder`` reads them.

    A comma in quotes divides nothing, and in a ``command:`` a comma divides only if a name or
    prefix that exists comes after it. In options write ``%2C`` for a comma.

    Raises
    ------
    DataError
        There is nothing between two commas, or nothing at all.

    Examples
    --------
    >>> split_specs("use, openai:x?dimensions=8,command:embed --langs en,ja 'a,b',hashing")
    ['use', 'openai:x?dimensions=8', "command:embed --langs en,ja 'a,b'", 'hashing']
    """
    parts = split_list(text, _begins)
    if "" in parts:
        raise DataError(fault("models.errors.empty_spec", given=text))
    return parts


def _begins(text: str) -> bool:
    """Whether a text begins with a name or a prefix that exists."""
    name = text.split(",", 1)[0].split("?", 1)[0].strip()
    prefix, colon, _ = text.partition(":")
    return name in EMBEDDERS or name in ALIASES or bool(colon and prefix in PREFIXES)


def _maker(parts: Spec) -> Maker:
    if parts.target is None:
        found = EMBEDDERS.get(ALIASES.get(parts.kind, parts.kind)) or PREFIXES.get(parts.kind)
    else:
        found = PREFIXES.get(parts.kind)
    if found is None:
        raise DataError(_unknown(parts))
    return found


def _unknown(parts: Spec) -> Fault:
    from monosashi.models.spec_options import near

    prefixes = [f"{name}:{maker.target}" for name, maker in PREFIXES.items()]
    short = {name: f"{alias} ({name})" for alias, name in ALIASES.items()}
    known = ", ".join([*(short.get(name, name) for name in EMBEDDERS), *prefixes])
    name = parts.kind if parts.target is None else f"{parts.kind}:{parts.target}"
    meant = near(parts.kind, [*EMBEDDERS, *ALIASES, *PREFIXES])
    if meant is None:
        return fault("models.errors.unknown_model", name=name, known=known)
    near_name = f"{meant}:{PREFIXES[meant].target}" if meant in PREFIXES else meant
    return fault("models.errors.unknown_model_near", name=name, known=known, near=near_name)


def _arguments(parts: Spec, maker: Maker) -> tuple[dict[str, Any], list[Fault]]:
    """The options as values; a function is called after its place unless a name is given."""
    from monosashi.models.spec_options import options_of, read_options

    if not parts.options and parts.kind != "python":
        return {}, []
    known = options_of(maker.load(), after=0 if maker.target is None else 1)
    values, faults = read_options(parts.options, known, of=parts.kind)
    if parts.kind == "python":
        values.setdefault("name", parts.target)
    return values, faults


def _targets(parts: Spec, maker: Maker) -> tuple[Any, ...]:
    if maker.target is None:
        return ()
    if parts.kind == "python":
        from monosashi.models.callables import import_callable

        return (import_callable(str(parts.target)),)
    return (parts.target,)
