import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import { ModelMissingError } from '#libs/ports/inference/marian/inference-protocol.js';
import { foundModel } from './found-model.fixture.js';
import type { FoundModel } from './installed-models.js';
import { type LoadedModel, LoadedModels } from './loaded-models.js';

/** Models of ten bytes each, in a memory of twenty, that are loaded when the test says so. */
class Fixture {
  readonly told: string[] = [];
  readonly awaited = new Set<string>();
  readonly loading = new Map<string, PromiseWithResolvers<LoadedModel>>();
  now = 0;
  readonly models = new LoadedModels({
    memory: 20,
    bytesOf: ({ manifest }: FoundModel) => (manifest.modelSha256 === 'giant' ? 21 : 10),
    load: ({ manifest }) => {
      const wanted = Promise.withResolvers<LoadedModel>();
      this.loading.set(manifest.modelSha256, wanted);
      return wanted.promise;
    },
    isAwaited: (sha256) => this.awaited.has(sha256),
    onLoaded: (sha256) => {
      this.told.push(`loaded ${sha256}`);
      this.awaited.delete(sha256);
    },
    onLeaving: (sha256) => void this.told.push(`leaving ${sha256}`),
    onFailed: (sha256, error) => void this.told.push(`failed ${sha256}: ${error.message}`),
    log: { info: () => undefined, error: () => undefined },
    now: () => this.now,
  });

  constructor(...names: string[]) {
    this.models.install(names.map((name) => foundModel(name)));
  }

  /** Asks for a model as one that waits does. */
  async ask(sha256: string): Promise<boolean> {
    this.awaited.add(sha256);
    const isLoaded = this.models.ask(sha256);
    if (isLoaded) this.awaited.delete(sha256);
    await settled();
    return isLoaded;
  }

  async finish(sha256: string, closed: () => Promise<void> = async () => undefined): Promise<void> {
    const close = async () => {
      this.told.push(`closed ${sha256}`);
      await closed();
    };
    this.loading.get(sha256)?.resolve({ translate: () => expect.unreachable(), close });
    this.loading.delete(sha256);
    await settled();
  }

  async load(sha256: string): Promise<void> {
    await this.ask(sha256);
    await this.finish(sha256);
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('models in memory', () => {
  it('a model is loaded when it is asked for, once for all who wait', async () => {
    const fixture = new Fixture('a');
    expect([await fixture.ask('a'), await fixture.ask('a')]).toEqual([false, false]);
    await fixture.finish('a');
    expect([fixture.told, fixture.loading.size, fixture.models.bytes]).toEqual([['loaded a'], 0, 10]);
    expect(await fixture.ask('a')).toBe(true);
  });

  it('one that nobody waits for any more is not loaded', async () => {
    const fixture = new Fixture('a', 'b');
    fixture.models.ask('a');
    await fixture.ask('b');
    expect([...fixture.loading.keys()]).toEqual(['b']);
  });

  it('the least recently used makes room, and what is translated or waited for stays', async () => {
    const fixture = new Fixture('a', 'b', 'c');
    await fixture.load('a');
    fixture.now += 1;
    await fixture.load('b');
    fixture.now += 1;
    await fixture.ask('a');
    await fixture.ask('c');
    expect(fixture.told.at(-1)).toBe('closed b');
    await fixture.finish('c');
    expect([fixture.told.at(-1), fixture.models.bytes]).toEqual(['loaded c', 20]);
  });

  it('there is never more in memory than it may, while one is loaded or closed too', async () => {
    const fixture = new Fixture('a', 'b', 'c', 'd');
    const sizes: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'a', 'c', 'b']) {
      await fixture.ask(name);
      sizes.push(fixture.models.bytes);
      await fixture.finish(name);
      sizes.push(fixture.models.bytes);
      fixture.now += 1;
    }
    expect(Math.max(...sizes)).toBe(20);
  });

  it('one that works without a pause gives way after two seconds, when its batches are done', async () => {
    const fixture = new Fixture('a', 'b', 'c');
    await fixture.load('a');
    await fixture.load('b');
    for (const name of ['a', 'b']) {
      fixture.models.begin(name);
      fixture.awaited.add(name);
    }
    await fixture.ask('c');
    expect(fixture.told).toEqual(['loaded a', 'loaded b']);
    fixture.now += 2_000;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fixture.told.at(-1)).toBe('leaving a');
    fixture.awaited.delete('a');
    fixture.models.end('a');
    await settled();
    expect(fixture.told.at(-1)).toBe('closed a');
    await fixture.finish('c');
    expect(fixture.told.at(-1)).toBe('loaded c');
  });

