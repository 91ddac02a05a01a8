import { expect, it } from 'vitest';
import type { Command } from '#libs/application/commands.js';
import { WithdrawRights } from '#libs/application/users/withdraw-rights.handler.js';
import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyEvent } from '#libs/domain/api-key/api-key.events.js';
import { user } from '#libs/domain/user/user.decider.js';
import type { UserEvent } from '#libs/domain/user/user.events.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { deliveryOf, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { accountId, invited, userDeleted } from '#test/fakes/user-events.js';
import { userRights } from './user-rights.consumer.js';

const now = new Date('2026-11-22T08:00:00.000Z');
const { organizationId, subject } = userDeleted.data;
const changed = (role: 'auditor' | 'developer'): UserEvent => ({
  type: 'UserChanged',
  data: {
    ...{ organizationId, accountId, subject, generation: 1, sealedUser: 'sealed', role, previousRole: 'developer' },
    ...{ nameChanged: role === 'developer', changedAt: uploaderMetadata.occurredAt },
  },
});

const grant = {
  ...{ keyId: 'key_1', organizationId, name: 'a key', secretHash: 'hash', scopes: ['translate'], ipAllowlist: [] },
  ...{ expiresAt: null, createdAt: uploaderMetadata.occurredAt, ownerSubject: subject, sealedOwner: 'sealed' },
} satisfies ApiKeyEvent['data'];
const handedOver: ApiKeyEvent = {
  type: 'ApiKeyHandedOver',
  data: {
    ...{
      keyId: 'key_1',
      organizationId,
      ownerSubject: 'sub_other',
      sealedOwner: 'sealed',
      ownerCommitment: 'commitment',
    },
    ...{ previousOwnerSubject: subject, handedOverAt: uploaderMetadata.occurredAt },
  },
};

const sentFor = async (stream: string, ...given: (UserEvent | ApiKeyEvent)[]): Promise<Command<unknown>[]> => {
  const eventStore = new InMemoryEventStore();
  await eventStore.append(stream, toNewEvents('req', given, uploaderMetadata), 'no-stream');
  const sent: Command<unknown>[] = [];
  const commands = {
    execute: async <Result>(command: Command<Result>) => {
      sent.push(command);
      return undefined as Result;
    },
  };
  const group = userRights(commands, () => now);
  for (const event of eventStore.events.filter(({ type }) => group.types.includes(type))) {
    await group.handle(deliveryOf(event));
  }
  return sent;
};

it('whose account was deleted or got another role loses what was handed on, in the name of whoever did that', async () => {
  const events = [invited, changed('developer'), changed('auditor'), userDeleted];
  const sent = await sentFor(streamName(user.category, accountId), ...events);
  const metadata = { ...uploaderMetadata, actorType: 'system', occurredAt: now.toISOString() } as const;
  expect(sent).toMatchObject([
    { of: { accountId, subject }, metadata },
    { of: { accountId, subject }, metadata },
  ]);
  expect(sent.every((command) => command instanceof WithdrawRights)).toBe(true);
});

it('the owner of a key that is made, replaced or handed over is looked at, who may have been deleted in the same moment', async () => {
  const issued: ApiKeyEvent = { type: 'ApiKeyIssuedByRotation', data: { ...grant, rotatedFrom: 'key_0' } };
  const revoked: ApiKeyEvent = {
    type: 'ApiKeyRevoked',
    data: { keyId: 'key_1', organizationId, revokedAt: uploaderMetadata.occurredAt },
  };
  const events = [{ type: 'ApiKeyCreated', data: grant } as const, issued, handedOver, revoked];
  const sent = await sentFor(streamName(apiKey.category, 'key_1'), ...events);
  expect(sent).toMatchObject([{ of: { subject } }, { of: { subject } }, { of: { subject: 'sub_other' } }]);
});
