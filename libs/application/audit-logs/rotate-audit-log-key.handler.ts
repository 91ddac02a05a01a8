import { auditLogKeys } from '#libs/domain/audit-log/audit-log.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

export interface NewLogKey {
  /** Name of the log that it signs. */
  origin: string;
  generation: number;
  verifierKey: string;
  /** Why there is another key, where somebody said so. */
  reason?: string;
}

/** Records that the log of the metadata's organization is signed with another key from now on. */
export class RotateAuditLogKey extends Command<void> {
  constructor(
    readonly key: NewLogKey,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RotateAuditLogKey, EVENT_STORE)
export class RotateAuditLogKeyHandler implements CommandHandler<RotateAuditLogKey> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ key, metadata }: RotateAuditLogKey): Promise<void> {
    const { organizationId, occurredAt: now } = metadata;
    const command = { type: 'RotateAuditLogKey', organizationId, ...key, now } as const;
    await execute(this.eventStore, auditLogKeys, organizationId, command, { commandId: metadata.requestId, metadata });
  }
}
