import type { Rejection } from '#libs/domain/errors/rejection.js';

/**
 * The fate of an idempotency key after the response: `keep` the response for repeats, `forget` the key since
 * nothing was done, or let a repeat execute `again` as the same request.
 */
type Fate = 'keep' | 'forget' | 'again';

/** Statuses of requests refused at admission: a repeat may be admitted. */
const refusedAtTheDoor = new Set([401, 402, 403, 429]);

/** Codes of faults of the request itself. The caller will send another one. */
const notUnderstood = new Set<string>(['invalid_request', 'missing_required_field']);

export const retentionOf = (status: number, rejection: Rejection | undefined): Fate => {
  if (status >= 500) return 'again';
  if (rejection === undefined) return 'keep';
  return refusedAtTheDoor.has(status) || notUnderstood.has(rejection.code) ? 'forget' : 'keep';
};
