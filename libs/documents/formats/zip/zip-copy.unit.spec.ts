import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { ZipArchive } from './zip-archive.js';
import { copyArchive } from './zip-copy.js';
import { zipOf } from './zip-sample.fixture.js';

const long = 'Words and words, and numbers such as 12345. '.repeat(5000);
const entries = [
  { name: 'first.xml', content: 'one', isStored: true },
  { name: 'größe/second.xml', content: long },
  { name: 'third.xml', content: 'three', hasDescriptor: true },
  { name: 'fourth.bin', content: Buffer.alloc(300_000, 7), isStored: true },
];
const variants = {
  plain: zipOf(entries, 'A comment'),
  zip64: zipOf(entries.map((entry) => ({ ...entry, isZip64: true }))),
};

async function* once(text: string) {
  yield Buffer.from(text);
}

const copy = async (
  bytes: Uint8Array,
  changes: Record<string, string>,
  removed: readonly string[] = [],
): Promise<Buffer> => {
  const archive = await ZipArchive.open(memoryFile(bytes));
  return buffer(
    copyArchive(archive, async ({ name }) => {
      if (removed.includes(name)) return 'removed';
      const text = changes[name];
      return text === undefined ? undefined : once(text);
    }),
  );
};

const contents = async (bytes: Buffer): Promise<Record<string, string>> => {
  const archive = await yauzl.fromBufferPromise(bytes);
  const found: Record<string, string> = {};
  for await (const entry of archive.eachEntry()) {
    found[entry.fileName] = (await buffer(await archive.openReadStreamPromise(entry))).toString('latin1');
  }
  return found;
};

describe.each(Object.entries(variants))('a copy of a %s archive', (_name, bytes) => {
  it('a copy with nothing rewritten is the same file', async () => {
    expect((await copy(bytes, {})).equals(bytes)).toBe(true);
  });

  it.each(entries.map(({ name }) => name))('a copy has a new %s, and all other entries as they were', async (name) => {
    const before = await contents(bytes);
    const copied = await copy(bytes, { [name]: `${long}!` });
    expect(await contents(copied)).toEqual({ ...before, [name]: `${long}!` });
    const opened = await ZipArchive.open(memoryFile(copied));
    const entry = opened.find(name);
    expect((await buffer(opened.read(entry ?? expect.fail()))).toString()).toBe(`${long}!`);
  });

  it('a copy may have all entries new, some longer, some shorter, one empty', async () => {
    const changes = Object.fromEntries(entries.map(({ name }, index) => [name, 'x'.repeat(index * 70_000)]));
    expect(await contents(await copy(bytes, changes))).toEqual(changes);
  });

  it.each([
    [['first.xml'], ['größe/second.xml', 'third.xml', 'fourth.bin']],
    [
      ['third.xml', 'fourth.bin'],
      ['first.xml', 'größe/second.xml'],
    ],
    [entries.map(({ name }) => name), []],
  ])('a copy is without %j', async (removed, left) => {
    const before = await contents(bytes);
    const copied = await copy(bytes, { 'größe/second.xml': 'two' }, removed);
    const kept = Object.fromEntries(left.map((name) => [name, before[name]]));
    expect(await contents(copied)).toEqual('größe/second.xml' in kept ? { ...kept, 'größe/second.xml': 'two' } : kept);
    expect((await ZipArchive.open(memoryFile(copied))).entries.map(({ name }) => name)).toEqual(left);
    for (const name of removed) expect(copied.includes(name)).toBe(false);
  });

  it('a copy holds the bytes of the other entries, still compressed', async () => {
    const copied = await copy(bytes, { 'first.xml': long });
    const { entries, physicalOrder } = await ZipArchive.open(memoryFile(bytes));
    const [, second, , fourth] = physicalOrder;
    const others = bytes.subarray(second?.localOffset, fourth?.extentEnd);
    expect(entries).toHaveLength(4);
    expect(copied.includes(others)).toBe(true);
  });

  it('the header of a new entry leaves checksum and sizes to the descriptor behind it', async () => {
    const copied = await copy(bytes, { 'first.xml': long });
    const archive = await yauzl.fromBufferPromise(copied);
    const first = (await archive.eachEntry().next()).value;
    const local = await archive.readLocalFileHeaderPromise(first);
    expect(local).toMatchObject({ crc32: 0, compressedSize: 0, uncompressedSize: 0 });
    expect(local.generalPurposeBitFlag & 8).toBe(8);
    expect(first.extraFields.map(({ id }: { id: number }) => id)).not.toContain(1);
    const descriptor = copied.subarray(local.fileDataStart + first.compressedSize).subarray(0, 16);
    expect([0, 4, 8, 12].map((at) => descriptor.readUInt32LE(at))).toEqual([
      0x08074b50,
      first.crc32,
      first.compressedSize,
      first.uncompressedSize,
    ]);
  });

  it('a copy can be copied again', async () => {
    const copied = await copy(bytes, { 'third.xml': 'three and more' });
    expect((await copy(copied, {})).equals(copied)).toBe(true);
    expect((await copy(copied, { 'third.xml': 'three and more' })).equals(copied)).toBe(true);
  });
});

it('a copy keeps the comment of the archive', async () => {
  const archive = await yauzl.fromBufferPromise(await copy(variants.plain, { 'first.xml': 'x' }));
  expect(archive.comment).toBe('A comment');
});

it('a copy keeps the order of the directory where it differs from the order in the file', async () => {
  const bytes = zipOf(entries.slice(0, 2));
  const archive = await ZipArchive.open(memoryFile(bytes));
  const [one, two] = archive.entries.map(({ record }) =>
    Buffer.from(archive.directory.subarray(record.start, record.end)),
  );
  Buffer.concat([two ?? expect.fail(), one ?? expect.fail()]).copy(bytes, archive.location.offset);
  const copied = await copy(bytes, { 'first.xml': long });
  expect(Object.keys(await contents(copied))).toEqual(['größe/second.xml', 'first.xml']);
  expect(await contents(copied)).toEqual({ 'first.xml': long, 'größe/second.xml': long });
});

it('an error while an entry is rewritten is passed on', async () => {
  const archive = await ZipArchive.open(memoryFile(variants.plain));
  const failing = async function* () {
    yield Buffer.from('a beginning');
    throw new FormatError('hostile', 'Too deep.');
  };
  const copying = buffer(copyArchive(archive, async () => failing()));
  await expect(copying).rejects.toThrow(new FormatError('hostile', 'Too deep.'));
});

it('a place in the end record that ZIP64 takes the place of stays what it is', async () => {
  const bytes = Buffer.from(variants.zip64);
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  bytes.writeUInt32LE(0xfffffffb, end + 16);
  expect((await copy(bytes, {})).equals(bytes)).toBe(true);
  const copied = await copy(bytes, { 'first.xml': long });
  expect((await ZipArchive.open(memoryFile(copied))).entries).toHaveLength(4);
});
