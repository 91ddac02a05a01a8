import type { KeyAccess } from '#libs/application/key-access.js';
import type { Act, RequestContext } from '#libs/application/request-context.js';
import type { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import type { Rejection } from '#libs/domain/errors/rejection.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { toRejection } from './error-envelope.js';

export interface RefusedRequest extends RequestContext {
  caller: RequestContext['caller'] & { access: KeyAccess | undefined };
}

/** Writes refused acts of HTTP and the stream into the event log. */
export class Refusals {
  constructor(
    private readonly recorder: Pick<ActRecorder, 'refused'>,
    private readonly logger: Logger,
  ) {}

  /**
   * Resolves when the refusal is durable, to the rejection for the caller, or to the fault that kept it from being
   * written. A request that is no act, or comes from no known caller, is not written.
   */
  async record(request: RefusedRequest, act: Act | undefined, rejection: Rejection): Promise<Rejection> {
    const { access } = request.caller;
    if (act === undefined || access === undefined) return rejection;
    try {
      await this.recorder.refused(request, access, act, rejection);
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
}
