import { describe, expect, it, vi } from 'vitest';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import { MemoryResponseCache } from '#libs/ports/limits/memory/memory-response-cache.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { PacedEngine } from './paced-engine.fixture.js';
import { StreamFixture } from './stream.fixture.js';

const translate = { type: 'translate', text: 'one two three', target: 'es', source: 'en', id: 'a' };

const failing = (error: Error) =>
  new ShoutingEngine({
    instead: async () => {
      throw error;
    },
  });

describe('a translation', () => {
  it('a translation comes in tokens numbered from 0 that are equal to it when joined, then is complete', async () => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    socket.say({ ...translate, text: 'one two\n\n- three\n' });
    const complete = await socket.got('complete');
    expect(socket.text('a')).toBe('ONE TWO\n\n- THREE\n');
    expect(socket.tokens('a').map(({ index }) => index)).toEqual(socket.tokens('a').map((_, index) => index));
    expect(complete).toEqual({
      type: 'complete',
      id: 'a',
      source_language: 'en',
      target_language: 'es',
      word_count: 3,
      character_count: 17,
      confidence: 1,
      model: 'shouting-en-es',
      model_sha256: [],
      cached: false,
      request_id: expect.stringMatching(/^req_[0-9A-Z]{26}$/),
    });
  });

  it('the beginning is in the log before the first token leaves, and the end before the last frame', async () => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    const atToken: string[][] = [];
    socket.on('frame', () => atToken.push(fixture.eventStore.events.map(({ type }) => type)));
    socket.say(translate);
    const { request_id } = await socket.got('complete');
    expect(atToken).toEqual([
      ['TextStreamBegan'],
      ['TextStreamBegan'],
      ['TextStreamBegan'],
      ['TextStreamBegan', 'TextStreamEnded'],
    ]);
    expect(fixture.eventStore.events.map(({ metadata }) => metadata.requestId)).toEqual([request_id, request_id]);
    expect(fixture.facts('TextStreamBegan')).toMatchObject([
      { processId: 'process-1', characterCount: 13, wordCount: 3 },
    ]);
    expect(fixture.facts('TextStreamEnded')).toMatchObject([
      { result: 'completed', code: null, countedCharacters: 13, model: 'shouting-en-es', confidence: 1, cached: false },
    ]);
    expect(fixture.facts('TextStreamEnded')).toMatchObject([{ quality: 'balanced', preserveFormatting: true }]);
    expect(fixture.reservations.settled).toEqual(['commit 13']);
  });

  it('the last frame and the end in the log name the models by their hashes', async () => {
    const engine = new ShoutingEngine({ hashes: () => ['one', 'two'] });
    const fixture = new StreamFixture({ engine, cache: new MemoryResponseCache(1_000_000) });
    const { socket } = await fixture.authenticated();
    const engines = [{ id: 'shouting', host: null, region: null }];
    for (const [id, used] of [
      ['a', engines],
      ['b', []],
    ] as const) {
      socket.say({ ...translate, id });
      expect(await socket.got('complete', id)).toMatchObject({ model_sha256: ['one', 'two'] });
      expect(fixture.facts('TextStreamEnded').at(-1)).toMatchObject({ modelSha256: ['one', 'two'], engines: used });
    }
  });

  it('a translation that is not streamed comes in one piece, with its end', async () => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    socket.say({ ...translate, stream: false });
    expect(await socket.got('complete')).toMatchObject({ id: 'a', translation: 'ONE TWO THREE' });
    expect(socket.tokens('a')).toEqual([]);
    expect(fixture.facts('TextStreamEnded')).toMatchObject([{ result: 'completed', countedCharacters: 13 }]);
  });

  it.each([
    ['in the target language already', { text: 'uno dos', source: 'es' }, 'uno dos', 'none'],
    ['of white space alone', { text: ' \n ' }, ' \n ', 'shouting-en-es'],
  ])('the translation of a text %s is the text itself', async (_what, changes, expected, model) => {
    const engine = new ShoutingEngine();
    const { socket } = await new StreamFixture({ engine }).authenticated();
    socket.say({ ...translate, ...changes });
    expect(await socket.got('complete')).toMatchObject({ model });
    expect(socket.text('a')).toBe(expected);
    expect(engine.requests).toEqual([]);
  });

  it('a streamed translation that may be another text is not cached for those who want it whole', async () => {
    const engine = new ShoutingEngine({ streamsSameText: false });
    const fixture = new StreamFixture({ engine, cache: new MemoryResponseCache(1_000_000) });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    expect(await socket.got('complete', 'a')).toMatchObject({ cached: false });
    expect(socket.text('a')).toBe('one two three');
    socket.say({ ...translate, id: 'b', stream: false });
    expect(await socket.got('complete', 'b')).toMatchObject({ cached: false, translation: 'ONE TWO THREE' });
    socket.say({ ...translate, id: 'c' });
    expect(await socket.got('complete', 'c')).toMatchObject({ cached: true });
    expect(socket.text('c')).toBe('one two three');
  });

  it('a stream that turned out to be another text is not cached', async () => {
    const engine = new ShoutingEngine({ streamsOtherText: true });
    const fixture = new StreamFixture({ engine, cache: new MemoryResponseCache(1_000_000) });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    expect(await socket.got('complete', 'a')).toMatchObject({ cached: false });
    expect(socket.text('a')).toBe('one two three');
    socket.say({ ...translate, id: 'b', stream: false });
    expect(await socket.got('complete', 'b')).toMatchObject({ cached: false, translation: 'ONE TWO THREE' });
  });

  it('a translation that was made before comes from the cache, and says so', async () => {
    const engine = new ShoutingEngine();
    const fixture = new StreamFixture({ engine, cache: new MemoryResponseCache(1_000_000) });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    expect(await socket.got('complete', 'a')).toMatchObject({ cached: false });
    socket.say({ ...translate, id: 'b' });
    expect(await socket.got('complete', 'b')).toMatchObject({ cached: true, model: 'shouting-en-es' });
    expect(socket.text('b')).toBe('ONE TWO THREE');
    expect(engine.requests).toHaveLength(1);
    expect(fixture.facts('TextStreamEnded')).toMatchObject([
      { cached: false },
      { cached: true, countedCharacters: 13 },
    ]);
  });

  it('translations run beside each other, told apart by their ids', async () => {
    const engine = new PacedEngine();
    const { socket } = await new StreamFixture({ engine }).authenticated();
    for (const id of ['a', 'b', 'c']) socket.say({ ...translate, id, text: `${id} two three` });
    engine.give(9);
    for (const id of ['a', 'b', 'c']) {
      await socket.got('complete', id);
      expect(socket.text(id)).toBe(`${id.toUpperCase()} TWO THREE`);
    }
  });

  it('a translation without an id waits for the previous one without an id, so that tokens never mix', async () => {
    const engine = new PacedEngine();
    const { socket } = await new StreamFixture({ engine }).authenticated();
    for (const text of ['one two', 'three four']) socket.say({ ...translate, id: undefined, text });
    engine.give(4);
    await socket.until(() => socket.frames.filter(({ type }) => type === 'complete').length === 2);
    const said = socket.frames.slice(1).map(({ type, token }) => token ?? type);
    expect(said).toEqual(['ONE ', 'TWO', 'complete', 'THREE ', 'FOUR', 'complete']);
    expect(socket.frames.every((frame) => !('id' in frame))).toBe(true);
  });

  it('a translation cannot take the id of one in flight, only of one that has ended', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    socket.say(translate);
    expect(await socket.got('error')).toMatchObject({ code: 'conflict', status: 409, id: 'a' });
    engine.give(3);
    await socket.got('complete');
    socket.say({ ...translate, text: 'again' });
    engine.give(1);
    await socket.until(({ token }) => token === 'AGAIN');
    expect(fixture.facts('RequestRefused')).toMatchObject([{ code: 'conflict' }]);
  });

  it('a translation over the limit of its key’s requests in flight is refused', async () => {
    const engine = new PacedEngine();
    const { socket } = await new StreamFixture({ engine, limits: { concurrentRequests: 1 } }).authenticated();
    socket.say(translate);
    socket.say({ ...translate, id: 'b' });
    expect(await socket.got('error')).toMatchObject({ code: 'concurrent_limit', id: 'b' });
    engine.give(3);
    await socket.got('complete', 'a');
    socket.say({ ...translate, id: 'c', target: 'xx' });
    expect(await socket.got('error', 'c')).toMatchObject({ code: 'invalid_language' });
    socket.say({ ...translate, id: 'd' });
    engine.give(3);
    await socket.got('complete', 'd');
  });

  it('a translation is refused while too much text is in flight on its connection', async () => {
    const { socket } = await new StreamFixture({ engine: new PacedEngine() }).authenticated();
    const text = 'ж'.repeat(10_000);
    for (let id = 0; id < 14; id += 1) socket.say({ ...translate, text, id: String(id) });
    expect(await socket.got('error')).toMatchObject({ code: 'concurrent_limit', id: '13' });
  });
});

