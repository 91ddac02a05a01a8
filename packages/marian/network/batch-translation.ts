import type { Kernel, SharedMemory } from '../kernel/kernel.js';
import { encode, rowsOf, type SourceRows } from './encoder.js';
import { Layers } from './layers.js';
import { Positions } from './positions.js';
import type { Scratch } from './scratch.js';
import { maximumTargetTokens, type Network } from './weights.js';

/** A sentence to be translated. */
export interface SourceSentence {
  /** Its pieces and the end of the sentence. */
  tokens: Uint32Array;
  /** Tokens that the translation may have. */
  limit: number;
  withAlignment: boolean;
}

/** Hears of each step; a sentence for which `isCancelled` is true gets no further one. */
export interface TranslationListener {
  isCancelled(sentence: number): boolean;
  /** `alignment`: how much the token belongs to each piece of the source; only where that was asked for. */
  written(sentence: number, token: number, probability: number, alignment: Float32Array | undefined): void;
  /** `probability` is that of its end; undefined where it reached its limit before. */
  ended(sentence: number, probability: number | undefined): void;
}

/** A token, its score, and its probability among the candidates. */
export interface ChosenToken {
  token: number;
  score: number;
  probability: number;
}

/** A sentence on its way. */
export interface Going extends SourceRows {
  sentence: number;
  limit: number;
  withAlignment: boolean;
  /** Its row among cells and candidates. */
  slot: number;
  candidateCount: number;
  length: number;
  last: number;
  /** That of the last token. */
  probability: number;
}

/** Translates batches greedily in one thread's part of the memory. */
export class BatchTranslation {
  private readonly layers: Layers;
  private readonly positions: Positions;
  private readonly seen: Uint32Array;
  private readonly floats: Float32Array;
  private readonly words: Uint32Array;

  constructor(
    private readonly kernel: Kernel,
    memory: SharedMemory,
    private readonly network: Network,
    private readonly scratch: Scratch,
    private readonly endToken: number,
  ) {
    const { width, targetVocabulary } = network.shape;
    this.layers = new Layers(kernel, scratch, width);
    this.floats = new Float32Array(memory.buffer);
    this.words = new Uint32Array(memory.buffer);
    this.positions = new Positions(
      new Float32Array(memory.buffer, network.positions, width * maximumTargetTokens),
      width,
    );
    this.seen = new Uint32Array(Math.ceil(targetVocabulary / 32));
  }

  /** Translates sentences side by side; each gets the same tokens as alone. */
  translate(sentences: readonly SourceSentence[], listener: TranslationListener): void {
    const rows = rowsOf(sentences.map(({ tokens }) => tokens));
    this.positions.ensure(sentences.reduce((most, { tokens }) => Math.max(most, tokens.length), 0));
    encode(this.layers, this.network, rows);
    let going = rows.map((row, sentence): Going => {
      const { limit, withAlignment } = sentences[sentence] as SourceSentence;
      const candidateCount = this.network.shortlist === undefined ? 0 : this.writeCandidates(row.tokens, sentence);
      return {
        ...row,
        sentence,
        limit,
        withAlignment,
        slot: sentence,
        candidateCount,
        length: 0,
        last: -1,
        probability: 1,
      };
    });
    const { width } = this.network.shape;
    for (const cells of this.scratch.cells) this.floats.fill(0, cells / 4, cells / 4 + width * sentences.length);
    for (let step = 0; ; step += 1) {
      going = going.filter((one) => {
        if (listener.isCancelled(one.sentence)) return false;
        if (one.last !== this.endToken && one.length < one.limit) return true;
        listener.ended(one.sentence, one.last === this.endToken ? one.probability : undefined);
        return false;
      });
      if (going.length === 0) return;
      this.positions.ensure(step + 1);
      this.step(going, step, listener);
    }
  }

  /** Writes the candidates of a sentence, in order and each once, and up to a multiple of four; returns their number. */
  private writeCandidates(tokens: Uint32Array, slot: number): number {
    const { shortlist } = this.network;
    if (shortlist === undefined) return 0;
    const { seen, words } = this;
    seen.fill(0);
    const note = (token: number): void => {
      seen[token >>> 5] = (seen[token >>> 5] ?? 0) | (1 << (token & 31));
    };
    for (let token = 0; token < shortlist.first; token += 1) note(token);
    // The end of a sentence must be among them.
    note(this.endToken);
    const { tokenBytes } = shortlist;
    const offsets = shortlist.offsets / 4;
    for (const token of tokens) {
      if (shortlist.shared) note(token);
      const begin = words[offsets + token] ?? 0;
      const end = words[offsets + token + 1] ?? begin;
      const address = shortlist.tokens + tokenBytes * begin;
      const list =
        tokenBytes === 2
          ? new Uint16Array(words.buffer, address, end - begin)
          : new Uint32Array(words.buffer, address, end - begin);
      for (const candidate of list) note(candidate);
    }
    const begin = this.candidatesOf(slot) / 4;
    let count = 0;
    for (const [index, bits] of seen.entries()) {
      for (let left = bits; left !== 0; left &= left - 1) {
        words[begin + count] = 32 * index + 31 - Math.clz32(left & -left);
        count += 1;
      }
    }
    const last = words[begin + count - 1] ?? 0;
    words.fill(last, begin + count, begin + 4 * Math.ceil(count / 4));
    return count;
  }

