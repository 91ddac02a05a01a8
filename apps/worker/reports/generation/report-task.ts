import type { Commands } from '#libs/application/commands.js';
import { retentionMs } from '#libs/application/organizations/retention.js';
import { CompleteReport } from '#libs/application/reports/complete-report.handler.js';
import { FailReport } from '#libs/application/reports/fail-report.handler.js';
import { RecordReportProgress } from '#libs/application/reports/record-report-progress.handler.js';
import { begunAnew, type Report, report } from '#libs/domain/report/report.decider.js';
import type { ReportFailure } from '#libs/domain/report/report.events.js';
import { upcast } from '#libs/domain/upcasting.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import { type EventMetadata, metadataOf } from '#libs/event-sourcing/event-metadata.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { Delivery, Message } from '#libs/ports/message-bus/message-bus.port.js';
import { isStorageExceeded } from '#libs/ports/stored-bytes/stored-bytes.errors.js';
import { causedBy } from '../../system-metadata.js';
import type { GeneratedReport, ReportGenerator } from './report-generator.js';
import { LogSignedNoMoreError } from './signed-checkpoint.js';

export interface ReportDependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  generator: Pick<ReportGenerator, 'generate'>;
  blobs: Pick<BlobStore, 'delete'>;
  leases: Pick<Leases, 'acquire'>;
  lifeCycle: LifeCycle;
  /** Milliseconds that a file is kept. */
  keepForMs: number;
}

/** Milliseconds before each retry. */
export const retryDelays = [1, 5, 15, 30, 60].map((seconds) => seconds * 1_000);

/** Milliseconds after which a report that nobody has in hand is given up: `docs/compliance.md` names them. */
const givenUpMs = 24 * 60 * 60_000;

/** Percent between two reports of progress: smaller steps would fill the log without use. */
const progressStep = 10;

const failureOf = (message: string): ReportFailure => ({ code: 'processing_failed', message });

const overdue = failureOf('The report could not be generated within 24 hours. Request it again.');

class OverdueReportError extends PlainError {
  override readonly name = 'OverdueReportError';
}

/** An erasure had the report begun anew while its file was made: it may have what was erased. */
class ReportBegunAnewError extends PlainError {
  override readonly name = 'ReportBegunAnewError';
  readonly retryable = true;
}

const storageExceeded: ReportFailure = {
  code: 'quota_exceeded',
  message: 'The report does not fit into the storage of the organization. Delete files, and request it again.',
};

/** Failures that another try would end in, too. */
const lastingFailure = (error: unknown): ReportFailure | undefined => {
  if (isStorageExceeded(error)) return storageExceeded;
  if (error instanceof LogSignedNoMoreError) {
    return failureOf('The audit log is not the one that was signed, so that no report can rest on it.');
  }
  return undefined;
};

/** The report that a message has generated; undefined where it asks for nothing. */
export const reportIn = (message: Message): string | undefined => {
  const event = upcast(message);
  if (event.type === 'ReportRequested') return event.data.reportId;
  if (event.type === 'ReportProgressed') return event.data.progress === begunAnew ? event.data.reportId : undefined;
  throw new Error(`Unexpected message ${event.type}`);
};

type GeneratingReport = Extract<Report, { status: 'generating' }>;

/** The work on one requested report, in the hands of the worker that holds its lease. */
export class ReportTask {
  private told = 0;

  constructor(
    private readonly dependencies: ReportDependencies,
    private readonly reportId: string,
    private readonly delivery: Delivery,
  ) {}

  async run(): Promise<void> {
    const { eventStore, generator } = this.dependencies;
    let begunAt: string | undefined;
    const { state } = await loadState(eventStore, report, this.reportId, (event, recorded) => {
      if (event.type === 'ReportRequested') begunAt = event.data.requestedAt;
      if (event.type === 'ReportProgressed' && event.data.progress === begunAnew)
        begunAt = metadataOf(recorded).occurredAt;
    });
    if (state.status !== 'generating' || begunAt === undefined) return;
    this.told = state.progress;
    if (Date.parse(begunAt) < Date.now() - givenUpMs) return this.fail(overdue, new OverdueReportError());
    const { message, signal } = this.delivery;
    const { request, withdrawn } = state;
    const anew = withdrawn && { withdrawn, since: begunAt };
    const began = performance.now();
    try {
      const onProgress = (progress: number) => this.tell(state.generation, progress);
      const made = await generator.generate({ request, position: message.position, anew, signal, onProgress });
      await this.complete(state, made, (performance.now() - began) / 1_000);
    } catch (error) {
      if (signal.aborted || isOutage(error)) throw error;
      // It was there before an erasure: there is a day to have the log signed again, or to make room.
      if (withdrawn !== undefined && lastingFailure(error) !== undefined) throw error;
      const isLastTry = this.delivery.attempt > retryDelays.length;
      const final = failureOf('The report could not be generated. Request it again.');
      const failure = lastingFailure(error) ?? (isLastTry ? final : undefined);
      if (failure === undefined) throw error;
      await this.fail(failure, error);
    }
  }

  /** The file of a try that another one overtook goes. */
  private async complete(
    { request, generation }: GeneratingReport,
    { blob, treeSize }: GeneratedReport,
    seconds: number,
  ): Promise<void> {
    const { commands, eventStore, keepForMs, blobs, lifeCycle } = this.dependencies;
    const { reportId, organizationId, reportType: type, format } = request;
    const metadata = this.metadata();
    const keptMs = await retentionMs(eventStore, organizationId, 'reports', keepForMs);
    const expiresAt = new Date(Date.parse(metadata.occurredAt) + keptMs).toISOString();
    const made = { reportId, generation, blob, treeSize, expiresAt };
    const state = await commands.execute(new CompleteReport(made, metadata));
    const isOurs = state.status === 'completed' && state.file.blobId === blob.id;
    if (isOurs) lifeCycle.emit('report.generated', { type, format, seconds });
    else await blobs.delete(blob.id);
    if (state.status === 'generating') throw new ReportBegunAnewError();
  }

  private async fail(failure: ReportFailure, error: unknown): Promise<void> {
    const { commands, lifeCycle } = this.dependencies;
    const { reportId } = this;
    const { attempt } = this.delivery;
    if (!(await commands.execute(new FailReport(reportId, failure, this.metadata())))) return;
    lifeCycle.emit('report.failed', { report: reportId, attempt, code: failure.code, cause: causeOf(error) });
  }

  /** @throws ReportBegunAnewError: a file of this generation is not taken any more */
  private async tell(generation: number, progress: number): Promise<void> {
    if (progress < this.told + progressStep) return;
    this.told = progress;
    const command = new RecordReportProgress(this.reportId, generation, progress, this.metadata());
    const state = await this.dependencies.commands.execute(command);
    if (state.status === 'generating' && state.generation !== generation) throw new ReportBegunAnewError();
  }

  private metadata(): EventMetadata {
    return causedBy(this.delivery.message, new Date().toISOString());
  }
}
