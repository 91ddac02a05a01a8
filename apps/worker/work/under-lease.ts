import { anySignal } from '#libs/platform/async/any-signal.js';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import type { Lease } from '#libs/ports/lease/lease.port.js';
import type { Delivery } from '#libs/ports/message-bus/message-bus.port.js';

/** The database that keeps the lease did not answer in time: another try is as good as the first. */
class LeaseLostError extends PlainError {
  override readonly name = 'LeaseLostError';
  readonly retryable = true;
}

/** Milliseconds that one attempt may have the work in hand: a worker that hangs would else keep it for ever. */
const usualMaxMs = 6 * 60 * 60_000;

/**
 * Does the work while the lease is held, and releases it, after the longest time of an attempt also where the work has
 * not come to its end.
 * @throws an outage when the lease is lost or released on the way
 */
export const underLease = async (
  lease: Lease,
  delivery: Delivery,
  work: (delivery: Delivery) => Promise<void>,
  maxMs = usualMaxMs,
): Promise<void> => {
  const hanging = new AbortController();
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    hanging.abort();
    reject(new LeaseLostError());
  }, maxMs);
  try {
    await Promise.race([
      work({ ...delivery, signal: anySignal([delivery.signal, lease.lost, hanging.signal]) }),
      tooLong,
    ]);
  } catch (error) {
    if ((lease.lost.aborted || hanging.signal.aborted) && !delivery.signal.aborted) {
      throw new LeaseLostError();
    }
    throw error;
  } finally {
    clearTimeout(timer);
    await lease.release();
  }
};
