"""Short real queries with several known answers in every language."""

from monosashi.language.search.measure import Answers, measure_language_search
from monosashi.language.search.results import LanguageSearch, SearchedLanguage

__all__ = ["Answers", "LanguageSearch", "SearchedLanguage", "measure_language_search"]
