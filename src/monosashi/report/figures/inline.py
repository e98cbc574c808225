"""Turn matplotlib's SVG file into a small piece of the page."""

from __future__ import annotations

import hashlib
import re
from xml.etree import ElementTree as ET

from monosashi.report.palette import as_variables

NUMBER = re.compile(r"-?\d+\.\d+")
DROPPED = {"metadata", "style"}
ATTRIBUTES = {"d", "x", "y", "transform", "width", "height"}
IN_STYLE = re.compile(r"font-family:[^;]*;?\s*")


def inline_svg(file: str, *, title: str, description: str) -> str:
    """Strip what a page does not need, name the figure, and let the page's style colour it."""
    # the file was written by matplotlib a moment ago, with every label escaped
    root = ET.fromstring(file.encode())  # noqa: S314
    _plain_names(root)
    _prune(root)
    _unique_ids(root, "f" + hashlib.sha256((title + description + file).encode()).hexdigest()[:8])
    _name(root, title, description)
    return ET.tostring(root, encoding="unicode")


def rename_ids(svg: str, name: str) -> str:
    """Give the ids of a drawing another beginning: the same drawing may stand on a page twice."""
    found = re.search(r'aria-labelledby="([\w-]+)-title', svg)
    return svg if found is None else svg.replace(found[1], name)


def _plain_names(root: ET.Element) -> None:
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        named = {key.rpartition("}")[2]: value for key, value in element.attrib.items()}
        element.attrib.clear()
        element.attrib.update(named)
        element.tail = None
        if element.tag != "text":
            element.text = None


def _prune(root: ET.Element) -> None:
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in DROPPED or (child.tag == "path" and _invisible(child)):
                parent.remove(child)
    for element in root.iter():
        _tidy(element.attrib)
    while _drop_empty_groups(root):
        pass


def _tidy(attributes: dict[str, str]) -> None:
    for name in ATTRIBUTES & attributes.keys():
        attributes[name] = _short(attributes[name])
    if "style" in attributes:
        attributes["style"] = as_variables(IN_STYLE.sub("", attributes["style"]))
    if attributes.get("transform", "").startswith("rotate(-0 "):
        del attributes["transform"]


def _invisible(path: ET.Element) -> bool:
    return path.get("style", "").strip() == "fill: none"


def _short(numbers: str) -> str:
    tidy = NUMBER.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), numbers)
    return " ".join(tidy.split())


def _drop_empty_groups(root: ET.Element) -> bool:
    found = False
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in {"g", "defs"} and len(child) == 0:
                parent.remove(child)
                found = True
    return found


def _unique_ids(root: ET.Element, prefix: str) -> None:
    """Keep only ids that something points to; several figures share one page."""
    text = " ".join(value for element in root.iter() for value in element.attrib.values())
    used = sorted(set(re.findall(r"#([\w.-]+)", text)))
    renamed = {old: f"{prefix}-{number}" for number, old in enumerate(used)}
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            if key == "id":
                _rename_id(element, renamed)
            elif "#" in value:
                element.set(key, re.sub(r"#([\w.-]+)", lambda m: f"#{renamed[m[1]]}", value))
    root.set("id", prefix)


def _rename_id(element: ET.Element, renamed: dict[str, str]) -> None:
    old = element.attrib.pop("id")
    if old in renamed:
        element.set("id", renamed[old])


def _name(root: ET.Element, title: str, description: str) -> None:
    prefix = root.attrib.pop("id")
    box = root.get("viewBox", "")
    root.attrib.clear()
    root.attrib.update({"viewBox": box, "role": "img"})
    root.set("aria-labelledby", f"{prefix}-title {prefix}-desc")
    for position, (tag, text) in enumerate((("title", title), ("desc", description))):
        element = ET.Element(tag, {"id": f"{prefix}-{tag}"})
        element.text = text
        root.insert(position, element)
