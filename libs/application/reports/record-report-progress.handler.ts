import { report } from '#libs/domain/report/report.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Records how far a report is, in percent. One that goes back, or of a report that has ended, leaves nothing. */
export class RecordReportProgress extends Command<void> {
  constructor(
    readonly reportId: string,
    readonly progress: number,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RecordReportProgress, EVENT_STORE)
export class RecordReportProgressHandler implements CommandHandler<RecordReportProgress> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ reportId, progress, metadata }: RecordReportProgress): Promise<void> {
    const context = { commandId: `${reportId}/progress/${progress}`, metadata };
    await execute(this.eventStore, report, reportId, { type: 'RecordReportProgress', progress }, context);
  }
}
