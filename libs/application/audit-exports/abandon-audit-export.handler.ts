import { auditExport } from '#libs/domain/audit-export/audit-export.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Ends an export whose process died before it could; one that has ended stays as it is. */
export class AbandonAuditExport extends Command<void> {
  constructor(
    readonly exportId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(AbandonAuditExport, EVENT_STORE)
export class AbandonAuditExportHandler implements CommandHandler<AbandonAuditExport> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ exportId, metadata }: AbandonAuditExport): Promise<void> {
    const { organizationId, occurredAt: abandonedAt } = metadata;
    const command = { type: 'AbandonAuditExport', data: { exportId, organizationId, abandonedAt } } as const;
    const context = { commandId: `${exportId}/abandon`, metadata };
    await execute(this.eventStore, auditExport, exportId, command, context);
  }
}
