import { report } from '#libs/domain/report/report.decider.js';
import type { ReportPeriod } from '#libs/domain/report/report.events.js';
import type { ReportFormat, ReportType } from '#libs/domain/report/report-types.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { StorageExceededError } from '#libs/ports/stored-bytes/stored-bytes.errors.js';
import type { StoredBytes } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import { EVENT_STORE, STORED_BYTES } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

export interface WantedReport {
  type: ReportType;
  period: ReportPeriod;
  format: ReportFormat;
}

/** Milliseconds that a report takes, for its estimate: most are ready in seconds, a very long audit log takes a minute. */
const usualMs = 60_000;

/** Returns the id of the report. */
export class RequestReport extends Command<string> {
  constructor(
    readonly wanted: WantedReport,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** Refuses a report where nothing is left of the storage: its size is known only once it is made. */
@handles(RequestReport, EVENT_STORE, STORED_BYTES)
export class RequestReportHandler implements CommandHandler<RequestReport> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly storedBytes: Pick<StoredBytes, 'state'>,
  ) {}

  async execute({ wanted: { type: reportType, period, format }, metadata }: RequestReport): Promise<string> {
    const { organizationId, occurredAt: requestedAt, requestId: commandId } = metadata;
    const { used, limit } = await this.storedBytes.state(organizationId);
    if (limit > 0 && used >= limit) throw new StorageExceededError(1, used, limit);
    const reportId = newId('rep');
    const estimatedCompletion = new Date(Date.parse(requestedAt) + usualMs).toISOString();
    const request = { reportId, organizationId, reportType, period, format, requestedAt, estimatedCompletion };
    await execute(this.eventStore, report, reportId, { type: 'RequestReport', request }, { commandId, metadata });
    return reportId;
  }
}
