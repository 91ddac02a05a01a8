import { SentenceTooLongError as PackageTooLongError, type Translation } from '@transledger/marian';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelBusyError, ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import { ModelMissingError } from '#libs/ports/inference/marian/inference-protocol.js';
import { SentenceTooLongError } from '#libs/ports/inference/marian/marian-models.js';
import { foundModel } from './found-model.fixture.js';
import type { LoadedModel } from './loaded-models.js';
import { type SentenceRequest, TranslationWork } from './translation-work.js';

const translationOf = (text: string): Translation => ({
  text: text.toUpperCase(),
  source: [{ piece: text, begin: 0, end: text.length }],
  tokens: [{ piece: text, begin: 0, end: text.length, text: text.toUpperCase(), probability: 0.5 }],
  alignment: [Float32Array.of(0, 1)],
  confidence: 0.5,
  limited: false,
});

/** Work of two models of ten bytes each; a sentence is translated, and a model loaded, when the test says so. */
class Fixture {
  readonly begun: string[] = [];
  readonly loading: PromiseWithResolvers<void>[] = [];
  private readonly running: (PromiseWithResolvers<Translation> & { text: string })[] = [];
  readonly work: TranslationWork;

  constructor({ threads = 1, memory = 20 } = {}) {
    this.work = new TranslationWork({
      memory,
      threads,
      bytesOf: () => 10,
      load: async () => {
        const gate = Promise.withResolvers<void>();
        this.loading.push(gate);
        await gate.promise;
        return this.model;
      },
      log: { info: () => undefined, error: () => undefined },
      now: () => Date.now(),
    });
    this.work.install([foundModel('m'), foundModel('n')]);
  }

  ask(text: string, changes: Partial<SentenceRequest> = {}): Promise<string> {
    const line = { priority: 'interactive', organizationId: 'a' } as const;
    const request = { model: 'm', line, text, signal: new AbortController().signal, ...changes };
    const asked = this.work.translate(request).then((translation) => translation.text);
    asked.catch(() => undefined);
    return asked;
  }

  async load(): Promise<void> {
    for (const gate of this.loading.splice(0)) gate.resolve();
    await settled();
  }

  /** Ends what is being translated. */
  async finish(): Promise<string[]> {
    const ended = this.running.splice(0);
    for (const { text, resolve } of ended) resolve(translationOf(text));
    await settled();
    return ended.map(({ text }) => text);
  }

