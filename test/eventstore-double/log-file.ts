import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { StoredEvent } from './stored-event.js';

type HeaderEntry = [
  stream: string,
  revision: number,
  type: string,
  id: string,
  commit: number,
  prepare: number,
  messageBytes: number,
];

const FRAME_BYTES = 8;

/** `[length][crc32]` of the rest, then `[length of the header][header as JSON][messages]`: one append, all or nothing. */
const encodeRecord = (events: readonly StoredEvent[]): Buffer[] => {
  const entries = events.map(
    (e): HeaderEntry => [e.stream, e.revision, e.type, e.id, e.commit, e.prepare, e.message.length],
  );
  const header = Buffer.from(JSON.stringify(entries));
  const headerLength = Buffer.allocUnsafe(4);
  headerLength.writeUInt32LE(header.length);
  const parts = [headerLength, header, ...events.map((e) => e.message)];
  const frame = Buffer.allocUnsafe(FRAME_BYTES);
  frame.writeUInt32LE(parts.reduce((sum, part) => sum + part.length, 0));
  frame.writeUInt32LE(
    parts.reduce((sum, part) => crc32(part, sum), 0),
    4,
  );
  return [frame, ...parts];
};

const decodeRecord = (payload: Buffer): StoredEvent[] => {
  const headerEnd = 4 + payload.readUInt32LE();
  const entries = JSON.parse(payload.toString('utf8', 4, headerEnd)) as HeaderEntry[];
  let offset = headerEnd;
  return entries.map(([stream, revision, type, id, commit, prepare, bytes]) => {
    const message = payload.subarray(offset, offset + bytes);
    offset += bytes;
    return { stream, revision, type, id, commit, prepare, message };
  });
};

/** Whole records of the file, and where the last one ends: the bytes after it were torn by a crash. */
const decodeFile = (content: Buffer): { records: StoredEvent[][]; end: number } => {
  const records: StoredEvent[][] = [];
  let end = 0;
  while (end + FRAME_BYTES <= content.length) {
    const payload = content.subarray(end + FRAME_BYTES, end + FRAME_BYTES + content.readUInt32LE(end));
    if (payload.length !== content.readUInt32LE(end) || crc32(payload) !== content.readUInt32LE(end + 4)) break;
    records.push(decodeRecord(payload));
    end += FRAME_BYTES + payload.length;
  }
  return { records, end };
};

interface PendingWrite {
  parts: Buffer[];
  resolve(): void;
  reject(error: Error): void;
}

/** The log on disk. All appends that arrive during one write share the next write and its one fsync. */
export class LogFile {
  private readonly file: FileHandle;
  private pending: PendingWrite[] = [];
  private draining: Promise<void> | undefined;

  private constructor(file: FileHandle) {
    this.file = file;
  }

  /** Cuts a torn last record off. Reads the file whole: at most 2 GiB. */
  static async open(path: string): Promise<{ file: LogFile; records: StoredEvent[][] }> {
    const file = await open(path, 'a+');
    const { records, end } = decodeFile(await file.readFile());
    await file.truncate(end);
    await file.sync();
    return { file: new LogFile(file), records };
  }

  /** Resolves when the events are on disk; all or none of them are there after a crash. */
  write(events: readonly StoredEvent[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.pending.push({ parts: encodeRecord(events), resolve, reject });
      this.draining ??= this.drain();
    });
  }

  async close(): Promise<void> {
    await this.draining;
    await this.file.close();
  }

  private async drain(): Promise<void> {
    // Writes of the same turn of the event loop belong to the same fsync.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.pending.length > 0) {
      const writes = this.pending;
      this.pending = [];
      try {
        await this.file.appendFile(Buffer.concat(writes.flatMap((write) => write.parts)));
        await this.file.datasync();
        for (const write of writes) write.resolve();
      } catch (error) {
        const cause = error instanceof Error ? error : new Error(String(error));
        for (const write of writes) write.reject(cause);
      }
    }
    this.draining = undefined;
  }
}
