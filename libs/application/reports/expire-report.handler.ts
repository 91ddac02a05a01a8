import { releasedAt } from '#libs/domain/hold/hold-grace.js';
import { report } from '#libs/domain/report/report.decider.js';
import { execute, loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { LEGAL_HOLDS, type LegalHolds } from '../holds/legal-holds.port.js';

/** Expires a report in the name of who requested it; one that is not due yet or held by a legal hold is left as it is. */
export class ExpireReport extends Command<void> {
  constructor(
    readonly reportId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(ExpireReport, EVENT_STORE, LEGAL_HOLDS)
export class ExpireReportHandler implements CommandHandler<ExpireReport> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly holds: LegalHolds,
  ) {}

  async execute({ reportId, metadata }: ExpireReport): Promise<void> {
    const { organizationId, occurredAt: now } = metadata;
    const { state } = await loadState(this.eventStore, report, reportId);
    if (state.status !== 'completed' || now < state.file.expiresAt) return;
    const { holdId, liftedAt } = await this.holds.on({
      organizationId,
      resource: 'report',
      resourceId: reportId,
      subject: null,
      createdAt: state.request.requestedAt,
    });
    if (holdId !== undefined || (liftedAt !== undefined && now < releasedAt(liftedAt))) return;
    const context = { commandId: `${reportId}/expire/${now}`, metadata };
    await execute(this.eventStore, report, reportId, { type: 'ExpireReport', now }, context);
  }
}
