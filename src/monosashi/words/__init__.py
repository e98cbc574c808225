"""Every sentence a person reads, in English and Japanese, kept apart from the code."""

from monosashi.words.catalogue import (
    LANGUAGES,
    catalogue,
    choose_language,
    current_language,
    for_level,
    has_words,
    say,
    surrounding_language,
)

__all__ = [
    "LANGUAGES",
    "catalogue",
    "choose_language",
    "current_language",
    "for_level",
    "has_words",
    "say",
    "surrounding_language",
]
