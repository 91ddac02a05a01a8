import { expect, it } from 'vitest';
import type { Command } from '#libs/application/commands.js';
import { WithdrawRights } from '#libs/application/users/withdraw-rights.handler.js';
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

it('whose account was deleted or got another role loses what was handed on, in the name of whoever did that', async () => {
  const eventStore = new InMemoryEventStore();
  const events = toNewEvents('req', [invited, changed('developer'), changed('auditor'), userDeleted], uploaderMetadata);
  await eventStore.append(streamName(user.category, accountId), events, 'no-stream');
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
  const metadata = { ...uploaderMetadata, actorType: 'system', occurredAt: now.toISOString() } as const;
  expect(sent).toMatchObject([
    { of: { accountId, subject }, metadata },
    { of: { accountId, subject }, metadata },
  ]);
  expect(sent.every((command) => command instanceof WithdrawRights)).toBe(true);
});
