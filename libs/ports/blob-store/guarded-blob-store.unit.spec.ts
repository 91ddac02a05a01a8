import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { BlobStoreUnavailableError } from './blob-store.errors.js';
import type { BlobStore } from './blob-store.port.js';
import { guardBlobStore } from './guarded-blob-store.js';
import { interruptible } from './interruptible.js';

const never = new Promise<never>(() => undefined);

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

it('calls that were under way when the store went away are refused some seconds later, and their late results discarded', async () => {
  const late = Promise.withResolvers<Readable>();
  const hanging = new InMemoryBlobStore();
  hanging.read = () => late.promise;
  hanging.put = (_id, coming, { signal } = {}) => Array.fromAsync(interruptible(coming, signal)).then(() => never);
  const impatient = guardBlobStore(hanging, breaker, 20);
  let stopped = false;
  const endless = (async function* () {
    try {
      for (;;) yield await sleep(5, Buffer.from('text'));
    } finally {
      stopped = true;
    }
  })();
  const calls = [impatient.read('one'), impatient.put('two', endless)];
  isAway = true;
  await expect(blobs.stat('one')).rejects.toThrow('S3 does not answer.');
  for (const call of calls) await expect(call).rejects.toThrow('The blob store went away and is not back');
  const unread = Readable.from(['text']);
  late.resolve(unread);
  await vi.waitFor(() => expect([stopped, unread.destroyed]).toEqual([true, true]), 30_000);
});

it('a call goes on when the store is back in time', async () => {
  const late = Promise.withResolvers<Readable>();
  const slow = new InMemoryBlobStore();
  slow.read = () => late.promise;
  const reading = guardBlobStore(slow, breaker, 100).read('one');
  isAway = true;
  await expect(blobs.stat('one')).rejects.toThrow('S3 does not answer.');
  await vi.waitFor(() => expect(breaker.isOpen).toBe(true), 30_000);
  isAway = false;
  await vi.waitFor(() => expect(breaker.isOpen).toBe(false), 30_000);
  await sleep(150);
  late.resolve(Readable.from(['text']));
  expect(await Array.fromAsync(await reading)).toEqual(['text']);
});
