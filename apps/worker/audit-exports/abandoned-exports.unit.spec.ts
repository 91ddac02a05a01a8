import { beforeEach, describe, expect, it } from 'vitest';
import {
  AbandonAuditExport,
  AbandonAuditExportHandler,
} from '#libs/application/audit-exports/abandon-audit-export.handler.js';
import { exportLease } from '#libs/application/audit-exports/export-lease.js';
import { auditExport } from '#libs/domain/audit-export/audit-export.decider.js';
import type { AuditExportEvent } from '#libs/domain/audit-export/audit-export.events.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { busTo } from '#test/fakes/command-bus.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryLeases } from '#test/fakes/in-memory-leases.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { sweepAbandonedExports } from './abandoned-exports.js';

const { organizationId } = uploaderMetadata;
const exportIds = Array.from({ length: 30 }, (_, number) => `exp_${String(number).padStart(2, '0')}`);

let eventStore: InMemoryEventStore;
let leases: InMemoryLeases;
let cleared: number;

const startOf = (exportId: string): AuditExportEvent => ({
  type: 'AuditLogExportStarted',
  data: {
    ...{ exportId, organizationId, format: 'csv', filters: {}, after: null, follow: false, treeSize: 7 },
    startedAt: uploaderMetadata.occurredAt,
  },
});

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  leases = new InMemoryLeases();
  cleared = 0;
  for (const exportId of exportIds) {
    const events = toNewEvents(exportId, [startOf(exportId)], uploaderMetadata);
    await eventStore.append(streamName(auditExport.category, exportId), events, 'no-stream');
  }
});

/** A sweep over the exports of a read model that may still show what another worker has ended. */
const sweep = (job = jobOf({})) =>
  sweepAbandonedExports({
    ...{ eventStore, leases, commands: busTo([AbandonAuditExport, new AbandonAuditExportHandler(eventStore)]) },
    exports: { started: async (after, limit) => exportIds.filter((id) => id > after).slice(0, limit) },
    removeEndedLeases: async () => {
      cleared += 1;
    },
  }).handle(job);
const abandoned = () => eventStore.events.filter(({ type }) => type === 'AuditLogExportAbandoned');

describe('exports whose processes died', () => {
  it('each is ended once, by the service, however many sweeps there are', async () => {
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(
      abandoned()
        .map(({ data }) => data.exportId)
        .toSorted(),
    ).toEqual(exportIds);
    expect(abandoned()[0]).toMatchObject({
      metadata: { actorType: 'system', requestId: uploaderMetadata.requestId },
    });
    expect([cleared, leases.names]).toEqual([3, []]);
  });

  it('one whose process holds its lease goes on, until that is lost', async () => {
    const held = await leases.acquire(exportLease('exp_03'), new AbortController().signal);
    await sweep();
    expect(abandoned().map(({ data }) => data.exportId)).not.toContain('exp_03');
    await held.release();
    await sweep();
    expect(abandoned().map(({ data }) => data.exportId)).toContain('exp_03');
  });

  it('an aborted sweep ends nothing', async () => {
    await expect(sweep({ ...jobOf({}), signal: AbortSignal.abort(new Error('stopping')) })).rejects.toThrow('stopping');
    expect(abandoned()).toEqual([]);
  });
});
