import { expect, it } from 'vitest';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId } from '#test/fakes/user-events.js';
import { handlerSpecification } from '#test/handler/handler-specification.js';
import { BeginSession, BeginSessionHandler } from './begin-session.handler.js';
import { hashToken } from './secret-tokens.js';

const { given } = handlerSpecification(({ eventStore }) => new BeginSessionHandler(eventStore));

it('a session has a token of its own, of which the event has the hash', async () => {
  const begin = new BeginSession({ accountId, generation: 3 }, 'password', uploaderMetadata);
  const { result, ports } = await given()
    .when(begin)
    .then({ type: 'SessionBegan', data: { accountId, generation: 3, method: 'password' } });
  expect(result.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(Date.parse(result.expiresAt) - Date.parse(uploaderMetadata.occurredAt)).toBe(12 * 3_600_000);
  expect(ports.eventStore.events[0]?.data).toMatchObject({ tokenHash: hashToken(result.token) });
  expect(JSON.stringify(ports.eventStore.events)).not.toContain(result.token);
  const other = await given().when(begin).then({ type: 'SessionBegan' });
  expect(other.result.token).not.toBe(result.token);
});
