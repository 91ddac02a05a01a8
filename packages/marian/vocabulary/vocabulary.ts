import type { ByteSource } from '../files/byte-source.js';
import { CharacterMap, characterLength, normalize } from './normalizer.js';
import { PieceTrie } from './piece-trie.js';
import { type Pieces, pieceKinds, readSentencePieceModel, textOf } from './sentencepiece-model.js';

/** A piece of a text: the number of its token, and the part of the text that it is, in UTF-16 units. */
export interface TextPiece {
  token: number;
  begin: number;
  end: number;
}

/** Bytes that a normalized text may have. */
const maximumBytes = 262_144;
/** How much less likely an unknown character is than the least likely piece. */
const unknownPenalty = 10;

/** The byte of a piece such as `<0x0A>`. */
const byteOf = (piece: string): number | undefined => {
  const [, digits] = /^<0x([0-9A-F]{2})>$/.exec(piece) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
};

/** The UTF-16 unit that each byte of a text in UTF-8 belongs to, and its length for the end. */
const unitsOf = (text: string, byteLength: number): Uint32Array => {
  const units = new Uint32Array(byteLength + 1);
  let byte = 0;
  for (let unit = 0; unit < text.length; ) {
    const point = text.codePointAt(unit) ?? 0;
    const length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    units.fill(unit, byte, byte + length);
    byte += length;
    unit += point < 0x10000 ? 1 : 2;
  }
  units[byteLength] = text.length;
  return units;
};

/** A vocabulary of SentencePiece: splits texts into pieces, and puts pieces together again. */
export class Vocabulary {
  private constructor(
    private readonly pieces: Pieces,
    /** The token of characters that no piece has. */
    readonly unknown: number,
    /** The token that ends a sentence. */
    readonly end: number,
    /** By byte; empty where unknown characters are no bytes. */
    private readonly byteTokens: readonly number[],
    private readonly trie: PieceTrie,
    private readonly normalized: (text: Uint8Array) => ReturnType<typeof normalize>,
    private readonly removeExtraSpaces: boolean,
    private readonly addPrefix: boolean,
  ) {}

  /** Throws `ModelFileError` for what is no vocabulary, or a damaged one. */
  static read(source: ByteSource): Vocabulary {
    const model = readSentencePieceModel(source);
    const { pieces, addPrefix, removeExtraSpaces } = model;
    const { kinds, scores } = pieces;
    const refuse = (reason: string): never => source.refuse(reason);
    const map = CharacterMap.read(model.characterMap, refuse);
    const { normal, own, byte } = pieceKinds;
    const ownPieces = PieceTrie.of(pieces, [own], refuse);
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let token = 0; token < pieces.count; token += 1) {
      if (kinds[token] !== normal) continue;
      least = Math.min(least, scores[token] ?? 0);
      most = Math.max(most, scores[token] ?? 0);
    }
    if (most < least) refuse('has no piece that a text could be made of');
    scores[model.unknown] = least - unknownPenalty;
    const byteTokens: number[] = [];
    for (let token = 0; token < pieces.count; token += 1) {
      // Pieces of one's own are taken wherever they stand.
      if (kinds[token] === own) scores[token] = ((pieces.ends[token] ?? 0) - (pieces.begins[token] ?? 0)) * most - 0.1;
      if (kinds[token] === byte) byteTokens[byteOf(textOf(pieces, token)) ?? refuse('has a byte that is none')] = token;
    }
    if (model.byteFallback && Array.from(byteTokens).filter((token) => token !== undefined).length !== 256)
      refuse('writes unknown characters as bytes, and does not have a piece for each of the 256');
    return new Vocabulary(
      pieces,
      model.unknown,
      model.end,
      model.byteFallback ? byteTokens : [],
      PieceTrie.of(pieces, [normal, own], refuse),
      (text) => normalize(text, map, { addPrefix, removeExtraSpaces, own: ownPieces }, maximumBytes),
      removeExtraSpaces,
      addPrefix,
    );
  }

  /** Number of tokens. */
  get size(): number {
    return this.pieces.count;
  }

  /** The text of a token, with `▁` for a space. */
  piece(token: number): string {
    return textOf(this.pieces, token);
  }

  /** The most likely pieces of a text, without the end of the sentence; undefined for a text of more than 256 KiB. */
  encode(text: string): TextPiece[] | undefined {
    const utf8 = Buffer.from(text, 'utf8');
    const normalized = utf8.length > maximumBytes ? undefined : this.normalized(utf8);
    if (normalized === undefined) return undefined;
    const { bytes, origins } = normalized;
    const units = unitsOf(text, utf8.length);
    const place = (byte: number): number => units[origins[byte] ?? 0] ?? text.length;
    const found: TextPiece[] = [];
    const push = (token: number, begin: number, end: number): void => {
      found.push({ token, begin: place(begin), end: place(end) });
    };
    for (const { token, begin, end } of this.likeliest(bytes)) {
      const last = found.at(-1);
      if (token !== this.unknown) push(token, begin, end);
      else if (this.byteTokens.length > 0) {
        for (let at = begin; at < end; at += 1) push(this.byteTokens[bytes[at] ?? 0] ?? token, begin, end);
      } else if (last?.token === this.unknown) last.end = place(end);
      else push(token, begin, end);
    }
    return found;
  }

  /** The way through a text with the highest sum of scores; of two equal ones that with the longer last pieces. Places are bytes. */
  private likeliest(bytes: Uint8Array): TextPiece[] {
    const { length } = bytes;
    const { scores } = this.pieces;
    const best = new Float32Array(length + 1);
    const begins = new Int32Array(length + 1).fill(-1);
    const tokens = new Int32Array(length + 1);
    const offer = (begin: number, end: number, token: number): void => {
      const score = Math.fround((best[begin] ?? 0) + (scores[token] ?? 0));
      if (begins[end] !== -1 && score <= (best[end] ?? 0)) return;
      best[end] = score;
      begins[end] = begin;
      tokens[end] = token;
    };
    for (let begin = 0; begin < length; ) {
      let characterEnd = begin + 1;
      while (((bytes[characterEnd] ?? 0) & 0xc0) === 0x80) characterEnd += 1;
      let isCovered = false;
      let node = 0;
      for (let at = begin; at < length; at += 1) {
        node = this.trie.child(node, bytes[at] ?? 0);
        if (node < 0) break;
        const token = this.trie.token(node);
        if (token < 0) continue;
        offer(begin, at + 1, token);
        if (at + 1 === characterEnd) isCovered = true;
      }
      if (!isCovered) offer(begin, characterEnd, this.unknown);
      begin = characterEnd;
    }
    const way: TextPiece[] = [];
    for (let end = length; end > 0; ) {
      const begin = begins[end] ?? 0;
      way.push({ token: tokens[end] ?? 0, begin, end });
      end = begin;
    }
    return way.reverse();
  }

  /** Puts a text together, token by token. */
  decoder(): TextDecoding {
    return new TextDecoding(this.pieces, this.removeExtraSpaces, this.addPrefix);
  }

  /** The text of tokens. */
  decode(tokens: Iterable<number>): string {
    const decoding = this.decoder();
    let text = '';
    for (const token of tokens) text += decoding.add(token);
    return text + decoding.finish();
  }
}

