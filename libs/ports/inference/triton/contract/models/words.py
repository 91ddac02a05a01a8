"""Translates English to Spanish word by word, with the tags of the contract; the toy models share it."""

import re

WORDS = {
    'black': 'negro', 'cat': 'gato', 'friend': 'amigo', 'house': 'casa', 'my': 'mi', 'of': 'de', 'sees': 've',
    'the': 'el', 'water': 'agua',
}
_tagged = '((?:\ue000\\d+\ue00f)?{}(?:\ue001\\d+\ue00f)?)'
_adjective_and_noun = re.compile(f'{_tagged.format("black")} {_tagged.format("[a-z]+")}')


def translate(text):
    swapped = _adjective_and_noun.sub(r'\2 \1', text)
    return re.sub('[A-Za-z]+', lambda match: WORDS.get(match.group().lower(), match.group()), swapped)


def confidence(text):
    words = re.findall('[A-Za-z]+', text)
    return sum(word.lower() in WORDS for word in words) / len(words) if words else 1.0
