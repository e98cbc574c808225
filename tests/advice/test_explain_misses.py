"""What an explanation holds, and what it refuses."""

import json
from dataclasses import replace

import numpy as np
import pytest
from advice.misses_planted import Plant, planted
from scipy.stats import hypergeom

import monosashi as ms
from monosashi.advice.explaining import explain_misses
from monosashi.advice.explaining.document import WhyDocument
from monosashi.language import LanguageCentering
from monosashi.retrieval import measure_rankings, measure_retrieval

SEARCH = {"gold": {f"q{i}": f"d{i}" for i in range(240)}, "groups": "group"}


@pytest.fixture(scope="module")
def displaced():
    return planted("displaced", 0, 240)


@pytest.fixture(scope="module")
def found(displaced):
    return displaced.explain()


def test_every_miss_has_one_label_and_shares_add_up(found):
    assert sum(layer.count for layer in found.layers) == found.n_missed == len(found.misses)
    assert sum(layer.share.value for layer in found.layers) == pytest.approx(1)
    assert [layer.layer for layer in found.layers] == [*found.order, "other"]
    assert all(layer.share.low <= layer.share.value <= layer.share.high for layer in found.layers)


def test_misses_are_those_of_the_retrieval(displaced, found):
    asked, held = displaced.sets
    retrieval = measure_retrieval(asked, held, **SEARCH)
    ranks = dict(zip(retrieval.queries.ids, retrieval.ranks.pessimistic, strict=True))
    assert {miss.query_id: miss.gold_rank for miss in found.misses} == {
        query: rank for query, rank in ranks.items() if rank > 1}  # fmt: skip
    assert found.found == pytest.approx(retrieval.hits[1].value)
    depths = [miss.gold_rank for miss in found.misses]
    assert depths == sorted(depths, reverse=True)


def test_a_mend_counts_what_it_breaks(displaced, found):
    """Gains less losses of the shift, against a search with queries moved by hand."""
    mend = next(mend for mend in found.mends if mend.mend == "shift_back")
    assert mend.difference.value == pytest.approx((mend.gained - mend.lost) / found.n_queries)
    assert mend.after == pytest.approx(found.found + mend.difference.value)
    assert mend.difference.low <= mend.difference.value <= mend.difference.high
    queries, documents = displaced.queries, displaced.documents
    moved = queries - (queries - documents).mean(axis=0)
    cosines = moved @ documents.T / np.linalg.norm(moved, axis=1)[:, None]
    by_hand = (cosines.argmax(axis=1) == np.arange(240)).mean()
    assert mend.after == pytest.approx(by_hand, abs=0.02)  # fitted to all, not to the other half


def test_language_pool_by_hand():
    plant = planted("language", 0, 240)
    found = plant.explain()
    cosines = plant.queries @ plant.documents.T
    spoken = np.array(plant.spoken)
    cosines[spoken[None, :] != spoken[:240, None]] = -np.inf  # the answer's language only
    by_hand = (cosines.argmax(axis=1) == np.arange(240)).mean()
    mend = next(mend for mend in found.mends if mend.mend == "own_language_pool")
    assert mend.after == pytest.approx(by_hand)
    assert mend.lost == 0


def test_chance_of_a_removal_is_that_of_drawing_documents():
    """A miss at rank 2: of 239 wrong documents the 119 of the other language go."""
    plant = planted("language", 0, 240)
    miss = min(plant.explain().misses, key=lambda miss: miss.gold_rank)
    answer = next(one for one in miss.answers if one.trial == "own_language_pool")
    kept = plant.spoken.count(plant.spoken[int(miss.gold_id[1:])]) - 1
    before = miss.gold_rank - 1
    assert answer.chance == pytest.approx(hypergeom.cdf(0, 239, before, kept))
    drawn = [int(hit) for hit in _draws(before, kept)]
    assert answer.chance == pytest.approx(np.mean(drawn), abs=0.02)


def _draws(before, kept):
    rng = np.random.default_rng(0)
    for _ in range(4000):
        yield not (rng.permutation(239)[:kept] < before).any()


def test_what_chance_does_as_often_is_not_named():
    """Queries with random noise only: half of the documents gone mend many, and say nothing."""
    plant = Plant(2, 240, noise=4.0)
    found = plant.explain()
    language = found.layers[0]
    assert language.would_mend > 10
    assert language.count < 0.12 * language.would_mend


def test_no_misses_is_an_answer():
    plant = Plant(0, 60)
    found = plant.explain()
    assert (found.n_missed, found.mends, found.misses) == (0, (), ())
    assert WhyDocument(provenance=found.provenance, explanation=found).verdict["code"] == (
        "misses.verdicts.none")  # fmt: skip
    json.dumps(found.to_dict(), allow_nan=False)


