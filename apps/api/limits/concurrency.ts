import { Rejection } from '#libs/error-catalogue/rejection.js';
import type { KeyAccess } from '../access/key-access.js';
import type { TierLimits } from '../access/tier-limits.js';

export interface ConcurrencyOptions {
  limitsOf: TierLimits;
  /** API nodes behind one balancer: each allows its part of a limit, rounded up. Default 1. */
  nodes?: number;
}

/** Seconds until a slot may be free again: requests are short, and who opens connections has some to close. */
const retryAfter = 1;

/** Slots of one kind, by key. A key without any takes no memory. */
class Slots {
  private readonly taken = new Map<string, number>();

  /** Gives the slot back; undefined when all are taken. */
  take(keyId: string, limit: number): (() => void) | undefined {
    const used = this.taken.get(keyId) ?? 0;
    if (limit > 0 && used >= limit) return undefined;
    this.taken.set(keyId, used + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack(keyId);
      isTaken = false;
    };
  }

  private giveBack(keyId: string): void {
    const left = (this.taken.get(keyId) ?? 1) - 1;
    if (left === 0) this.taken.delete(keyId);
    else this.taken.set(keyId, left);
  }
}

/**
 * Requests in flight and open connections of each key, as its tier allows. Each node counts its own: a shared
 * count would cost a round trip for each request, and would have to be repaired after each node that dies.
 */
export class ConcurrencyLimits {
  private readonly requests = new Slots();
  private readonly connections = new Slots();

  constructor(private readonly options: ConcurrencyOptions) {}

  /** Call what it answers when the response has ended. @throws Rejection `concurrent_limit` */
  beginRequest(access: KeyAccess): () => void {
    return this.take(this.requests, access, this.options.limitsOf(access.tier).concurrentRequests);
  }

  /** Call what it answers when the connection has closed. @throws Rejection `concurrent_limit` */
  openConnection(access: KeyAccess): () => void {
    return this.take(this.connections, access, this.options.limitsOf(access.tier).connections);
  }

  private take(slots: Slots, { keyId }: KeyAccess, limit: number): () => void {
    const giveBack = slots.take(keyId, Math.ceil(limit / (this.options.nodes ?? 1)));
    if (giveBack === undefined) throw new Rejection('concurrent_limit', { details: { limit }, retryAfter });
    return giveBack;
  }
}
