import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Hold, hold } from '#libs/domain/hold/hold.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

const notFound = () => new Rejection('not_found', { message: 'The hold does not exist.' });

export class LiftHold extends Command<void> {
  constructor(
    readonly holdId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(LiftHold, EVENT_STORE)
export class LiftHoldHandler implements CommandHandler<LiftHold> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ holdId, metadata }: LiftHold): Promise<void> {
    if (!isId(holdId, 'hold')) throw notFound();
    const check = (state: Hold): void => {
      if (state.status !== 'none' && state.organizationId !== metadata.organizationId) throw notFound();
    };
    const command = { type: 'LiftHold', now: metadata.occurredAt } as const;
    await execute(this.eventStore, hold, holdId, command, { commandId: metadata.requestId, metadata, check });
  }
}
