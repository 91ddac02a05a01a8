import type { KeyAccess } from '#libs/application/key-access.js';
import type { RequestContext } from '#libs/application/request-context.js';
import type { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { type CountedRefusals, RefusalCounts, type RefusedRoute } from '#libs/application/text-usage/refusal-counts.js';
import type { Rejection } from '#libs/domain/errors/rejection.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { toRejection } from './error-envelope.js';
import { noteSoundFields } from './fields-refused.js';

export interface RefusedRequest extends RequestContext {
  caller: RequestContext['caller'] & { access: KeyAccess | undefined };
}

/** Milliseconds between two looks whether a minute has ended. */
const lookEveryMs = 5_000;
/** Counts that wait for an event store that is away, in 2 kB each; the oldest beyond are lost, with a line in the log. */
const maxUnwritten = 20_000;
/** Counts that are written at a time: each may make a key for an address. */
const writtenAtATime = 100;

const isAway = (written: PromiseSettledResult<void> | undefined): boolean =>
  written?.status === 'rejected' && isOutage(written.reason);

/** Writes refused requests of HTTP and the stream into the event log: the first of a key in a minute one by one. */
export class Refusals {
  private readonly counts = new RefusalCounts();
  private unwritten: CountedRefusals[] = [];
  private readonly looking: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly recorder: Pick<ActRecorder, 'refused' | 'refusalsCounted'>,
    private readonly logger: Logger,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.looking = setInterval(() => this.writeEnded(), lookEveryMs).unref();
  }

  /**
   * Resolves when the refusal is durable, or is counted, to the rejection for the caller, or to the fault that kept it
   * from being written. Requests of no known caller are not written, nor are faults of ours where nothing was to be
   * done, nor what is under way: it is no act before it is done.
   */
  async record(request: RefusedRequest, route: RefusedRoute, rejection: Rejection): Promise<Rejection> {
    const { access, recorded } = request.caller;
    const isAct = route.act !== undefined;
    if (access === undefined || recorded || rejection.isUnderWay || (!isAct && rejection.status >= 500))
      return rejection;
    if (!this.counts.take(request, access, route, rejection, this.now())) return rejection;
    if (route.act !== undefined) noteSoundFields(request, route.act, rejection);
    try {
      await this.recorder.refused(request, access, route, rejection);
      return rejection;
    } catch (error) {
      const fault = toRejection(error);
      this.logger.error(
        { err: error, request_id: request.id, code: rejection.code },
        'a refusal could not be recorded',
      );
      return rejection.status >= 500 ? rejection : fault;
    }
  }

  /** Resolves when the counts of the minutes that have ended are written, as far as they can be. */
  writeEnded(): Promise<void> {
    return this.write(this.counts.takeEnded(this.now()));
  }

  /** Writes what has been counted up to now, and no more by itself. */
  async close(): Promise<void> {
    clearInterval(this.looking);
    await this.write(this.counts.takeAll());
  }

  private write(counted: readonly CountedRefusals[]): Promise<void> {
    this.unwritten.push(...counted);
    this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    if (this.unwritten.length === 0) return;
    const waiting = this.unwritten;
    this.unwritten = [];
    const errors: unknown[] = [];
    const left: CountedRefusals[] = [];
    while (waiting.length > 0 && left.length === 0) {
      const some = waiting.splice(0, writtenAtATime);
      const written = await Promise.allSettled(some.map((counted) => this.recorder.refusalsCounted(counted)));
      for (const one of written) if (one.status === 'rejected') errors.push(one.reason);
      left.push(...some.filter((_, index) => isAway(written[index])));
    }
    if (errors.length === 0) return;
    left.push(...waiting);
    this.unwritten = [...left, ...this.unwritten].slice(-maxUnwritten);
    const kept = this.unwritten.length;
    this.logger.error({ err: errors[0], failed: errors.length, kept }, 'counts of refusals could not be recorded');
  }
}
