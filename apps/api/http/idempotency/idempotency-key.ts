import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';

const form = /^[\x21-\x7e]{1,255}$/;
const wrongForm = 'must be 1 to 255 visible ASCII characters';

/**
 * The `Idempotency-Key` of a POST; with other methods, and as a user signs in or out, the header means nothing.
 * @throws Rejection `invalid_request`
 */
export const idempotencyKeyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key'];
  const isOfSession = request.routeOptions.config.access?.signedIn === true;
  if (key === undefined || request.method !== 'POST' || isOfSession) return undefined;
  if (typeof key === 'string' && form.test(key)) return key;
  throw new Rejection('invalid_request', {
    message: `Idempotency-Key ${wrongForm}.`,
    details: { 'Idempotency-Key': [wrongForm] },
  });
};
