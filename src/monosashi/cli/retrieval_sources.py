"""Which files an evaluation of retrieval reads: as named, or as they lie in a BEIR folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NAMED = 3
CORPUS = ("corpus.jsonl", "corpus.jsonl.gz")
QUERIES = ("queries.jsonl", "queries.jsonl.gz")


@dataclass(frozen=True)
class Sources:
    """Paths of documents, queries and ranked lists (one a model, or one for all), and of gold."""

    documents: tuple[Path, ...]
    queries: tuple[Path, ...]
    runs: tuple[Path, ...]
    gold: Path

    @property
    def first(self) -> Path:
        """What the evaluation is called after."""
        return (*self.runs, *self.documents)[0]

    def named(self) -> str:
        """The files of the systems, each once; of more than three the first and how many more."""
        names = list(dict.fromkeys(path.name for path in self.runs or self.documents))
        if len(names) <= NAMED:
            return ", ".join(names)
        return f"{', '.join(names[:NAMED])} (+{len(names) - NAMED})"


def find_sources(
    documents: tuple[Path, ...], queries: str | None, gold: Path | None, run: str | None
) -> Sources:
    """The files named; those that a BEIR folder holds need not be."""
    from monosashi.cli.wrong_usage import WrongUsageError

    asked, runs = listed_paths(queries), listed_paths(run)
    folder = documents[0] if len(documents) == 1 and is_beir(documents[0]) else None
    if folder is not None:
        asked = asked or (_held(folder, QUERIES),)
        gold = gold or _qrels(folder)
    if gold is None or not (documents or runs) or not (asked or runs):
        raise WrongUsageError("cli.errors.retrieval_needs")
    return Sources(documents, asked, runs, gold)


def listed_paths(names: str | None) -> tuple[Path, ...]:
    """Paths of a comma list; blanks around them and empty places do not count."""
    return tuple(Path(part.strip()) for part in (names or "").split(",") if part.strip())


def is_beir(path: Path) -> bool:
    """Whether a folder holds a corpus as BEIR lays it out."""
    return any((path / name).is_file() for name in CORPUS)


def _held(folder: Path, names: tuple[str, ...]) -> Path:
    """The first of these names that exists; else the usual one, which reading then misses."""
    found = (folder / name for name in names)
    return next((path for path in found if path.is_file()), folder / names[0])


def _qrels(folder: Path) -> Path:
    """Judgements of the test split, or the only ones there are."""
    from monosashi.cli.wrong_usage import WrongUsageError

    usual = folder / "qrels" / "test.tsv"
    held = sorted((folder / "qrels").glob("*.tsv"))
    if usual.is_file() or not held:
        return usual
    if len(held) > 1:
        names = ", ".join(str(path) for path in held)
        raise WrongUsageError("cli.errors.retrieval_qrels", path=folder, names=names)
    return held[0]
