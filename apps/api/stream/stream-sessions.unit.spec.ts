import { describe, expect, it, vi } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { PacedEngine } from './paced-engine.fixture.js';
import { StreamFixture } from './stream.fixture.js';

const ownPage = () => undefined;
const otherPage = () => {
  throw new Rejection('invalid_request', { details: { Origin: ['must be the origin of this service'] } });
};
const translate = { type: 'translate', text: 'The house is big.', source: 'en', target: 'es', id: '1' };

describe('a stream of a signed-in user', () => {
  it('a page of ours authenticates by its session, and translates in the name of its user', async () => {
    const stream = new StreamFixture();
    const socket = stream.connect({ hash: await stream.signedIn(), assertOwnOrigin: ownPage });
    socket.say({ type: 'auth' });
    await socket.got('authenticated');
    socket.say(translate);
    await socket.got('complete', '1');
    await stream.untilFacts('TextStreamEnded', 1);
    const ended = stream.eventStore.events.find(({ type }) => type === 'TextStreamEnded');
    expect(ended?.metadata).toMatchObject({ actorType: 'user', keyId: null });
  });

  it.each([
    ['a page of another site', otherPage, {}, 'invalid_request'],
    ['a user whose role may not translate', ownPage, { scopes: ['compliance:read' as const] }, 'insufficient_scope'],
  ])('%s is refused, and the connection is closed', async (_who, assertOwnOrigin, changes, code) => {
    const stream = new StreamFixture();
    const socket = stream.connect({ hash: await stream.signedIn(changes), assertOwnOrigin });
    socket.say({ type: 'auth' });
    expect(await socket.got('error')).toMatchObject({ code });
    await vi.waitFor(() => expect(socket.closeCode).toBe(4401), 30_000);
  });

  it('a session that nobody has is refused', async () => {
    const stream = new StreamFixture();
    const socket = stream.connect({ hash: 'session:unknown', assertOwnOrigin: ownPage });
    socket.say({ type: 'auth' });
    expect(await socket.got('error')).toMatchObject({ code: 'invalid_credentials', status: 401 });
    await vi.waitFor(() => expect(socket.closeCode).toBe(4401), 30_000);
  });

  it('a key that is sent counts, whatever page the cookie came from', async () => {
    const stream = new StreamFixture();
    const socket = stream.connect({ hash: await stream.signedIn(), assertOwnOrigin: otherPage });
    socket.say({ type: 'auth', api_key: await stream.keyWith() });
    expect(await socket.got('authenticated')).toBeDefined();
  });

  it('a connection ends with the session that it was opened with, and what is in flight with it', async () => {
    const engine = new PacedEngine();
    const stream = new StreamFixture({ engine, times: { sessionsEveryMs: 1 } });
    const hash = await stream.signedIn();
    const socket = stream.connect({ hash, assertOwnOrigin: ownPage });
    const other = await stream.authenticated();
    socket.say({ type: 'auth' });
    await socket.got('authenticated');
    socket.say(translate);
    await stream.untilFacts('TextStreamBegan', 1);
    stream.signOut(hash);
    expect(await socket.until(({ type, id }) => type === 'error' && id === undefined)).toMatchObject({
      code: 'invalid_credentials',
    });
    await vi.waitFor(() => expect(socket.closeCode).toBe(4401), 30_000);
    expect(await stream.untilFacts('TextStreamEnded', 1)).toMatchObject([{ result: 'broken' }]);
    expect(other.socket.closeCode).toBeUndefined();
  });
});
