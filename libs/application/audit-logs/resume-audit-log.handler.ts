import { auditLogKeys } from '#libs/domain/audit-log/audit-log.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

export interface ResumedAuditLog {
  /** Name of the log. */
  origin: string;
  /** Why it was signed no more; null where it was signed as ever. */
  stoppedBecause: string | null;
  reason: string | null;
  /** Whether it goes on although nothing was known of it outside the database any more. */
  withoutCopy: boolean;
}

/** Records that the log of the metadata's organization is signed again. */
export class ResumeAuditLog extends Command<void> {
  constructor(
    readonly log: ResumedAuditLog,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(ResumeAuditLog, EVENT_STORE)
export class ResumeAuditLogHandler implements CommandHandler<ResumeAuditLog> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ log, metadata }: ResumeAuditLog): Promise<void> {
    const { organizationId, occurredAt: now } = metadata;
    const command = { type: 'ResumeAuditLog', organizationId, ...log, now } as const;
    await execute(this.eventStore, auditLogKeys, organizationId, command, { commandId: metadata.requestId, metadata });
  }
}
