import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { defaultZipLimits, ZipArchive, type ZipLimits } from './zip-archive.js';
import { type SampleEntry, zipOf } from './zip-sample.fixture.js';

const open = (entries: SampleEntry[], limits: Partial<ZipLimits> = {}) =>
  ZipArchive.open(memoryFile(zipOf(entries, 'A comment')), { ...defaultZipLimits, ...limits });

const read = async (archive: ZipArchive, name: string): Promise<string | undefined> => {
  const entry = archive.find(name);
  return entry && (await buffer(archive.read(entry))).toString();
};

const refused = (reason: string) => expect.objectContaining({ name: 'FormatError', reason });
const long = 'The same again. '.repeat(10_000);

describe('an archive', () => {
  it.each([
    ['deflated', {}],
    ['stored', { isStored: true }],
    ['with a descriptor', { hasDescriptor: true }],
    ['in ZIP64', { isZip64: true }],
    ['in ZIP64, stored, with a descriptor', { isZip64: true, isStored: true, hasDescriptor: true }],
  ])('an archive is read %s', async (_how, entry) => {
    const archive = await open([
      { name: 'a', content: 'first', ...entry },
      { name: 'b/c.xml', content: long, ...entry },
    ]);
    expect(archive.entries.map(({ name }) => name)).toEqual(['a', 'b/c.xml']);
    expect(await read(archive, 'a')).toBe('first');
    expect(await read(archive, 'b/c.xml')).toBe(long);
  });

  it('an entry is found without regard to case, and by forward slashes', async () => {
    const archive = await open([{ name: 'Word\\Document.xml', content: 'x' }]);
    expect(await read(archive, 'word/document.XML')).toBe('x');
    expect(archive.find('other')).toBeUndefined();
  });

  it('an archive is read with bytes behind it, as some mail programs leave them', async () => {
    const bytes = Buffer.concat([zipOf([{ name: 'a', content: 'x' }]), Buffer.alloc(3)]);
    expect(await read(await ZipArchive.open(memoryFile(bytes)), 'a')).toBe('x');
  });
});

describe('the limits', () => {
  const bomb = { name: 'a', content: ' '.repeat(100_000) };

  it('an archive with more entries than allowed is refused', async () => {
    const entries = ['a', 'b', 'c'].map((name) => ({ name, content: '' }));
    await expect(open(entries, { entries: 2 })).rejects.toEqual(refused('hostile'));
    expect((await open(entries, { entries: 3 })).entries).toHaveLength(3);
  });

  it('an archive whose declared sizes together exceed the limit is refused', async () => {
    const entries = ['a', 'b'].map((name) => ({ name, content: long }));
    await expect(open(entries, { totalSize: long.length * 2 - 1 })).rejects.toEqual(refused('hostile'));
    expect((await open(entries, { totalSize: long.length * 2 })).entries).toHaveLength(2);
  });

  it('an entry whose declared ratio exceeds the limit is refused, from a size on', async () => {
    await expect(open([bomb], { ratioFloor: 99_999 })).rejects.toEqual(refused('hostile'));
    expect(await read(await open([bomb], { ratioFloor: 100_000 }), 'a')).toBe(bomb.content);
    expect(await read(await open([{ name: 'a', content: long }], { ratioFloor: 0, ratio: 1000 }), 'a')).toBe(long);
  });

  it('an entry of some megabytes is read however well it is compressed', async () => {
    const notes = ' '.repeat(20 * 1024 ** 2);
    expect(await read(await open([{ name: 'a', content: notes }]), 'a')).toBe(notes);
  });

  it('an entry that inflates to more than it declares is refused', async () => {
    const archive = await open([{ ...bomb, declaredSize: 10 }]);
    await expect(read(archive, 'a')).rejects.toEqual(refused('hostile'));
  });
});

describe('a damaged entry is refused when it is read', () => {
  it.each([
    ['its checksum', { declaredCrc: 7 }, 'invalid'],
    ['its size', { declaredSize: 6 }, 'invalid'],
    ['its data', { deflated: Buffer.alloc(20, 0xff) }, 'invalid'],
    ['its end', { deflated: deflateRawSync(long).subarray(0, 60), declaredSize: long.length }, 'invalid'],
    ['its compression', { method: 9 }, 'invalid'],
  ])('an entry is refused when it is read for %s', async (_what, damage, reason) => {
    const archive = await open([{ name: 'a', content: 'five!', ...damage }]);
    await expect(read(archive, 'a')).rejects.toEqual(refused(reason));
  });

  it('an entry is refused when its own header has another name', async () => {
    const bytes = zipOf([{ name: 'name', content: 'x' }]);
    bytes.write('none', 30);
    await expect(read(await ZipArchive.open(memoryFile(bytes)), 'name')).rejects.toEqual(refused('invalid'));
  });

  it('a damaged entry does not keep another one from being read', async () => {
    const archive = await open([
      { name: 'bad', content: 'x', declaredCrc: 7 },
      { name: 'good', content: 'y' },
    ]);
    expect(await read(archive, 'good')).toBe('y');
  });
});

it('an archive releases the file when a reader stops half way', async () => {
  const archive = await open([{ name: 'a', content: Buffer.alloc(3_000_000, 'abc'), isStored: true }]);
  const [entry] = archive.entries;
  if (entry === undefined) throw new Error('There is one.');
  for await (const chunk of archive.read(entry)) {
    expect(chunk.byteLength).toBeLessThan(3_000_000);
    break;
  }
});
