"""`monosashi retrieval`: are the known answers found, by which model, and how surely."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Group, Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.options import DataOptions, OutputOptions, TextOptions, at_least

ASKED = Group("Queries and gold", sort_key=0)
KS, METRIC = "1,5,10", "ndcg@10"


def retrieval_command(
    *documents: Path,
    queries: Annotated[str | None, Parameter(group=ASKED)] = None,
    gold: Annotated[Path | None, Parameter(group=ASKED)] = None,
    run: Annotated[str | None, Parameter(group=ASKED)] = None,
    query_id: Annotated[str | None, Parameter(group=ASKED)] = None,
    query_text: Annotated[str | None, Parameter(group=ASKED)] = None,
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    document: Annotated[str | None, Parameter(group=MEASURE)] = None,
    exclude: Annotated[str | None, Parameter(group=MEASURE)] = None,
    groups: Annotated[str | None, Parameter(group=MEASURE)] = None,
    k: Annotated[str, Parameter(group=MEASURE)] = KS,
    metric: Annotated[str, Parameter(group=MEASURE)] = METRIC,
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Search for known answers: recall, MRR, nDCG with intervals; of several, who is ahead.

    Parameters
    ----------
    documents
        Texts with --embedder A,B; or vectors, one file a model; or a BEIR folder. With --run:
        texts to show, not needed.
    queries
        File of the queries; a comma list has one for each model.
    gold
        Which document answers which query: TREC qrels, BEIR tsv, csv, tsv or jsonl.
    run
        Ranked lists of any system instead of vectors: a comma list of TREC runs or jsonl files.
    query_id
        Column of ids in the queries' file; default as in --id.
    query_text
        Column of texts in the queries' file; default as in --text.
    document
        Column that names the document of a chunk: a document stands where its best chunk does.
    exclude
        Hide a query's own document: id, or columns that must be equal, e.g. language,key.
    groups
        Column of the queries that belong together (paraphrases, users), for the intervals.
    k
        Comma list of the list lengths at which recall is taken.
    metric
        Which metric decides who is ahead: ndcg@10, recall@1, mrr, map.
    seed
        Start of all random numbers.
    title
        Title of the report.
    """
    from dataclasses import replace

    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.retrieval_measuring import Asked, checked_metric, listed_ks, measure
    from monosashi.cli.retrieval_sources import find_sources
    from monosashi.cli.run_folder import check_out
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    sources = find_sources(documents, queries, gold, run)
    ks = listed_ks(k)
    asked = Asked(ks, document, exclude, groups, query_id, query_text,
                  checked_metric(metric, ks), seed)  # fmt: skip
    check_out(output.out)
    changed = {"k": None if k == KS else k, "metric": None if metric == METRIC else metric}
    own = {"queries": queries, "gold": gold, "run": run, "query_id": query_id,
           "query_text": query_text, "document": document, "exclude": exclude, "groups": groups,
           **changed, "seed": seed, "title": title}  # fmt: skip
    repeat = Repeat("retrieval", documents, {**own, **asdict(data), **asdict(texts)})
    show_step("retrieval")
    found = measure(sources, data, texts, asked)
    clear_step()
    result = replace(found, title=title or default_title(found), source=sources.first.name,
                     command=repeat.command(), created=now())  # fmt: skip
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=following(repeat, output))  # fmt: skip
    return FINE


def default_title(found: Any) -> str:
    """The names of the systems."""
    return " / ".join(name for name in found.systems if name)


def following(repeat: Any, output: OutputOptions) -> str:
    """Keep the result; when it is kept, guard it."""
    if output.out is None:
        return str(repeat.command(out="retrieval"))
    return shlex.join(["monosashi", "gate", str(output.out), "--init", "gate.toml"])
