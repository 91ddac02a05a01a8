import { organization } from '#libs/domain/organization/organization.decider.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Changes the tier of the metadata's organization, and with it its limits. */
export class SetOrganizationTier extends Command<void> {
  constructor(
    readonly tier: Tier,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(SetOrganizationTier, EVENT_STORE)
export class SetOrganizationTierHandler implements CommandHandler<SetOrganizationTier> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ tier, metadata }: SetOrganizationTier): Promise<void> {
    const { organizationId, occurredAt: now } = metadata;
    const command = { type: 'SetOrganizationTier', organizationId, tier, now } as const;
    await execute(this.eventStore, organization, organizationId, command, { commandId: metadata.requestId, metadata });
  }
}
