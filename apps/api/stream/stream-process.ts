import { randomUUID } from 'node:crypto';
import { textStreamLease } from '#libs/application/text-streams/text-stream-lease.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { type Leases } from '#libs/ports/lease/lease.port.js';

/** The identity under which this process begins streams. */
export interface StreamOwnership {
  processId: string;
  /** Aborted when a sweep may consider the process dead: nothing of its streams is written any more. */
  lost: AbortSignal;
}

/**
 * Holds a lease under a name of this process alone, as its sign of life: a sweep that gets the lease ends the
 * streams that the process had open. A lost lease is not taken again; the process goes on under another name.
 */
export class StreamProcess {
  private readonly stopping = new AbortController();
  private ownership: StreamOwnership | undefined;
  private release: () => Promise<void> = async () => undefined;

  constructor(
    private readonly leases: Pick<Leases, 'acquire'>,
    private readonly logger: Logger,
  ) {}

  /** Resolves when streams can begin. */
  async start(): Promise<void> {
    const processId = randomUUID();
    const lease = await this.leases.acquire(textStreamLease(processId), this.stopping.signal);
    this.ownership = { processId, lost: lease.lost };
    this.release = () => lease.release();
    lease.lost.addEventListener('abort', () => this.startAnew(), { once: true });
  }

  /** @throws Rejection `service_unavailable` while there is no lease */
  current(): StreamOwnership {
    if (this.ownership === undefined) throw new Rejection('service_unavailable');
    return this.ownership;
  }

  /** Releases the lease; call it when no stream is open any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.ownership = undefined;
    await this.release();
  }

  private startAnew(): void {
    this.ownership = undefined;
    if (this.stopping.signal.aborted) return;
    this.logger.warn('the lease of the streams was lost; those that were open are broken');
    this.start().catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.logger.error({ err: error }, 'the lease of the streams is not to be had');
    });
  }
}
