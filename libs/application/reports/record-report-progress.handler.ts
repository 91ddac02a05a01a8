import { type Report, report } from '#libs/domain/report/report.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/**
 * Records how far a generation of a report is, in percent, and returns the report. One that goes back, or of a report that has ended
 * or was begun anew, leaves nothing.
 */
export class RecordReportProgress extends Command<Report> {
  constructor(
    readonly reportId: string,
    readonly generation: number,
    readonly progress: number,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RecordReportProgress, EVENT_STORE)
export class RecordReportProgressHandler implements CommandHandler<RecordReportProgress> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ reportId, generation, progress, metadata }: RecordReportProgress): Promise<Report> {
    const context = { commandId: `${reportId}/progress/${generation}/${progress}`, metadata };
    const command = { type: 'RecordReportProgress', progress, generation } as const;
    return (await execute(this.eventStore, report, reportId, command, context)).state;
  }
}
