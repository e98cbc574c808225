"""Addresses of vector stores, such as ``lancedb:///folder?table=pages``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from monosashi.embeddings import DataError, Fault, fault

CALLED = {"lancedb": "table", "qdrant+local": "collection", "chroma": "collection"}
SERVERS = {"qdrant": "http", "qdrant+http": "http", "qdrant+https": "https"}
SCHEMES = (*CALLED, *SERVERS)
EXAMPLES: Mapping[str, str] = {
    "lancedb": "lancedb:///path/to/folder?table=pages",
    "qdrant+local": "qdrant+local:///path/to/folder?collection=pages",
    "chroma": "chroma:///path/to/folder?collection=pages",
    **{scheme: f"{scheme}://host:6333/pages" for scheme in SERVERS},
}
KEY_VARIABLE = "QDRANT_API_KEY"
SECRETS = {"api_key", "api-key", "apikey", "key", "token", "password"}


@dataclass(frozen=True)
class Address:
    """Where a table or collection lies.

    Attributes
    ----------
    scheme : str
        A folder (``lancedb``, ``qdrant+local``, ``chroma``) or a server (``qdrant``, …).
    place : str
        The folder, or the address of the server.
    name : str or None
        Table or collection; None means the only one.
    """

    scheme: str
    place: str
    name: str | None = None

    @property
    def engine(self) -> str:
        """``lancedb``, ``qdrant`` or ``chroma``."""
        return self.scheme.split("+", 1)[0]

    @property
    def is_server(self) -> bool:
        """Whether a service answers, not a folder."""
        return self.scheme in SERVERS

    @property
    def called(self) -> str:
        """What the engine calls a set of rows."""
        return CALLED.get(self.scheme, "collection")

    def __str__(self) -> str:
        name = self.name or ""
        if self.is_server:
            return f"{self.scheme}://{self.place.split('://', 1)[-1]}/{name}"
        return f"{self.scheme}:{self.place}" + (f"?{self.called}={name}" if name else "")


def is_store(given: str | Path) -> bool:
    """Whether this names a vector store: an address, or a folder with LanceDB tables.

    >>> is_store("qdrant://localhost:6333/pages"), is_store("pages.npz")
    (True, False)
    """
    return _scheme(given) is not None or bool(lance_tables(Path(given)))


def shown_path(given: str | Path) -> str:
    """A path as it is; an address without what ``Path`` did to it."""
    return str(store_address(given)) if _scheme(given) is not None else str(given)


def store_address(given: str | Path) -> Address:
    """Take an address apart.

    ``Path`` swallows one of two slashes; what it leaves is understood too.

    Raises
    ------
    DataError
        Parts that such an address does not have; a key in it, which logs and results would show.
    """
    scheme = _scheme(given)
    if scheme is None:
        return _lance_folder(Path(given))
    _, rest = _text(given).split(":", 1)
    return _server(scheme, rest) if scheme in SERVERS else _folder(scheme, rest)


def _text(given: str | Path) -> str:
    return given.as_posix() if isinstance(given, Path) else str(given)


def _scheme(given: str | Path) -> str | None:
    head, colon, _ = _text(given).partition(":")
    return head.lower() if colon and head.lower() in SCHEMES else None


def _folder(scheme: str, rest: str) -> Address:
    path, _, query = rest.partition("?")
    options = _options(scheme, query, {"table", "collection"})
    if path.startswith("//") and not path.startswith("///"):  # a host, or a relative folder
        raise DataError(fault("stores.errors.store_slashes", scheme=scheme, folder=path[2:],
                              example=EXAMPLES[scheme]))  # fmt: skip
    folder = unquote("/" + path.lstrip("/") if path.startswith("/") else path)
    if not folder.strip("/"):
        raise DataError(_malformed(scheme, scheme + ":" + path))
    return Address(scheme, str(Path(folder).expanduser()), next(iter(options.values()), None))


def _server(scheme: str, rest: str) -> Address:
    parts = urlsplit("//" + rest.lstrip("/"))
    if parts.username is not None or parts.password is not None:
        raise DataError(fault("stores.errors.store_secret", variable=KEY_VARIABLE))
    options = _options(scheme, parts.query, {"collection"})
    pieces = [unquote(piece) for piece in parts.path.split("/") if piece]
    if rest.startswith("///") or not parts.hostname or len(pieces) > 1 or (pieces and options):
        raise DataError(_malformed(scheme, f"{scheme}://{parts.netloc}{parts.path}"))
    name = pieces[0] if pieces else options.get("collection")
    return Address(scheme, f"{SERVERS[scheme]}://{parts.netloc}", name)


def _options(scheme: str, query: str, known: set[str]) -> dict[str, str]:
    held = dict(parse_qsl(query, keep_blank_values=True))
    if any(name.lower() in SECRETS for name in held):
        raise DataError(fault("stores.errors.store_secret", variable=KEY_VARIABLE))
    if odd := [name for name in held if name not in known or not held[name]]:
        raise DataError(fault("stores.errors.store_option", ids=odd, scheme=scheme,
                              example=EXAMPLES[scheme]))  # fmt: skip
    if len(held) > 1:
        raise DataError(_malformed(scheme, f"{scheme}:?{'&'.join(held)}"))
    return held


def _malformed(scheme: str, shown: str) -> Fault:
    return fault("stores.errors.store_address", address=shown, example=EXAMPLES[scheme])


def lance_tables(folder: Path) -> list[str]:
    """Tables of a folder that LanceDB wrote (``pages.lance``), or of such a table itself."""
    if _is_table(folder):
        return [folder.name.removesuffix(".lance")]
    try:
        found = [one for one in folder.iterdir() if _is_table(one)] if folder.is_dir() else []
    except OSError:
        return []
    return sorted(one.name.removesuffix(".lance") for one in found)


def _is_table(folder: Path) -> bool:
    return folder.suffix == ".lance" and (folder / "_versions").is_dir()


def _lance_folder(folder: Path) -> Address:
    if _is_table(folder):
        return Address("lancedb", str(folder.parent), folder.name.removesuffix(".lance"))
    return Address("lancedb", str(folder))
