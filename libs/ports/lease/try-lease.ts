import { anySignal } from '#libs/platform/async/any-signal.js';
import type { Lease, Leases } from './lease.port.js';

/** Milliseconds that a lease is waited for: one that is held is held for longer. */
const waitMs = 1_000;

/** The lease, or undefined when another holds it. Rejects with the reason of `signal`. */
export const tryLease = async (
  leases: Pick<Leases, 'acquire'>,
  name: string,
  signal: AbortSignal,
): Promise<Lease | undefined> => {
  const trying = AbortSignal.timeout(waitMs);
  try {
    return await leases.acquire(name, anySignal([signal, trying]));
  } catch (error) {
    if (trying.aborted && !signal.aborted) return undefined;
    throw error;
  }
};
