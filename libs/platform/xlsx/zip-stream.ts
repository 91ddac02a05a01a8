import { pipeline, Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { PlainError } from '../errors/plain-error.js';

/** A part of an archive: its name, and its bytes as they are made. */
export interface ZipPart {
  readonly name: string;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** The archive would be larger than the offsets of a zip without ZIP64 can say. */
export class ZipTooLargeError extends PlainError {
  override readonly name = 'ZipTooLargeError';
}

const maxBytes = 2 ** 32 - 1;

const localFile = 0x04034b50;
const descriptor = 0x08074b50;
const directoryRecord = 0x02014b50;
const endRecord = 0x06054b50;
const version = 20;
/** Sizes and sum stand behind the bytes; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980: the same content gives the same bytes. */
const date = 0x21;

/** Little-endian fields of two and four bytes. */
const fields = (...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const record = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) at = record.writeUIntLE(value, at, bytes);
  return record;
};

const within = (bytes: number): number => {
  if (bytes > maxBytes) throw new ZipTooLargeError('The archive is larger than 4 GiB');
  return bytes;
};

/**
 * A zip archive, made as it is read: it holds no more than what is being compressed.
 * @throws ZipTooLargeError beyond 4 GiB
 */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of parts) {
    const begin = within(offset);
    const rawName = Buffer.from(name);
    const head = [
      ...([
        [2, version],
        [2, flags],
        [2, deflated],
        [2, 0],
        [2, date],
      ] as const),
    ];
    const local = Buffer.concat([
      fields([4, localFile], ...head, [4, 0], [4, 0], [4, 0], [2, rawName.length], [2, 0]),
      rawName,
    ]);
    yield local;
    let [sum, size, packed] = [0, 0, 0];
    const counted = async function* () {
      for await (const chunk of content) {
        sum = crc32(chunk, sum);
        size += chunk.length;
        yield chunk;
      }
    };
    // A fault of the source destroys what is read here, and that with it; whoever reads no more ends the source.
    const compressed = pipeline(
      Readable.from(counted(), { objectMode: false }),
      createDeflateRaw({ level: constants.Z_BEST_SPEED }),
      () => undefined,
    );
    for await (const chunk of compressed as AsyncIterable<Buffer>) {
      packed += chunk.length;
      yield chunk;
    }
    const sizes = [
      [4, sum],
      [4, within(packed)],
      [4, within(size)],
    ] as const;
    const behind = fields([4, descriptor], ...sizes);
    yield behind;
    offset += local.length + packed + behind.length;
    directory.push(
      fields(
        ...([
          [4, directoryRecord],
          [2, version],
        ] as const),
        ...head,
        ...sizes,
        ...([
          [2, rawName.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, begin],
        ] as const),
      ),
      rawName,
    );
  }
  const records = Buffer.concat(directory);
  const count = directory.length / 2;
  yield records;
  yield fields(
    ...([
      [4, endRecord],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
    ] as const),
    ...([
      [4, records.length],
      [4, within(offset)],
      [2, 0],
    ] as const),
  );
}
