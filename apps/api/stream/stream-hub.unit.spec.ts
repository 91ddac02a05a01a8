import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PacedEngine } from './paced-engine.fixture.js';
import { StreamFixture } from './stream.fixture.js';

const translate = { type: 'translate', text: 'one two three', target: 'es', source: 'en', id: 'a' };

describe('the resumption of a translation', () => {
  const broken = async (tokens: number, changes = {}) => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket, connectionId, key } = await fixture.authenticated();
    socket.say({ ...translate, ...changes });
    engine.give(tokens);
    if (tokens > 0) await socket.until(() => socket.tokens('a').length === tokens);
    else await fixture.untilFacts('TextStreamBegan', 1);
    return { engine, fixture, socket, connectionId, key };
  };

  it('a resumed translation continues after a break from the wanted token, without repetition or loss', async () => {
    const { engine, fixture, socket, connectionId, key } = await broken(2);
    socket.emit('close', 1006);
    const { socket: next } = await fixture.authenticated(key);
    next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 1 });
    engine.give(1);
    expect(await next.got('complete')).toMatchObject({ id: 'a' });
    expect(next.tokens('a')).toEqual([
      { type: 'token', token: 'TWO ', index: 1, id: 'a' },
      { type: 'token', token: 'THREE', index: 2, id: 'a' },
    ]);
    expect(fixture.facts('TextStreamEnded')).toMatchObject([{ result: 'completed', countedCharacters: 13 }]);
  });

  it('translation continues while nobody reads, and its end is written when a reader has read it', async () => {
    const { engine, fixture, socket, connectionId, key } = await broken(1);
    socket.emit('close', 1006);
    engine.give(2);
    await vi.waitFor(() => expect(engine.taken).toBe(3), 30_000);
    await new Promise(setImmediate);
    expect(fixture.facts('TextStreamEnded')).toEqual([]);
    const { socket: next } = await fixture.authenticated(key);
    next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 0 });
    await next.got('complete');
    expect(next.text('a')).toBe('ONE TWO THREE');
  });

  it('the last frame is sent again to a reader that has lost it', async () => {
    const { fixture, socket, connectionId, key } = await broken(3);
    await socket.got('complete');
    socket.emit('close', 1006);
    const { socket: next } = await fixture.authenticated(key);
    next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 3 });
    expect(await next.got('complete')).toEqual(await socket.got('complete'));
    expect(next.tokens('a')).toEqual([]);
    expect(fixture.facts('TextStreamEnded')).toHaveLength(1);
  });

  it('a translation that is not streamed is sent whole after a resumption', async () => {
    const { engine, fixture, socket, connectionId, key } = await broken(0, { stream: false });
    socket.emit('close', 1006);
    const { socket: next } = await fixture.authenticated(key);
    next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 0 });
    engine.give(3);
    expect(await next.got('complete')).toMatchObject({ translation: 'ONE TWO THREE' });
  });

  it('a translation can be resumed from a connection that is not known to be broken yet', async () => {
    const { engine, fixture, socket, connectionId, key } = await broken(1);
    const { socket: next } = await fixture.authenticated(key);
    next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 1 });
    next.say({ type: 'ping' });
    await next.got('pong');
    await new Promise(setImmediate);
    socket.emit('close', 1000);
    engine.give(2);
    await next.got('complete');
    expect(next.text('a')).toBe('TWO THREE');
    expect(socket.tokens('a')).toHaveLength(1);
    expect(fixture.facts('TextStreamEnded')).toMatchObject([{ result: 'completed' }]);
  });

  it('a resume of what has ended takes a request of the key each time, one of what is in flight does not', async () => {
    const fixture = new StreamFixture({ limits: { requestsPerMinute: 4 } });
    const { socket, connectionId } = await fixture.authenticated();
    const held = fixture.holdNextFact();
    socket.say({ ...translate, id: 'a' });
    while (socket.frames.every(({ id }) => id !== 'a') && fixture.facts('TextStreamBegan').length === 0) {
      socket.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 0 });
      await new Promise(setImmediate);
      held();
    }
    await socket.got('complete', 'a');
    const resume = { type: 'resume', connection_id: connectionId, id: 'a', index: 0 };
    for (let time = 0; time < 3; time += 1) {
      socket.say(resume);
      await socket.until(() => socket.frames.filter(({ type }) => type === 'complete').length >= time + 2);
    }
    socket.say(resume);
    expect(await socket.got('error', 'a')).toMatchObject({ code: 'rate_limit_exceeded', status: 429 });
    expect(fixture.facts('RequestRefused')).toMatchObject([
      { action: 'request_refused', code: 'rate_limit_exceeded', method: 'WS', route: '/v1/stream' },
    ]);
  });

  it('a translation can be resumed again from the connection that resumed it', async () => {
    const { engine, fixture, socket, connectionId, key } = await broken(1);
    socket.emit('close', 1006);
    const { socket: second, connectionId: secondId } = await fixture.authenticated(key);
    second.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 0 });
    await second.got('token');
    second.emit('close', 1006);
    const { socket: third } = await fixture.authenticated(key);
    third.say({ type: 'resume', connection_id: secondId, id: 'a', index: 0 });
    engine.give(2);
    await third.got('complete');
    expect(third.text('a')).toBe('ONE TWO THREE');
  });

  it('a translation of another organization, of another id, or of an unknown connection is not found', async () => {
    const { fixture, socket, connectionId, key } = await broken(1);
    socket.emit('close', 1006);
    const stranger = await fixture.keyWith({ organizationId: 'org_other', keyId: 'key_other' });
    const { socket: other } = await fixture.authenticated(stranger);
    other.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 0 });
    expect(await other.got('error')).toMatchObject({ code: 'not_found', status: 404, id: 'a' });
    const { socket: next } = await fixture.authenticated(key);
    next.say({ type: 'resume', connection_id: connectionId, id: 'b', index: 0 });
    expect(await next.got('error', 'b')).toMatchObject({ code: 'not_found' });
    next.say({ type: 'resume', connection_id: 'con_none', id: 'c', index: 0 });
    expect(await next.got('error', 'c')).toMatchObject({ code: 'not_found' });
  });

  it('a translation is resumed with the key that began it, and is not there for another key of the same user', async () => {
    const { engine, fixture, socket, connectionId, key } = await broken(1);
    socket.emit('close', 1006);
    const { socket: other } = await fixture.authenticated(await fixture.keyWith({ keyId: 'key_other' }));
    const resume = { type: 'resume', connection_id: connectionId, id: 'a', index: 0 };
    other.say(resume);
    const unknown = { ...resume, connection_id: 'con_none', id: 'b' };
    other.say(unknown);
    const { request_id: _, id: __, ...refused } = await other.got('error', 'a');
    expect(refused).toMatchObject({ code: 'not_found', status: 404 });
    expect(await other.got('error', 'b')).toMatchObject(refused);
    expect(other.tokens('a')).toEqual([]);
    expect(fixture.facts('RequestRefused')[0]).toMatchObject({
      ...{ keyId: 'key_other', action: 'request_refused', code: 'not_found', route: '/v1/stream' },
    });
    const { socket: next } = await fixture.authenticated(key);
    next.say(resume);
    engine.give(2);
    await next.got('complete');
    expect(next.text('a')).toBe('ONE TWO THREE');
  });

  it('a user resumes in another session what was begun in one, and nobody else does', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const connect = async (changes = {}) => {
      const hash = await fixture.signedIn(changes);
      const socket = fixture.connect({ hash, assertOwnOrigin: () => undefined });
      socket.say({ type: 'auth' });
      return { socket, connectionId: (await socket.got('authenticated')).connection_id };
    };
    const { socket, connectionId } = await connect();
    socket.say(translate);
    engine.give(1);
    await socket.got('token');
    socket.emit('close', 1006);
    const resume = { type: 'resume', connection_id: connectionId, id: 'a', index: 0 };
    const { socket: colleague } = await connect({ keyId: 'acc_2' });
    colleague.say(resume);
    expect(await colleague.got('error')).toMatchObject({ code: 'not_found' });
    const { socket: next } = await connect();
    next.say(resume);
    engine.give(2);
    await next.got('complete');
    expect(next.text('a')).toBe('ONE TWO THREE');
  });

  it('what a revoked key began is resumed by nobody, and ends as broken', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine, times: { resumableMs: 100 } });
    const { socket: next } = await fixture.authenticated();
    const { socket: other } = await fixture.authenticated(await fixture.keyWith({ keyId: 'key_other' }));
    const revoked = await fixture.keyWith({ keyId: 'key_revoked' });
    const { socket: again } = await fixture.authenticated(revoked);
    const { socket, connectionId } = await fixture.authenticated(revoked);
    socket.say(translate);
    engine.give(1);
    await socket.got('token');
    fixture.change(revoked, { revoked: true });
    socket.emit('close', 1006);
    const resume = { type: 'resume', connection_id: connectionId, id: 'a', index: 0 };
    for (const stranger of [next, other, again]) stranger.say(resume);
    expect(await next.got('error')).toMatchObject({ code: 'not_found' });
    expect(await other.got('error')).toMatchObject({ code: 'not_found' });
    expect(await again.got('error')).toMatchObject({ code: 'revoked_api_key' });
    expect(await fixture.untilFacts('TextStreamEnded', 1)).toMatchObject([
      { keyId: 'key_revoked', result: 'broken', countedCharacters: 13 },
    ]);
    expect([next, other, again].flatMap((one) => one.tokens('a'))).toEqual([]);
  });

  it('a resumption behind the last token is refused', async () => {
    const { fixture, socket, connectionId, key } = await broken(1);
    socket.emit('close', 1006);
    const { socket: next } = await fixture.authenticated(key);
    next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 2 });
    expect(await next.got('error')).toMatchObject({ code: 'invalid_request', details: { index: expect.anything() } });
  });

  it.each([1000, 1001])(
    'a connection that its client closed with %i cannot be resumed, since its translations are cancelled',
    async (code) => {
      const { engine, fixture, socket, connectionId, key } = await broken(1);
      socket.emit('close', code);
      expect(engine.signals[0]?.aborted).toBe(true);
      expect(await fixture.untilFacts('TextStreamEnded', 1)).toMatchObject([
        { result: 'cancelled', countedCharacters: 13 },
      ]);
      const { socket: next } = await fixture.authenticated(key);
      next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 1 });
      expect(await next.got('error')).toMatchObject({ code: 'not_found' });
    },
  );

  it('a translation that ran while the service closed its connection can be resumed', async () => {
    const { engine, fixture, socket, connectionId, key } = await broken(1);
    socket.emit('message', Buffer.from('{}'), true);
    engine.give(2);
    expect(socket.closeCode).toBe(1003);
    const { socket: next } = await fixture.authenticated(key);
    expect(fixture.facts('TextStreamEnded')).toEqual([]);
    next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 1 });
    await next.got('complete');
    expect(next.text('a')).toBe('TWO THREE');
  });

  it('a translation without an id cannot be resumed, and is broken at once', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.say({ ...translate, id: undefined });
    engine.give(1);
    await socket.got('token');
    socket.emit('close', 1006);
    expect(await fixture.untilFacts('TextStreamEnded', 1)).toMatchObject([{ result: 'broken' }]);
  });
});

