/**
 * A character encoding that loses nothing: a byte that does not decode (a stray 0x81 in windows-1252, a broken
 * UTF-8 sequence) becomes one lone surrogate a byte, U+DC80 to U+DCFF, and is written back as that byte, so that text
 * that is copied stays byte-equal. (The idea is Python's `surrogateescape`.)
 */
export interface TextCodec {
  /** The name as iconv-lite and the WHATWG write it, lower case. */
  name: string;
  /** Whether every character can be written. */
  unicode: boolean;
  decoder(): TextDecoderStream;
  /** Encodes a text, with U+FFFD or `?` for a character that it cannot write; ask `canEncode` before. */
  encode(text: string): Uint8Array;
  canEncode(text: string): boolean;
}

export interface TextDecoderStream {
  /** Text of all characters that are complete; the rest waits for the next bytes. */
  push(bytes: Uint8Array): string;
  /** Text of the remaining bytes; a character cut off at the end is escaped. */
  end(): string;
}

export const escapeByte = (byte: number): string => String.fromCharCode(0xdc00 + byte);

/** The byte behind an escape, undefined for any other code unit. */
export const escapedByte = (codeUnit: number): number | undefined =>
  codeUnit >= 0xdc80 && codeUnit <= 0xdcff ? codeUnit - 0xdc00 : undefined;

/** Runs of text without escapes, and the bytes between them. */
export function* unescaped(text: string): Generator<string | number, void> {
  if (text.isWellFormed()) {
    yield text;
    return;
  }
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const codeUnit = text.charCodeAt(at);
    if (codeUnit >= 0xd800 && codeUnit < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      at += 1;
      continue;
    }
    const byte = escapedByte(codeUnit);
    if (byte === undefined) continue;
    if (at > from) yield text.slice(from, at);
    yield byte;
    from = at + 1;
  }
  if (from < text.length) yield text.slice(from);
}

const isLowSurrogate = (codeUnit: number): boolean => codeUnit >= 0xdc00 && codeUnit <= 0xdfff;
