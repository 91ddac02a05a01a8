import { beforeEach, describe, expect, it, vi } from 'vitest';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { GlossaryCompiler } from './glossary-compiler.js';
import { storeEntries } from './stored-entries.js';

const languages = { source: 'en', target: 'es' };
const entries = Array.from({ length: 5_000 }, (_, n) => ({ source: `term ${n}`, target: `t${n}` }));

let blobs: InMemoryBlobStore;
let blobId: string;
let compiler: GlossaryCompiler;
beforeEach(async () => {
  blobs = new InMemoryBlobStore();
  ({ blobId } = await storeEntries(blobs, 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2', entries, 'org_1'));
  compiler = new GlossaryCompiler(blobs);
});

describe('compiling a glossary', () => {
  it('a glossary is compiled once for all who wait for it, and again for a later caller', async () => {
    const read = vi.spyOn(blobs, 'read');
    const all = await Promise.all([1, 2, 3].map(() => compiler.compile(blobId, languages)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]?.size).toBe(5_000);
    expect(read).toHaveBeenCalledTimes(1);
    expect(await compiler.compile(blobId, languages)).not.toBe(all[0]);
  });

  it('a glossary is compiled separately for other languages', async () => {
    const [spanish, turkish] = await Promise.all([
      compiler.compile(blobId, languages),
      compiler.compile(blobId, { source: 'tr', target: 'es' }),
    ]);
    expect(spanish).not.toBe(turkish);
  });

  it('compiling goes on while one caller waits, and ends for the one that does not', async () => {
    const gone = new AbortController();
    const read = vi.spyOn(blobs, 'read');
    const first = compiler.compile(blobId, languages, gone.signal);
    const second = compiler.compile(blobId, languages);
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect((await second).size).toBe(5_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('compiling ends when nobody waits, and begins again for the next caller', async () => {
    const gone = new AbortController();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const read = blobs.read.bind(blobs);
    const spy = vi.spyOn(blobs, 'read').mockImplementationOnce(async (id) => {
      ask();
      await held;
      return read(id);
    });
    const parse = vi.spyOn(String.prototype, 'normalize');
    const first = compiler.compile(blobId, languages, gone.signal);
    await asked;
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    letGo();
    for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    expect((await compiler.compile(blobId, languages)).size).toBe(5_000);
    expect(spy).toHaveBeenCalledTimes(2);
  });

  it('compiling fails for all callers when the entries cannot be read', async () => {
    const all = await Promise.allSettled([1, 2].map(() => compiler.compile('glo_none', languages)));
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
