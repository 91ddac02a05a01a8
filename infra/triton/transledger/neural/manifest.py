"""Reads `transledger.json`, which describes the weights in its folder."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..contract import QUALITIES
from .language_tokens import SCHEMES

MANIFEST = 'transledger.json'


class ManifestError(Exception):
    """Raised for a faulty manifest; the message names the field and the fault."""


@dataclass(frozen=True)
class Manifest:
    folder: Path
    #: Name of the model, also in Triton and in the responses of the API.
    name: str
    #: SPDX identifier, or the licence's name.
    license: str
    scheme: str
    #: Names of the languages in the model, by ISO 639-1 code.
    languages: dict[str, str]
    #: Directions, `en-de`; empty when all languages pair with one another.
    pairs: tuple[str, ...]
    source_tokenizer: Path
    target_tokenizer: Path
    #: Folder in CTranslate2's format.
    model: Path
    #: Maximum of tokens of a sentence; longer ones are cut.
    longest_sentence: int
    #: Beam sizes by quality.
    beam_sizes: dict[str, int]
    rank: int
    #: Tokens by target language and form.
    formality: dict[str, dict[str, str]]
    #: Tokens by domain.
    domains: dict[str, str]

    def translates(self, source: str, target: str) -> bool:
        if self.pairs:
            return f'{source}-{target}' in self.pairs
        return source != target and source in self.languages and target in self.languages


class _Fields:
    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            values = json.loads(path.read_text('utf-8'))
        except FileNotFoundError:
            raise ManifestError(f'{path} is missing: it says what the weights are') from None
        except ValueError as error:
            raise ManifestError(f'{path} is not JSON: {error}') from None
        if not isinstance(values, dict):
            raise ManifestError(f'{path} is not an object')
        self.values: dict[str, Any] = values

    def wrong(self, field: str, wanted: str) -> ManifestError:
        return ManifestError(f'{self.path}: "{field}" must be {wanted}')

    def text(self, field: str, pattern: str, wanted: str, default: str | None = None) -> str:
        value = self.values.get(field, default)
        if not isinstance(value, str) or re.fullmatch(pattern, value) is None:
            raise self.wrong(field, wanted)
        return value

    def number(self, field: str, default: int, least: int) -> int:
        value = self.values.get(field, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise self.wrong(field, f'a whole number, {least} or more')
        return value

    def strings(self, field: str, wanted: str) -> dict[str, str]:
        value = self.values.get(field, {})
        if not isinstance(value, dict) or not all(isinstance(each, str) and each for each in value.values()):
            raise self.wrong(field, wanted)
        return value

    def file(self, field: str, name: Any) -> Path:
        path = self.path.parent / name if isinstance(name, str) else None
        if path is None or not path.exists():
            raise self.wrong(field, f'something in {self.path.parent}, {name!r} is not')
        return path


def _tokenizers(fields: _Fields) -> tuple[Path, Path]:
    value = fields.values.get('tokenizer', 'sentencepiece.model')
    names = (value.get('source'), value.get('target')) if isinstance(value, dict) else (value, value)
    return fields.file('tokenizer', names[0]), fields.file('tokenizer', names[1])


def _languages(fields: _Fields) -> dict[str, str]:
    wanted = 'an object from at least two ISO 639-1 codes to the names that the model has for them'
    languages = fields.strings('languages', wanted)
    if len(languages) < 2 or not all(re.fullmatch('[a-z]{2}', code) for code in languages):
        raise fields.wrong('languages', wanted)
    return languages


def _pairs(fields: _Fields, languages: dict[str, str]) -> tuple[str, ...]:
    value = fields.values.get('pairs', [])
    known = {f'{source}-{target}' for source in languages for target in languages if source != target}
    if not isinstance(value, list) or not all(pair in known for pair in value):
        raise fields.wrong('pairs', 'a list such as ["en-de"] of the codes in "languages"')
    return tuple(value)


def _beam_sizes(fields: _Fields) -> dict[str, int]:
    value = fields.values.get('beam_sizes', dict.fromkeys(QUALITIES, 2))
    is_right = isinstance(value, dict) and value and set(value) <= set(QUALITIES)
    if not is_right or not all(isinstance(size, int) and 1 <= size <= 32 for size in value.values()):
        raise fields.wrong('beam_sizes', f'an object from some of {", ".join(QUALITIES)} to 1 to 32')
    return value


def _formality(fields: _Fields, languages: dict[str, str]) -> dict[str, dict[str, str]]:
    value = fields.values.get('formality', {})
    if not isinstance(value, dict) or not all(
        code in languages and isinstance(tokens, dict) and set(tokens) <= {'formal', 'informal'}
        for code, tokens in value.items()
    ):
        raise fields.wrong('formality', 'an object from target languages to {"formal": token, "informal": token}')
    return value


def read_manifest(folder: Path) -> Manifest:
    """
    Checks the fields, and that the files which they name are there.
    :raises ManifestError:
    """
    fields = _Fields(folder / MANIFEST)
    languages = _languages(fields)
    source_tokenizer, target_tokenizer = _tokenizers(fields)
    model = fields.file('model', fields.values.get('model', '.'))
    if not (model / 'model.bin').exists():
        raise ManifestError(f'{fields.path}: "model" must be a folder in CTranslate2\'s format, with a model.bin')
    return Manifest(
        folder=folder,
        name=fields.text('name', '[A-Za-z0-9][A-Za-z0-9._-]{0,99}', 'a name of letters, digits, ".", "_" and "-"'),
        license=fields.text('license', r'(?s)\S.*', 'the SPDX identifier or the name of the licence'),
        scheme=fields.text('scheme', '|'.join(SCHEMES), f'one of {", ".join(SCHEMES)}'),
        languages=languages,
        pairs=_pairs(fields, languages),
        source_tokenizer=source_tokenizer,
        target_tokenizer=target_tokenizer,
        model=model,
        longest_sentence=fields.number('longest_sentence', 200, 8),
        beam_sizes=_beam_sizes(fields),
        rank=fields.number('rank', 10, 0),
        formality=_formality(fields, languages),
        domains=fields.strings('domains', 'an object from domains to tokens'),
    )
