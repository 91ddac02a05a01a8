import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
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

@CommandHandler(RecordReportDownload)
export class RecordReportDownloadHandler implements ICommandHandler<RecordReportDownload> {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  async execute({ reportId, metadata }: RecordReportDownload): Promise<ReportFile | undefined> {
    const command = { type: 'DownloadReport', now: metadata.occurredAt } as const;
    const { state } = await executeOnOwnReport(this.eventStore, reportId, command, metadata);
    return fileOf(state);
  }
}
