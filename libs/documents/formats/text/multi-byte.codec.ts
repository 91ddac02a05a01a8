import iconv from 'iconv-lite';
import { escapeByte, type TextCodec, type TextDecoderStream, unescaped } from './text-codec.js';

/** The wave dash of EUC-JP, which iconv-lite reads as a tilde that it writes as another character. */
const waveDash = { character: '\u301c', bytes: Buffer.of(0xa1, 0xc1) };

const encodeText = (text: string, name: string): Buffer => {
  if (name !== 'euc-jp' || !text.includes(waveDash.character)) return iconv.encode(text, name);
  const parts = text.split(waveDash.character).map((part) => iconv.encode(part, name));
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [waveDash.bytes, part])));
};

const encodeRun = (run: string | number, name: string): Buffer =>
  typeof run === 'number' ? Buffer.of(run) : encodeText(run, name);

/** The encodings of East Asia, with characters of one to four bytes and no shift states. */
export const multiByteCodec = (name: string): TextCodec => ({
  name,
  unicode: name === 'gb18030',
  decoder: () => new MultiByteDecoder(name),
  encode: (text) => Buffer.concat(Array.from(unescaped(text), (run) => encodeRun(run, name))),
  canEncode: (text) => {
    const decoder = new MultiByteDecoder(name);
    return decoder.push(encodeText(text, name)) + decoder.end() === text;
  },
});

class MultiByteDecoder implements TextDecoderStream {
  private rest = Buffer.alloc(0);

  constructor(private readonly name: string) {}

  push(bytes: Uint8Array): string {
    const all = Buffer.concat([this.rest, bytes]);
    let complete = 0;
    while (complete < all.length) {
      const length = characterLength(this.name, all, complete);
      if (complete + length > all.length) break;
      complete += length;
    }
    const text = iconv.decode(all.subarray(0, complete), this.name);
    if (iconv.encode(text, this.name).equals(all.subarray(0, complete))) {
      this.rest = Buffer.from(all.subarray(complete));
      return text;
    }
    return this.decodeSingly(all);
  }

  end(): string {
    const text = Array.from(this.rest, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : escapeByte(byte))).join('');
    this.rest = Buffer.alloc(0);
    return text;
  }

  /** Decodes character by character; bytes that do not decode, or would be written in another way, are escaped. */
  private decodeSingly(bytes: Buffer): string {
    let text = '';
    let at = 0;
    while (at < bytes.length) {
      const length = characterLength(this.name, bytes, at);
      if (at + length > bytes.length) break;
      const character = bytes.subarray(at, at + length);
      const isWaveDash = this.name === 'euc-jp' && character.equals(waveDash.bytes);
      const decoded = isWaveDash ? waveDash.character : iconv.decode(character, this.name);
      const exact = encodeText(decoded, this.name).equals(character);
      text += exact ? decoded : escapeByte(bytes[at] ?? 0);
      at += exact ? length : 1;
    }
    this.rest = Buffer.from(bytes.subarray(at));
    return text;
  }
}

/** Bytes of a character, by its first two; where the second is missing, two, so that the caller waits for it. */
const characterLength = (name: string, bytes: Uint8Array, at: number): number => {
  const lead = bytes[at] ?? 0;
  if (lead <= 0x80 || lead === 0xff) return 1;
  if (name === 'shift_jis' && lead >= 0xa0 && lead <= 0xdf) return 1;
  const trail = bytes[at + 1];
  if (trail === undefined) return 2;
  if (name === 'gb18030' && trail >= 0x30 && trail <= 0x39) return 4;
  if (trail < 0x40) return 1;
  return name === 'euc-jp' && lead === 0x8f ? 3 : 2;
};
