import type { Commands } from '#libs/application/commands.js';
import { WithdrawRights } from '#libs/application/users/withdraw-rights.handler.js';
import { upcast } from '#libs/domain/upcasting.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import { causedBy } from '../system-metadata.js';

/**
 * Takes back what deleted users and users of another role have handed on, where the process that was told to did not come to
 * it.
 */
export const userRights = (commands: Commands, now: () => Date = () => new Date()): ConsumerGroup => ({
  name: 'user-rights',
  types: ['UserDeleted', 'UserChanged'],
  concurrency: 2,
  retryDelays: [1_000, 10_000, 60_000, 600_000],
  handle: async ({ message }) => {
    const event = upcast(message);
    if (event.type !== 'UserDeleted' && event.type !== 'UserChanged') return;
    if (event.type === 'UserChanged' && event.data.role === event.data.previousRole) return;
    await commands.execute(new WithdrawRights(event.data, causedBy(message, now().toISOString())));
  },
});
