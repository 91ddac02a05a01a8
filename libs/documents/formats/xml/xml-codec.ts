import { TextDecoder } from 'node:util';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { inPieces } from '#libs/documents/formats/source-file.js';

type XmlEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const piece = 64 * 1024;

/** Decodes one XML entity and encodes it back the same way; the byte order mark stays as a character. */
export class XmlCodec {
  private encoding: XmlEncoding = 'utf-8';

  /** @throws FormatError where the bytes are not in the encoding that they begin in. */
  async *decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
    let decoder: TextDecoder | undefined;
    for await (const chunk of atLeastTwo(bytes)) {
      if (decoder === undefined) {
        this.encoding = sniff(chunk);
        decoder = new TextDecoder(this.encoding, { fatal: true, ignoreBOM: true });
      }
      for (const piece of inPieces(chunk)) yield decoded(decoder, piece);
    }
    if (decoder !== undefined) yield decoded(decoder);
  }

  /** Encodes in pieces large enough to compress well. */
  async *encode(text: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
    let pending = '';
    for await (const part of text) {
      pending += part;
      if (pending.length < piece) continue;
      yield this.bytes(pending);
      pending = '';
    }
    if (pending !== '') yield this.bytes(pending);
  }

  /** Edits fall between characters, so that no piece ends within a surrogate pair. */
  private bytes(text: string): Uint8Array {
    if (this.encoding === 'utf-8') return Buffer.from(text, 'utf8');
    const bytes = Buffer.from(text, 'utf16le');
    return this.encoding === 'utf-16be' ? bytes.swap16() : bytes;
  }
}

/** XML begins with a byte order mark or with `<`, which tells its encoding (XML 1.0, appendix F). */
const sniff = ([first, second]: Uint8Array): XmlEncoding => {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
};

async function* atLeastTwo(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let first: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of bytes) {
    if (first === undefined) yield chunk;
    else {
      first = first.byteLength === 0 ? chunk : Buffer.concat([first, chunk]);
      if (first.byteLength < 2) continue;
      yield first;
      first = undefined;
    }
  }
  if (first !== undefined) yield first;
}

const decoded = (decoder: TextDecoder, chunk?: Uint8Array): string => {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new FormatError('invalid', 'A part of the document is not in UTF-8 or UTF-16.');
  }
};
