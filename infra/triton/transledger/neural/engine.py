"""Translates texts with a CTranslate2 model."""

import json
import math
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

import ctranslate2
import sentencepiece

from ..contract import Query, Translation, unsupported_pair
from .growing_text import GrowingText
from .language_tokens import framing_of, is_special, without_special_tokens
from .manifest import Manifest
from .sentences import Piece, pieces_of


@dataclass(frozen=True)
class Device:
    name: str
    index: int
    compute_type: str
    #: Number of batches that are worked on at once, and processor threads of each.
    inter_threads: int
    intra_threads: int
    #: Maximum of tokens of a batch in the model, padding counted.
    batch_tokens: int


@dataclass(frozen=True)
class _Sentence:
    piece: Piece
    #: Tokens of the piece; empty when it stays as it is.
    tokens: list[str]
    target_prefix: list[str]


@dataclass(frozen=True)
class _Hypothesis:
    text: str
    #: Sum over the tokens, the end token included, the target prefix not.
    log_probability: float
    tokens: int


def _confidence(hypotheses: list[_Hypothesis]) -> float:
    tokens = sum(hypothesis.tokens for hypothesis in hypotheses)
    return math.exp(sum(hypothesis.log_probability for hypothesis in hypotheses) / tokens) if tokens else 1.0


def _translation(sentences: list[_Sentence], hypotheses: list[_Hypothesis]) -> Translation:
    ordered = iter(hypotheses)
    texts = [next(ordered).text if sentence.tokens else '' for sentence in sentences]
    # A text must not become nothing.
    written = (text or sentence.piece.text for text, sentence in zip(texts, sentences, strict=True))
    return Translation(''.join(written), _confidence(hypotheses))


class NeuralEngine:
    def __init__(self, manifest: Manifest, device: Device) -> None:
        self._manifest = manifest
        self._batch_tokens = device.batch_tokens
        self._source = sentencepiece.SentencePieceProcessor(model_file=str(manifest.source_tokenizer))
        self._target = sentencepiece.SentencePieceProcessor(model_file=str(manifest.target_tokenizer))
        self._translator = ctranslate2.Translator(
            str(manifest.model),
            device=device.name,
            device_index=device.index,
            compute_type=device.compute_type,
            inter_threads=device.inter_threads,
            intra_threads=device.intra_threads,
        )
        config = json.loads((manifest.model / 'config.json').read_text('utf-8'))
        self._end = config.get('eos_token') or '</s>'
        self._after = [] if config.get('add_source_eos') else [self._end]
        self._decoding = {
            'return_scores': True,
            'disable_unk': True,
            # Longer sentences are cut here; the part that the model would cut off would be lost.
            'max_input_length': 0,
            'max_decoding_length': 2 * manifest.longest_sentence + 32,
        }

    def check(self, query: Query) -> None:
        """:raises InvalidRequestError:"""
        if not self._manifest.translates(query.source, query.target):
            raise unsupported_pair(query.source, query.target)

    def translate(self, queries: list[Query], beam_size: int) -> list[Translation]:
        """Translates queries of one pair, their sentences in one batch."""
        texts = [self._prepare(query) for query in queries]
        batch = [sentence for text in texts for sentence in text if sentence.tokens]
        hypotheses = iter(self._hypotheses(batch, beam_size))
        return [_translation(text, [next(hypotheses) for sentence in text if sentence.tokens]) for text in texts]

    def stream(self, query: Query) -> Iterator[str | float]:
        """
        Yields text as the model decodes it, greedily, and last the confidence. Closing ends the decoding at its next
        token.
        """
        hypotheses: list[_Hypothesis] = []
        for sentence in self._prepare(query):
            if sentence.tokens:
                hypotheses.append((yield from self._stream_sentence(sentence)))
            else:
                yield sentence.piece.text
        yield _confidence(hypotheses)

    def _prepare(self, query: Query) -> list[_Sentence]:
        manifest = self._manifest
        languages = manifest.languages
        framing = framing_of(manifest.scheme, languages[query.source], languages[query.target])
        control = [
            manifest.domains.get(query.domain),
            manifest.formality.get(query.target, {}).get(query.formality),
        ]
        before = [*framing.before, *(token for token in control if token)]

        def tokens_of(piece: Piece) -> list[str]:
            return [*before, *self._encode(piece.text), *self._after] if piece.is_translated else []

        pieces = pieces_of(query.text, lambda text: len(self._encode(text)) > manifest.longest_sentence)
        return [_Sentence(piece, tokens_of(piece), framing.target_prefix) for piece in pieces]

    def _encode(self, text: str) -> list[str]:
        return without_special_tokens(self._source.encode(text, out_type=str))

    def _decode(self, tokens: list[str]) -> str:
        return self._target.decode([token for token in tokens if not is_special(token)])

    def _hypotheses(self, batch: list[_Sentence], beam_size: int) -> list[_Hypothesis]:
        results = self._translator.translate_batch(
            [sentence.tokens for sentence in batch],
            [sentence.target_prefix or None for sentence in batch],
            beam_size=beam_size,
            max_batch_size=self._batch_tokens,
            batch_type='tokens',
            return_end_token=True,
            **self._decoding,
        )
        return [
            self._hypothesis(result.hypotheses[0], result.scores[0], len(sentence.target_prefix))
            for result, sentence in zip(results, batch, strict=True)
        ]

    def _hypothesis(self, tokens: list[str], score: float, prefix: int) -> _Hypothesis:
        # The score is the mean over all tokens, with 0 for those of the prefix.
        end = len(tokens) - 1 if tokens[-1:] == [self._end] else len(tokens)
        text = self._decode(tokens[prefix:end]).strip()
        return _Hypothesis(text, score * len(tokens), len(tokens) - prefix)

    def _stream_sentence(self, sentence: _Sentence) -> Generator[str | float, None, _Hypothesis]:
        decoding = {name: value for name, value in self._decoding.items() if name != 'return_scores'}
        text = GrowingText(self._decode)
        log_probability, count = 0.0, 0
        steps = self._translator.generate_tokens(
            sentence.tokens, sentence.target_prefix or None, return_log_prob=True, **decoding
        )
        with closing(steps):
            for step in steps:
                if step.step < len(sentence.target_prefix):
                    continue
                log_probability += step.log_prob
                count += 1
                new = '' if step.token == self._end else text.add(step.token)
                if new:
                    yield new
        yield text.rest()
        if text.is_empty:
            yield sentence.piece.text
        return _Hypothesis('', log_probability, count)
