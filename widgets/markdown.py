"""The little Markdown that lessons are written in, as HTML: paragraphs, lists, bold, italics. Everything else is text."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape


def html_of(text: str, spelt: Callable[[str], str] = escape) -> str:
    """Paragraphs are parted by empty lines; a paragraph whose lines begin with "- " is a list.

    ``spelt`` turns plain text into HTML: it may explain abbreviations besides escaping.
    """
    return "".join(_block(block, spelt) for block in re.split(r"\n\s*\n", text.strip()) if block.strip())


def _block(block: str, spelt: Callable[[str], str]) -> str:
    lines = block.strip().splitlines()
    items: list[list[str]] = []
    before: list[str] = []
    for line in lines:
        if re.match(r"\s*[-*] ", line):
            items.append([re.sub(r"^\s*[-*] ", "", line)])
        elif items:
            items[-1].append(line.strip())
        else:
            before.append(line.strip())
    said = f"<p>{_inline(' '.join(before), spelt)}</p>" if before else ""
    if items:
        said += "<ul>" + "".join(f"<li>{_inline(' '.join(item), spelt)}</li>" for item in items) + "</ul>"
    return said


def _inline(text: str, spelt: Callable[[str], str]) -> str:
    text = spelt(text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    return re.sub(r"(?<![\w*])[*_](?=\S)(.+?)(?<=\S)[*_](?![\w*])", r"<i>\1</i>", text)