def test_answers_that_are_not_here_are_counted_apart():
    plant = Plant(0, 60)
    asked, held = plant.sets
    gold = {**plant.gold, "q0": "nowhere", "q99": "d1"}
    retrieval = measure_retrieval(asked, held, gold=gold)
    found = explain_misses(retrieval, asked, held, gold=gold)
    assert (found.n_missed, found.n_not_here, found.not_here) == (0, 2, ("q0", "q99"))
    assert found.found == pytest.approx(retrieval.hits[1].value)
    with pytest.raises(ms.DataError, match="no vector, or none of its right documents"):
        found.why("q0")


def test_why_of_one_query(found):
    miss = found.misses[0]
    assert found.why(miss.query_id) is miss
    assert found.why(next(iter(found.hits))) is None
    with pytest.raises(ms.DataError, match="no judged query nobody"):
        found.why("nobody")


def test_same_bytes_for_any_number_of_threads(displaced):
    one, two = (json.dumps(displaced.explain(n_jobs=jobs).to_dict()) for jobs in (1, 2))
    assert one == two


def test_order_of_rows_changes_no_label(found):
    turned = planted("displaced", 0, 240)
    turned.documents, turned.names = turned.documents[::-1], turned.names[::-1]
    turned.spoken = turned.spoken[::-1]
    labels = {miss.query_id: miss.layer for miss in turned.explain().misses}
    before = {miss.query_id: miss.layer for miss in found.misses}
    assert labels.keys() == before.keys()
    same = [labels[query] == before[query] for query in labels]
    assert np.mean(same) > 0.95  # draws of controls follow rows


def test_chunks_are_documents():
    """Two chunks a document, the second a copy of nothing: labels and ranks speak of documents."""
    plant = planted("crowding", 0, 120)
    asked, held = plant.sets
    rng = np.random.default_rng(9)
    more = rng.normal(size=held.vectors.shape).astype(np.float32)
    both = ms.EmbeddingSet.from_arrays(
        np.vstack([held.vectors, more]), ids=[*held.ids, *(f"{name}-b" for name in held.ids)],
        columns={"page": [*held.ids, *held.ids]})  # fmt: skip
    search = {"gold": plant.gold, "document": "page"}
    found = explain_misses(measure_retrieval(asked, both, **search), asked, both, **search)
    layer = next(layer for layer in found.layers if layer.layer == "crowding")
    assert layer.count > 0.8 * found.n_missed > 20
    assert found.misses[0].neighbours[0].document in held.ids


def test_k_of_five():
    plant = planted("displaced", 0, 240)
    found = plant.explain(k=5)
    assert found.k == 5
    assert min(miss.gold_rank for miss in found.misses) == 6
    assert {miss.layer for miss in found.misses} >= {"displaced"}


def test_reasons_for_layers_that_were_not_tested():
    plant = planted("hub", 0, 240)
    asked, held = plant.sets
    found = explain_misses(measure_retrieval(asked, held, gold=plant.gold), asked, held,
                           gold=plant.gold)  # fmt: skip
    reasons = {layer.layer: str(layer.reason) for layer in found.layers if layer.reason}
    assert "--language" in reasons["language"]
    assert "--query-groups" in reasons["wording"]


def test_findings_warn_only_where_a_mend_surely_helps(found):
    for finding in found.findings():
        own = [mend for mend in found.mends if f"misses.{mend.layer}" == finding.code]
        sure = any(mend.difference.low > 0 for mend in own)
        assert finding.level == ("warning" if sure else "note")


def test_the_best_mend_is_told_with_the_largest_layer(found):
    """Where a mend of another layer surely gains more than all of its own."""
    best = next(mend for mend in found.mends if mend.mend == "shift_back")
    surer = replace(best, mend="csls", layer="hub", difference=replace(best.difference, low=0.9))
    for mends, told in (((surer, best), ["shift_back", "csls"]), ((best,), ["shift_back"])):
        first = replace(found, mends=mends).findings()[0]
        assert first.code == "misses.displaced"
        assert [remedy.code.removeprefix("misses.") for remedy in first.remedies] == told


def test_refusals(displaced):
    asked, held = displaced.sets
    retrieval = measure_retrieval(asked, held, **SEARCH)
    with pytest.raises(ms.DataError, match="k must be a whole number") as told:
        explain_misses(retrieval, asked, held, **SEARCH, k=0, draws=3)
    assert "draws must be" in str(told.value)
    with pytest.raises(ms.DataError, match="not one of these queries"):
        explain_misses(retrieval, asked, held, gold=SEARCH["gold"])
    lists = measure_rankings({"q0": ["d1", "d0"]}, {"q0": "d0"})
    with pytest.raises(ms.DataError, match="search by vectors"):
        explain_misses(lists, asked, held, gold={"q0": "d0"})


