import type { ReportCommand } from '#libs/domain/report/report.commands.js';
import { type Report, report, reportNotFound } from '#libs/domain/report/report.decider.js';
import type { ReportEvent, ReportPeriod } from '#libs/domain/report/report.events.js';
import type { ReportFormat, ReportType } from '#libs/domain/report/report-types.js';
import { type Execution, execute, loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

/** The file that a download sends. */
export interface ReportFile {
  blobId: string;
  sizeBytes: number;
  type: ReportType;
  format: ReportFormat;
  period: ReportPeriod;
}

const assertOwned = (state: Report, organizationId: string): void => {
  if (state.status === 'none' || state.request.organizationId !== organizationId) throw reportNotFound();
};

/** The file of a report; undefined while it has none. */
export const fileOf = (state: Report): ReportFile | undefined => {
  if (state.status !== 'completed') return undefined;
  const { reportType: type, format, period } = state.request;
  const { blobId, sizeBytes } = state.file;
  return { blobId, sizeBytes, type, format, period };
};

/**
 * The file that a download would send now; none is recorded.
 * @throws Rejection `not_found`, and as a download is refused
 */
export const fileForDownload = async (
  store: Pick<EventStore, 'readStream'>,
  organizationId: string,
  reportId: string,
): Promise<ReportFile | undefined> => {
  if (!isId(reportId, 'rep')) throw reportNotFound();
  const { state } = await loadState(store, report, reportId);
  assertOwned(state, organizationId);
  report.decide({ type: 'DownloadReport', now: new Date().toISOString() }, state);
  return fileOf(state);
};

/**
 * Runs a command of a caller on a report of its organization.
 * @throws Rejection `not_found`, or as the rules refuse
 */
export const executeOnOwnReport = async (
  store: EventStore,
  reportId: string,
  command: ReportCommand,
  metadata: EventMetadata,
): Promise<Execution<Report, ReportEvent>> => {
  if (!isId(reportId, 'rep')) throw reportNotFound();
  const check = (state: Report): void => assertOwned(state, metadata.organizationId);
  return execute(store, report, reportId, command, { commandId: metadata.requestId, metadata, check });
};
