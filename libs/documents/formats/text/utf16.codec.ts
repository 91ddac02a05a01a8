import { FormatError } from '../format.errors.js';
import type { TextCodec, TextDecoderStream } from './text-codec.js';

/** Lone surrogates of the file are lone surrogates of the text: nothing needs an escape. */
const utf16 = (name: string, bigEndian: boolean): TextCodec => ({
  name,
  unicode: true,
  decoder: () => new Utf16Decoder(bigEndian),
  encode(text) {
    const bytes = Buffer.from(text, 'utf16le');
    return bigEndian ? bytes.swap16() : bytes;
  },
  canEncode: () => true,
});

export const utf16le = utf16('utf-16le', false);
export const utf16be = utf16('utf-16be', true);

class Utf16Decoder implements TextDecoderStream {
  private rest = Buffer.alloc(0);

  constructor(private readonly bigEndian: boolean) {}

  push(bytes: Uint8Array): string {
    const all = Buffer.concat([this.rest, bytes]);
    const complete = all.length - (all.length % 2);
    const units = all.subarray(0, complete);
    this.rest = Buffer.from(all.subarray(complete));
    return (this.bigEndian ? units.swap16() : units).toString('utf16le');
  }

  end(): string {
    if (this.rest.length > 0) throw new FormatError('invalid', 'The UTF-16 text ends within a character.');
    return '';
  }
}
