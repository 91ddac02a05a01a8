import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Slots } from '#libs/ports/limits/limits.port.js';
import type { TierLimits } from '../tier-limits.js';

export interface ConcurrencyOptions {
  limitsOf: TierLimits;
  slots: Slots;
}

type GiveBack = () => void;

/** Seconds until a slot may be free again: requests are short, and who opens connections has some to close. */
const retryAfter = 1;

const granted = (giveBack: GiveBack | undefined, limit: number): GiveBack => {
  if (giveBack === undefined) throw new Rejection('concurrent_limit', { details: { limit }, retryAfter });
  return giveBack;
};

/** Requests in flight and open connections of each key, as its tier allows. Answers at once where the slots do. */
export class ConcurrencyLimits {
  private readonly limitsOf: TierLimits;
  private readonly slots: Slots;

  constructor({ limitsOf, slots }: ConcurrencyOptions) {
    this.limitsOf = limitsOf;
    this.slots = slots;
  }

  /** Call what it answers when the response has ended. @throws Rejection `concurrent_limit` */
  beginRequest({ keyId, tier }: KeyAccess): GiveBack | Promise<GiveBack> {
    return this.take(`requests:${keyId}`, this.limitsOf(tier).concurrentRequests);
  }

  /** Call what it answers when the connection has closed. @throws Rejection `concurrent_limit` */
  openConnection({ keyId, tier }: KeyAccess): GiveBack | Promise<GiveBack> {
    return this.take(`connections:${keyId}`, this.limitsOf(tier).connections);
  }

  private take(name: string, limit: number): GiveBack | Promise<GiveBack> {
    const taken = this.slots.take(name, limit);
    return taken instanceof Promise ? taken.then((giveBack) => granted(giveBack, limit)) : granted(taken, limit);
  }
}
