import { newReportBlob } from '#libs/application/reports/stored-report.js';
import type { WithdrawnFile } from '#libs/domain/report/report.decider.js';
import type { ReportFormat, ReportType } from '#libs/domain/report/report-types.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { ReportWriter } from '#libs/reports/report-writers.js';
import { untilPassed } from '../../until-passed.js';
import type { MakeContent } from './report-contents.js';
import { type ReportQueriesOfWorker, type RequestedReport, reportSources } from './report-sources.js';
import { checkpointAt, checkpointOf, checkpointOfAll, type SignedTree } from './signed-checkpoint.js';
import { watchingEntries } from './written-entries.js';

export interface GenerationWork {
  request: RequestedReport;
  /** Position of the request in the log: all that came before it is in the figures. */
  position: Position;
  /** The file that this one takes the place of, and since when, RFC 3339. */
  anew?: { withdrawn: WithdrawnFile; since: string } | undefined;
  signal: AbortSignal;
  /** Called with percent, which never fall. */
  onProgress: (progress: number) => Promise<void>;
}

export interface GeneratedReport {
  blob: BlobInfo;
  /** Entries of the audit log that the figures were taken over. */
  treeSize: number;
}

export interface GeneratorPorts {
  blobs: Pick<CountedBlobStore, 'put'>;
  progress: Pick<ProjectionProgress, 'waitFor'>;
  signed: SignedTree;
  queries: ReportQueriesOfWorker;
  contents: Readonly<Record<ReportType, MakeContent>>;
  writers: Readonly<Record<ReportFormat, ReportWriter>>;
}

/** The read models that figures are taken from. */
const readModels = [
  ...['audit-log', 'organizations', 'api-keys', 'documents', 'document-status', 'glossaries'],
  ...['webhooks', 'certifications', 'holds', 'reports', 'audit-exports'],
];

/** Percent when the checkpoint is fixed, and when the content is made and the file begins. */
const stages = { fixed: 10, made: 40, written: 90 };

/** The sentence of a report that an erasure has had made anew. */
const madeAnew = (since: string): string =>
  `This file takes the place of an earlier one since ${since.slice(0, 10)}, because personal data were erased. Its entries are ` +
  'those of the same checkpoint, and what was erased reads [erased]; what is no entry is as it was when this file was made.';

/** Makes the file of a report: its figures are those of one checkpoint, taken after the request. */
export class ReportGenerator {
  constructor(private readonly ports: GeneratorPorts) {}

  async generate({ request, position, anew, signal, onProgress }: GenerationWork): Promise<GeneratedReport> {
    const { blobs, progress, signed, queries, contents, writers } = this.ports;
    await untilPassed(progress, readModels, position);
    const { organizationId, reportId } = request;
    const newest = await checkpointOfAll(signed, organizationId, signal);
    const checkpoint =
      anew === undefined ? checkpointOf(newest) : await checkpointAt(signed, newest, anew.withdrawn.treeSize);
    await onProgress(stages.fixed);
    const content = await contents[request.reportType](request, reportSources(queries, request, checkpoint));
    signal.throwIfAborted();
    await onProgress(stages.made);
    const noted = anew === undefined ? content : { ...content, method: [...content.method, madeAnew(anew.since)] };
    const watched = watchingEntries(noted, (share) =>
      onProgress(stages.made + Math.floor(share * (stages.written - stages.made))),
    );
    const file = await writers[request.format](watched);
    const blob = await blobs.put(newReportBlob(reportId), file, { owner: { organizationId }, signal });
    return { blob, treeSize: checkpoint.size };
  }
}