  private readonly model: LoadedModel = {
    translate: (text, { signal, onToken }) => {
      this.begun.push(text);
      const one = { ...Promise.withResolvers<Translation>(), text };
      signal?.addEventListener('abort', () => one.reject(signal.reason));
      if (text === 'too long') one.reject(new PackageTooLongError(600, 511));
      if (text === 'broken') one.reject(new Error('memory access out of bounds'));
      const [token] = translationOf(text).tokens;
      if (token !== undefined) onToken?.(token, Float32Array.of(0, 1));
      this.running.push(one);
      return one.promise;
    },
    close: async () => undefined,
  };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('translation work', () => {
  it('a sentence waits until its model is loaded, then for a thread', async () => {
    const fixture = new Fixture();
    const asked = fixture.ask('one');
    await settled();
    expect(fixture.work.state).toEqual({ waiting: 1, translating: 0, loaded: 1, loadedBytes: 10 });
    await fixture.load();
    expect(fixture.work.state).toMatchObject({ waiting: 0, translating: 1 });
    await fixture.finish();
    expect(await asked).toBe('ONE');
    expect(fixture.work.state).toMatchObject({ waiting: 0, translating: 0 });
  });

  it('a translation has the piece that each token belongs to most', async () => {
    const fixture = new Fixture();
    const tokens: unknown[] = [];
    const { signal } = new AbortController();
    const asked = fixture.work.translate({
      ...{ model: 'm', line: { priority: 'interactive' }, text: 'one', signal },
      onToken: (token) => tokens.push(token),
    });
    await fixture.load().then(() => fixture.load());
    await fixture.finish();
    const token = { text: 'ONE', begin: 0, end: 3, probability: 0.5, piece: 1 };
    expect(await asked).toMatchObject({ pieces: [{ begin: 0, end: 3 }], tokens: [token], confidence: 0.5 });
    expect(tokens).toEqual([token]);
  });

  it('no more batches are translated than there are threads, of all models together', async () => {
    const fixture = new Fixture({ threads: 2 });
    for (const model of ['m', 'n', 'm', 'n']) void fixture.ask(model, { model, isAlone: true });
    await settled();
    await fixture.load();
    await fixture.load();
    expect(fixture.begun).toHaveLength(2);
    await fixture.finish();
    expect(fixture.begun).toHaveLength(4);
  });

  it('an organization with a thousand sentences lets another wait for one batch', async () => {
    const fixture = new Fixture();
    for (let at = 0; at < 1_000; at += 1)
      void fixture.ask(`a ${at}`, { line: { priority: 'document', organizationId: 'a' } });
    await settled();
    await fixture.load();
    void fixture.ask('one of another', { line: { priority: 'document', organizationId: 'b' } });
    void fixture.ask('interactive', { line: { priority: 'interactive', organizationId: 'a' } });
    await fixture.finish();
    expect(await fixture.finish()).toEqual(['interactive']);
    expect(await fixture.finish()).toContain('one of another');
  });

  it('two models that do not fit beside each other both come to their end', async () => {
    const fixture = new Fixture({ memory: 10 });
    const asked = ['m', 'n', 'm', 'n'].map((model) => fixture.ask(model, { model, isAlone: true }));
    const done = Promise.all(asked);
    for (let turn = 0; turn < 12; turn += 1) {
      await fixture.load();
      await fixture.finish();
      expect(fixture.work.state.loadedBytes).toBeLessThanOrEqual(10);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await done).toEqual(['M', 'N', 'M', 'N']);
  });

  it('a model that works without a pause lets another have its room', async () => {
    const fixture = new Fixture({ memory: 10 });
    const line = { priority: 'document', organizationId: 'a' } as const;
    for (let at = 0; at < 100; at += 1) void fixture.ask(`m ${at}`, { line, isAlone: true });
    await settled();
    await fixture.load();
    const other = fixture.ask('n', { model: 'n' });
    for (let turn = 0; turn < 30 && !fixture.begun.includes('n'); turn += 1) {
      await vi.advanceTimersByTimeAsync(100);
      await fixture.finish();
      await fixture.load();
    }
    await fixture.finish();
    expect(await other).toBe('N');
    expect(fixture.work.state.waiting).toBeGreaterThan(50);
  });
});

describe('a sentence that is cancelled', () => {
  const reason = new Error('The client has gone');

  it.each([
    ['before it is asked for', 0],
    ['while its model is loaded', 1],
    ['while it waits for a thread', 2],
    ['while it is translated', 3],
  ])('%s is rejected at once, and leaves nothing behind', async (_when, step) => {
    const fixture = new Fixture();
    const gone = new AbortController();
    if (step === 0) gone.abort(reason);
    if (step === 2) {
      void fixture.ask('before it', { isAlone: true });
      await settled();
      await fixture.load();
    }
    const asked = fixture.ask('one', { signal: gone.signal, isAlone: true });
    await settled();
    if (step === 3) await fixture.load();
    expect(fixture.begun.includes('one')).toBe(step === 3);
    gone.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await fixture.load();
    await fixture.finish();
    expect(fixture.work.state).toMatchObject({ waiting: 0, translating: 0 });
    const next = fixture.ask('two');
    await settled();
    await fixture.load();
    await fixture.finish();
    expect(await next).toBe('TWO');
  });
});

describe('a sentence that cannot be translated', () => {
  it.each([
    ['too long', new SentenceTooLongError(511)],
    ['broken', new ModelUnavailableError('The model failed')],
  ])('%s leaves the others of its batch alone', async (text, error) => {
    const fixture = new Fixture();
    const [bad, good] = [fixture.ask(text), fixture.ask('fine')];
    await settled();
    await fixture.load();
    await fixture.finish();
    await expect(bad).rejects.toEqual(error);
    expect(await good).toBe('FINE');
  });

  it('for its model is missing, or leaves while it waits, is told so', async () => {
    const fixture = new Fixture();
    await expect(fixture.ask('one', { model: 'other' })).rejects.toThrow(ModelMissingError);
    const waiting = fixture.ask('one', { model: 'n' });
    await settled();
    fixture.loading.splice(0)[0]?.reject(new Error('damaged'));
    await expect(waiting).rejects.toThrow('marian-en-de-n cannot be loaded');
  });

  it('within 15 seconds is refused as busy, one of a document waits on', async () => {
    const fixture = new Fixture();
    const interactive = fixture.ask('one');
    const document = fixture.ask('two', { line: { priority: 'document', organizationId: 'a' } });
    await vi.advanceTimersByTimeAsync(15_000);
    await expect(interactive).rejects.toThrow(ModelBusyError);
    await fixture.load();
    await fixture.finish();
    expect(await document).toBe('TWO');
  });

  it.each([
    ['sentences', 'x', 2_048],
    ['text', 'x'.repeat(60_000), 17],
  ])(
    'for an organization has too many %s waiting is refused as busy, and another’s is not',
    async (_what, text, fit) => {
      const fixture = new Fixture();
      const gone = new AbortController();
      for (let at = 0; at < fit; at += 1) void fixture.ask(text, { signal: gone.signal });
      await expect(fixture.ask(text)).rejects.toThrow(ModelBusyError);
      void fixture.ask(text, { line: { priority: 'interactive', organizationId: 'b' }, signal: gone.signal });
      expect(fixture.work.state.waiting).toBe(fit + 1);
      gone.abort();
      await settled();
      expect(fixture.work.state.waiting).toBe(0);
    },
  );
});
