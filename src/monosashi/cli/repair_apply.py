"""`monosashi repair apply`: write mended vectors, alone or beside the raw ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Group, Parameter

from monosashi.cli.options import OUTPUT, DataOptions, TextOptions, Words, named_path
from monosashi.cli.repair_sources import LANGUAGE

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet
    from monosashi.language.fitted import FittedRepair, Side
    from monosashi.stores import Written

APPLY = Group("Repair", sort_key=2)
BESIDE = (".npz", ".parquet", ".pq")


def apply_command(
    repair: Path,
    path: Path,
    *,
    out: Annotated[Path | None, Parameter(group=OUTPUT, converter=named_path)] = None,
    to: Annotated[str | None, Parameter(group=OUTPUT)] = None,
    beside: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    language: LANGUAGE = None,
    key: Annotated[str | None, Parameter(group=APPLY)] = None,
    side: Annotated[Literal["document", "query"], Parameter(group=APPLY)] = "document",
    queries: Annotated[Path | None, Parameter(group=APPLY)] = None,
    queries_vectors: Annotated[str | None, Parameter(group=APPLY)] = None,
    query_text: Annotated[str | None, Parameter(group=APPLY)] = None,
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Mend the vectors of a file or store with a fitted repair.

    Parameters
    ----------
    repair
        Folder that repair fit wrote.
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv, a folder written by save, or a vector store.
    out
        File (npz, parquet, jsonl, safetensors) or folder for the mended vectors, whole or not
        at all.
    to
        Address of a vector store that holds the raw vectors: the mended ones stand beside them.
    beside
        Keep raw vectors in --out, too (npz, parquet); the mended ones are `vector_mended`.
    language
        Column of language codes; default the column that the repair was fitted with.
    key
        Column that names the page of a chunk; the next command needs it.
    side
        Role of the vectors.
    queries
        Sample of the query log that the next command checks; nothing of it is mended here.
    queries_vectors
        Column, array name or file of the queries' vectors, for the next command.
    query_text
        Column of texts in --queries, for the next command.
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.open_repair import open_repair
    from monosashi.cli.progress import clear_step
    from monosashi.cli.repair_path import check_line, reading, whole_index
    from monosashi.cli.repair_sources import check_writable, query_options, read_documents, start

    start(words, data.vectors, "repair apply")
    _check_places(path, out, to, beside=beside)
    fitted = open_repair(repair)
    if out is not None:
        check_writable(out)
    raw = read_documents(path, data, texts, key=key, language=language or fitted.column,
                         role="query" if side == "query" else "passage")  # fmt: skip
    named = _raw_name(path, data.vectors, out) if beside else None
    written = _write(fitted, raw, out, to, beside=beside, options=(language, side),
                     columns=(data.id, named))  # fmt: skip
    clear_step()
    asked = side == "query"  # a check is of documents, which are read in their own way
    following = check_line(repair, whole_index() if asked else path, {
        "language": language, "key": key, **({} if asked else reading(data, texts)),
        **query_options(queries, queries_vectors, query_text)})  # fmt: skip
    _show(fitted, raw, following, str(to or out), written, side=side, json=json)
    return FINE


def _check_places(path: Path, out: Path | None, to: str | None, *, beside: bool) -> None:
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.embeddings.files.card_places import unknown_ending

    if out is None and to is None:
        raise WrongUsageError("cli.repair_apply.needs_place")
    if out is not None and to is not None:
        raise WrongUsageError("cli.repair_apply.two_places")
    if beside and out is not None and out.suffix.lower() not in BESIDE:
        raise WrongUsageError("cli.repair_apply.beside_needs_out")
    if out is not None and not out.is_dir() and (ending := unknown_ending(out)):
        from monosashi.embeddings.files.writing import WRITERS

        raise WrongUsageError("cli.repair_apply.unknown_ending", out=out.name, ending=ending,
                              known=", ".join(WRITERS))  # fmt: skip
    if out is not None and out.exists() and path.exists() and out.samefile(path):
        raise WrongUsageError("cli.repair_apply.replaced", out=out)


def _write(
    fitted: FittedRepair, raw: EmbeddingSet, out: Path | None, to: str | None, *, beside: bool,
    options: tuple[str | None, Any], columns: tuple[str | None, str | None],
) -> Written | None:  # fmt: skip
    """Into the store, beside the raw vectors of a file, or as a set of its own."""
    from monosashi.language.freshness.mending import mended_on_disk
    from monosashi.stores import write_beside

    language, side = options
    near = None if out is None else out.absolute().parent
    with mended_on_disk(fitted, raw, near, language=language, side=side) as mended:
        if to is not None:
            return write_beside(mended, to, raw=raw, id=columns[0])
        if out is not None and beside:
            return write_beside(mended, out, raw=raw, vectors=columns[1])
        if out is not None:
            mended.save(out)
    return None


def _raw_name(path: Path, given: str | None, out: Path | None) -> str | None:
    """What the raw vectors are called where they come from; an earlier file may call them else."""
    from monosashi.stores.file_writing import vector_names
    from monosashi.stores.formats import is_vector_file
    from monosashi.stores.store_protocols import one_name

    named = given if given and not is_vector_file(given) else one_name(vector_names(path))
    there = [] if out is None else vector_names(out)
    return named if not there or named in there else None


def _show(
    fitted: FittedRepair, raw: EmbeddingSet, following: str, place: str,
    written: Written | None, *, side: Side, json: bool,
) -> None:  # fmt: skip
    from monosashi.cli.layout import shorten, wrap
    from monosashi.cli.next_lines import next_lines
    from monosashi.cli.read_notes import read_notes
    from monosashi.cli.streams import print_json, show
    from monosashi.language.mendable import unchecked_notices
    from monosashi.words import say

    notes = (*read_notes(raw), *unchecked_notices(fitted.model, raw.model))
    if json:
        print_json({"kind": "repair_apply", "out": place, "n": raw.n, "side": side,
                    "method": fitted.called, "built_at": fitted.built_at,
                    "query_vectors": raw.query_vectors is not None,
                    "beside": None if written is None else written.to_dict(),
                    "notices": [{"code": one.code, "text": one.say()} for one in notes],
                    "next": following})  # fmt: skip
        return
    told = [say("cli.repair_apply.made", n=raw.n, method=fitted.called, built_at=fitted.built_at,
                out=place), say(f"cli.repair_apply.side_{side}")]  # fmt: skip
    if written is not None:
        told.append(say("cli.repair_apply.beside", name=written.name))
        told += [say("cli.repair_apply.again", already=written.already)] if written.already else []
    elif raw.query_vectors is not None:
        told.append(say("cli.repair_apply.queries"))
    lines = [line for one in told for line in wrap(one)]
    for note in notes if written is None else (*notes, *written.notices):
        lines += shorten(wrap(note.say(), first="· "), 3)
    show("\n".join([*lines, *next_lines(following)]))
