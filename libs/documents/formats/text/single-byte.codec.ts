import iconv from 'iconv-lite';
import { escapeByte, escapedByte, type TextCodec } from './text-codec.js';

/** One byte a character, by the table that iconv-lite has for it. Bytes without a character of their own are escaped. */
export const singleByteCodec = (name: string): TextCodec => {
  const codeUnits = new Uint16Array(256);
  const bytes = new Map<number, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const known = iconv.decode(Buffer.of(byte), name).charCodeAt(0);
    const codeUnit = known === 0xfffd || bytes.has(known) ? escapeByte(byte).charCodeAt(0) : known;
    codeUnits[byte] = codeUnit;
    bytes.set(codeUnit, byte);
  }
  return {
    name,
    unicode: false,
    decoder: () => ({ push: (chunk) => decode(chunk, codeUnits), end: () => '' }),
    encode(text) {
      const encoded = Buffer.allocUnsafe(text.length);
      for (let at = 0; at < text.length; at += 1) encoded[at] = bytes.get(text.charCodeAt(at)) ?? 0x3f;
      return encoded;
    },
    canEncode(text) {
      for (let at = 0; at < text.length; at += 1) {
        const codeUnit = text.charCodeAt(at);
        if (!bytes.has(codeUnit) || escapedByte(codeUnit) !== undefined) return false;
      }
      return true;
    },
  };
};

const decode = (chunk: Uint8Array, codeUnits: Uint16Array): string => {
  const text = new Uint16Array(chunk.length);
  for (let at = 0; at < chunk.length; at += 1) text[at] = codeUnits[chunk[at] ?? 0] ?? 0;
  return Buffer.from(text.buffer).toString('utf16le');
};
