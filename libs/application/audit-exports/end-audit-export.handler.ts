import { auditExport } from '#libs/domain/audit-export/audit-export.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Outcome of an export whose last byte was made. */
export interface WholeExport {
  entries: number;
  /** In hex. */
  sha256: string;
  checkpoint: string | null;
  nextCursor: string | null;
}

/** Records the end of an export: whole, or broken after so many entries. The metadata are those of its start. */
export class EndAuditExport extends Command<void> {
  constructor(
    readonly exportId: string,
    readonly end: WholeExport | { brokenAfter: number },
    readonly endedAt: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(EndAuditExport, EVENT_STORE)
export class EndAuditExportHandler implements CommandHandler<EndAuditExport> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ exportId, end, endedAt, metadata: started }: EndAuditExport): Promise<void> {
    const { organizationId, requestId } = started;
    const by = { exportId, organizationId };
    const command =
      'brokenAfter' in end
        ? ({ type: 'BreakAuditExport', data: { ...by, entries: end.brokenAfter, brokenAt: endedAt } } as const)
        : ({ type: 'CompleteAuditExport', data: { ...by, ...end, completedAt: endedAt } } as const);
    const metadata = { ...started, occurredAt: endedAt };
    await execute(this.eventStore, auditExport, exportId, command, { commandId: `${requestId}/end`, metadata });
  }
}
