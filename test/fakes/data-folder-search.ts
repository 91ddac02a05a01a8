import { createSecretKey } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deriveKey, keyLength, sealOverhead, unseal } from '#libs/ports/key-vault/sealed-bytes.js';
import type { MarkerSearch } from './marker-search.js';

/** Different values in a sealed key; bytes at random have some 54 in its length, and less than these once in many millions. */
const fewestValues = 40;
/** Bytes over 127 in it, as half of the bytes at random are. */
const fewestHighBytes = 10;
const seenAt = new Int32Array(256);
let looks = 0;

/**
 * Whether bytes may have been drawn at random, as a sealed key has: text, numbers and pages of tables repeat some values. Trying
 * a key takes a hundred times as long.
 */
const mayBeSealed = (content: Buffer, from: number, to: number): boolean => {
  looks += 1;
  let values = 0;
  let highBytes = 0;
  for (let at = from; at < to; at += 1) {
    const byte = content[at] ?? 0;
    if (byte >= 0x80) highBytes += 1;
    if (seenAt[byte] !== looks) values += 1;
    seenAt[byte] = looks;
    if (values + to - at - 1 < fewestValues) return false;
  }
  return values >= fewestValues && highBytes >= fewestHighBytes;
};

const walFile = /[/\\]pg_wal[/\\][0-9A-F]{24}$/;
const walPageBytes = 8_192;
/** Set in the second two bytes of a page that begins a file. */
const longHeader = 2;

/** The records of a file of PostgreSQL's log: the header of a page may stand in the midst of one, and so of a key. */
const recordsOf = (content: Buffer): Buffer => {
  const pages: Buffer[] = [];
  for (let from = 0; from + 4 <= content.length; from += walPageBytes) {
    const headerBytes = (content.readUInt16LE(from + 2) & longHeader) === 0 ? 24 : 40;
    pages.push(content.subarray(from + headerBytes, from + walPageBytes));
  }
  return Buffer.concat(pages);
};

/** Somebody who has the master key and every file of a folder: of the database, its log, stored files, logs. */
export class DataFolderSearch {
  constructor(
    private readonly folder: string,
    private readonly masterKey: Uint8Array,
  ) {}

  /** Names of the files that have these bytes anywhere. */
  async filesWith(bytes: Buffer | string): Promise<string[]> {
    const found: string[] = [];
    for await (const { name, content } of this.files()) if (content.includes(bytes)) found.push(name);
    return found;
  }

  /** Those of the texts that stand in any file, each with the file's name. */
  async markers(search: MarkerSearch): Promise<string[]> {
    const found: string[] = [];
    for await (const { name, content } of this.files()) {
      for (const marker of search.in(content)) found.push(`${marker} in ${name}`);
    }
    return found;
  }

  /**
   * Every key that opens with the key that the master key gives for `purpose`, wherever its bytes lie: each place of each
   * file is tried, whether or not the database still knows what is there.
   */
  async keys(purpose: string, binding: Uint8Array): Promise<Buffer[]> {
    const wrappingKey = createSecretKey(deriveKey(this.masterKey, purpose));
    const length = keyLength + sealOverhead;
    const found: Buffer[] = [];
    for await (const { content } of this.files()) {
      for (let at = content.indexOf(1); at !== -1; at = content.indexOf(1, at + 1)) {
        if (at + length > content.length) break;
        if (!mayBeSealed(content, at, at + length)) continue;
        try {
          found.push(unseal(wrappingKey, content.subarray(at, at + length), binding));
        } catch {
          // No key here.
        }
      }
    }
    return found;
  }

  private async *files(): AsyncGenerator<{ name: string; content: Buffer }> {
    for (const entry of await readdir(this.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const name = join(entry.parentPath, entry.name);
      const content = await readFile(name).catch(() => undefined);
      if (content !== undefined) yield { name, content: walFile.test(name) ? recordsOf(content) : content };
    }
  }
}
