/** One entry of an archive. Content that ends early is filled up with zeros, and what is beyond the size is left out. */
export interface TarEntry {
  path: string;
  /** Undefined for a folder. */
  content: { size: number; chunks: AsyncIterable<Uint8Array> } | undefined;
}

/** An entry that was read, and where its content begins in the archive. */
export type ReadTarEntry = TarEntry & { offset: number };

export class TarError extends Error {
  override readonly name = 'TarError';
}

const blockBytes = 512;
/** Largest size that the format has digits for. */
const maxSize = 8 ** 11 - 1;
const emptyBlock = Buffer.alloc(blockBytes);

/** Divides a path into the two fields that hold it. */
const fieldsOf = (path: string): { name: string; prefix: string } => {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' };
  const cut = path.indexOf('/', path.length - 101);
  if (cut <= 0 || cut > 155 || Buffer.byteLength(path) !== path.length)
    throw new TarError(`${path} is too long a path.`);
  return { name: path.slice(cut + 1), prefix: path.slice(0, cut) };
};

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

const checksumOf = (header: Buffer): number => {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum;
};

const headerOf = (path: string, size: number | undefined): Buffer => {
  if (size !== undefined && size > maxSize) throw new TarError(`${path} is larger than 8 GiB.`);
  const isFolder = size === undefined;
  const { name, prefix } = fieldsOf(isFolder ? `${path}/` : path);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write(octal(isFolder ? 0o700 : 0o600, 8) + octal(0, 8) + octal(0, 8), 100);
  header.write(octal(size ?? 0, 12) + octal(0, 12), 124);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
};

const paddingOf = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes;

const zeros = function* (bytes: number): Generator<Uint8Array> {
  const some = Buffer.alloc(Math.min(bytes, 1024 * 1024));
  for (let left = bytes; left > 0; left -= some.length) yield some.subarray(0, left);
};

/** The bytes of content, exactly as many as its size says; it is read to its end. */
export const exactly = async function* ({
  size,
  chunks,
}: NonNullable<TarEntry['content']>): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const chunk of chunks) {
    const taken = chunk.subarray(0, left);
    left -= taken.length;
    if (taken.length > 0) yield taken;
  }
  yield* zeros(left);
};

/** Writes an archive that `tar` reads too, in the POSIX format (ustar). */
export const tarOf = async function* (entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { path, content } of entries) {
    yield headerOf(path, content?.size);
    if (content === undefined) continue;
    yield* exactly(content);
    yield* zeros(paddingOf(content.size));
  }
  yield Buffer.concat([emptyBlock, emptyBlock]);
};

class Bytes {
  private readonly source: AsyncIterator<Uint8Array>;
  private rest: Uint8Array = Buffer.alloc(0);
  /** Bytes that were taken. */
  position = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.source = chunks[Symbol.asyncIterator]();
  }

  /** @throws TarError when there are fewer */
  async *take(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (this.rest.length === 0) {
        const { done, value } = await this.source.next();
        if (done === true) throw new TarError('The file ends too early.');
        this.rest = value;
      }
      const taken = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(taken.length);
      left -= taken.length;
      this.position += taken.length;
      yield taken;
    }
  }

  /** Reads what is left, so that whatever unpacks the bytes checks their end too. */
  async drop(): Promise<void> {
    while ((await this.source.next()).done !== true);
  }
}

export const bytesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(chunks));

const textOf = (header: Buffer, from: number, length: number): string => {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
};

/** A number in octal digits; other notations are those of other programs. @throws TarError */
const numberOf = (header: Buffer, from: number, length: number): number => {
  const digits = textOf(header, from, length).trim();
  if (!/^[0-7]+$/.test(digits)) throw new TarError('The file is damaged.');
  return Number.parseInt(digits, 8);
};

/**
 * Reads the entries of an archive of `tarOf`, one after the other: the content of one has to be read to its end before the
 * next. Links, devices and the headers of other formats are refused. @throws TarError
 */
export const entriesOf = async function* (archive: AsyncIterable<Uint8Array>): AsyncGenerator<ReadTarEntry> {
  const bytes = new Bytes(archive);
  for (;;) {
    const header = await bytesOf(bytes.take(blockBytes));
    if (header.equals(emptyBlock)) return bytes.drop();
    if (numberOf(header, 148, 8) !== checksumOf(header)) throw new TarError('The file is damaged.');
    const [name, prefix] = [textOf(header, 0, 100), textOf(header, 345, 155)];
    const path = prefix === '' ? name : `${prefix}/${name}`;
    const type = textOf(header, 156, 1);
    const offset = bytes.position;
    if (type === '5') {
      yield { path: path.replace(/\/$/, ''), content: undefined, offset };
      continue;
    }
    if (type !== '0' && type !== '') throw new TarError('The file has an entry that is neither a file nor a folder.');
    const size = numberOf(header, 124, 12);
    yield { path, content: { size, chunks: bytes.take(size) }, offset };
    await bytesOf(bytes.take(paddingOf(size)));
  }
};
