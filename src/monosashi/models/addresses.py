"""Addresses of services: checked once, and shown without anything secret."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import parse_qsl, unquote, urlsplit

from monosashi.embeddings import DataError, fault

SECRET_WORDS = frozenset(
    ("key", "token", "secret", "password", "passwd", "passphrase", "pass", "pwd", "pw", "auth",
     "authorization", "authorisation", "bearer", "credential", "credentials", "signature", "sig",
     "code")
)  # fmt: skip
QUESTION = re.compile(r"(?i)%(?:25)*3f")  # encoded once or more: no query yet, but one to come
BREAKS = re.compile(r"(?<=[a-z])(?=[A-Z])|\.")


def checked_address(url: str, *endings: str) -> str:
    """The address without a slash, and without one of ``endings``, at its end.

    Raises
    ------
    DataError
        It is no http address, or it holds a name, a password or a key: these would be written
        into logs on the way. They are not repeated in the message.
    """
    try:
        parts = urlsplit(url.strip())
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise DataError(fault("models.errors.bad_address")) from None
    if not usable or any(character.isspace() for character in url.strip()):
        raise DataError(fault("models.errors.bad_address"))
    if "@" in parts.netloc or any(is_secret_name(name) for name in _names(url)):
        raise DataError(fault("models.errors.key_in_address"))
    path = parts.path.rstrip("/")
    for ending in endings:
        path = path.removesuffix(ending)
    return parts._replace(path=path, fragment="").geturl()


def public_address(url: str) -> str:
    """Scheme, host, port and path, without what stands behind a question mark in any spelling.

    >>> public_address("https://example.org/v1?api-version=2")
    'https://example.org/v1'
    """
    parts = urlsplit(url)
    path = QUESTION.split(parts.path, maxsplit=1)[0]
    return parts._replace(path=path, query="", fragment="").geturl()


def hidden_query(url: str) -> str:
    """What ``public_address`` leaves out of an address without fragment, as it is sent.

    >>> hidden_query("https://example.org/v1%3Fa%3D1?b=2"), hidden_query("https://example.org")
    ('a%3D1&b=2', '')
    """
    parts = urlsplit(url)
    behind = QUESTION.split(parts.path, maxsplit=1)[1:]
    return "&".join(part for part in (*behind, parts.query) if part)


def joined(url: str, path: str) -> str:
    """The address with ``path`` at its end, before the query.

    >>> joined("https://example.org/v1?api-version=2", "/embeddings")
    'https://example.org/v1/embeddings?api-version=2'
    """
    parts = urlsplit(url)
    return parts._replace(path=parts.path + path).geturl()


def is_loopback(url: str) -> bool:
    """Whether the address is this machine.

    >>> is_loopback("http://127.0.0.1:8000/v1"), is_loopback("https://example.org")
    (True, False)
    """
    host = urlsplit(url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def _names(url: str) -> list[str]:
    query = hidden_query(url.strip())
    return [name for form in (query, unquote(query), unquote(unquote(query)))
            for name, _ in parse_qsl(form, keep_blank_values=True)]  # fmt: skip


def is_secret_name(name: str) -> bool:
    """Whether what has this name is likely to be a secret.

    >>> [is_secret_name(name) for name in ("api-key", "accessToken", "tokenizer", "key_env")]
    [True, True, False, False]
    """
    words = BREAKS.sub("_", name.strip("-_")).lower().replace("-", "_").split("_")
    if words[-1] == "env":  # names the variable that holds it
        return False
    return not SECRET_WORDS.isdisjoint(words) or words[-1].endswith(("key", "token", "password"))
