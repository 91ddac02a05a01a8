import type { Rejection } from '#libs/domain/errors/rejection.js';

/**
 * What becomes of an idempotency key when its request has been answered: `keep` the answer for repeats, `forget` the key
 * since nothing was done, or let a repeat execute `again` as the same request.
 */
type Fate = 'keep' | 'forget' | 'again';

/** Refused at the door: a repeat may be let in. */
const refusedAtTheDoor = new Set([401, 402, 403, 429]);

/** What is wrong with the request itself. The caller will send another one. */
const notUnderstood = new Set<string>(['invalid_request', 'missing_required_field']);

export const fateOf = (status: number, rejection: Rejection | undefined): Fate => {
  if (status >= 500) return 'again';
  if (rejection === undefined) return 'keep';
  return refusedAtTheDoor.has(status) || notUnderstood.has(rejection.code) ? 'forget' : 'keep';
};
