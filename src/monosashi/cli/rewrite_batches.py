"""`monosashi rewrite export` and `import`: requests and answers as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from monosashi.cli.options import OUTPUT, Words, named_path
from monosashi.cli.rewrite_options import REWRITING, RewriteTexts, RewriteWays

if TYPE_CHECKING:
    from monosashi.models.rewriters.wanted import Wanted


def rewrite_export_command(
    path: Path,
    *,
    rewriter: Annotated[str, Parameter(group=REWRITING)],
    out: Annotated[Path, Parameter(group=OUTPUT, converter=named_path)],
    ways: RewriteWays = RewriteWays(),
    texts: RewriteTexts = RewriteTexts(),
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Write the requests that are left, one a line, in the form of OpenAI's batches.

    Parameters
    ----------
    path
        jsonl(.gz), csv, tsv, parquet, arrow, txt or a folder of texts.
    rewriter
        openai:MODEL.
    out
        File for the requests.
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    from dataclasses import asdict

    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.layout import wrap
    from monosashi.cli.streams import print_json, show
    from monosashi.models.rewriters.batch_files import export_batch
    from monosashi.models.rewriters.rewriting import opened
    from monosashi.words import choose_language, current_language, say

    choose_language(words or current_language())
    wanted = _wanted(path, rewriter, ways, texts)
    with opened(ways.place) as store:
        made = export_batch(wanted, out, store)
    if json:
        print_json({**asdict(made), "out": str(out)})
        return FINE
    key = "exported" if made.requests else "nothing_left"
    show("\n".join(wrap(say(f"rewriting.screen.{key}", path=out, **asdict(made)))))
    return FINE


def rewrite_import_command(
    path: Path,
    *,
    rewriter: Annotated[str, Parameter(group=REWRITING)],
    store: Annotated[str | None, Parameter(group=REWRITING)] = None,
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Keep the answers that a batch interface gave, under the keys of their requests.

    Parameters
    ----------
    path
        The file of answers.
    rewriter
        The same openai:MODEL as for export.
    store
        File that keeps answers; default in the user's cache.
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    from dataclasses import asdict

    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.layout import wrap
    from monosashi.cli.rewrite_options import chosen_rewriter
    from monosashi.cli.streams import print_json, show
    from monosashi.embeddings import DataError, fault
    from monosashi.models.rewriters.batch_files import import_batch
    from monosashi.models.rewriters.chat import ChatRewriter
    from monosashi.models.rewriters.rewriting import opened
    from monosashi.words import choose_language, current_language, say

    choose_language(words or current_language())
    made = chosen_rewriter(rewriter)
    if not isinstance(made, ChatRewriter):
        raise DataError(fault("rewriting.errors.no_batch", generator=made.name))
    with opened(RewriteWays(store=store).place) as held:
        if held is None:
            raise DataError(fault("models.errors.store_none"))
        found = import_batch(path, made, held)
    if json:
        print_json(asdict(found))
        return FINE
    told: dict[str, Any] = {**asdict(found), "broken": len(found.broken)}
    show("\n".join(wrap(say("rewriting.screen.imported", **told))))
    return FINE


def _wanted(path: Path, rewriter: str, ways: RewriteWays, texts: RewriteTexts) -> Wanted:
    from monosashi.cli.rewrite_options import chosen_rewriter
    from monosashi.models.rewriters.wanted import Wanted

    made = chosen_rewriter(rewriter)
    asked = ways.arguments(made)
    return Wanted.of(texts.read(path), asked["transformations"], made, asked["seeds"],
                     dataset=texts.named(path), language=None, targets=asked["targets"],
                     order=asked["order"])  # fmt: skip
