import { report } from '#libs/domain/report/report.decider.js';
import type { ReportEvent, ReportEventData } from '#libs/domain/report/report.events.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { uploaderMetadata } from './document.fixture.js';

const { organizationId, occurredAt: now } = uploaderMetadata;

export const reportId = 'rep_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
export const reportBlobId = `${reportId}-01KAH3W7J4B2X8Y6Z5V9T0S1R2`;
export const reportExpiresAt = '2026-12-21T08:00:00.000Z';

export const reportRequest: ReportEventData<'ReportRequested'> = {
  reportId,
  organizationId,
  reportType: 'usage',
  period: { start: '2026-10-01', end: '2026-10-31' },
  format: 'csv',
  requestedAt: now,
  estimatedCompletion: '2026-11-21T08:01:00.000Z',
};

export const reportRequested: ReportEvent = { type: 'ReportRequested', data: reportRequest };

export const reportCompleted: ReportEvent = {
  type: 'ReportCompleted',
  data: {
    reportId,
    organizationId,
    reportType: 'usage',
    format: 'csv',
    blobId: reportBlobId,
    sizeBytes: 7,
    sha256: 'ab',
    treeSize: 42,
    completedAt: now,
    expiresAt: reportExpiresAt,
  },
};

export const reportBegunAnew: ReportEvent = {
  type: 'ReportProgressed',
  data: { reportId, organizationId, progress: 0 },
};

export const reportFailed: ReportEvent = {
  type: 'ReportFailed',
  data: {
    reportId,
    organizationId,
    reportType: 'usage',
    error: { code: 'processing_failed', message: 'The report could not be generated.' },
    failedAt: now,
  },
};

/** Writes events of the report into the log and returns them as they were recorded. */
export const recordReport = (eventStore: EventStore, ...events: ReportEvent[]): Promise<RecordedEvent[]> =>
  recordReportAt(eventStore, now, ...events);

/** Does the same at a time of its own, RFC 3339. */
export const recordReportAt = async (
  eventStore: EventStore,
  occurredAt: string,
  ...events: ReportEvent[]
): Promise<RecordedEvent[]> => {
  const stream = streamName(report.category, reportId);
  const before: RecordedEvent[] = [];
  for await (const event of eventStore.readStream(stream)) before.push(event);
  const written = toNewEvents(`given/${before.length}`, events, { ...uploaderMetadata, occurredAt });
  await eventStore.append(stream, written, before.length === 0 ? 'no-stream' : before.length - 1);
  const recorded: RecordedEvent[] = [];
  for await (const event of eventStore.readStream(stream, { from: before.length })) recorded.push(event);
  return recorded;
};
