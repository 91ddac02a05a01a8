import { auditLogKeys } from '#libs/domain/audit-log/audit-log.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import type { NewLogKey } from './rotate-audit-log-key.handler.js';

export interface NewAuditLog extends NewLogKey {
  /** The last signed head of the log before, as a signed note. */
  previousCheckpoint: string;
  reason: string;
}

/** Records that the log of the metadata's organization is closed, and another begun over what remains of it. */
export class BeginAuditLog extends Command<void> {
  constructor(
    readonly log: NewAuditLog,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(BeginAuditLog, EVENT_STORE)
export class BeginAuditLogHandler implements CommandHandler<BeginAuditLog> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ log, metadata }: BeginAuditLog): Promise<void> {
    const { organizationId, occurredAt: now } = metadata;
    const command = { type: 'BeginAuditLog', organizationId, ...log, now } as const;
    await execute(this.eventStore, auditLogKeys, organizationId, command, { commandId: metadata.requestId, metadata });
  }
}