/** A text that comes token by token. */
export class TextDecoding {
  private atStart = true;
  /** Bytes of a character that is not whole. */
  private readonly pending: number[] = [];

  constructor(
    private readonly pieces: Pieces,
    private readonly removeExtraSpaces: boolean,
    private readonly addPrefix: boolean,
  ) {}

  /** The text that a token adds: none while a character of several byte pieces is not whole. */
  add(token: number): string {
    const kind = this.pieces.kinds[token];
    const piece = textOf(this.pieces, token);
    if (kind === pieceKinds.byte) {
      this.pending.push(byteOf(piece) ?? 0);
      this.atStart = false;
      return this.takeBytes(false);
    }
    const before = this.finish();
    if (kind !== pieceKinds.normal && kind !== pieceKinds.own) return before;
    let text = piece;
    if (this.atStart && (this.addPrefix || this.removeExtraSpaces)) {
      if (text.startsWith('▁')) text = text.slice(1);
      if (text !== '' || !this.removeExtraSpaces) this.atStart = false;
    } else this.atStart = false;
    return before + text.replaceAll('▁', ' ');
  }

  /** The text that is left where the last bytes are no whole character: U+FFFD for each, or nothing. */
  finish(): string {
    return this.takeBytes(true);
  }

  /** Whole characters of the bytes, and U+FFFD for a byte that begins none; one that may become whole waits unless it is the `last`. */
  private takeBytes(last: boolean): string {
    const { pending } = this;
    let text = '';
    while (pending.length > 0) {
      const bytes = Uint8Array.from(pending);
      const length = characterLength(bytes, 0);
      if (length === 0 && !last && mayBecomeWhole(bytes)) break;
      text += length === 0 ? '\ufffd' : Buffer.from(bytes.subarray(0, length)).toString('utf8');
      pending.splice(0, Math.max(1, length));
    }
    return text;
  }
}

/** Whether more bytes could make the first character whole. */
const mayBecomeWhole = (bytes: Uint8Array): boolean =>
  bytes.length < 4 &&
  [0x80, 0xbf].some((byte) =>
    [1, 2, 3].some((count) => {
      const filled = Uint8Array.from([...bytes, ...new Array<number>(count).fill(byte)]);
      return characterLength(filled, 0) > bytes.length;
    }),
  );
