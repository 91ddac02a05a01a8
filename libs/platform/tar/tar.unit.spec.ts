import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bytesOf, entriesOf, type TarEntry, tarOf } from './tar.js';

const file = (path: string, text: string, size = Buffer.byteLength(text)): TarEntry => ({
  path,
  content: {
    size,
    chunks: (async function* () {
      for (let at = 0; at < text.length; at += 300) yield Buffer.from(text.slice(at, at + 300));
    })(),
  },
});

const archiveOf = (...entries: TarEntry[]): Promise<Buffer> =>
  bytesOf(
    tarOf(
      (async function* () {
        yield* entries;
      })(),
    ),
  );

const read = async (archive: Buffer, chunkBytes = 700): Promise<[string, string | undefined][]> => {
  const chunks = (async function* () {
    for (let at = 0; at < archive.length; at += chunkBytes) yield archive.subarray(at, at + chunkBytes);
  })();
  const found: [string, string | undefined][] = [];
  for await (const { path, content } of entriesOf(chunks))
    found.push([path, content && (await bytesOf(content.chunks)).toString()]);
  return found;
};

const longPath = `${'folder/'.repeat(18)}a-file`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-tar-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('what was written is read again, whatever its size and the length of its path', async () => {
  const archive = await archiveOf(
    { path: 'empty', content: undefined },
    file('a', ''),
    file('b', 'x'.repeat(512)),
    file('c', 'y'.repeat(1_500)),
    file(longPath, 'deep'),
  );
  const expected = [
    ['empty', undefined],
    ['a', ''],
    ['b', 'x'.repeat(512)],
    ['c', 'y'.repeat(1_500)],
    [longPath, 'deep'],
  ];
  expect(await read(archive)).toEqual(expected);
  expect(await read(archive, 1)).toEqual(expected);
});

it('tar reads it too', async () => {
  const path = join(folder, 'archive.tar');
  await writeFile(
    path,
    await archiveOf({ path: 'some', content: undefined }, file('some/file', 'text'), file(longPath, 'deep')),
  );
  await promisify(execFile)('tar', ['-xf', path, '-C', folder]);
  expect(await readFile(join(folder, 'some/file'), 'utf8')).toBe('text');
  expect(await readFile(join(folder, longPath), 'utf8')).toBe('deep');
});

it('content that became shorter or longer meanwhile has the size that was said', async () => {
  expect(await read(await archiveOf(file('short', 'abc', 5), file('long', 'abcdef', 4)))).toEqual([
    ['short', 'abc\0\0'],
    ['long', 'abcd'],
  ]);
});

it('an archive that is cut or changed is refused', async () => {
  const archive = await archiveOf(file('a', 'text'));
  await expect(read(archive.subarray(0, 900))).rejects.toThrow('ends too early');
  archive[0] = 0x62;
  await expect(read(archive)).rejects.toThrow('damaged');
});

it('what the format cannot hold is refused instead of being cut', async () => {
  await expect(archiveOf(file('n'.repeat(101), ''))).rejects.toThrow('too long a path');
  await expect(
    archiveOf({ path: 'huge', content: { size: 2 ** 33, chunks: (async function* () {})() } }),
  ).rejects.toThrow('8 GiB');
});

const headed = async (change: (header: Buffer) => void): Promise<Buffer> => {
  const archive = await archiveOf(file('a', 'text'));
  change(archive);
  const header = archive.subarray(0, 512);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return archive;
};

it.each(['1', '2', '3', '6', 'x', 'g', 'L'])('an entry of type %s is refused, since it is no file', async (type) => {
  await expect(read(await headed((header) => header.write(type, 156)))).rejects.toThrow('neither a file nor a folder');
});

it('a size that is no number of octal digits is damage, as is one beyond the end', async () => {
  await expect(read(await headed((header) => header.writeUInt8(0x80, 124)))).rejects.toThrow('damaged');
  await expect(read(await headed((header) => header.write('00000000009\0', 124)))).rejects.toThrow('damaged');
  await expect(read(await headed((header) => header.write('77777777777\0', 124)))).rejects.toThrow('ends too early');
});

it('content is found again at the place that its entry says', async () => {
  const archive = await archiveOf(file('a', 'first'), file('b', 'second'));
  const found: string[] = [];
  for await (const { content, offset } of entriesOf(
    (async function* () {
      yield archive;
    })(),
  )) {
    const size = (await bytesOf(content?.chunks ?? (async function* () {})())).length;
    found.push(archive.toString('utf8', offset, offset + size));
  }
  expect(found).toEqual(['first', 'second']);
});
