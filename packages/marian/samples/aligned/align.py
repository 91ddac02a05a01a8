"""Aligns the words of source.txt and human.txt, and writes which piece of the vocabulary belongs to which.

    python align.py > alignment.txt

IBM model 2 by expectation and maximization, in both directions, over the 300 pairs alone; words that look alike, or that words.txt pairs, weigh more,
and words near the diagonal more than words far from it. Both directions' common links stand; links of one direction join where they touch one of those and a word has none.
A line is that of a pair: "0-0 1-2" names pieces of the source and the target, as Marian reads them (--guided-alignment).
"""

import pathlib
import re

import numpy as np
import sentencepiece

SAMPLES = pathlib.Path(__file__).resolve().parent.parent
KNOWN = [line.split() for line in pathlib.Path(__file__).with_name("words.txt").read_text("utf-8").splitlines()]
ROUNDS = 8
DIAGONAL = 4.0
ALIKE = 400.0


def words(line):
    """Words and signs of a line with the places where they begin and end."""
    return [(part.group().lower(), part.start(), part.end()) for part in re.finditer(r"\w+|[^\w\s]", line)]


def likeness(left, right):
    """0 to 1: how much of two words' letters two by two is common, and 1 for words that words.txt pairs by their beginnings (German: by any part)."""
    if any(left.startswith(stem) and any(part in right for part in parts) for stem, *parts in KNOWN):
        return 1
    pairs = [{word[i : i + 2] for i in range(len(word) - 1)} or {word} for word in (left, right)]
    return 2 * len(pairs[0] & pairs[1]) / (len(pairs[0]) + len(pairs[1]))


def model(sources, targets, likeness):
    """For each pair of lines how probably each target word comes from each source word: an array of target by source."""
    known = [{word: place for place, word in enumerate(sorted({word for line in side for word in line}))} for side in (sources, targets)]
    ids = [[[places[word] for word in line] for line in side] for side, places in zip((sources, targets), known)]
    pairs = {(row, column) for source, target in zip(*ids) for row in source for column in target}
    names = [list(places) for places in known]
    alike = np.ones((len(known[0]), len(known[1])))
    for row, column in pairs:
        alike[row, column] += ALIKE * likeness(names[0][row], names[1][column]) ** 2
    weights = np.ones_like(alike)
    for _ in range(ROUNDS):
        counts = np.full_like(weights, 0.01)
        posteriors = []
        for source, target in zip(*ids):
            rows, columns = np.arange(len(source)), np.arange(len(target))
            near = np.exp(-DIAGONAL * abs(rows[None] / max(1, len(source) - 1) - columns[:, None] / max(1, len(target) - 1)))
            share = near * (weights * alike)[np.ix_(source, target)].T
            share /= share.sum(1, keepdims=True)
            posteriors.append(share)
            np.add.at(counts, np.ix_(source, target), share.T)
        weights = counts / counts.sum(1, keepdims=True)
    return posteriors


def links(forward, backward):
    """Pairs of words, source first, of two arrays: target by source, and source by target."""
    ahead = {(int(row.argmax()), place) for place, row in enumerate(forward)}
    back = {(place, int(row.argmax())) for place, row in enumerate(backward)}
    chosen = ahead & back
    added = True
    while added:
        added = False
        for source, target in sorted((ahead | back) - chosen):
            lonely = all(source != one for one, _ in chosen) or all(target != other for _, other in chosen)
            touches = any(abs(source - one) + abs(target - other) == 1 for one, other in chosen)
            if lonely and touches:
                chosen.add((source, target))
                added = True
    return chosen


def read(vocabulary, line):
    """Words of a line, and for each of its pieces the number of the word that it begins in: none for a piece of blanks."""
    pieces = vocabulary.encode(line, out_type=str)
    found = words("".join(pieces).replace("\u2581", " "))
    belongs, place = [], 0
    for piece in pieces:
        begin = place + len(piece) - len(piece.lstrip("\u2581"))
        belongs.append(next((number for number, (_, start, end) in enumerate(found) if start <= begin < end), None))
        place += len(piece)
    return [word for word, _, _ in found], belongs


def main():
    vocabulary = sentencepiece.SentencePieceProcessor(model_file=str(SAMPLES / "vocab.spm"))
    sides = [[read(vocabulary, line) for line in (SAMPLES / name).read_text("utf-8").splitlines()] for name in ("source.txt", "human.txt")]
    sources, targets = ([found for found, _ in side] for side in sides)
    for forward, backward, (_, source), (_, target) in zip(model(sources, targets, likeness), model(targets, sources, lambda one, other: likeness(other, one)), *sides):
        chosen = links(forward, backward)
        print(*(f"{one}-{other}" for other, right in enumerate(target) for one, left in enumerate(source) if (left, right) in chosen))


if __name__ == "__main__":
    main()
