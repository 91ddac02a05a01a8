import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Slots } from '#libs/ports/limits/limits.port.js';
import type { TierLimits } from '../tier-limits.js';

export interface ConcurrencyOptions {
  limitsOf: TierLimits;
  slots: Slots;
}

type GiveBack = () => void;

/** Seconds until a slot may be free again: requests are short, and a caller that opens connections can close some. */
const retryAfter = 1;

const granted = (giveBack: GiveBack | undefined, limit: number): GiveBack => {
  if (giveBack === undefined) throw new Rejection('concurrent_limit', { details: { limit }, retryAfter });
  return giveBack;
};

/** Limits requests in flight and open connections of each key by its tier. Synchronous where the slots are. */
export class ConcurrencyLimits {
  private readonly limitsOf: TierLimits;
  private readonly slots: Slots;

  constructor({ limitsOf, slots }: ConcurrencyOptions) {
    this.limitsOf = limitsOf;
    this.slots = slots;
  }

  /**
   * Takes a slot; call the returned function when the response has ended.
   * @throws Rejection `concurrent_limit`
   */
  beginRequest({ keyId, tier }: KeyAccess): GiveBack | Promise<GiveBack> {
    return this.take(`requests:${keyId}`, this.limitsOf(tier).concurrentRequests);
  }

  /**
   * Takes a slot; call the returned function when the connection has closed.
   * @throws Rejection `concurrent_limit`
   */
  openConnection({ keyId, tier }: KeyAccess): GiveBack | Promise<GiveBack> {
    return this.take(`connections:${keyId}`, this.limitsOf(tier).connections);
  }

  private take(name: string, limit: number): GiveBack | Promise<GiveBack> {
    const taken = this.slots.take(name, limit);
    return taken instanceof Promise ? taken.then((giveBack) => granted(giveBack, limit)) : granted(taken, limit);
  }
}