describe('the timeouts of connections', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a translation that nobody has resumed within 60 s ends as broken', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket, connectionId, key } = await fixture.authenticated();
    socket.say(translate);
    engine.give(3);
    await socket.until(() => socket.tokens('a').length === 1);
    socket.emit('close', 1006);
    vi.advanceTimersByTime(59_999);
    await new Promise(setImmediate);
    expect(fixture.facts('TextStreamEnded')).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await fixture.untilFacts('TextStreamEnded', 1)).toMatchObject([{ result: 'broken', countedCharacters: 13 }]);
    const { socket: next } = await fixture.authenticated(key);
    next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 0 });
    expect(await next.got('error')).toMatchObject({ code: 'not_found' });
  });

  it('the hub pings every 30 s, and drops a peer that sends nothing for over two minutes', async () => {
    const { socket } = await new StreamFixture().authenticated();
    vi.advanceTimersByTime(30_000);
    expect(socket.pings).toBe(1);
    socket.emit('pong', Buffer.alloc(0));
    vi.advanceTimersByTime(120_000);
    expect(socket.pings).toBe(5);
    expect(socket.isTerminated).toBe(false);
    vi.advanceTimersByTime(30_000);
    expect(socket.isTerminated).toBe(true);
  });

  it('the hub sends a ping frame every 30 s to those who are authenticated, which need not be answered', async () => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    vi.advanceTimersByTime(30_000);
    expect(await socket.got('ping')).toEqual({ type: 'ping' });
    socket.say({ type: 'pong' });
    socket.say(translate);
    await socket.got('complete');
  });

  it('a translation that ended before a ping is forgotten at its pong, since it has arrived', async () => {
    const fixture = new StreamFixture();
    const { socket, connectionId, key } = await fixture.authenticated();
    socket.say(translate);
    await socket.got('complete');
    await new Promise(setImmediate);
    vi.advanceTimersByTime(30_000);
    socket.say({ ...translate, id: 'b' });
    await socket.got('complete', 'b');
    socket.emit('pong', Buffer.alloc(0));
    socket.emit('close', 1006);
    const { socket: next } = await fixture.authenticated(key);
    next.say({ type: 'resume', connection_id: connectionId, id: 'b', index: 0 });
    await next.got('complete', 'b');
    next.say({ type: 'resume', connection_id: connectionId, id: 'a', index: 0 });
    expect(await next.got('error')).toMatchObject({ code: 'not_found', id: 'a' });
  });
});

