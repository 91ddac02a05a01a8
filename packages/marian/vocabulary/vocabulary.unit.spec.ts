import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteSource, ModelFileError } from '../files/byte-source.js';
import { field, pieceField, wordVocabulary } from '../model-file.fixture.js';
import { Vocabulary } from './vocabulary.js';

const sample = (name: string): Buffer => readFileSync(new URL(`../samples/${name}`, import.meta.url));
const read = (bytes: Uint8Array): Vocabulary => Vocabulary.read(ByteSource.open(bytes, 'The vocabulary'));

interface Reference {
  texts: string[];
  vocabularies: Record<string, { pieces: number[][][]; decoded: { tokens: number[]; text: string }[] }>;
}
const reference = JSON.parse(sample('sentencepiece.json').toString()) as Reference;

describe('a vocabulary of SentencePiece', () => {
  describe.each(['vocab', 'bytes', 'plain'])('%s.spm', (name) => {
    const vocabulary = read(sample(`${name}.spm`));
    const { pieces = [], decoded = [] } = reference.vocabularies[name] ?? {};

    it('texts have the pieces that SentencePiece finds, at its places', () => {
      const found = reference.texts.map((text, index) =>
        // A piece that is a byte belongs to its whole character here, and to none of it there.
        vocabulary
          .encode(text)
          ?.map(({ token, begin, end }, place) =>
            pieces[index]?.[place]?.length === 1 ? [token] : [token, begin, end],
          ),
      );
      expect(found).toEqual(pieces);
    });

    it('tokens have the text that SentencePiece gives them, also as they come', () => {
      expect(decoded.map(({ tokens }) => vocabulary.decode(tokens))).toEqual(decoded.map(({ text }) => text));
    });

    it('each piece stands within the text, in its order', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
          let last = 0;
          for (const { token, begin, end } of vocabulary.encode(text) ?? []) {
            expect(token).toBeLessThan(vocabulary.size);
            expect(begin).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThanOrEqual(begin);
            expect(end).toBeLessThanOrEqual(text.length);
            last = begin;
          }
        }),
      );
    });
  });

  it('a text of more than 256 KiB has no pieces, also where rules make it so long', () => {
    const vocabulary = read(sample('vocab.spm'));
    expect(vocabulary.encode('a'.repeat(262_145))).toBeUndefined();
    // One character of three bytes that is written as 18 characters.
    expect(vocabulary.encode('ﷺ'.repeat(20_000))).toBeUndefined();
  });
});

const specification = field(2, Buffer.concat([field(3, 1)]));
const words = [pieceField('</s>', 0, 3), pieceField('<unk>', 0, 2), pieceField('▁a', -1), pieceField('b', -2)];
const refused: [name: string, bytes: Uint8Array, message: RegExp][] = [
  ['nothing', new Uint8Array(0), /has no pieces/],
  ['text', Buffer.from('{"pieces": []}'), /no message|cut/],
  ['a word vocabulary that is cut', wordVocabulary(40).subarray(0, 300), /cut/],
  ['a part of 4 GB', Buffer.concat([...words, Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f])]), /4294967295 bytes/],
  ['a number that never ends', Buffer.alloc(30, 0xff), /more than 64 bits/],
  ['a byte-pair model', Buffer.concat([...words, field(2, field(3, 2))]), /unigram/],
  ['no unknown piece', Buffer.concat([pieceField('</s>', 0, 3), pieceField('a', 0)]), /no unknown piece/],
  ['no end', Buffer.concat([pieceField('<unk>', 0, 2), pieceField('a', 0)]), /no end of a sentence/],
  ['only special pieces', Buffer.concat([...words.slice(0, 2), specification]), /no piece that a text/],
  ['a piece twice', Buffer.concat([...words, pieceField('b', -3)]), /a piece twice/],
  ['an empty piece', Buffer.concat([...words, pieceField('', -3)]), /without text/],
  ['a piece of 2,000 bytes', Buffer.concat([...words, pieceField('x'.repeat(2_000), -3)]), /2000 bytes/],
  ['a score that is none', Buffer.concat([...words, pieceField('c', Number.NaN)]), /score NaN/],
  ['an endless score', Buffer.concat([...words, pieceField('c', Number.NEGATIVE_INFINITY)]), /score -Infinity/],
  ['an unknown type', Buffer.concat([...words, pieceField('c', 0, 9)]), /unknown type 9/],
  ['a piece not in UTF-8', Buffer.concat([...words, field(1, field(1, Buffer.from([0xc3])))]), /not in UTF-8/],
  ['bytes without their pieces', Buffer.concat([...words, field(2, field(35, 1))]), /each of the 256/],
  ['a byte that is none', Buffer.concat([...words, pieceField('<0xZZ>', 0, 6)]), /byte that is none/],
  [
    'rules that are cut',
    Buffer.concat([...words, field(3, field(2, Buffer.from([0, 4, 0, 0])))]),
    /rules for characters/,
  ],
  [
    'rules that lead nowhere',
    Buffer.concat([
      ...words,
      field(3, field(2, Buffer.concat([Buffer.from([0, 4, 0, 0]), Buffer.alloc(1_024, 0xff), Buffer.from([0])]))),
    ]),
    /lead nowhere/,
  ],
];

/** Rules that lead nowhere, and what they write. */
const rulesWriting = (texts: Uint8Array): Buffer =>
  field(3, field(2, Buffer.concat([Buffer.from([0, 4, 0, 0]), Buffer.alloc(1_024), texts, Buffer.from([0])])));
refused.push(
  [
    'a rule that writes a megabyte',
    Buffer.concat([...words, rulesWriting(Buffer.alloc(1e6, 0x20))]),
    /writes 1000000 b/,
  ],
  [
    'a file of 9 MB',
    Buffer.concat([...words, field(9, Buffer.alloc(9e6))]),
    /has \d+ bytes; a vocabulary has at most 8388608/,
  ],
);

describe('a vocabulary is refused with a sentence', () => {
  it('but not for rules that write as much as a text may have of one character', () => {
    expect(read(Buffer.concat([...words, specification, rulesWriting(Buffer.alloc(1_024, 0x20))])).size).toBe(4);
  });

  it.each(refused)('%s', (_, bytes, message) => {
    expect(() => read(bytes)).toThrow(ModelFileError);
    expect(() => read(bytes)).toThrow(message);
  });

  it('damaged in any byte it is refused, or splits texts within its own tokens', () => {
    const whole = sample('bytes.spm');
    const texts = ['今日は★ good <b>', 'z\u0000龘'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: whole.length }),
        (changes, length) => {
          const bytes = Buffer.from(whole);
          for (const [place, value] of changes) bytes[place] = value;
          try {
            const vocabulary = read(changes.length === 1 ? bytes.subarray(0, length) : bytes);
            for (const text of texts) {
              const tokens = (vocabulary.encode(text) ?? []).map(({ token }) => token);
              expect(tokens.every((token) => token >= 0 && token < vocabulary.size)).toBe(true);
              vocabulary.decode(tokens);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(ModelFileError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('with damaged rules for characters it still reads nothing beyond them', () => {
    const whole = sample('vocab.spm');
    const vocabulary = read(whole);
    expect(vocabulary.encode('①')?.length).toBeGreaterThan(0);
    // The rules are the greatest part of the file.
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 200 }),
        (changes) => {
          const bytes = Buffer.from(whole);
          for (const [place, value] of changes) bytes[place] = value;
          try {
            read(bytes).encode('①②ﷺ é ｱ ½ ™ e\u0301');
          } catch (error) {
            expect(error).toBeInstanceOf(ModelFileError);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
