import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { PacedEngine } from './paced-engine.fixture.js';
import { StreamFixture } from './stream.fixture.js';

const translate = { type: 'translate', text: 'one two three', target: 'es', source: 'en' };

describe('a connection', () => {
  it('a connection is authenticated by its first frame, and gets its organization and its own id', async () => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    expect(socket.frames).toEqual([
      {
        type: 'authenticated',
        organization_id: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
        connection_id: expect.stringMatching(/^con_[0-9A-Z]{26}$/),
      },
    ]);
  });

  it('frames that were sent before the response to auth are handled in their order', async () => {
    const fixture = new StreamFixture();
    const socket = fixture.connect();
    socket.say({ type: 'auth', api_key: await fixture.keyWith() });
    socket.say({ ...translate, id: 'a' });
    socket.say({ type: 'ping' });
    await socket.got('complete');
    expect(socket.frames.map(({ type }) => type).filter((type) => type !== 'token')).toEqual([
      'authenticated',
      'pong',
      'complete',
    ]);
    expect(socket.isPaused).toBe(false);
  });

  it.each([
    ['a frame before auth', translate, 'missing_api_key'],
    ['a ping before auth', { type: 'ping' }, 'missing_api_key'],
    ['an auth frame without a key', { type: 'auth' }, 'missing_api_key'],
    ['a key of another form', { type: 'auth', api_key: 'secret' }, 'invalid_api_key'],
    ['a key that is no string', { type: 'auth', api_key: 7 }, 'missing_api_key'],
    ['what is no JSON before auth', '{', 'invalid_request'],
    [
      'a key that nobody has',
      { type: 'auth', api_key: 'tl_live_00000000000000000000000000000000045DW2' },
      'invalid_api_key',
    ],
  ])('a connection is closed with 4401 after %s', async (_what, frame, code) => {
    const fixture = new StreamFixture();
    const socket = fixture.connect();
    socket.say(frame);
    expect(await socket.got('error')).toMatchObject({ code, request_id: expect.stringMatching(/^req_/) });
    expect([socket.closeCode, socket.closeReason]).toEqual([4401, code]);
    expect(fixture.eventStore.events).toEqual([]);
  });

  it.each([
    [{ revoked: true }, 'revoked_api_key', 401],
    [{ endsAt: 1 }, 'expired_api_key', 401],
    [{ organizationSuspended: true }, 'organization_suspended', 403],
    [{ ipAllowlist: ['192.0.2.0/24'] }, 'ip_not_allowed', 403],
    [{ scopes: ['detect' as const] }, 'insufficient_scope', 403],
  ])(
    'a connection with a key that may not translate is closed with 4401, and the refusal is in the log: %j',
    async (changes, code, status) => {
      const fixture = new StreamFixture();
      const socket = fixture.connect();
      socket.say({ type: 'auth', api_key: await fixture.keyWith(changes) });
      expect(await socket.got('error')).toMatchObject({ code, status });
      expect([socket.closeCode, socket.closeReason]).toEqual([4401, code]);
      expect(fixture.facts('RequestRefused')).toMatchObject([
        { code, status, action: 'translate', endpoint: 'stream' },
      ]);
    },
  );

  it.each([
    ['pings', { type: 'ping' }],
    ['cancels of nothing', { type: 'cancel', id: 'none' }],
    ['frames that cannot be read', '{'],
    ['resumes of nothing', { type: 'resume', connection_id: 'con_1', id: 'a', index: 0 }],
    ['translations that are refused', { type: 'translate', text: 'one' }],
  ])('a connection takes 600 %s a minute, then tells the caller, and closes when it goes on', async (_what, frame) => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    const limited = ({ type, code }: { type: string; code?: unknown }) =>
      type === 'error' && code === 'rate_limit_exceeded';
    for (let sent = 0; sent < 1_200; sent += 1) socket.say(frame);
    const answers = () => socket.frames.length;
    for (let before = -1; before < answers(); ) {
      before = answers();
      for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate);
    }
    expect(socket.closeCode).toBeUndefined();
    socket.say(frame);
    await once(socket, 'close');
    expect(socket.closeCode).toBe(4429);
    expect(socket.frames.filter(limited)).toHaveLength(2);
    expect(socket.frames.find(limited)).toMatchObject({ status: 429, details: { limit: 600, scope: 'connection' } });
  });

  it('no frame is a fault of the service', async () => {
    const odd = fc.constantFrom<unknown>(
      null,
      '',
      'es',
      'a\u0000',
      '\ud800',
      -1,
      -1e300,
      0.5,
      true,
      [],
      ['x'],
      {},
      'x'.repeat(200),
    );
    const names = [
      'text',
      'target',
      'source',
      'stream',
      'id',
      'glossary_id',
      'connection_id',
      'index',
      'api_key',
      '__proto__',
    ];
    const types = fc.constantFrom<unknown>('translate', 'cancel', 'resume', 'ping', 'auth', 'x', 7, null);
    const frames = fc.oneof(
      fc
        .record({ type: types, fields: fc.dictionary(fc.constantFrom(...names), odd) })
        .map(({ type, fields }) => JSON.stringify({ type, ...fields })),
      fc.string({ unit: 'binary' }),
      fc.json(),
    );
    const fixture = new StreamFixture();
    await fc.assert(
      fc.asyncProperty(fc.array(frames, { maxLength: 20 }), async (sent) => {
        const { socket } = await fixture.authenticated();
        for (const frame of sent) socket.say(frame);
        socket.say({ type: 'ping' });
        await socket.got('pong');
        expect(socket.frames.filter(({ status }) => Number(status) >= 500)).toEqual([]);
        socket.emit('close', 1000);
      }),
      { numRuns: 60 },
    );
  });

  it('cancels of translations in flight are not limited, since each of these took a request', async () => {
    const fixture = new StreamFixture({ engine: new PacedEngine() });
    const { socket } = await fixture.authenticated();
    for (let time = 0; time < 700; time += 1) {
      socket.say({ ...translate, id: String(time) });
      socket.say({ type: 'cancel', id: String(time) });
      await socket.got('cancelled', String(time));
    }
    expect(socket.frames.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('a connection without a frame for ten seconds is closed with 4401', () => {
    vi.useFakeTimers();
    try {
      const socket = new StreamFixture().connect();
      vi.advanceTimersByTime(9_999);
      expect(socket.closeCode).toBeUndefined();
      vi.advanceTimersByTime(1);
      expect(socket.frames).toMatchObject([{ type: 'error', code: 'missing_api_key' }]);
      expect(socket.closeCode).toBe(4401);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a connection over the limit of its key is closed with 4429, until another one closes', async () => {
    const fixture = new StreamFixture({ limits: { connections: 1 } });
    const { socket: first, key } = await fixture.authenticated();
    const second = fixture.connect();
    second.say({ type: 'auth', api_key: key });
    expect(await second.got('error')).toMatchObject({
      code: 'concurrent_limit',
      status: 429,
      message: expect.stringMatching(/^The key has 1 connection open/),
      details: { limit: 1, limit_of: 'connections' },
    });
    expect(second.closeCode).toBe(4429);
    first.emit('close', 1000);
    await fixture.authenticated(key);
  });

  it('a connection that sends a binary frame is closed with 1003', async () => {
    const { socket } = await new StreamFixture().authenticated();
    socket.emit('message', Buffer.from('{}'), true);
    expect(socket.closeCode).toBe(1003);
  });

  it('a frame that arrives after the close of its connection is not read', async () => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    socket.emit('close', 1006);
    socket.say(translate);
    await new Promise(setImmediate);
    expect(fixture.eventStore.events).toEqual([]);
    expect(fixture.hub.size).toBe(0);
  });
});

describe('a frame', () => {
  it.each([
    ['that is no JSON', '{"type":', undefined],
    ['that is no object', '[]', undefined],
    ['that is null', 'null', undefined],
    ['nested a hundred thousand deep', '['.repeat(100_000), undefined],
    ['without a type', { id: 'a' }, 'a'],
    ['of an unknown type', { type: 'shout', id: 'a' }, 'a'],
    ['whose type is a list', { type: ['translate'] }, undefined],
    ['of a second auth', { type: 'auth', api_key: 'x' }, undefined],
  ])('a frame %s gets an error, and the connection stays open', async (_what, frame, id) => {
    const { socket } = await new StreamFixture().authenticated();
    socket.say(frame);
    const { id: echoed, ...error } = await socket.got('error');
    expect(error).toMatchObject({ code: 'invalid_request', status: 400, request_id: expect.stringMatching(/^req_/) });
    expect(echoed).toBe(id);
    socket.say({ type: 'ping' });
    await socket.got('pong');
  });

  it.each([
    ['no text', { text: undefined }, 'missing_required_field', 'text'],
    ['no target', { target: '' }, 'missing_required_field', 'target'],
    ['a text that is a number', { text: 7 }, 'invalid_request', 'text'],
    ['a text with NUL', { text: 'a\0b' }, 'invalid_request', 'text'],
    ['stream that is no truth value', { stream: 'yes' }, 'invalid_request', 'stream'],
    ['an unknown domain', { domain: 'cooking' }, 'invalid_request', 'domain'],
    ['an unknown formality', { formality: 'rude' }, 'invalid_request', 'formality'],
    ['an unknown quality', { quality: 'best' }, 'invalid_request', 'quality'],
    ['an id that is a number', { id: 7 }, 'invalid_request', 'id'],
    ['an id that is too long', { id: 'a'.repeat(129) }, 'invalid_request', 'id'],
    ['an unknown target', { target: 'xx' }, 'invalid_language', 'target'],
    ['an unknown source', { source: 'xx' }, 'invalid_language', 'source'],
  ])(
    'a frame that asks for a translation with %s is refused as over HTTP, and the refusal recorded',
    async (_what, changes, code, field) => {
      const fixture = new StreamFixture();
      const { socket } = await fixture.authenticated();
      socket.say({ ...translate, ...changes });
      expect(await socket.got('error')).toMatchObject({ code, details: { [field]: expect.anything() } });
      expect(fixture.facts('RequestRefused')).toMatchObject([{ code, resource: 'text', endpoint: 'stream' }]);
      expect(fixture.results).toEqual(['refused']);
      expect(socket.closeCode).toBeUndefined();
    },
  );

  it('a frame with unknown fields is read all the same, and its complete names them', async () => {
    const { socket } = await new StreamFixture().authenticated();
    socket.say({ ...translate, id: 'a', targetLanguage: 'es', glossaryId: 'x' });
    socket.say({ ...translate, id: 'b' });
    expect(await socket.got('complete', 'a')).toMatchObject({
      warnings: [
        { code: 'unknown_field', message: 'targetLanguage is not known: did you mean target? It was ignored.' },
        { code: 'unknown_field', message: 'glossaryId is not known: did you mean glossary_id? It was ignored.' },
      ],
    });
    expect(await socket.got('complete', 'b')).not.toHaveProperty('warnings');
  });

  it('an auth frame with unknown fields is accepted, and its answer names them', async () => {
    const fixture = new StreamFixture();
    const socket = fixture.connect();
    socket.say({ type: 'auth', api_key: await fixture.keyWith(), organization: 'org_1' });
    expect(await socket.got('authenticated')).toMatchObject({
      warnings: [{ code: 'unknown_field', message: 'organization is not known. It was ignored.' }],
    });
  });

  it('a frame with deep or strange unknown fields is read all the same', async () => {
    const { socket } = await new StreamFixture().authenticated();
    socket.say({ ...translate, id: 'a', colour: 'red', __proto__: { text: 'x' }, nested: { deep: [[]] } });
    await socket.got('complete', 'a');
    expect(socket.text('a')).toBe('ONE TWO THREE');
  });

  it('the refusal of a text that is too long names the limit and its length', async () => {
    const { socket } = await new StreamFixture().authenticated();
    socket.say({ ...translate, text: 'a'.repeat(10_001), id: 'a' });
    expect(await socket.got('error')).toMatchObject({
      code: 'text_too_long',
      id: 'a',
      details: { limit: 10_000, actual: 10_001 },
    });
  });

  it.each([
    ['cancel', { type: 'cancel' }, 'missing_required_field'],
    ['resume without a connection', { type: 'resume', id: 'a', index: 0 }, 'missing_required_field'],
    [
      'resume at a place that is none',
      { type: 'resume', id: 'a', index: -1, connection_id: 'con_1' },
      'invalid_request',
    ],
  ])('the fields of a %s frame are checked', async (_what, frame, code) => {
    const { socket } = await new StreamFixture().authenticated();
    socket.say(frame);
    expect(await socket.got('error')).toMatchObject({ code });
  });

  it('a frame over the rate of its key gets 429 with the details, and the connection stays open', async () => {
    const fixture = new StreamFixture({ limits: { requestsPerMinute: 2 } });
    const { socket } = await fixture.authenticated();
    for (const id of ['a', 'b', 'c']) socket.say({ ...translate, id });
    expect(await socket.got('error')).toMatchObject({
      code: 'rate_limit_exceeded',
      status: 429,
      id: 'c',
      details: { limit: 2, remaining: 0, reset_at: expect.stringMatching(/Z$/) },
    });
    await socket.got('complete', 'b');
    expect(socket.closeCode).toBeUndefined();
    expect(fixture.facts('RequestRefused')).toHaveLength(1);
  });

  it.each([
    [{ revoked: true }, 'revoked_api_key'],
    [{ organizationSuspended: true }, 'organization_suspended'],
  ])(
    'a frame of a key that has since become %j is refused, and closes the connection with 4401',
    async (changes, code) => {
      const fixture = new StreamFixture();
      const { socket, key } = await fixture.authenticated();
      fixture.change(key, changes);
      socket.say({ ...translate, id: 'a' });
      expect(await socket.got('error')).toMatchObject({ code, id: 'a' });
      await vi.waitFor(() => expect(socket.closeCode).toBe(4401), 30_000);
      expect(fixture.facts('RequestRefused')).toMatchObject([{ code }]);
    },
  );
});
