"""Translators: texts of one language to texts of another."""

from monosashi.models.translators.chat import ChatTranslator
from monosashi.models.translators.command import CommandTranslator
from monosashi.models.translators.contract import KnowsItems, Translator
from monosashi.models.translators.recorded import RecordedTranslator
from monosashi.models.translators.registry import TRANSLATORS, translator
from monosashi.models.translators.store import TranslationStore
from monosashi.models.translators.translated import Cost, Translated
from monosashi.models.translators.translating import translate

__all__ = [
    "TRANSLATORS", "ChatTranslator", "CommandTranslator", "Cost", "KnowsItems",
    "RecordedTranslator", "Translated", "TranslationStore", "Translator", "translate",
    "translator",
]  # fmt: skip