describe('cancel', () => {
  it('a cancel stops the engine and the tokens at once, and is confirmed when it is in the log', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    engine.give(1);
    await socket.got('token');
    socket.say({ type: 'cancel', id: 'a' });
    expect(engine.signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await socket.got('cancelled')).toEqual({ type: 'cancelled', id: 'a' });
    engine.give(2);
    expect(socket.tokens('a')).toHaveLength(1);
    expect(fixture.facts('TextStreamEnded')).toMatchObject([
      { result: 'cancelled', countedCharacters: 13, code: null },
    ]);
    expect(fixture.reservations.settled).toEqual(['commit 13']);
  });

  it('a cancel leaves the beginning before the end in the log, however soon it comes', async () => {
    const fixture = new StreamFixture({ engine: new PacedEngine() });
    const { socket } = await fixture.authenticated();
    const letGo = fixture.holdNextFact();
    socket.say(translate);
    await new Promise(setImmediate);
    socket.say({ type: 'cancel', id: 'a' });
    await new Promise(setImmediate);
    expect(socket.frames.map(({ type }) => type)).toEqual(['authenticated']);
    letGo();
    await socket.got('cancelled');
    expect(fixture.eventStore.events.map(({ type }) => type)).toEqual(['TextStreamBegan', 'TextStreamEnded']);
  });

  it('a cancelled translation names in the log what was given its text', async () => {
    const engine = new PacedEngine({ hashes: () => ['one'] });
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    engine.give(1);
    await socket.got('token');
    socket.say({ type: 'cancel', id: 'a' });
    await socket.got('cancelled');
    expect(fixture.facts('TextStreamEnded')).toMatchObject([
      { model: 'shouting-en-es', modelSha256: ['one'], engines: [{ id: 'shouting', host: null, region: null }] },
    ]);
  });

  it('a cancel before the first token costs nothing', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    socket.say({ type: 'cancel', id: 'a' });
    await socket.got('cancelled');
    expect(fixture.facts('TextStreamEnded')).toMatchObject([{ result: 'cancelled', countedCharacters: 0 }]);
    expect(fixture.reservations.settled).toEqual(['refund 13']);
    expect(fixture.results).toEqual(['cancelled']);
  });

  it('a cancel of an ended or unknown translation gets no response', async () => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    await socket.got('complete');
    for (const id of ['a', 'b']) socket.say({ type: 'cancel', id });
    socket.say({ type: 'ping' });
    await socket.got('pong');
    expect(socket.frames.map(({ type }) => type).slice(-2)).toEqual(['complete', 'pong']);
    expect(fixture.facts('TextStreamEnded')).toHaveLength(1);
  });
});

