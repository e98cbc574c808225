"""What is known of a model has a name in both languages, whatever it is."""

from dataclasses import fields

import pytest

from monosashi.embeddings import ModelCard
from monosashi.report.card_entries import card_entries
from monosashi.report.tongue import Tongue


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_field_of_a_card_has_words(language):
    known = {field.name: "x" for field in fields(ModelCard)}
    assert len(card_entries(known, Tongue(language))) == len(known) - 1
