import type { TritonObserver } from '../client-options.js';
import { Balancer } from '../hosts/balancer.js';
import type { Host } from '../hosts/host.js';
import type { RetryBudget } from '../hosts/retry-budget.js';
import type { Rpc } from '../protocol/rpc.js';
import { TritonError } from '../triton-error.js';
import { accountFor, observe, unaryAttempt } from './attempt.js';
import type { CallContext } from './call-context.js';
import { hedge } from './hedge.js';

export interface Dispatch {
  /** Model and version, which the choice of a host depends on. */
  modelKey?: string | undefined;
  /** Whether another host may be asked when one is lost. */
  isIdempotent: boolean;
  hedgeAfterMs?: number | undefined;
}

/** Errors after which nothing has been computed, or the result is lost with its host. */
const retryable = new Set(['unavailable', 'cancelled', 'queue-full', 'model-not-found', 'model-not-ready']);

/** Chooses hosts for calls, and other hosts when they fail. */
export class Dispatcher {
  private readonly balancer: Balancer<Host>;

  constructor(
    readonly hosts: readonly Host[],
    private readonly budget: RetryBudget,
    readonly observer: TritonObserver,
  ) {
    this.balancer = new Balancer(hosts);
  }

  pick(context: CallContext, dispatch: Dispatch, exclude: ReadonlySet<Host>): Host {
    return this.balancer.require({ model: dispatch.modelKey, only: context.only, exclude });
  }

  /** Chooses another host after this error, where that is allowed, there is one, and the budget has a retry left. */
  another(error: unknown, context: CallContext, dispatch: Dispatch, tried: ReadonlySet<Host>): Host | undefined {
    const isAllowed =
      error instanceof TritonError &&
      retryable.has(error.kind) &&
      dispatch.isIdempotent &&
      !context.signal?.aborted &&
      tried.size < this.budget.attempts;
    if (!isAllowed) return undefined;
    const host = this.spare(context, dispatch, tried);
    if (host === undefined) return undefined;
    const { method, model } = context;
    observe(() => this.observer.retried?.({ method, model, host: host.url, kind: error.kind }));
    return host;
  }

  earn(): void {
    this.budget.earn();
  }

  /** Makes a unary call; `request` is called for each attempt, as the rest of the deadline stands in it. */
  async unary<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: () => Request,
    context: CallContext,
    dispatch: Dispatch,
  ): Promise<{ answer: Response; host: Host }> {
    this.earn();
    const tried = new Set<Host>();
    let host = this.pick(context, dispatch, tried);
    for (;;) {
      tried.add(host);
      try {
        return await this.attempt(host, rpc, request, context, dispatch, tried);
      } catch (error) {
        const other = this.another(error, context, dispatch, tried);
        if (other === undefined) throw error;
        host = other;
      }
    }
  }

  private spare(context: CallContext, { modelKey }: Dispatch, tried: ReadonlySet<Host>): Host | undefined {
    const host = this.balancer.pick({ model: modelKey, only: context.only, exclude: tried });
    if (host === undefined || this.budget.spend()) return host;
    host.breaker.abandonTrial();
    return undefined;
  }

  private attempt<Request, Response>(
    host: Host,
    rpc: Rpc<Request, Response>,
    request: () => Request,
    context: CallContext,
    dispatch: Dispatch,
    tried: Set<Host>,
  ): Promise<{ answer: Response; host: Host }> {
    const on = (chosen: Host) => (signal?: AbortSignal) =>
      this.accounted(chosen, context, dispatch, unaryAttempt(chosen, rpc, request(), context, signal));
    const { hedgeAfterMs } = dispatch;
    if (hedgeAfterMs === undefined || !dispatch.isIdempotent) return on(host)();
    const second = () => {
      const other = this.spare(context, dispatch, tried);
      if (other === undefined) return undefined;
      tried.add(other);
      const { method, model } = context;
      observe(() => this.observer.hedged?.({ method, model, host: other.url }));
      return on(other);
    };
    return hedge({ first: on(host), second, afterMs: hedgeAfterMs, signal: context.signal });
  }

  private async accounted<Response>(
    host: Host,
    context: CallContext,
    { modelKey }: Dispatch,
    answering: Promise<Response>,
  ): Promise<{ answer: Response; host: Host }> {
    const finish = accountFor(host, context, modelKey, this.observer);
    try {
      const answer = await answering;
      finish();
      return { answer, host };
    } catch (error) {
      finish(
        error instanceof TritonError
          ? error
          : new TritonError('server-error', 'The call failed', undefined, { cause: error }),
      );
      throw error;
    }
  }
}
