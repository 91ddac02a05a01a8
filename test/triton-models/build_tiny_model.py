"""
Builds a tiny Transformer with random weights in CTranslate2's format, with a SentencePiece model trained on the few
sentences below and a manifest: `build_tiny_model.py FOLDER [field=JSON …]`, the fields being those of the manifest.
What it writes is no language, but the same text always gives the same, and all of the real code runs.
"""

import json
import sys
from pathlib import Path

import numpy as np
import sentencepiece
from ctranslate2.specs import TransformerSpec

WIDTH, HEADS, INNER, LAYERS = 32, 2, 64, 1
SENTENCES = [
    'The black cat of my friend sleeps in the big house.',
    'We saw the water of the river yesterday, and it was cold.',
    'My brother bought a red car, which he drives to the city.',
    'Der schwarze Hund meines Freundes schläft im großen Haus.',
    'Gestern sahen wir das Wasser des Flusses, und es war kalt.',
    'Mein Bruder kaufte ein rotes Auto, mit dem er in die Stadt fährt.',
    'Every person has the right to life, liberty and security of person.',
    'Jeder hat das Recht auf Leben, Freiheit und Sicherheit der Person.',
]


def train_tokenizer(folder: Path, special: list[str]) -> list[str]:
    """The pieces, control symbols included."""
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES * 4),
        model_prefix=str(folder / 'sentencepiece'),
        vocab_size=400,
        byte_fallback=True,
        hard_vocab_limit=False,
        minloglevel=2,
        # MADLAD does the same: a text that has such a token gets the token, unless the caller escapes it.
        user_defined_symbols=special,
    )
    processor = sentencepiece.SentencePieceProcessor(model_file=str(folder / 'sentencepiece.model'))
    return [processor.id_to_piece(index) for index in range(processor.vocab_size())]


def fill(spec: TransformerSpec, vocabulary: list[str]) -> None:
    random = np.random.default_rng(7)

    def weights(*shape: int, scale: float = 0.5) -> np.ndarray:
        return (random.standard_normal(shape) * scale).astype(np.float32)

    def norm(layer) -> None:
        layer.gamma, layer.beta = np.ones(WIDTH, np.float32), np.zeros(WIDTH, np.float32)

    def linear(layer, rows: int, columns: int) -> None:
        layer.weight, layer.bias = weights(rows, columns), weights(rows)

    def attention(layer, *rows: int) -> None:
        norm(layer.layer_norm)
        for each, height in zip(layer.linear, rows, strict=True):
            linear(each, height, WIDTH)

    def feed_forward(layer) -> None:
        norm(layer.layer_norm)
        linear(layer.linear_0, INNER, WIDTH)
        linear(layer.linear_1, WIDTH, INNER)

    spec.encoder.embeddings[0].weight = weights(len(vocabulary), WIDTH)
    spec.decoder.embeddings.weight = weights(len(vocabulary), WIDTH)
    linear(spec.decoder.projection, len(vocabulary), WIDTH)
    bias = spec.decoder.projection.bias
    # Sentences that end, and have letters in them: most would go on to the limit, and be of single bytes.
    bias[vocabulary.index('</s>')] = 4
    bias[[piece.startswith('<') and piece != '</s>' for piece in vocabulary]] = -20
    norm(spec.encoder.layer_norm)
    norm(spec.decoder.layer_norm)
    for layer in spec.encoder.layer:
        attention(layer.self_attention, 3 * WIDTH, WIDTH)
        feed_forward(layer.ffn)
    for layer in spec.decoder.layer:
        attention(layer.self_attention, 3 * WIDTH, WIDTH)
        attention(layer.attention, WIDTH, 2 * WIDTH, WIDTH)
        feed_forward(layer.ffn)


def build(folder: Path, manifest: dict) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    special = [f'<2{name}>' for name in manifest['languages'].values()] if manifest['scheme'] == 'madlad' else []
    vocabulary = train_tokenizer(folder, special)
    if manifest['scheme'] == 'nllb':
        vocabulary += manifest['languages'].values()
    spec = TransformerSpec.from_config(LAYERS, HEADS)
    fill(spec, vocabulary)
    spec.register_source_vocabulary(vocabulary)
    spec.register_target_vocabulary(vocabulary)
    spec.validate()
    spec.optimize()
    spec.save(str(folder))
    (folder / 'transledger.json').write_text(json.dumps(manifest), 'utf-8')


if __name__ == '__main__':
    fields = dict(argument.split('=', 1) for argument in sys.argv[2:])
    defaults = {
        'name': 'tiny',
        'license': 'Apache-2.0',
        'scheme': 'nllb',
        'languages': {'en': 'eng_Latn', 'de': 'deu_Latn'},
        'longest_sentence': 40,
    }
    build(Path(sys.argv[1]), defaults | {name: json.loads(value) for name, value in fields.items()})
