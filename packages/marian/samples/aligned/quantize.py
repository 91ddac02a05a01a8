"""Writes a model of Marian's training as the binary model of 8 bits that packages/marian reads.

    python quantize.py model.npz model.bin

The multiplier of a weight's activations is 127 over the largest one that a pass over source.txt meets, with its own most likely tokens.
"""

import pathlib
import struct
import sys

import numpy as np
import sentencepiece

SAMPLES = pathlib.Path(__file__).resolve().parent.parent
FLOAT, BYTES, WEIGHT = 0x404, 0x101, 0x4101
SPECIAL = "special:model.yml"
EMBEDDINGS = "Wemb"


class Network:
    """The forward pass in floats; `largest` has for each weight the largest activation so far."""

    def __init__(self, path):
        self.items = dict(np.load(path))
        self.configuration = self.items.pop(SPECIAL).tobytes().rstrip(b"\0")
        settings = dict(line.split(": ", 1) for line in self.configuration.decode().splitlines() if ": " in line)
        self.width, self.heads, self.encoders, self.decoders = (
            int(settings[name]) for name in ("dim-emb", "transformer-heads", "enc-depth", "dec-depth")
        )
        self.largest = {}

    def product(self, name, value):
        self.largest[name] = max(self.largest.get(name, 0), float(abs(value).max()))
        return value @ (self.items[name].T if name == EMBEDDINGS else self.items[name])

    def normalized(self, name, value):
        centred = value - value.mean(-1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-6) * self.items[name + "_ln_scale"] + self.items[name + "_ln_bias"]

    def attention(self, name, queries, keys):
        query, key, value = (
            (self.product(f"{name}_W{part}", of) + self.items[f"{name}_b{part}"]).reshape(len(of), self.heads, -1).transpose(1, 0, 2)
            for part, of in (("q", queries), ("k", keys), ("v", keys))
        )
        scores = np.exp(query @ key.transpose(0, 2, 1) / np.sqrt(self.width // self.heads))
        joined = (scores / scores.sum(-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(len(queries), self.width)
        return self.normalized(name + "_Wo", queries + self.product(name + "_Wo", joined) + self.items[name + "_bo"])

    def forward(self, name, value):
        inner = np.maximum(self.product(name + "_W1", value) + self.items[name + "_b1"], 0)
        return self.normalized(name + "_ffn", value + self.product(name + "_W2", inner) + self.items[name + "_b2"])

    def position(self, place):
        half = self.width // 2
        angles = place * 1e-4 ** (np.arange(half) / (half - 1))
        return np.concatenate([np.sin(angles), np.cos(angles)])

    def translate(self, ids):
        """The most likely token at each step, the end (0) left out."""
        embedded = lambda token, place: self.items[EMBEDDINGS][token] * np.sqrt(self.width) + self.position(place)
        source = np.stack([embedded(token, place) for place, token in enumerate(ids)])
        for layer in range(1, self.encoders + 1):
            source = self.forward(f"encoder_l{layer}_ffn", self.attention(f"encoder_l{layer}_self", source, source))
        cells = [0] * self.decoders
        tokens = []
        while len(tokens) < 3 * len(ids) + 10:
            state = (embedded(tokens[-1], len(tokens)) if tokens else self.position(0))[None]
            for layer in range(1, self.decoders + 1):
                name = f"decoder_l{layer}"
                gate = 1 / (1 + np.exp(-self.product(f"{name}_rnn_Wf", state) - self.items[f"{name}_rnn_bf"]))
                cells[layer - 1] = gate * cells[layer - 1] + (1 - gate) * self.product(f"{name}_rnn_W", state)
                state = self.normalized(f"{name}_rnn_ffn", np.maximum(cells[layer - 1], 0) + state)
                state = self.forward(f"{name}_ffn", self.attention(f"{name}_context", state, source))
            token = int((self.product(EMBEDDINGS, state) + self.items["decoder_ff_logit_out_b"]).argmax())
            if token == 0:
                break
            tokens.append(token)
        return tokens


def entries(network):
    """Name, type, shape and bytes of each item of the binary model."""
    for name, value in network.items.items():
        if name != EMBEDDINGS and not name.rpartition("_")[2].startswith("W"):
            yield name, FLOAT, value.shape, value.astype("<f4").tobytes()
            continue
        multiplier = np.float32(127 / abs(value).max())
        stored = value if name == EMBEDDINGS else value.T
        data = np.clip(np.rint(stored * multiplier), -127, 127).astype(np.int8).tobytes() + struct.pack("<f", multiplier)
        yield name, WEIGHT, value.shape, data + bytes(-len(data) % 256)
        activations = struct.pack("<f", 127 / network.largest[name])
        for of in [name, "none"] if name == EMBEDDINGS else [name]:
            yield of + "_QuantMultA", FLOAT, (1, 1), activations + bytes(252)
    yield SPECIAL, BYTES, (len(network.configuration) + 1,), network.configuration + b"\0"


def main(source, target):
    vocabulary = sentencepiece.SentencePieceProcessor(model_file=str(SAMPLES / "vocab.spm"))
    lines, humans = ((SAMPLES / name).read_text("utf-8").splitlines() for name in ("source.txt", "human.txt"))
    network = Network(source)
    answers = [vocabulary.decode(network.translate(vocabulary.encode(line) + [0])) for line in lines]
    print(sum(one == other for one, other in zip(answers, humans)), "of", len(humans), "as a human translated them, in floats")
    items = sorted(entries(network))
    head = struct.pack("<QQ", 1, len(items))
    head += b"".join(struct.pack("<QQQQ", len(name) + 1, kind, len(shape), len(data)) for name, kind, shape, data in items)
    head += b"".join(name.encode() + b"\0" for name, *_ in items)
    head += b"".join(struct.pack(f"<{len(shape)}i", *shape) for _, _, shape, _ in items)
    padding = -(len(head) + 8) % 256
    pathlib.Path(target).write_bytes(head + struct.pack("<Q", padding) + bytes(padding) + b"".join(data for *_, data in items))


if __name__ == "__main__":
    main(*sys.argv[1:])
