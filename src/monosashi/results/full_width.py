"""Lists inside numbers of findings are written for English; Japanese has signs of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

LISTS = ("pairs_text", "others_text")  # "a – b 20% (8.4%); c – d 5% (8.4%)"
NAMES = ("names", "beyond_names")  # " (a, b)"
SHARE = re.compile(r" \((<?[\d.]+%)\)(?=;|$)")


def full_width(numbers: Mapping[str, Any]) -> dict[str, str]:
    """The texts that change; signs inside the user's own names stay.

    >>> full_width({"pairs_text": "a (x) – b 20% (8.4%); c – d 5% (8.4%)", "names": " (a, b)"})
    {'pairs_text': 'a (x) – b 20%（8.4%）；c – d 5%（8.4%）', 'names': '（a, b）'}
    >>> full_width({"worst": "a (one (1)…)", "worst_id": "a", "worst_text": "one (1)…"})
    {'worst': 'a（one (1)…）'}
    """
    held = {name: text for name, text in numbers.items() if isinstance(text, str)}
    told = {name: SHARE.sub(r"（\1）", held[name]).replace("; ", "；")
            for name in LISTS if name in held}  # fmt: skip
    told |= {name: f"（{held[name][2:-1]}）" for name in NAMES
             if held.get(name, "").startswith(" (") and held[name].endswith(")")}  # fmt: skip
    if held.get("worst_text") and "worst_id" in held and "worst" in held:
        told["worst"] = f"{held['worst_id']}（{held['worst_text']}）"
    return told
