"""Unicode character classes for `re`, which has no `\\p{…}`, and white space as JavaScript's `\\s` has it."""

import re
import sys
import unicodedata
from itertools import groupby


def _classes() -> dict[str, str]:
    """Ranges by general category, written for use between brackets."""
    ranges: dict[str, list[str]] = {}
    for category, group in groupby(range(sys.maxunicode + 1), lambda code: unicodedata.category(chr(code))):
        codes = list(group)
        ranges.setdefault(category, []).append(f'\\U{codes[0]:08x}-\\U{codes[-1]:08x}')
    return {category: ''.join(parts) for category, parts in ranges.items()}


_by_category = _classes()

LETTER = ''.join(_by_category[category] for category in ('Lu', 'Ll', 'Lt', 'Lm', 'Lo'))
MARK = ''.join(_by_category[category] for category in ('Mn', 'Mc', 'Me'))
DIGIT = _by_category['Nd']
UPPER = _by_category['Lu'] + _by_category['Lt']
LOWER = _by_category['Ll']
SPACE = '\\t\\n\\v\\f\\r\\u2028\\u2029\\ufeff' + _by_category['Zs']

_white_space = ''.join(chr(code) for code in range(0x10000) if re.match(f'[{SPACE}]', chr(code)))


def is_blank(text: str) -> bool:
    """Nothing but white space. (`str.strip` takes U+001C to U+001F and U+0085 for white space, too.)"""
    return not text.strip(_white_space)
