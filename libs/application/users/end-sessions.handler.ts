import { user } from '#libs/domain/user/user.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { assertOwnAccount } from './own-account.js';

/** Ends sessions of an account, whose password and role stay; without any it does nothing. */
export class EndSessions extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly sessionIds: string[],
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(EndSessions, EVENT_STORE)
export class EndSessionsHandler implements CommandHandler<EndSessions> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ accountId, sessionIds, metadata }: EndSessions): Promise<void> {
    const check = assertOwnAccount(metadata.organizationId);
    const command = { type: 'EndSessions', sessionIds, now: metadata.occurredAt } as const;
    await execute(this.eventStore, user, accountId, command, { commandId: metadata.requestId, metadata, check });
  }
}