  it('one that does not end well is gone all the same', async () => {
    const fixture = new Fixture('a', 'b', 'c');
    await fixture.ask('a');
    await fixture.finish('a', () => Promise.reject(new Error('stuck')));
    await fixture.load('b');
    await fixture.load('c');
    expect(fixture.told.at(-1)).toBe('loaded c');
  });
});

describe('a model that cannot be loaded', () => {
  it('fails for those who wait, is not offered, and is tried again after half a minute', async () => {
    const fixture = new Fixture('a');
    await fixture.ask('a');
    fixture.loading.get('a')?.reject(new Error('damaged'));
    await settled();
    expect(fixture.told).toEqual(['failed a: marian-en-de-a cannot be loaded']);
    expect(fixture.models.usable).toEqual([]);
    expect(() => fixture.models.ask('a')).toThrow(ModelUnavailableError);
    fixture.now += 30_000;
    expect(fixture.models.usable).toHaveLength(1);
    await fixture.load('a');
    expect(fixture.told.at(-1)).toBe('loaded a');
  });

  it('is tried at once where it was installed anew', async () => {
    const fixture = new Fixture('a');
    await fixture.ask('a');
    fixture.loading.get('a')?.reject(new Error('damaged'));
    await settled();
    fixture.models.install([foundModel('a', '2026-02-02T00:00:00.000Z')]);
    await fixture.load('a');
    expect(fixture.told.at(-1)).toBe('loaded a');
  });

  it('for it is larger than the memory, says so and what to set', () => {
    const fixture = new Fixture('giant');
    expect(fixture.models.usable).toEqual([]);
    expect(() => fixture.models.ask('giant')).toThrow(/takes 1 MiB.*TRANSLEDGER_MODELS_MEMORY/);
  });
});

describe('a model that is removed', () => {
  it('is missing at once, and leaves memory', async () => {
    const fixture = new Fixture('a', 'b');
    await fixture.load('a');
    fixture.models.install([foundModel('b')]);
    await settled();
    expect(fixture.told.at(-1)).toBe('closed a');
    expect(() => fixture.models.ask('a')).toThrow(ModelMissingError);
    expect(() => fixture.models.ask('never')).toThrow(ModelMissingError);
  });

  it('ends what it was given before it leaves', async () => {
    const fixture = new Fixture('a');
    await fixture.load('a');
    fixture.models.begin('a');
    fixture.models.install([]);
    await settled();
    expect(fixture.told).toEqual(['loaded a']);
    fixture.models.end('a');
    await settled();
    expect([fixture.told.at(-1), fixture.models.count]).toEqual(['closed a', 0]);
  });

  it('fails for those who wait for it to be loaded', async () => {
    const fixture = new Fixture('a', 'b', 'c');
    await fixture.load('a');
    await fixture.load('b');
    for (const name of ['a', 'b']) fixture.models.begin(name);
    await fixture.ask('c');
    fixture.models.install([foundModel('a'), foundModel('b')]);
    expect(fixture.told.at(-1)).toMatch(/^failed c: /);
  });

  it('is there again where it comes back', async () => {
    const fixture = new Fixture('a');
    await fixture.load('a');
    fixture.models.install([]);
    await settled();
    fixture.models.install([foundModel('a')]);
    await fixture.load('a');
    expect(fixture.told).toEqual(['loaded a', 'closed a', 'loaded a']);
  });
});
