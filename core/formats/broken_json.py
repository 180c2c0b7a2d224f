"""What is probably wrong with a text that is not JSON, in a sentence for somebody who wrote it by hand."""

from __future__ import annotations

import re

import orjson

_COMMENT = re.compile(r"//|/\*|#|<!--")
_WORDS = {"True": "true", "False": "false", "None": "null"}  # as Python writes them
_WORD = re.compile(r"[A-Za-z_]\w*")
_MEND = "mend it there or restore a copy"


def what_is_wrong(text: str, error: orjson.JSONDecodeError) -> str:
    """The sentence for a text in which the parser stopped."""
    rest = text[error.pos : error.pos + 50]
    if _COMMENT.match(rest):
        return 'has a comment, which JSON does not know: remove it, or write it into "notes"'
    if rest.startswith("'"):
        return 'has single quotes: JSON texts stand in "double quotes"'
    if "control character" in error.msg and rest.startswith(("\n", "\r")):
        return f'has a text that is not closed: a " may be missing on line {error.lineno}'
    if "trailing comma" in error.msg:
        return "has a comma too many: remove the comma before the closing bracket"
    if "leading zero" in error.msg:
        return 'has a number that begins with 0: write hex numbers in "quotes"'
    if "expected ','" in error.msg:
        return _between_values(text, error)
    word = _WORD.match(rest)
    if word and word[0] in _WORDS:
        return f"is not JSON: write {_WORDS[word[0]]} instead of {word[0]}"
    if word and ("string key" in error.msg or "JSON value" in error.msg):
        return f'is not JSON ({word[0]} stands without quotes): write it in "quotes", or {_MEND}'
    return f"is not JSON ({error.msg}): {_MEND}"


def _between_values(text: str, error: orjson.JSONDecodeError) -> str:
    before = text[: error.pos].rstrip()
    line = before.count("\n") + 1
    if line < error.lineno:
        return f"is not JSON: a comma may be missing at the end of line {line}"
    return f'is not JSON: a comma or a " may be missing before column {error.colno}, or {_MEND}'
