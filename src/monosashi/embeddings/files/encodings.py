"""Text of a file: UTF-8, a byte-order mark, or the encoding named; else the likely one is said."""

from __future__ import annotations

import codecs
import gzip
import re
import zlib
from pathlib import Path

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.files.escapes import refuse_escapes

MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"),
         (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF16_LE, "utf-16"),
         (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip
WIDER = {
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "iso8859-1": "cp1252",
    "ascii": "utf-8",
}  # the same signs and more
ASIAN = ("cp932", "euc_jp", "gb18030", "euc_kr", "big5")
RUN = re.compile(rb"[\x80-\xff]+")
KANA = re.compile("[\u3041-\u30ff]")
EXPECTED = re.compile("[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]")
FOREIGN = re.compile("[^\x00-\x7f]")
SAMPLE = 2**18


def read_bytes(path: Path) -> bytes:
    """All bytes of a file, unpacked when its name ends in ``.gz``."""
    raw = path.read_bytes()
    if path.suffix.lower() != ".gz":
        return raw
    try:
        return gzip.decompress(raw)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None


def read_text(path: Path, encoding: str | None = None) -> str:
    r"""Text of a file with its line ends as they stand (``\r\n`` included), without notices."""
    return read_told(path, encoding)[0]


def read_told(path: Path, encoding: str | None = None) -> tuple[str, tuple[Fault, ...]]:
    """Text of a file, and what is worth saying of its encoding.

    Without ``encoding``: as its byte-order mark says, else UTF-8. An encoding may be named for
    several files: one that is UTF-8 is read as UTF-8, which is told, since its bytes mean something
    else in most encodings without being refused there.

    Raises
    ------
    DataError
        The lines that cannot be decoded, or that hold escape sequences of ISO-2022, and which
        encoding they probably have.
    """
    return decode(read_bytes(path), path.name, encoding)


def decode(raw: bytes, source: str, encoding: str | None = None) -> tuple[str, tuple[Fault, ...]]:
    """Decode bytes as ``read_told`` does."""
    marked = next((name for mark, name in MARKS if raw.startswith(mark)), None)
    chosen = checked_encoding(encoding) or marked or "utf-8"
    if marked == "utf-8-sig" and chosen in {"utf-8", "utf_8"}:
        chosen = marked
    if encoding is not None and _utf8_after_all(raw, chosen):
        note = fault("embeddings.notices.read_as_utf8", path=source, encoding=encoding)
        return raw.decode("utf-8-sig"), (note,)
    try:
        text = raw.decode(chosen)
    except UnicodeDecodeError:
        raise DataError(undecodable(raw, source, chosen)) from None
    if encoding is None and marked is None:
        refuse_escapes(text, source)
    return text, ()


def _utf8_after_all(raw: bytes, chosen: str) -> bool:
    """Beyond ASCII, hardly a text of another encoding is UTF-8 by chance."""
    if codecs.lookup(chosen).name in {"utf-8", "utf-8-sig"} or not _decodes(raw, "utf-8-sig"):
        return False
    return not raw.isascii() or not _decodes(raw, chosen)


def checked_encoding(name: str | None) -> str | None:
    """Refuse an encoding that Python does not know, or that is no encoding of text."""
    if name is None:
        return None
    try:
        "a".encode(name)
    except (LookupError, ValueError):
        raise DataError(fault("embeddings.errors.unknown_encoding", name=name)) from None
    return name


def undecodable(raw: bytes, source: str, tried: str = "utf-8") -> Fault:
    """Name every line that is not in this encoding, and the encoding that they may have.

    Where other lines do hold signs of this encoding, only the lines named are to be mended: to
    read the whole file in another one would spoil the rest in silence.
    """
    lines = raw.split(b"\n")
    odd = [number for number, line in enumerate(lines, 1) if not _decodes(line, tried)] or [1]
    strange = b"\n".join(lines[number - 1] for number in odd)
    wider = WIDER.get(codecs.lookup(tried).name)
    if wider is not None and not _decodes(raw, wider):
        wider = None
    mixed = wider is None and any(not line.isascii() and _decodes(line, tried) for line in lines)
    likely = wider or _likely(strange if mixed else raw, tried)
    told = {"path": source, "tried": {"utf-8": "UTF-8", "utf-8-sig": "UTF-8"}.get(tried, tried)}
    if likely is None or likely == tried:
        return fault("embeddings.errors.lines_not_utf8", odd, **told)
    example = (strange if mixed else raw).decode(likely, "replace").split("\n")
    shown = example[0 if mixed else odd[0] - 1].strip()[:40]
    if mixed:
        return fault("embeddings.errors.mixed_encoding", odd, **told, likely=likely, line=odd[0],
                     example=shown)  # fmt: skip
    return fault("embeddings.errors.other_encoding", odd, **told, encoding=likely, line=odd[0],
                 example=shown)  # fmt: skip


def _likely(raw: bytes, tried: str) -> str | None:
    """Also UTF-8, for lines that are not in the encoding that was named."""
    if not tried.startswith("utf") and _decodes(raw, "utf-8"):
        return "utf-8"
    return likely_encoding(raw)


def likely_encoding(raw: bytes) -> str | None:
    """The encoding that bytes which are no UTF-8 most likely have; None when nothing fits.

    Latin text has lone high bytes, Asian text has them in runs; of the Asian encodings that decode
    everything, the one with the most usual signs wins, and kana speak for Japanese.
    """
    part = _whole_lines(raw)
    if part.count(0) > len(part) // 8:
        little = part[1::2].count(0) >= part[::2].count(0)
        return "utf-16-le" if little else "utf-16-be"
    runs = RUN.findall(part)
    lone = sum(len(run) == 1 and run[0] >= 0xA0 for run in runs)
    if runs and lone > len(runs) / 2:
        return "latin-1"
    scores = {name: _usual(part, name) for name in ASIAN if _decodes(raw, name)}
    best = max(scores, key=scores.__getitem__, default=None)
    if best is not None and scores[best] > 0.5:
        return best
    return "cp1252" if _decodes(raw, "cp1252") else None


def _whole_lines(raw: bytes) -> bytes:
    end = raw.rfind(b"\n", 0, SAMPLE) if len(raw) > SAMPLE else len(raw)
    return raw[: end if end > 0 else SAMPLE]


def _decodes(raw: bytes, name: str) -> bool:
    try:
        raw.decode(name)
    except UnicodeDecodeError:
        return False
    return True


def _usual(part: bytes, name: str) -> float:
    """Share of usual signs among those beyond ASCII; kana, when there are some, count double."""
    text = part.decode(name, "replace")
    foreign = len(FOREIGN.findall(text))
    if not foreign:
        return 0.0
    kana = len(KANA.findall(text)) if name in {"cp932", "euc_jp"} else 0
    return (len(EXPECTED.findall(text)) + kana) / foreign
