import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { TextFacts, TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Refusals } from '../http/refusals.js';
import type { StreamOwnership } from './stream-process.js';
import type { StreamRequest } from './stream-request.js';

export type StreamEnd = Omit<Extract<TextUsageEvent, { type: 'TextStreamEnded' }>['data'], keyof TextFacts>;

const route = {
  method: 'WS',
  path: '/v1/stream',
  act: { action: 'translate', resource: 'text', endpoint: 'stream' },
} as const;
const againMs = 1_000;

/** Writes the facts of streams into the event log. */
export class StreamRecords {
  private readonly unwritten = new Set<Promise<void>>();

  constructor(
    private readonly recorder: Pick<ActRecorder, 'record'>,
    private readonly refusals: Pick<Refusals, 'record'>,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the beginning is durable. */
  began(request: StreamRequest, access: KeyAccess, facts: TextFacts, { processId }: StreamOwnership): Promise<void> {
    return this.recorder.record(request, access, { type: 'TextStreamBegan', data: { ...facts, processId } });
  }

  /**
   * Resolves when the end is durable. When it cannot be written now, rejects and keeps trying: no sweep ends the
   * stream of a process that lives.
   */
  async ended(
    request: StreamRequest,
    access: KeyAccess,
    facts: TextFacts,
    end: StreamEnd,
    { lost }: StreamOwnership,
  ): Promise<void> {
    const write = () =>
      this.recorder.record(
        request,
        access,
        { type: 'TextStreamEnded', data: { ...facts, ...end } },
        `${request.id}/end`,
      );
    if (lost.aborted) throw new Rejection('service_unavailable');
    try {
      await write();
    } catch (error) {
      this.logger.error({ err: error, request_id: request.id }, 'the end of a stream could not be written yet');
      const writing = this.again(write, lost).finally(() => this.unwritten.delete(writing));
      this.unwritten.add(writing);
      throw error;
    }
  }

  /** Resolves to the rejection for the caller, or to the fault that kept it from being recorded. */
  refused(request: StreamRequest, rejection: Rejection): Promise<Rejection> {
    return this.refusals.record(request, route, rejection);
  }

  /** Resolves as `refused`, for a resume, which is no act of its own. */
  resumeRefused(request: StreamRequest, rejection: Rejection): Promise<Rejection> {
    return this.refusals.record(request, { ...route, act: undefined }, rejection);
  }

  /** Resolves when the ends of all streams are written. */
  async settled(): Promise<void> {
    await Promise.all(this.unwritten);
  }

  private async again(write: () => Promise<void>, lost: AbortSignal): Promise<void> {
    while (!lost.aborted) {
      await sleep(againMs);
      try {
        return await write();
      } catch {
        // The first failure was logged.
      }
    }
  }
}
