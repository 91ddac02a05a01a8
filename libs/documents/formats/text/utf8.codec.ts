import { isUtf8 } from 'node:buffer';
import { escapeByte, type TextCodec, type TextDecoderStream, unescaped } from './text-codec.js';

export const utf8: TextCodec = {
  name: 'utf-8',
  unicode: true,
  decoder: () => new Utf8Decoder(),
  encode(text) {
    if (text.isWellFormed()) return Buffer.from(text, 'utf8');
    return Buffer.concat(
      Array.from(unescaped(text), (run) => (typeof run === 'number' ? Buffer.of(run) : Buffer.from(run, 'utf8'))),
    );
  },
  canEncode: () => true,
};

class Utf8Decoder implements TextDecoderStream {
  private rest = Buffer.alloc(0);

  push(bytes: Uint8Array): string {
    let text = '';
    let from = 0;
    // Only the character that was cut off is put together again; to copy each chunk for it would double the garbage.
    while (this.rest.length > 0 && from < bytes.length) {
      const missing = sequenceLength(this.rest[0] ?? 0) - this.rest.length;
      const joined = Buffer.concat([this.rest, bytes.subarray(from, from + missing)]);
      from += Math.min(missing, bytes.length - from);
      text += this.decodeComplete(joined);
    }
    if (from === bytes.length) return text;
    return text + this.decodeComplete(Buffer.from(bytes.buffer, bytes.byteOffset + from, bytes.length - from));
  }

  private decodeComplete(bytes: Buffer): string {
    const complete = bytes.length - cutOffLength(bytes);
    this.rest = Buffer.from(bytes.subarray(complete));
    return decode(bytes.subarray(0, complete));
  }

  end(): string {
    const text = decode(this.rest);
    this.rest = Buffer.alloc(0);
    return text;
  }
}

/** How many bytes of a UTF-8 text cut anywhere belong to a character that goes on after the cut. */
export const cutOffLength = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
};

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

const decode = (bytes: Buffer): string => {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : sequenceLength(lead);
    if (lead < 0x80 || (lead >= 0xc2 && isUtf8(bytes.subarray(at, at + length)))) {
      at += length;
      continue;
    }
    text += bytes.toString('utf8', from, at) + escapeByte(lead);
    at += 1;
    from = at;
  }
  return text + bytes.toString('utf8', from);
};
