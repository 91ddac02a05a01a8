import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { FakeSocket, StreamFixture } from './stream.fixture.js';
import type { StreamClient } from './stream-request.js';

const client: StreamClient = { address: '203.0.113.9', userAgent: 'a client/1.0', traceparent: null };
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const deep = `{"type":"auth","x":${'['.repeat(50)}${']'.repeat(50)}}`;

describe('the first frame of a connection', () => {
  const refusedAfter = async (frame: string) => {
    const fixture = new StreamFixture();
    const socket = fixture.connect();
    socket.say(frame);
    const error = await socket.got('error');
    expect(fixture.eventStore.events).toEqual([]);
    return { error, closed: socket.closeCode };
  };

  it('of more than 1 KiB is refused unread, whatever key it has', async () => {
    const fixture = new StreamFixture();
    const socket = fixture.connect();
    const frame = JSON.stringify({ type: 'auth', api_key: await fixture.keyWith(), x: '' });
    socket.say(frame.replace('""', `"${'x'.repeat(1_025 - frame.length)}"`));
    expect(await socket.got('error')).toMatchObject({
      code: 'invalid_request',
      status: 400,
      details: { limit: 1_024 },
    });
    expect(socket.closeCode).toBe(4401);
  });

  it('of 1 KiB is read', async () => {
    const fixture = new StreamFixture();
    const socket = fixture.connect();
    const frame = JSON.stringify({ type: 'auth', api_key: await fixture.keyWith(), x: '' });
    socket.say(frame.replace('""', `"${'x'.repeat(1_024 - frame.length)}"`));
    expect(await socket.got('authenticated')).toMatchObject({ warnings: [{ code: 'unknown_field' }] });
  });

  it.each([
    ['nested too deep', deep, 'json_depth'],
    ['of too many values', `{"x":[${Array(101).fill(1).join(',')}]}`, 'json_values'],
  ])('%s is refused with the bound', async (_what, frame, bound) =>
    expect(await refusedAfter(frame)).toMatchObject({
      error: { code: 'invalid_request', details: { limit_of: bound } },
      closed: 4401,
    }),
  );

  it('that is too long keeps the last 100 such connections, the oldest of which ends for the next', async () => {
    const fixture = new StreamFixture();
    const sockets = Array.from({ length: 103 }, () => {
      const [socket, line] = [new FakeSocket(), new EventEmitter()];
      socket.answersClose = false;
      fixture.hub.accept(socket, client, line);
      line.emit('data', Buffer.alloc(2_049));
      return socket;
    });
    await nextTurn();
    expect(sockets.map(({ isTerminated }) => isTerminated)).toEqual(sockets.map((_, index) => index < 3));
    expect(sockets.slice(3).every(({ closeCode }) => closeCode === 4401 || closeCode === 4429)).toBe(true);
  });

  it('that is not whole is not gathered beyond twice that, and the connection ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const fixture = new StreamFixture();
      const [socket, line] = [new FakeSocket(), new EventEmitter()];
      socket.answersClose = false;
      fixture.hub.accept(socket, client, line);
      line.emit('data', Buffer.alloc(2_048));
      await nextTurn();
      expect(socket.closeCode).toBeUndefined();
      line.emit('data', Buffer.alloc(1));
      await nextTurn();
      expect(socket.frames).toMatchObject([{ type: 'error', code: 'invalid_request', details: { limit: 1_024 } }]);
      expect([socket.closeCode, socket.isPaused]).toEqual([4401, true]);
      vi.advanceTimersByTime(2_000);
      expect(socket.isTerminated).toBe(true);
      expect(line.listenerCount('data')).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('may be followed by any number of bytes once it is whole', async () => {
    const fixture = new StreamFixture();
    const [socket, line] = [new FakeSocket(), new EventEmitter()];
    fixture.hub.accept(socket, client, line);
    socket.say({ type: 'auth', api_key: await fixture.keyWith() });
    line.emit('data', Buffer.alloc(100_000));
    await socket.got('authenticated');
    expect([socket.closeCode, line.listenerCount('data')]).toEqual([undefined, 0]);
  });
});

describe('openings that fail', () => {
  const failed = async (fixture: StreamFixture, frame: string) => {
    const socket = fixture.connect();
    socket.say(frame);
    const { code } = await socket.got('error');
    return [code, socket.closeCode];
  };

  it.each([
    ['frames that cannot be read', deep, 'invalid_request'],
    ['no auth frames', '{"type":"ping"}', 'missing_api_key'],
    ['frames without a key', '{"type":"auth"}', 'missing_api_key'],
    ['keys of another form', '{"type":"auth","api_key":"secret"}', 'invalid_api_key'],
    [
      'keys that nobody has',
      '{"type":"auth","api_key":"tl_live_00000000000000000000000000000000045DW2"}',
      'invalid_api_key',
    ],
  ])('are counted by the network of the caller: after 60 with %s it is told to wait', async (_what, frame, code) => {
    const fixture = new StreamFixture();
    for (let time = 0; time < 60; time += 1) expect(await failed(fixture, frame)).toEqual([code, 4401]);
    expect(await failed(fixture, frame)).toEqual(['rate_limit_exceeded', 4429]);
    // Whoever has a key gets through.
    await fixture.authenticated();
  });
});

describe('a frame of a known caller', () => {
  it.each([
    ['nested too deep', `{"type":"translate","x":${'['.repeat(100_000)}`, 'json_depth'],
    [
      'of too many values',
      `{"type":"ping",${Array.from({ length: 50 }, (_, n) => `"k${n}":1`).join(',')}}`,
      'json_values',
    ],
  ])('%s is refused with the bound, and the connection kept', async (_what, frame, bound) => {
    const { socket } = await new StreamFixture().authenticated();
    socket.say(frame);
    expect(await socket.got('error')).toMatchObject({ code: 'invalid_request', details: { limit_of: bound } });
    socket.say({ type: 'ping' });
    await socket.got('pong');
    expect(socket.closeCode).toBeUndefined();
  });

  it('is told which of its fields were ignored, whose values nobody keeps', async () => {
    const { socket } = await new StreamFixture().authenticated();
    socket.say({ type: 'translate', text: 'one', target: 'es', source: 'en', txt: ['x'.repeat(100_000)] });
    expect(await socket.got('complete')).toMatchObject({
      warnings: [{ code: 'unknown_field', message: 'txt is not known: did you mean text? It was ignored.' }],
    });
  });
});