  private candidatesOf(slot: number): number {
    return this.scratch.candidates + slot * 4 * (4 * Math.ceil(this.network.shape.targetVocabulary / 4) + 4);
  }

  /** Writes the next token of each sentence. */
  private step(going: Going[], step: number, listener: TranslationListener): void {
    const { kernel, layers, network, scratch, floats } = this;
    const { width, heads } = network.shape;
    const { x, y, queries, keys, values, gates } = scratch;
    const rowBytes = 4 * width;
    const rows = going.length;
    const headScale = Math.fround(1 / Math.sqrt(width / heads));
    const position = network.positions + rowBytes * step;
    for (const [row, { last }] of going.entries()) {
      const at = x + rowBytes * row;
      if (last < 0) floats.copyWithin(at / 4, position / 4, position / 4 + width);
      else kernel.embed(network.target.weights + width * last, width, network.target.scale, position, at);
    }
    const alignments: (Float32Array | undefined)[] = [];
    for (const [index, layer] of network.decoder.entries()) {
      const isLast = index === network.decoder.length - 1;
      layers.products(x, rows, [layer.gate, gates], [layer.input, values]);
      for (const [row, { slot }] of going.entries()) {
        const cell = (scratch.cells[index] ?? 0) + rowBytes * slot;
        kernel.recur(cell, gates + rowBytes * row, values + rowBytes * row, width, y + rowBytes * row);
      }
      kernel.addAndNormalize(x, y, width, rows, layer.recurrent.scale, layer.recurrent.bias);
      layers.products(x, rows, [layer.attention.query, queries]);
      const context = scratch.contexts[index] ?? { keys: 0, values: 0 };
      for (const [row, one] of going.entries()) {
        const wanted = isLast && one.withAlignment;
        kernel.attend(
          queries + rowBytes * row,
          1,
          context.keys + rowBytes * one.column,
          context.values + rowBytes * one.row,
          one.tokens.length,
          one.stride,
          width,
          heads,
          headScale,
          scratch.scores,
          wanted ? scratch.alignment : 0,
          y + rowBytes * row,
        );
        if (wanted) alignments[row] = floats.slice(scratch.alignment / 4, scratch.alignment / 4 + one.tokens.length);
      }
      layers.products(y, rows, [layer.attention.output, keys]);
      const { normalization } = layer.attention;
      kernel.addAndNormalize(x, keys, width, rows, normalization.scale, normalization.bias);
      layers.feedForward(layer.feedForward, x, rows);
    }
    layers.round(x, rows, network.output);
    for (const [row, one] of going.entries()) {
      const { token, probability } = this.choose(one, row);
      one.last = token;
      one.probability = probability;
      if (token === this.endToken) continue;
      one.length += 1;
      listener.written(one.sentence, token, probability, alignments[row]);
    }
  }

  /** The most likely token after a row, the first of equal ones. */
  protected choose(going: Going, row: number): ChosenToken {
    const { kernel, scratch, network } = this;
    const { weights, depth, outputs, scale, bias } = network.output;
    const integers = scratch.integers + 2 * depth * row;
    const { logits } = scratch;
    const candidates = this.candidatesOf(going.slot);
    const count = going.candidateCount === 0 ? outputs : going.candidateCount;
    if (going.candidateCount === 0) kernel.affine(integers, weights, depth, outputs, 1, scale, bias, logits);
    else kernel.scoresOf(integers, weights, depth, candidates, 4 * Math.ceil(count / 4), scale, bias, logits);
    const place = kernel.highest(logits, count);
    const score = this.floats[logits / 4 + place] ?? 0;
    const token = going.candidateCount === 0 ? place : (this.words[candidates / 4 + place] ?? 0);
    return { token, score, probability: kernel.probabilityOf(logits, count, score) };
  }

  /** The score of a token after a row; less than any where it is no candidate. To be called after `choose`. */
  protected scoreOf(token: number, { slot, candidateCount }: Going, _row: number): number {
    const { logits } = this.scratch;
    if (candidateCount === 0) return this.floats[logits / 4 + token] ?? Number.NEGATIVE_INFINITY;
    const begin = this.candidatesOf(slot) / 4;
    const place = this.words.subarray(begin, begin + candidateCount).indexOf(token);
    return place < 0 ? Number.NEGATIVE_INFINITY : (this.floats[logits / 4 + place] ?? 0);
  }
}
