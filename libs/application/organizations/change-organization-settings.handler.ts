import { organization } from '#libs/domain/organization/organization.decider.js';
import type { SettingsChanges } from '#libs/domain/organization/organization-settings.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Changes settings of the metadata's organization; those that are not named stay. */
export class ChangeOrganizationSettings extends Command<void> {
  constructor(
    readonly changes: SettingsChanges,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(ChangeOrganizationSettings, EVENT_STORE)
export class ChangeOrganizationSettingsHandler implements CommandHandler<ChangeOrganizationSettings> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ changes, metadata }: ChangeOrganizationSettings): Promise<void> {
    const { organizationId, occurredAt: now, requestId: commandId } = metadata;
    const command = { type: 'ChangeOrganizationSettings', organizationId, changes, now } as const;
    await execute(this.eventStore, organization, organizationId, command, { commandId, metadata });
  }
}
