import { inflateRawSync, inflateSync, constants as zlib } from 'node:zlib';

/** Bytes that a packed part may have at most, unpacked: more is no file of a test. */
const maxOutputLength = 64 * 1024 * 1024;

/** Base64 of a text within a longer one: without the signs at its ends, which its neighbours share, for each of three places. */
const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const end = Math.floor(((offset + bytes.length) * 4) / 3) - 1;
    return encoded.slice(Math.ceil((offset * 4) / 3), end);
  });

/** A text as files may have it: plain, as UTF-16, in hex, in base64 of both alphabets, and in an address. */
const formsOf = (text: string): Buffer[] => {
  const bytes = Buffer.from(text, 'utf8');
  const base64 = base64Forms(bytes);
  const texts = [
    ...[bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
    ...[...base64, ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))],
    ...[encodeURIComponent(text), JSON.stringify(text).slice(1, -1)],
  ];
  const utf16 = Buffer.from(text, 'utf16le');
  return [bytes, utf16, Buffer.from(utf16).swap16(), ...texts.map((form) => Buffer.from(form))];
};

function* placesOf(content: Buffer, sign: Buffer): Generator<number> {
  for (let at = content.indexOf(sign); at !== -1; at = content.indexOf(sign, at + 1)) yield at;
}

/** Where the packed bytes of a member of gzip begin: its header may have a name. */
const behindGzipHeader = (content: Buffer, at: number): number => {
  const hasName = ((content[at + 3] ?? 0) & 8) !== 0;
  return hasName ? content.indexOf(0, at + 10) + 1 : at + 10;
};

/** Where a packed part begins, by a sign in front of it, and how it is unpacked. */
const packed: { sign: Buffer; start: (content: Buffer, at: number) => number; unpack: typeof inflateSync }[] = [
  { sign: Buffer.from([0x1f, 0x8b, 0x08]), start: behindGzipHeader, unpack: inflateRawSync },
  {
    sign: Buffer.from('PK\u0003\u0004'),
    start: (content, at) =>
      at + 30 > content.length
        ? content.length
        : at + 30 + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28),
    unpack: inflateRawSync,
  },
  { sign: Buffer.from('stream\n'), start: (_, at) => at + 7, unpack: inflateSync },
  { sign: Buffer.from('stream\r\n'), start: (_, at) => at + 8, unpack: inflateSync },
];

/** The content, and what is packed in it: members of gzip, entries of zip archives, streams of a PDF. */
function* layersOf(content: Buffer): Generator<Buffer> {
  yield content;
  for (const { sign, start, unpack } of packed) {
    for (const at of placesOf(content, sign)) {
      try {
        yield unpack(content.subarray(start(content, at)), { maxOutputLength, finishFlush: zlib.Z_SYNC_FLUSH });
      } catch {
        // No packed part here.
      }
    }
  }
}

/** Looks for texts in files, in whatever form they stand there. */
export class MarkerSearch {
  private readonly forms: { marker: string; bytes: Buffer }[];

  constructor(markers: readonly string[]) {
    this.forms = markers.flatMap((marker) => formsOf(marker).map((bytes) => ({ marker, bytes })));
  }

  /** Those of the texts that the content has. */
  in(content: Buffer | string): string[] {
    const found = new Set<string>();
    for (const layer of layersOf(Buffer.from(content))) {
      for (const { marker, bytes } of this.forms) if (layer.includes(bytes)) found.add(marker);
    }
    return [...found];
  }
}