describe('a failure', () => {
  it.each([
    [new ModelUnavailableError('No model.'), 'model_unavailable', 503],
    [new Error('something inside'), 'internal_error', 500],
  ])('a failure of the engine is an error of the catalogue, and in the log: %s', async (error, code, status) => {
    const fixture = new StreamFixture({ engine: failing(error) });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    const frame = await socket.got('error');
    expect(frame).toMatchObject({ code, status, id: 'a' });
    expect(JSON.stringify(frame)).not.toContain('something inside');
    expect(fixture.facts('TextStreamEnded')).toMatchObject([
      { result: 'failed', code, countedCharacters: 0, model: null },
    ]);
    expect(fixture.reservations.settled).toEqual(['refund 13']);
  });

  it.each([true, false])(
    'a failure of an engine leaves in the log what was given the text (tokens: %s)',
    async (stream) => {
      const made = { model: 'big', modelSha256: ['one'], engines: [{ id: 'shouting', host: null, region: null }] };
      const engine = new ShoutingEngine({
        instead: async ({ onUse }) => {
          onUse?.(made);
          throw new ModelUnavailableError('It died.');
        },
      });
      const fixture = new StreamFixture({ engine });
      const { socket } = await fixture.authenticated();
      socket.say({ ...translate, stream });
      await socket.got('error');
      expect(fixture.facts('TextStreamEnded')).toMatchObject([{ result: 'failed', ...made }]);
    },
  );

  it('a failure of the log at the beginning lets no token out', async () => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    fixture.eventStore.failAppend(new EventStoreUnavailableError('away'));
    socket.say(translate);
    expect(await socket.got('error')).toMatchObject({ code: 'service_unavailable', id: 'a' });
    expect(socket.tokens('a')).toEqual([]);
    expect(fixture.reservations.settled).toEqual(['refund 13']);
  });

  it('a failure of the log at the end is reported, and the end is written as soon as possible', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    engine.give(2);
    await socket.until(({ token }) => token === 'TWO ');
    fixture.eventStore.failAppend(new EventStoreUnavailableError('away'));
    engine.give(1);
    expect(await socket.got('error')).toMatchObject({ code: 'service_unavailable', id: 'a' });
    expect(await fixture.untilFacts('TextStreamEnded', 1)).toMatchObject([
      { result: 'completed', countedCharacters: 13 },
    ]);
  });

  it('the loss of the lease leaves the end to the sweep', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    engine.give(1);
    await socket.got('token');
    fixture.losing.abort();
    expect(await socket.got('error')).toMatchObject({ code: 'service_unavailable', id: 'a' });
    expect(engine.signals[0]?.aborted).toBe(true);
    expect(fixture.facts('TextStreamEnded')).toEqual([]);
    expect(fixture.results).toEqual(['broken']);
    expect(fixture.reservations.settled).toEqual(['commit 13']);
  });
});

