import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { executeOnOwnReport, fileOf, type ReportFile } from './own-report.js';

/** Records a download. Returns undefined when the file has been removed since. */
export class RecordReportDownload extends Command<ReportFile | undefined> {
  constructor(
    readonly reportId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RecordReportDownload, EVENT_STORE)
export class RecordReportDownloadHandler implements CommandHandler<RecordReportDownload> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ reportId, metadata }: RecordReportDownload): Promise<ReportFile | undefined> {
    const command = { type: 'DownloadReport', now: metadata.occurredAt } as const;
    const { state } = await executeOnOwnReport(this.eventStore, reportId, command, metadata);
    return fileOf(state);
  }
}
