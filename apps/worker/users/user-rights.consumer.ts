import type { Commands } from '#libs/application/commands.js';
import { WithdrawRights } from '#libs/application/users/withdraw-rights.handler.js';
import type { AnyDomainEvent } from '#libs/domain/domain-event.js';
import { upcast } from '#libs/domain/upcasting.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import { causedBy } from '../system-metadata.js';

/** The user who may own too much after an event. */
const exceedingAfter = (event: AnyDomainEvent): WithdrawRights['of'] | undefined => {
  switch (event.type) {
    case 'UserDeleted':
      return event.data;
    case 'UserChanged':
      return event.data.role === event.data.previousRole ? undefined : event.data;
    case 'ApiKeyCreated':
    case 'ApiKeyIssuedByRotation':
    case 'ApiKeyHandedOver':
      return { subject: event.data.ownerSubject };
    default:
      return undefined;
  }
};

/**
 * Takes back what deleted users and users of another role have handed on, where the process that was told to did not come to
 * it. A key that is made, or handed over, in the moment in which its owner is deleted or gets another role comes after that.
 */
export const userRights = (commands: Commands, now: () => Date = () => new Date()): ConsumerGroup => ({
  name: 'user-rights',
  types: ['UserDeleted', 'UserChanged', 'ApiKeyCreated', 'ApiKeyIssuedByRotation', 'ApiKeyHandedOver'],
  concurrency: 2,
  retryDelays: [1_000, 10_000, 60_000, 600_000],
  handle: async ({ message }) => {
    const of = exceedingAfter(upcast(message));
    if (of !== undefined) await commands.execute(new WithdrawRights(of, causedBy(message, now().toISOString())));
  },
});
