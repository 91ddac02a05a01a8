import { expect, it } from 'vitest';
import { user } from '#libs/domain/user/user.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId, invited, stranger } from '#test/fakes/user-events.js';
import { handlerSpecification, type Ports, stream } from '#test/handler/handler-specification.js';
import { ChangeUser, ChangeUserHandler } from './change-user.handler.js';

const sealed = { user_id: 'usr_1', email: 'ada@example.com', name: 'Ada' };

it('another role is an event, and what is said already is none', async () => {
  const { given } = handlerSpecification(
    ({ eventStore, subjectKeys }: Ports) => new ChangeUserHandler(eventStore, subjectKeys),
  );
  const events = stream(user, accountId, invited);
  await given(events)
    .when(new ChangeUser(accountId, { role: 'owner' }, uploaderMetadata))
    .then({ type: 'UserChanged', data: { role: 'owner', previousRole: 'developer', nameChanged: false } });
  await given(events)
    .when(new ChangeUser(accountId, { role: 'developer' }, uploaderMetadata))
    .then();
  await given(events)
    .when(new ChangeUser(accountId, { role: 'owner' }, stranger))
    .thenRejected('not_found');
  await given()
    .when(new ChangeUser(accountId, { role: 'owner' }, uploaderMetadata))
    .thenRejected('not_found');
});

it('the owner in whose name keys act gets another name, from the own organization alone', async () => {
  const { organizationId } = uploaderMetadata;
  const userId = 'usr_owner';
  const { given } = handlerSpecification(
    ({ eventStore, subjectKeys }: Ports) => new ChangeUserHandler(eventStore, subjectKeys),
    async ({ subjectKeys }) => {
      (subjectKeys as unknown as { subjects: Map<string, string> }).subjects.set(
        `user/${organizationId}/${userId}`,
        subject,
      );
      const sealedUser = await subjectKeys.seal(subject, { user_id: userId, name: 'First owner' });
      Object.assign(events.events[0]?.data ?? {}, { sealedUser });
    },
  );
  const subject = 'sub_of_owner';
  const data = {
    organizationId,
    subject,
    sealedUser: '',
    role: 'owner',
    createdAt: uploaderMetadata.occurredAt,
  } as const;
  const events = stream(user, subject, { type: 'UserCreated', data });
  const { ports } = await given(events)
    .when(new ChangeUser(subject, { name: 'Grace' }, uploaderMetadata))
    .then({ type: 'UserChanged', data: { accountId: subject, role: 'owner', nameChanged: true } });
  const written = ports.eventStore.events.at(-1)?.data as { sealedUser: string };
  expect(await ports.subjectKeys.open(subject, written.sealedUser)).toEqual({ user_id: userId, name: 'Grace' });
  await given(events)
    .when(new ChangeUser(subject, { name: 'Eve' }, stranger))
    .thenRejected('not_found');
});

it('a new name is sealed with what else is known of the user', async () => {
  let subject = '';
  let sealedUser = '';
  const { given } = handlerSpecification(
    ({ eventStore, subjectKeys }: Ports) => new ChangeUserHandler(eventStore, subjectKeys),
    async ({ subjectKeys }) => {
      subject = await subjectKeys.subjectFor(uploaderMetadata.organizationId, 'usr_1');
      sealedUser = await subjectKeys.seal(subject, sealed);
      Object.assign(events.events[0]?.data ?? {}, { subject, sealedUser });
    },
  );
  const events = stream(user, accountId, structuredClone(invited));
  const { ports } = await given(events)
    .when(new ChangeUser(accountId, { name: 'Grace' }, uploaderMetadata))
    .then({ type: 'UserChanged', data: { nameChanged: true, generation: 0 } });
  const written = ports.eventStore.events.at(-1)?.data as { sealedUser: string };
  expect(await ports.subjectKeys.open(subject, written.sealedUser)).toEqual({ ...sealed, name: 'Grace' });
});
