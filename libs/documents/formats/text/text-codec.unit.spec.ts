import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codecFor } from './encodings.js';
import type { TextCodec } from './text-codec.js';
import { utf32be, utf32le } from './utf32.codec.js';

const names = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1253',
  'iso-8859-2',
  'koi8-r',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
];

const codec = (name: string): TextCodec => {
  const found = codecFor(name);
  if (!found) throw new Error(`No codec for ${name}`);
  return found;
};

/** Decodes in pieces that end where the numbers say. */
const decodeInPieces = ({ decoder }: TextCodec, bytes: Uint8Array, lengths: readonly number[]): string => {
  const decoding = decoder();
  let text = '';
  let from = 0;
  for (const length of [...lengths, bytes.length]) {
    text += decoding.push(bytes.subarray(from, from + length));
    from += length;
  }
  return text + decoding.end();
};

describe.each(names)('%s', (name) => {
  const lengths = fc.array(fc.integer({ min: 0, max: 5 }));
  const evenBytes = fc
    .uint8Array({ maxLength: 60 })
    .map((bytes) => bytes.subarray(0, bytes.length - (bytes.length % 2)));

  it('any bytes are written as they were read, in whatever pieces they come', () => {
    fc.assert(
      fc.property(evenBytes, lengths, (bytes, pieces) => {
        const text = decodeInPieces(codec(name), bytes, pieces);
        expect(Buffer.from(codec(name).encode(text))).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 300 },
    );
  });

  it('the decoded text is the same in whatever pieces the bytes come', () => {
    fc.assert(
      fc.property(evenBytes, lengths, (bytes, pieces) => {
        expect(decodeInPieces(codec(name), bytes, pieces)).toBe(decodeInPieces(codec(name), bytes, []));
      }),
      { numRuns: 300 },
    );
  });

  it('a codec can encode exactly the characters that decode back to themselves', () => {
    for (const character of ['a', 'é', 'Ж', 'α', 'ż', '日', '가', '€', '😀']) {
      const { encode, canEncode } = codec(name);
      expect(canEncode(character)).toBe(decodeInPieces(codec(name), encode(character), []) === character);
    }
  });
});

it('the wave dash of EUC-JP is a character, and written as it was', () => {
  const bytes = Buffer.from('a4e8a1c1a1aa', 'hex');
  expect(decodeInPieces(codec('euc-jp'), bytes, [3])).toBe('よ〜！');
  expect(codec('euc-jp').encode('よ〜！')).toEqual(bytes);
  expect(codec('euc-jp').canEncode('〜')).toBe(true);
});

describe('UTF-32', () => {
  it.each([utf32le, utf32be])('a text in $name is written as it was read, in whatever pieces it comes', (utf32) => {
    const text = 'aéЖ日😀';
    expect(decodeInPieces(utf32, utf32.encode(text), [1, 2, 3, 5])).toBe(text);
  });

  it('bytes whose number is no character are refused as no text', () => {
    expect(() => utf32le.decoder().push(Buffer.from([0, 0, 0x11, 0]))).toThrow('no character');
    expect(() => utf32be.decoder().push(Buffer.from([0, 0, 0xd8, 0]))).toThrow('no character');
  });
});

describe('codecFor', () => {
  it.each([
    ['UTF8', 'utf-8'],
    ['ISO-8859-1', 'windows-1252'],
    ['latin1', 'windows-1252'],
    ['Shift_JIS', 'shift_jis'],
    ['x-sjis', 'shift_jis'],
    ['GB2312', 'gb18030'],
    ['KOI8-R', 'koi8r'],
  ])('the label %s stands for the codec %s', (label, name) => {
    expect(codecFor(label)?.name).toBe(name);
  });

  it.each(['utf-7', 'base64', 'hex', 'iso-2022-jp', 'x-user-defined', ''])(
    'the label %j stands for no codec',
    (label) => {
      expect(codecFor(label)).toBeUndefined();
    },
  );
});
