import { EventEmitter } from 'node:events';
import type { Endpoint } from './rpc-errors.js';

/**
 * - `drop-before-commit`, `drop-after-commit`: the connection of an append is cut before it is decided, or once it is
 *   durable and has no response yet.
 * - `delay`: an append is decided and gets its response `ms` later. `hang`: it is never decided and gets none.
 * - `hang-after-commit`: it is written and gets no response.
 * - `slow-indexing`: an append is decided, and indexed `ms` later: until then no reader sees it, and a copy of it is
 *   refused with a wrong expected version. `slow-undelete`: the deletion of a softly deleted stream ends `ms` after the
 *   response to the append that ends it.
 * - `not-leader`: appends, and reads that require the leader, are refused with the endpoint of another one.
 * - `unavailable`: appends and reads fail with UNAVAILABLE. `not-ready`: a batch append gets, as from the server
 *   while it starts, an error that the client cannot name.
 * - `access-denied`: appends, or with `on` reads, are refused as by a server whose rights have changed.
 * - `silence-subscriptions`: an open or new subscription gets nothing more, for as long as it lives.
 * - `end-subscriptions`: an open or new subscription is ended with `with`.
 */
export type Fault = {
  /** Times that the fault strikes before it is spent; without end when omitted. */
  times?: number;
  /** Calls that it would strike and lets pass first; none when omitted. */
  spares?: number;
  /** Strikes only writes to streams with this prefix. */
  stream?: string;
  /** Strikes only these calls; both where the fault knows both. */
  on?: 'writes' | 'reads';
} & (
  | { kind: 'drop-before-commit' | 'drop-after-commit' | 'hang' | 'hang-after-commit' | 'unavailable' | 'not-ready' }
  | { kind: 'access-denied' }
  | { kind: 'delay'; ms: number }
  | { kind: 'slow-indexing'; ms: number }
  | { kind: 'slow-undelete'; ms: number }
  | { kind: 'not-leader'; leader: Endpoint }
  | { kind: 'silence-subscriptions' }
  | { kind: 'end-subscriptions'; with?: 'ok' | 'unavailable' | 'cancelled' }
);

export type FaultKind = Fault['kind'];
type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>;

/** A call that a fault may strike. */
interface Occasion {
  stream?: string;
  on?: 'writes' | 'reads';
}

const concerns = (fault: Fault, { stream = '', on }: Occasion): boolean =>
  stream.startsWith(fault.stream ?? '') && (fault.on === undefined || fault.on === on);

const isOf = <K extends FaultKind>(fault: Fault, kind: K): fault is FaultOf<K> & Fault => fault.kind === kind;

/** The faults that strike next, and how often each did. */
export class Faults {
  private armed: { fault: Fault; left: number; spares: number }[] = [];
  private readonly counts = new Map<FaultKind, number>();
  private readonly events = new EventEmitter<{ injected: [] }>().setMaxListeners(0);

  inject(fault: Fault): void {
    this.armed.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY, spares: fault.spares ?? 0 });
    this.events.emit('injected');
  }

  /** Removes all faults, or those of one kind. */
  clear(kind?: FaultKind): void {
    this.armed = kind === undefined ? [] : this.armed.filter(({ fault }) => fault.kind !== kind);
  }

  fired(kind: FaultKind): number {
    return this.counts.get(kind) ?? 0;
  }

  /** The fault of this kind that strikes now, counted. */
  strike<K extends FaultKind>(kind: K, occasion: Occasion = {}): FaultOf<K> | undefined {
    if (this.armed.length === 0) return undefined;
    for (const armed of this.armed) {
      const { fault } = armed;
      if (!isOf(fault, kind) || !concerns(fault, occasion)) continue;
      if (armed.spares > 0) {
        armed.spares -= 1;
        continue;
      }
      armed.left -= 1;
      if (armed.left <= 0) this.armed = this.armed.filter((other) => other !== armed);
      this.counts.set(kind, this.fired(kind) + 1);
      return fault;
    }
    return undefined;
  }

  /** Calls back after each `inject`; returns how to stop that. */
  onInjected(listener: () => void): () => void {
    this.events.on('injected', listener);
    return () => this.events.off('injected', listener);
  }
}
