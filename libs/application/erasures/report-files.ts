import { report } from '#libs/domain/report/report.decider.js';
import { execute, loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { keyKind } from '#libs/ports/blob-store/blob-encoding.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { DataKeyIds } from '#libs/ports/key-vault/key-vault.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { tryLease } from '#libs/ports/lease/try-lease.js';
import { reportLease } from '../reports/report-lease.js';
import { reportBlobs, reportOfBlob } from '../reports/stored-report.js';
import type { OpenedFiles } from './opened-files.port.js';

/** The reports of organizations. */
export interface OrganizationReports {
  /** Ids of the reports of an organization that are being made, by all that is in the log by now. */
  generating(organizationId: string): Promise<string[]>;
  /** Those of the ids that are of reports of the organization. */
  ofOrganization(organizationId: string, ids: readonly string[]): Promise<string[]>;
}

interface ReportFilesPorts {
  eventStore: Pick<EventStore, 'append' | 'readStream'>;
  blobs: Pick<BlobStore, 'delete'>;
  keys: DataKeyIds;
  leases: Pick<Leases, 'acquire'>;
  reports: OrganizationReports;
}

/**
 * The files of reports. Every report counts as one with opened values, whatever its type. Keys tell which files there are: also of
 * a worker that died before its file was named.
 */
export class ReportFiles implements OpenedFiles {
  constructor(private readonly ports: ReportFilesPorts) {}

  async remove({ erasureId, metadata }: { erasureId: string; metadata: EventMetadata }): Promise<boolean> {
    const { keys, reports } = this.ports;
    const { organizationId } = metadata;
    // Before the keys: one that is completed in between has its key by then.
    const generating = await reports.generating(organizationId);
    const kept = new Set((await keys.idsOf(keyKind, reportBlobs)).flatMap((blobId) => reportOfBlob(blobId) ?? []));
    const withFiles = await reports.ofOrganization(organizationId, [...kept]);
    let isDone = true;
    for (const reportId of new Set([...generating, ...withFiles])) {
      if (!(await this.removeOf(reportId, { erasureId, metadata }))) isDone = false;
    }
    return isDone;
  }

  /** A worker that has the report in hand may still write a file, which it will have to remove: it is waited for. */
  private async removeOf(
    reportId: string,
    { erasureId, metadata }: { erasureId: string; metadata: EventMetadata },
  ): Promise<boolean> {
    const { eventStore, leases } = this.ports;
    const lease = await tryLease(leases, reportLease(reportId), new AbortController().signal);
    try {
      // Once for an erasure: what was made anew since has nothing of the subject.
      const context = { commandId: `${erasureId}/${reportId}/anew`, metadata };
      await execute(eventStore, report, reportId, { type: 'BeginReportAnew' }, context);
      if (lease === undefined) return false;
      await this.removeUnnamed(reportId);
      return true;
    } finally {
      await lease?.release();
    }
  }

  private async removeUnnamed(reportId: string): Promise<void> {
    const { eventStore, blobs, keys } = this.ports;
    const { state } = await loadState(eventStore, report, reportId);
    const named = state.status === 'completed' ? state.file.blobId : undefined;
    for (const blobId of await keys.idsOf(keyKind, `${reportId}-`)) {
      if (blobId !== named) await blobs.delete(blobId);
    }
  }
}
