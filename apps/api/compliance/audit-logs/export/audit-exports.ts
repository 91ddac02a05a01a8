import { Readable } from 'node:stream';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EndAuditExport, type WholeExport } from '#libs/application/audit-exports/end-audit-export.handler.js';
import { exportLease } from '#libs/application/audit-exports/export-lease.js';
import { StartAuditExport, type WantedFilters } from '#libs/application/audit-exports/start-audit-export.handler.js';
import type { ExportFormat } from '#libs/domain/audit-export/audit-export.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { FairSlots, type LeaveSlot } from '#libs/platform/async/fair-slots.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Lease, Leases } from '#libs/ports/lease/lease.port.js';
import { tryLease } from '#libs/ports/lease/try-lease.js';
import { LEASES, LOGGER } from '#libs/ports/tokens.js';
import type { AuditLogFilter } from '#projections/audit-log/audit-log.filter.js';
import { AuditLogExportQueries } from '#projections/audit-log/audit-log-export.queries.js';
import { Admission } from '../../../access/admission.js';
import { RequestCommands } from '../../../http/request-commands.js';
import { accessOf } from '../../../http/request-context.js';
import { People } from '../../../people/people.js';
import type { LogTree } from '../proofs/log-tree.port.js';
import { SignedLogs } from '../proofs/signed-logs.js';
import { ExportStream } from './export-stream.js';

export interface AskedExport {
  format: ExportFormat;
  filter: AuditLogFilter;
  /** Id of the entry behind which it begins. */
  cursor: string | undefined;
  follow: boolean;
  /** Aborted when the reader has gone. */
  gone: AbortSignal;
}

/** Exports of an organization at a time on a node: each holds two pages at most. */
const atOnce = 10;

const filtersIn = (filter: AuditLogFilter): WantedFilters => {
  const named = {
    start: filter.start,
    end: filter.end,
    action: filter.actions && [...filter.actions],
    resource: filter.resource,
    resource_id: filter.resourceId,
    result: filter.result,
    request_id: filter.requestId,
    key_id: filter.keyId,
    user_id: filter.userId,
    ip_address: filter.ipAddress,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
};

/** The exports that leave this node. */
@Injectable()
export class AuditExports implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly slots = new FairSlots({ perKey: atOnce });
  private readonly stopping = new AbortController();
  /** Exports that have not ended yet. */
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly commands: RequestCommands,
    private readonly entries: AuditLogExportQueries,
    @Inject(SignedLogs) private readonly tree: LogTree,
    private readonly admission: Admission,
    @Inject(LEASES) private readonly leases: Pick<Leases, 'acquire'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(People) private readonly people: Pick<People, 'named'>,
  ) {}

  /**
   * Begins an export: its start is durable when this resolves. Who reads no more destroys the stream, which ends it.
   * @throws Rejection `invalid_request` for the id of no entry; `concurrent_limit`
   */
  async begin(request: FastifyRequest, asked: AskedExport): Promise<{ exportId: string; content: Readable }> {
    const { organizationId } = accessOf(request);
    const after = asked.cursor === undefined ? -1 : await this.entries.numberOf(organizationId, asked.cursor);
    if (after === undefined) {
      throw new Rejection('invalid_request', { details: { cursor: ['is not the id of an entry'] } });
    }
    const leave = await this.enter(request, asked.follow);
    const exportId = newId('exp');
    let lease: Lease | undefined;
    try {
      // The sign of life of the export: where this process dies, a sweep gets it, and ends the export.
      lease = await tryLease(this.leases, exportLease(exportId), asked.gone);
      if (lease === undefined) throw new Rejection('service_unavailable', { retryAfter: 1 });
      return await this.started(request, asked, { exportId, after, lease, leave });
    } catch (error) {
      leave();
      await lease?.release();
      throw error;
    }
  }

  /** Lets those who follow the log end with a checkpoint and a summary. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Waits for the ends of all exports to be durable. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private async started(
    request: FastifyRequest,
    { format, filter, follow, gone }: AskedExport,
    { exportId, after, lease, leave }: { exportId: string; after: number; lease: Lease; leave: LeaveSlot },
  ): Promise<{ exportId: string; content: Readable }> {
    const { organizationId } = accessOf(request);
    const head = await this.tree.current(organizationId);
    const { credentialHash } = request.caller;
    if (credentialHash === undefined) throw new Rejection('missing_api_key');
    const metadata = await this.commands.metadata(request);
    const wanted = { exportId, format, filters: filtersIn(filter), after: after < 0 ? null : after, follow };
    await this.commands.execute(request, new StartAuditExport({ ...wanted, treeSize: head.size }, metadata));
    const end = async (how: WholeExport | { brokenAfter: number }): Promise<void> => {
      await this.commands.execute(request, new EndAuditExport(exportId, how, new Date().toISOString(), metadata));
    };
    const stream = new ExportStream(
      {
        exportId,
        organizationId,
        format,
        filter,
        after,
        head,
        follow: follow ? this.stopping.signal : undefined,
        gone: anySignal([gone, lease.lost]),
      },
      {
        entries: this.entries,
        tree: this.tree,
        peopleOf: (ids) => this.people.named(organizationId, ids),
        assertAllowed: () => this.admission.admitKey(request, credentialHash, 'compliance:read'),
        onWhole: async (whole) => {
          lease.lost.throwIfAborted();
          await end(whole);
        },
        onBroken: (brokenAfter) =>
          end({ brokenAfter }).catch((err: unknown) => {
            this.logger.error({ err, export_id: exportId }, 'the end of an export could not be recorded');
          }),
      },
    );
    const content = Readable.from(stream.bytes(), { objectMode: false });
    const ended = new Promise<void>((resolve) => {
      content.once('close', () => {
        leave();
        resolve(stream.close().finally(() => lease.release()));
      });
    });
    this.running.add(ended);
    void ended.finally(() => this.running.delete(ended));
    return { exportId, content };
  }

  /** A place among the exports of the organization; who follows has one among the key's connections instead. */
  private async enter(request: FastifyRequest, follow: boolean): Promise<LeaveSlot> {
    const access = accessOf(request);
    if (follow) {
      const close = await this.admission.openConnection(access);
      request.caller.endRequest?.();
      return close;
    }
    const leave = this.slots.tryEnter(access.organizationId);
    if (leave !== undefined) return leave;
    const details = { limit: atOnce, scope: 'organization' };
    throw new Rejection('concurrent_limit', { details, retryAfter: 1 });
  }
}
