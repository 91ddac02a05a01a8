import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '#libs/platform/process/sync-folder.js';
import { bytesOf, entriesOf, exactly, type TarEntry, TarError, tarOf } from '#libs/platform/tar/tar.js';

/** The first entry of a backup, which describes it. */
export interface BackupHead {
  format: 1;
  created_at: string;
  /** Platform and architecture: the files of PostgreSQL fit no other. */
  machine: string;
  postgres: string;
  /** A mark of the master key that opens the data; nothing of the key can be told from it. */
  master_key: string;
}

export interface BackupContent {
  entries: number;
  bytes: number;
  /** SHA-256 of the lines `path size sha256` of all entries, in their order. */
  sha256: string;
}

/** A file is no backup, or is damaged. */
export class BackupFileError extends Error {
  override readonly name = 'BackupFileError';
}

const headPath = 'backup.json';
const contentPath = 'checksum.json';
/** Documents are encrypted, and no level makes them smaller; the first does most for the rest. */
const level = 1;

const jsonEntry = (path: string, value: object): TarEntry => {
  const text = Buffer.from(`${JSON.stringify(value)}\n`);
  return {
    path,
    content: {
      size: text.length,
      chunks: (async function* () {
        yield text;
      })(),
    },
  };
};

/** Counts and hashes entries as they pass. */
class Checksum {
  private readonly all = createHash('sha256');
  private entries = 0;
  private bytes = 0;

  /** The entry, counted once its content was read to the end. */
  through({ path, content }: TarEntry, onBytes: (count: number) => void): TarEntry {
    if (content === undefined) {
      this.add(path, '-', '-');
      return { path, content };
    }
    return { path, content: { size: content.size, chunks: this.hashed(path, content, onBytes) } };
  }

  private async *hashed(
    path: string,
    content: NonNullable<TarEntry['content']>,
    onBytes: (count: number) => void,
  ): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const chunk of exactly(content)) {
      hash.update(chunk);
      this.bytes += chunk.length;
      onBytes(chunk.length);
      yield chunk;
    }
    this.add(path, String(content.size), hash.digest('hex'));
  }

  private add(path: string, size: string, sha256: string): void {
    this.entries += 1;
    this.all.update(`${path} ${size} ${sha256}\n`);
  }

  content(): BackupContent {
    return { entries: this.entries, bytes: this.bytes, sha256: this.all.digest('hex') };
  }
}

/**
 * Writes a backup under another name, reads it back, and gives it its name once it was found whole.
 * `onBytes` is told of the bytes that were written and read back.
 */
export const writeBackup = async (
  file: string,
  head: BackupHead,
  entries: AsyncIterable<TarEntry>,
  onBytes: (count: number, step: 'written' | 'read') => void,
): Promise<BackupContent> => {
  const unfinished = `${file}.unfinished`;
  const checksum = new Checksum();
  const all = async function* (): AsyncGenerator<TarEntry> {
    yield jsonEntry(headPath, head);
    for await (const entry of entries) yield checksum.through(entry, (count) => onBytes(count, 'written'));
    yield jsonEntry(contentPath, checksum.content());
  };
  try {
    const output = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(tarOf(all()), createGzip({ level }), output);
    const content = await readBackup(unfinished, {
      onEntry: async ({ content }) => {
        for await (const chunk of content?.chunks ?? []) onBytes(chunk.length, 'read');
      },
    });
    await rename(unfinished, file);
    await syncFolder(dirname(file));
    return content;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

export interface BackupReader {
  /** Called before any entry; may throw. */
  onHead?: (head: BackupHead) => void;
  /** Has to read the content of the entry to its end. */
  onEntry: (entry: TarEntry) => Promise<void>;
}

const isHead = (value: unknown): value is BackupHead =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 1;

const faults = new Set(['Z_DATA_ERROR', 'Z_BUF_ERROR']);
const isDamage = (error: unknown): error is Error =>
  error instanceof TarError ||
  error instanceof SyntaxError ||
  (error instanceof Error && 'code' in error && faults.has(String(error.code)));

/** Said by zlib of what does not begin as a gzip archive. */
const noGzip = 'incorrect header check';
const noBackup = 'It is no backup of Transledger.';

const damageOf = (error: Error): string => {
  if (error instanceof TarError) return error.message;
  return error.message === noGzip ? noBackup : 'It is damaged.';
};

const readEntries = async (archive: AsyncIterable<Uint8Array>, reader: BackupReader): Promise<BackupContent> => {
  const checksum = new Checksum();
  let head: unknown;
  let whole: BackupContent | undefined;
  for await (const entry of entriesOf(archive)) {
    if (head === undefined) {
      head = entry.path === headPath && entry.content && JSON.parse((await bytesOf(entry.content.chunks)).toString());
      if (!isHead(head)) throw new TarError(noBackup);
      reader.onHead?.(head);
    } else if (entry.path === contentPath && entry.content !== undefined) {
      const said: BackupContent = JSON.parse((await bytesOf(entry.content.chunks)).toString());
      const found = checksum.content();
      if (said.sha256 !== found.sha256 || said.entries !== found.entries)
        throw new TarError('Its content was changed.');
      whole = found;
    } else {
      await reader.onEntry(checksum.through(entry, () => undefined));
    }
  }
  if (whole === undefined) throw new TarError('The file ends too early.');
  return whole;
};

/**
 * Reads a backup from its beginning to its end.
 * @throws BackupFileError for a file that is none, is damaged or not whole
 */
export const readBackup = async (file: string, reader: BackupReader): Promise<BackupContent> => {
  const source = createReadStream(file);
  const archive = createGunzip();
  const reading = pipeline(source, archive).catch((error) => archive.destroy(error));
  try {
    return await readEntries(archive, reader);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new BackupFileError(`${file} cannot be used. ${damageOf(error)}`);
  } finally {
    source.destroy();
    archive.destroy();
    await reading;
  }
};