def test_tables_and_json_hold_every_miss(found):
    tables = found.tables()
    assert len(tables["explained_misses"]) == found.n_missed
    assert {row["query_id"] for row in tables["miss_trials"]} == {
        miss.query_id for miss in found.misses}  # fmt: skip
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert len(told["labels"]) == found.n_missed
    assert told["kind"] == "misses"


def test_several_answers_in_two_languages():
    """An answer in each language: the pool of either may find it; the best one counts."""
    plant = planted("language", 0, 120)
    asked, held = plant.sets
    rng = np.random.default_rng(1)
    partner = {name: f"d{(int(name[1:]) + 61) % 120}" for name in plant.names}
    gold = {query: [one, partner[one]] for query, one in plant.gold.items()}
    found = explain_misses(measure_retrieval(asked, held, gold=gold), asked, held, gold=gold,
                           language="language", rng=int(rng.integers(9)))  # fmt: skip
    ranks = measure_retrieval(asked, held, gold=gold).ranks.pessimistic
    assert found.n_missed == int((ranks > 1).sum())
    spoken, names = np.array(plant.spoken), np.array(plant.names)
    cosines = plant.queries @ plant.documents.T
    by_hand = 0
    for query, answers in gold.items():
        row, right = cosines[int(query[1:])], np.isin(names, answers)
        best = [right[spoken == one][row[spoken == one].argmax()] for one in ("ja", "en")]
        by_hand += any(best)
    mend = next(mend for mend in found.mends if mend.mend == "own_language_pool")
    assert mend.after == pytest.approx(by_hand / 120)


def test_hidden_documents_come_before_nothing():
    """A copy under the query's own id is hidden: nothing is missed."""
    plant = Plant(0, 60)
    asked, held = plant.sets
    both = ms.EmbeddingSet.from_arrays(np.vstack([held.vectors, asked.vectors]),
                                       ids=[*held.ids, *asked.ids])  # fmt: skip
    shown, hidden = (explain_misses(measure_retrieval(asked, both, gold=plant.gold, exclude=one),
                                    asked, both, gold=plant.gold, exclude=one)
                     for one in (None, "id"))  # fmt: skip
    assert (shown.n_missed, hidden.n_missed) == (60, 0)


def test_a_phrasing_with_further_answers_is_no_other_wording():
    """Queries of one group that seek different documents do not speak for each other."""
    plant = planted("astray", 0, 120)
    asked, held = plant.sets
    grouped = {name: f"user-{i % 4}" for i, name in enumerate(asked.ids)}
    found = explain_misses(measure_retrieval(asked, held, gold=plant.gold, groups=grouped), asked,
                           held, gold=plant.gold, groups=grouped)  # fmt: skip
    wording = next(layer for layer in found.layers if layer.layer == "wording")
    assert "no query has another phrasing" in str(wording.reason)
    assert found.n_groups == 4


def test_groups_that_are_no_wordings_are_noticed():
    """Questions on one page share the answer, and lie as far apart as any two queries."""
    plant = planted("wording", 0, 120)
    asked, held = plant.sets
    rng = np.random.default_rng(0)
    unlike = ms.EmbeddingSet.from_arrays(rng.normal(size=asked.vectors.shape), ids=asked.ids)
    groups = dict(zip(asked.ids, plant.groups, strict=True))
    told = [explain_misses(measure_retrieval(one, held, gold=plant.gold, groups=groups), one, held,
                           gold=plant.gold, groups=groups).provenance.notices
            for one in (asked, unlike)]  # fmt: skip
    codes = [[note.code for note in notices] for notices in told]
    assert "misses.notices.groups_unlike" not in codes[0]
    assert "misses.notices.groups_unlike" in codes[1]


def test_queries_that_lose_their_own_mean():
    """Displaced inside one language: the documents' means mend nothing, those of queries do."""
    plant = planted("displaced", 0, 240)
    found = plant.explain()
    change = {mend.mend: mend.difference.value for mend in found.mends}
    assert change["centering"] < 0.1
    assert change["query_centering"] > 0.5
    asked, held = plant.sets
    centred = LanguageCentering.fit(held, language="language", queries=asked.vectors,
                                    query_language=asked.columns["language"])  # fmt: skip
    moved = centred.apply(asked, side="query"), centred.apply(held)
    by_hand = measure_retrieval(*moved, **SEARCH).hits[1].value
    assert found.found + change["query_centering"] == pytest.approx(by_hand, abs=1e-9)
