import { it } from 'vitest';
import { user } from '#libs/domain/user/user.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId, invited, passwordSet, stranger } from '#test/fakes/user-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { EndSessions, EndSessionsHandler } from './end-sessions.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new EndSessionsHandler(eventStore));
const events = stream(user, accountId, invited, passwordSet);

it('sessions of an account are ended by its own organization, once for a request', async () => {
  const end = new EndSessions(accountId, ['ses_1'], uploaderMetadata);
  await given(events)
    .when(end)
    .then({ type: 'UserSessionsEnded', data: { sessionIds: ['ses_1'] } });
  await given(events).when(end).thenOnce({ type: 'UserSessionsEnded' });
  await given(events)
    .when(new EndSessions(accountId, ['ses_1'], stranger))
    .thenRejected('not_found');
});
