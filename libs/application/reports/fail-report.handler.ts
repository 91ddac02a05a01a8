import { report } from '#libs/domain/report/report.decider.js';
import type { ReportFailure } from '#libs/domain/report/report.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Ends a report as failed; one that has ended stays as it is. Returns whether it failed now. */
export class FailReport extends Command<boolean> {
  constructor(
    readonly reportId: string,
    readonly failure: ReportFailure,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(FailReport, EVENT_STORE)
export class FailReportHandler implements CommandHandler<FailReport> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ reportId, failure: error, metadata }: FailReport): Promise<boolean> {
    const command = { type: 'FailReport', error, now: metadata.occurredAt } as const;
    const context = { commandId: `${reportId}/fail`, metadata };
    const { events } = await execute(this.eventStore, report, reportId, command, context);
    return events.length > 0;
  }
}
