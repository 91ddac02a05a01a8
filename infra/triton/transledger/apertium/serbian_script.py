import re

_PAIRS = 'аa бb вv гg дd ђđ еe жž зz иi јj кk лl љlj мm нn њnj оo пp рr сs тt ћć уu фf хh цc чč џdž шš'
_LATIN = {letters[0]: letters[1:] for letters in _PAIRS.split()}
_LATIN |= {letter.upper(): latin[0].upper() + latin[1:] for letter, latin in _LATIN.items()}
_cyrillic = re.compile('[\u0400-\u045f]')


def serbian_in_latin(text: str) -> str:
    """Serbian in Cyrillic letters as in Latin ones, letter by letter: Apertium's dictionaries know only these."""
    return _cyrillic.sub(lambda match: _LATIN.get(match[0], match[0]), text)
