import { session } from '#libs/domain/session/session.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

export class EndSession extends Command<void> {
  constructor(
    readonly sessionId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(EndSession, EVENT_STORE)
export class EndSessionHandler implements CommandHandler<EndSession> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ sessionId, metadata }: EndSession): Promise<void> {
    const command = { type: 'EndSession', now: metadata.occurredAt } as const;
    await execute(this.eventStore, session, sessionId, command, { commandId: metadata.requestId, metadata });
  }
}
