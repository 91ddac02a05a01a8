import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bindingOf, deriveKey, keyLength, seal } from '#libs/ports/key-vault/sealed-bytes.js';
import { DataFolderSearch } from './data-folder-search.js';

const masterKey = randomBytes(32);
const binding = bindingOf('data-key', 'blob', 'one');
const key = randomBytes(keyLength);
const sealed = seal(deriveKey(masterKey, 'key vault'), key, binding);

let folder: string;
let search: DataFolderSearch;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-search-'));
  search = new DataFolderSearch(folder, masterKey);
  await mkdir(join(folder, 'pg_wal'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A file of the log with the bytes at the end of its first page, as many as go there, and the others behind the next header. */
const log = (bytes: Buffer, onFirstPage: number): Buffer => {
  const content = Buffer.alloc(4 * 8_192);
  for (let page = 0; page < 4; page += 1) content.writeUInt16LE(page === 0 ? 2 : 1, page * 8_192 + 2);
  bytes.copy(content, 8_192 - onFirstPage, 0, onFirstPage);
  bytes.copy(content, 8_192 + 24, onFirstPage);
  return content;
};

it('a key in any file is found, and one of another binding is not', async () => {
  await writeFile(join(folder, 'table'), Buffer.concat([randomBytes(100), sealed, randomBytes(100)]));
  expect(await search.keys('key vault', binding)).toEqual([key]);
  expect(await search.keys('key vault', bindingOf('data-key', 'blob', 'two'))).toEqual([]);
});

it('a key that the log of the database has on two pages is found, and so is a text', async () => {
  const name = join(folder, 'pg_wal', '00000001000000000000000A');
  for (const onFirstPage of [1, 30, sealed.length - 1]) {
    await writeFile(name, log(sealed, onFirstPage));
    expect(await search.keys('key vault', binding)).toEqual([key]);
  }
  await writeFile(name, log(Buffer.from('Ada Lovelace'), 5));
  expect(await search.filesWith('Ada Lovelace')).toEqual([name]);
});
