"""A service that fails in the middle loses nothing that it had answered."""

import math

import numpy as np
import pytest
from models.misbehaving import (
    as_json,
    breaks_off,
    fails,
    half_json,
    items,
    never_answers,
    raw,
    resets,
    vectors_of,
)

from monosashi.embeddings import DataError
from monosashi.models import OpenAICompatible, embed

TEXTS = [f"text number {i}" for i in range(10)]


GONE = {"429", "500", "reset", "breaks off", "half json", "slow"}


def other_model(good):
    return as_json({**good, "model": "another"})


def changed(value):
    return items(lambda data: [{**item, "embedding": value(item["embedding"])} for item in data])


@pytest.mark.parametrize(
    "misbehaves",
    [
        items(lambda data: data[:-1]),
        items(lambda data: [*data, data[0]]),
        changed(lambda vector: [math.nan, *vector[1:]]),
        changed(lambda vector: vector[:2]),
        other_model,
        fails(429),
        fails(500),
        fails(400, "no"),
        resets,
        breaks_off,
        half_json,
        never_answers,
        raw("<html>portal</html>"),
    ],
    ids=["fewer", "more", "nan", "dimension", "model", "429", "500", "400", "reset", "breaks off",
         "half json", "slow", "html"],
)  # fmt: skip
def test_a_rerun_asks_only_for_what_is_missing(service, naps, tmp_path, misbehaves, request):
    def run():
        made_by = OpenAICompatible("m", url=service.url, batch=2, attempts=2, timeout=0.25)
        return embed(TEXTS, made_by, store=tmp_path / "answers.sqlite")

    service.always = lambda asked: misbehaves if TEXTS[4] in asked else None
    with pytest.raises(DataError):
        run()
    assert len(naps) <= 1
    service.always = lambda _: None
    service.asked.clear()
    done = run()
    asked = [text for batch in service.batches for text in batch if text in TEXTS]
    kind = request.node.callspec.id
    control = [TEXTS[1], TEXTS[3]] if kind in GONE else []  # else it was checked at the failure
    assert asked == [*control, *TEXTS[4:]]
    assert np.array_equal(done.vectors, vectors_of(TEXTS))
