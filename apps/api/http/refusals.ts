import type { KeyAccess } from '#libs/application/key-access.js';
import type { Act, RequestContext } from '#libs/application/request-context.js';
import type { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import type { Rejection } from '#libs/domain/errors/rejection.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { toRejection } from './error-envelope.js';

export interface RefusedRequest extends RequestContext {
  caller: RequestContext['caller'] & { access: KeyAccess | undefined };
}

/** Writes refused acts into the event log, over HTTP and the stream alike. */
export class Refusals {
  constructor(
    private readonly recorder: Pick<ActRecorder, 'refused'>,
    private readonly logger: Logger,
  ) {}

  /**
   * Resolves when it is durable, with what the caller is told: the rejection, or the fault that kept it from being
   * written. What is no act, or comes from nobody, is not written.
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