describe('the shutdown of the hub', () => {
  it('a shutdown sends every connection an error and closes it with 1012', async () => {
    const fixture = new StreamFixture();
    const { socket } = await fixture.authenticated();
    await fixture.hub.stop();
    expect(socket.frames.at(-1)).toMatchObject({ type: 'error', code: 'service_unavailable' });
    expect(socket.closeCode).toBe(1012);
  });

  it('a shutdown lets translations in flight end first, and begins no others', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    engine.give(1);
    await socket.got('token');
    const stopped = fixture.hub.stop();
    socket.say({ ...translate, id: 'b' });
    expect(await socket.got('error', 'b')).toMatchObject({ code: 'service_unavailable' });
    engine.give(2);
    await stopped;
    expect(socket.text('a')).toBe('ONE TWO THREE');
    expect(socket.frames.slice(-2).map(({ type }) => type)).toEqual(['complete', 'error']);
    expect(fixture.facts('TextStreamEnded')).toMatchObject([{ result: 'completed' }]);
  });

  it('a shutdown breaks translations that take too long, and waits until all records are written', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine, times: { drainMs: 5 } });
    const { socket } = await fixture.authenticated();
    const { socket: gone } = await fixture.authenticated();
    for (const connection of [socket, gone]) connection.say(translate);
    engine.give(2);
    for (const connection of [socket, gone]) await connection.got('token');
    gone.emit('close', 1006);
    await fixture.hub.stop();
    expect(fixture.facts('TextStreamEnded')).toMatchObject([{ result: 'broken' }, { result: 'broken' }]);
    expect(await socket.got('error', 'a')).toMatchObject({ code: 'service_unavailable' });
    expect(socket.closeCode).toBe(1012);
  });

  it('a client that connects during a shutdown is refused', async () => {
    const engine = new PacedEngine();
    const fixture = new StreamFixture({ engine, times: { drainMs: 50 } });
    const { socket } = await fixture.authenticated();
    socket.say(translate);
    await fixture.untilFacts('TextStreamBegan', 1);
    const stopped = fixture.hub.stop();
    await sleep(1);
    const late = fixture.connect();
    expect(late.frames).toMatchObject([{ code: 'service_unavailable' }]);
    expect(late.closeCode).toBe(1012);
    await stopped;
  });
});
