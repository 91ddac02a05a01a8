import { it } from 'vitest';
import { session } from '#libs/domain/session/session.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId } from '#test/fakes/user-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { EndSession, EndSessionHandler } from './end-session.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new EndSessionHandler(eventStore));
const { organizationId, occurredAt: beganAt } = uploaderMetadata;

it('a session ends once', async () => {
  const ids = { organizationId, sessionId: 'ses_1', accountId };
  const rest = { tokenHash: 'hash', generation: 0, method: 'password', expiresAt: beganAt, beganAt } as const;
  const end = new EndSession('ses_1', uploaderMetadata);
  const events = stream(session, 'ses_1', { type: 'SessionBegan', data: { ...ids, ...rest } });
  await given(events).when(end).then({ type: 'SessionEnded', data: ids });
  await given(events).when(end).thenOnce({ type: 'SessionEnded' });
  await given().when(end).then();
});
