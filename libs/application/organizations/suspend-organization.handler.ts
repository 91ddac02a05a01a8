import { organization } from '#libs/domain/organization/organization.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Has every request with the keys of the metadata's organization refused, until it is resumed. */
export class SuspendOrganization extends Command<void> {
  constructor(readonly metadata: EventMetadata) {
    super();
  }
}

@handles(SuspendOrganization, EVENT_STORE)
export class SuspendOrganizationHandler implements CommandHandler<SuspendOrganization> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ metadata }: SuspendOrganization): Promise<void> {
    const { organizationId, occurredAt: now } = metadata;
    const command = { type: 'SuspendOrganization', organizationId, now } as const;
    await execute(this.eventStore, organization, organizationId, command, { commandId: metadata.requestId, metadata });
  }
}
