import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { BlobStoreUnavailableError } from './blob-store.errors.js';
import type { BlobStore } from './blob-store.port.js';
import { guardBlobStore } from './guarded-blob-store.js';

let isAway: boolean;
let probeAnswers: boolean;
let breaker: CircuitBreaker;
let blobs: BlobStore;
beforeEach(() => {
  isAway = false;
  probeAnswers = true;
  const probe = () => (isAway || !probeAnswers ? Promise.reject(new Error('away')) : Promise.resolve());
  breaker = new CircuitBreaker({ probe, onOpen: () => undefined, onClose: () => undefined, probeEveryMs: 5 });
  const inner = new InMemoryBlobStore();
  const { stat } = inner;
  inner.stat = (id) =>
    isAway ? Promise.reject(new BlobStoreUnavailableError('S3 does not answer.')) : stat.call(inner, id);
  inner.check = async () => {
    if (isAway) throw new BlobStoreUnavailableError('S3 does not answer.');
  };
  blobs = guardBlobStore(inner, breaker);
});
afterEach(() => breaker.close());

const content = async function* () {
  yield Buffer.from('text');
};

it('the store is used as it is while it answers, whatever it answers', async () => {
  expect(await blobs.put('one', content())).toMatchObject({ size: 4 });
  expect(await Array.fromAsync(await blobs.read('one'))).toEqual([Buffer.from('text')]);
  isAway = false;
  await expect(blobs.stat('none')).rejects.toMatchObject({ kind: 'not-found' });
  await blobs.delete('one');
  expect(breaker.isOpen).toBe(false);
});

it('once the store is known to be away no caller waits for it, and content is not read, until it answers', async () => {
  isAway = true;
  await expect(blobs.stat('one')).rejects.toThrow('S3 does not answer.');
  await vi.waitFor(() => expect(breaker.isOpen).toBe(true), 30_000);
  let wasRead = false;
  const unread = (async function* () {
    wasRead = true;
    yield Buffer.from('text');
  })();
  for (const call of [() => blobs.put('one', unread), () => blobs.stat('one'), () => blobs.read('one')]) {
    await expect(call()).rejects.toThrow('The blob store is away and is not asked');
  }
  expect(wasRead).toBe(false);
  isAway = false;
  await vi.waitFor(() => expect(breaker.isOpen).toBe(false), 30_000);
  expect(await blobs.put('one', content())).toMatchObject({ size: 4 });
});

it('a check that succeeds lets callers through, one that fails does not', async () => {
  isAway = true;
  probeAnswers = false;
  await expect(blobs.stat('one')).rejects.toThrow('S3 does not answer.');
  await vi.waitFor(() => expect(breaker.isOpen).toBe(true), 30_000);
  await expect(blobs.check()).rejects.toThrow('S3 does not answer.');
  expect(breaker.isOpen).toBe(true);
  isAway = false;
  await blobs.check();
  expect(breaker.isOpen).toBe(false);
});