describe('a slow reader', () => {
  const long = 'word '.repeat(2_000).trim();

  it('a slow reader slows its own translation down: the engine makes no more tokens than there is room for', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.stopReading();
    engine.give(2_000);
    socket.say({ ...translate, text: long });
    await fixture.untilFacts('TextStreamBegan', 1);
    for (let turn = 0; turn < 5_000; turn += 1) await Promise.resolve();
    const { taken } = engine;
    expect(taken).toBeLessThan(400);
    expect(socket.waiting).toBeLessThan(400);
    for (let turn = 0; turn < 5_000; turn += 1) await Promise.resolve();
    expect(engine.taken).toBe(taken);
    socket.readOn();
    await socket.got('complete');
    expect(socket.text('a')).toBe(long.toUpperCase());
  });

  it('a slow reader can cancel its translation', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.stopReading();
    engine.give(2_000);
    socket.say({ ...translate, text: long });
    await fixture.untilFacts('TextStreamBegan', 1);
    socket.say({ type: 'cancel', id: 'a' });
    expect(await fixture.untilFacts('TextStreamEnded', 1)).toMatchObject([{ result: 'cancelled' }]);
    socket.readOn();
    await socket.got('cancelled');
  });
});

describe('a translation whose key is revoked while it waits', () => {
  it('it is refused as it would have been at its admission: nothing begins, and no character is counted', async () => {
    const fixture = new StreamFixture();
    const { socket, key } = await fixture.authenticated();
    const goOn = fixture.holdNextFact();
    socket.say(translate);
    await vi.waitFor(() => expect(fixture.isHolding).toBe(true), 30_000);
    fixture.change(key, { revoked: true });
    goOn();
    expect(await socket.until(({ type }) => type === 'error')).toMatchObject({ code: 'revoked_api_key', id: 'a' });
    await vi.waitFor(() => expect(socket.closeCode).toBe(4401), 30_000);
    expect(fixture.eventStore.events.map(({ type, data }) => [type, data.code])).toEqual([
      ['RequestRefused', 'revoked_api_key'],
    ]);
    expect(fixture.reservations.settled).toEqual(['refund 13']);
    expect(fixture.results).toEqual(['refused']);
    expect(socket.tokens('a')).toEqual([]);
  });

  it('one that has begun fails with its next token, and its end is in the log', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket, key } = await fixture.authenticated();
    socket.say(translate);
    engine.give(1);
    await socket.got('token', 'a');
    fixture.change(key, { organizationSuspended: true });
    engine.give(2);
    expect(await socket.until(({ type }) => type === 'error')).toMatchObject({
      code: 'organization_suspended',
      id: 'a',
    });
    expect(socket.tokens('a')).toHaveLength(1);
    expect(await fixture.untilFacts('TextStreamEnded', 1)).toMatchObject([
      { result: 'failed', code: 'organization_suspended', countedCharacters: 13 },
    ]);
  });
});
