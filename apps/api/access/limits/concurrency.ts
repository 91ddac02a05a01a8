import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Slots } from '#libs/ports/limits/limits.port.js';
import type { TierLimits } from '../tier-limits.js';

export interface ConcurrencyOptions {
  limitsOf: TierLimits;
  slots: Slots;
}

type GiveBack = () => void;

/** A slot that was asked for; undefined when none is free. */
type Taking = GiveBack | undefined;

/** Seconds until a slot may be free again: requests are short, and a caller that opens connections can close some. */
const retryAfter = 1;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const refusedRequest = (limit: number, scope: { scope?: 'organization' } = {}): Rejection =>
  new Rejection('concurrent_limit', {
    message: `The ${scope.scope ?? 'key'} has ${counted(limit, 'request')} in flight, as many as it may have at the same time.`,
    details: { limit, limit_of: 'requests', ...scope },
    retryAfter,
  });

const refusedConnection = (limit: number): Rejection =>
  new Rejection('concurrent_limit', {
    message: `The key has ${counted(limit, 'connection')} open, as many as it may have: close one, or translate over those.`,
    details: { limit, limit_of: 'connections' },
    retryAfter,
  });

const granted = (giveBack: GiveBack | undefined, refusal: () => Rejection): GiveBack => {
  if (giveBack === undefined) throw refusal();
  return giveBack;
};

interface Pair<Value> {
  key: Value;
  organization: Value;
}

/** Waits for both takings. Where one fails, what the other took is given back. */
const bothTaken = async (
  key: Taking | Promise<Taking>,
  organization: Taking | Promise<Taking>,
): Promise<Pair<Taking>> => {
  try {
    const [ofKey, ofOrganization] = await Promise.all([key, organization]);
    return { key: ofKey, organization: ofOrganization };
  } catch (error) {
    for (const each of await Promise.allSettled([key, organization])) if (each.status === 'fulfilled') each.value?.();
    throw error;
  }
};

/** Both slots, or none when one of them is refused. */
const grantedBoth = ({ key, organization }: Pair<Taking>, limits: Pair<number>): GiveBack => {
  if (key !== undefined && organization !== undefined) {
    return () => {
      key();
      organization();
    };
  }
  key?.();
  organization?.();
  throw key === undefined ? refusedRequest(limits.key) : refusedRequest(limits.organization, { scope: 'organization' });
};

/**
 * Limits the requests in flight of each key and of each organization, and the open connections of each key, by the
 * tier. Synchronous where the slots are.
 */
export class ConcurrencyLimits {
  private readonly limitsOf: TierLimits;
  private readonly slots: Slots;

  constructor({ limitsOf, slots }: ConcurrencyOptions) {
    this.limitsOf = limitsOf;
    this.slots = slots;
  }

  /**
   * Takes a slot of the key and one of its organization; call the returned function when the response has ended.
   * @throws Rejection `concurrent_limit`
   */
  beginRequest({ keyId, organizationId, tier }: KeyAccess): GiveBack | Promise<GiveBack> {
    const { concurrentRequests, organizationFactor } = this.limitsOf(tier);
    const limits = { key: concurrentRequests, organization: concurrentRequests * organizationFactor };
    if (limits.organization === 0) return this.take(`requests:${keyId}`, limits.key, refusedRequest);
    const key = this.slots.take(`requests:${keyId}`, limits.key);
    const organization = this.slots.take(`requests:${organizationId}`, limits.organization);
    if (!(key instanceof Promise || organization instanceof Promise)) return grantedBoth({ key, organization }, limits);
    return bothTaken(key, organization).then((taken) => grantedBoth(taken, limits));
  }

  /**
   * Takes a slot; call the returned function when the connection has closed.
   * @throws Rejection `concurrent_limit`
   */
  openConnection({ keyId, tier }: KeyAccess): GiveBack | Promise<GiveBack> {
    return this.take(`connections:${keyId}`, this.limitsOf(tier).connections, refusedConnection);
  }

  private take(name: string, limit: number, refused: (limit: number) => Rejection): GiveBack | Promise<GiveBack> {
    const refusal = () => refused(limit);
    const taken = this.slots.take(name, limit);
    return taken instanceof Promise ? taken.then((giveBack) => granted(giveBack, refusal)) : granted(taken, refusal);
  }
}
