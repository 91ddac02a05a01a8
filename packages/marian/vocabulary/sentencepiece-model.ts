import type { ByteSource } from '../files/byte-source.js';
import { characterLength } from './normalizer.js';
import { ProtobufReader } from './protobuf-reader.js';

/** The kinds of pieces: a text is made of normal ones, and of `own` ones wherever they stand; bytes where no piece fits. */
export const pieceKinds = { normal: 1, unknown: 2, special: 3, own: 4, unused: 5, byte: 6 } as const;

/** The pieces of a vocabulary by their tokens, in flat tables. */
export interface Pieces {
  count: number;
  /** The bytes of the texts, in UTF-8, with `▁` for a space; that of a token from `begins` up to `ends`. */
  bytes: Uint8Array;
  begins: Uint32Array;
  ends: Uint32Array;
  scores: Float32Array;
  /** Numbers of `pieceKinds`. */
  kinds: Uint8Array;
}

/** A vocabulary of SentencePiece as its file has it. */
export interface SentencePieceModel {
  pieces: Pieces;
  /** Tokens of the unknown piece and of the end of a sentence. */
  unknown: number;
  end: number;
  /** Characters that no piece has are written as the bytes of UTF-8. */
  byteFallback: boolean;
  /** Rules by which a text is normalized; empty where there are none. */
  characterMap: Uint8Array;
  addPrefix: boolean;
  removeExtraSpaces: boolean;
}

/** Those of Firefox have up to 2 MB. A tree of pieces takes some twenty times what the file has. */
const limits = { fileBytes: 8 * 2 ** 20, pieces: 262_144, pieceBytes: 1_024 };

/** The text of a token. */
export const textOf = ({ bytes, begins, ends }: Pieces, token: number): string =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + (begins[token] ?? 0),
    (ends[token] ?? 0) - (begins[token] ?? 0),
  ).toString('utf8');

const isUtf8 = (bytes: Uint8Array, begin: number, end: number): boolean => {
  let position = begin;
  while (position < end) {
    const length = characterLength(bytes, position);
    if (length === 0) return false;
    position += length;
  }
  return position === end;
};

/** Reads the pieces of a file; `fields` goes through all of it. */
const readPieces = (source: ByteSource, bytes: Uint8Array): Pieces => {
  const refuse = (reason: string): never => source.refuse(reason);
  const counted = new ProtobufReader(bytes, refuse);
  let count = 0;
  while (counted.next()) {
    if (counted.number === 1) count += 1;
  }
  if (count === 0) refuse('has no pieces');
  if (count > limits.pieces) refuse(`has more than ${limits.pieces} pieces`);
  const pieces: Pieces = {
    count,
    bytes,
    begins: new Uint32Array(count),
    ends: new Uint32Array(count),
    scores: new Float32Array(count),
    kinds: new Uint8Array(count).fill(pieceKinds.normal),
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const messages = new ProtobufReader(bytes, refuse);
  const piece = new ProtobufReader(bytes, refuse);
  for (let token = 0; messages.next(); ) {
    if (messages.number !== 1) continue;
    piece.enter(messages);
    while (piece.next()) {
      if (piece.number === 1) {
        pieces.begins[token] = piece.begin;
        pieces.ends[token] = piece.end;
      }
      if (piece.number === 2) {
        if (piece.end - piece.begin !== 4) refuse('has a score that is no number of 32 bits');
        pieces.scores[token] = view.getFloat32(piece.begin, true);
      }
      if (piece.number === 3) {
        if (piece.integer < 1 || piece.integer > 6) refuse(`has a piece of the unknown type ${piece.integer}`);
        pieces.kinds[token] = piece.integer;
      }
    }
    const begin = pieces.begins[token] ?? 0;
    const end = pieces.ends[token] ?? 0;
    if (begin === end) refuse('has a piece without text');
    if (end - begin > limits.pieceBytes) refuse(`has a piece of ${end - begin} bytes`);
    if (!isUtf8(bytes, begin, end)) refuse('has a piece that is not in UTF-8');
    const score = pieces.scores[token] ?? 0;
    if (!Number.isFinite(score)) refuse(`has the score ${score}`);
    token += 1;
  }
  return pieces;
};

/** Reads a file of SentencePiece (unigram); throws `ModelFileError` for another model and for what is damaged. */
export const readSentencePieceModel = (source: ByteSource): SentencePieceModel => {
  if (source.size > limits.fileBytes)
    source.refuse(`has ${source.size} bytes; a vocabulary has at most ${limits.fileBytes}`);
  const bytes = new Uint8Array(source.size);
  source.read(0, bytes);
  const refuse = (reason: string): never => source.refuse(reason);
  const pieces = readPieces(source, bytes);
  const model: SentencePieceModel = {
    pieces,
    unknown: pieces.kinds.indexOf(pieceKinds.unknown),
    end: pieces.kinds.findIndex((kind, token) => kind === pieceKinds.special && textOf(pieces, token) === '</s>'),
    byteFallback: false,
    characterMap: bytes.subarray(0, 0),
    addPrefix: true,
    removeExtraSpaces: true,
  };
  const messages = new ProtobufReader(bytes, refuse);
  const part = new ProtobufReader(bytes, refuse);
  while (messages.next()) {
    // The messages behind the pieces: trainer, normalizer, and normalizer of what was put together again.
    if (messages.number !== 2 && messages.number !== 3 && messages.number !== 5) continue;
    part.enter(messages);
    while (part.next()) {
      const name = `${messages.number}.${part.number}`;
      const isTrue = part.integer !== 0;
      if (name === '2.3' && part.integer !== 1) refuse('is no vocabulary of the type "unigram"');
      if (name === '2.24' && isTrue) refuse('has spaces behind words, which is not supported');
      if (name === '2.35') model.byteFallback = isTrue;
      if (name === '3.2') model.characterMap = bytes.subarray(part.begin, part.end);
      if (name === '3.3') model.addPrefix = isTrue;
      if (name === '3.4') model.removeExtraSpaces = isTrue;
      if (name === '3.5' && !isTrue) refuse('writes spaces as spaces, which is not supported');
      if (name === '5.2' && part.end > part.begin) refuse('has rules for what was translated, which are not supported');
    }
  }
  if (model.unknown < 0) refuse('has no unknown piece');
  if (model.end < 0) refuse('has no end of a sentence (</s>)');
  return model;
};
