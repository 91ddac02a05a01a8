import { organization } from '#libs/domain/organization/organization.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Ends the suspension of the metadata's organization. */
export class ResumeOrganization extends Command<void> {
  constructor(readonly metadata: EventMetadata) {
    super();
  }
}

@handles(ResumeOrganization, EVENT_STORE)
export class ResumeOrganizationHandler implements CommandHandler<ResumeOrganization> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ metadata }: ResumeOrganization): Promise<void> {
    const { organizationId, occurredAt: now } = metadata;
    const command = { type: 'ResumeOrganization', organizationId, now } as const;
    await execute(this.eventStore, organization, organizationId, command, { commandId: metadata.requestId, metadata });
  }
}
