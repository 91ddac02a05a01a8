import { FormatError } from '../format.errors.js';
import type { TextCodec, TextDecoderStream } from './text-codec.js';

const utf32 = (name: string, littleEndian: boolean): TextCodec => ({
  name,
  unicode: true,
  decoder: () => new Utf32Decoder(littleEndian),
  encode(text) {
    const codePoints = Array.from(text.toWellFormed(), (character) => character.codePointAt(0) ?? 0);
    const view = new DataView(new ArrayBuffer(codePoints.length * 4));
    codePoints.forEach((codePoint, index) => {
      view.setUint32(index * 4, codePoint, littleEndian);
    });
    return new Uint8Array(view.buffer);
  },
  canEncode: () => true,
});

export const utf32le = utf32('utf-32le', true);
export const utf32be = utf32('utf-32be', false);

class Utf32Decoder implements TextDecoderStream {
  private rest = Buffer.alloc(0);

  constructor(private readonly littleEndian: boolean) {}

  push(bytes: Uint8Array): string {
    const all = Buffer.concat([this.rest, bytes]);
    const complete = all.length - (all.length % 4);
    this.rest = Buffer.from(all.subarray(complete));
    let text = '';
    for (let at = 0; at < complete; at += 4) {
      const codePoint = this.littleEndian ? all.readUInt32LE(at) : all.readUInt32BE(at);
      if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint < 0xe000)) {
        throw new FormatError('invalid', 'The UTF-32 text holds a number that is no character.');
      }
      text += String.fromCodePoint(codePoint);
    }
    return text;
  }

  end(): string {
    if (this.rest.length > 0) throw new FormatError('invalid', 'The UTF-32 text ends within a character.');
    return '';
  }
}
