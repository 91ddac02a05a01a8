import type { FastifyCorsOptions } from '@fastify/cors';

/** Every method of the API, of which the plugin's own default has only some. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Headers of responses that callers act on: a page reads no others. */
const exposedHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'Content-Disposition',
  'Idempotency-Replayed',
  'X-Audit-Receipt-Url',
  'X-Page-Count',
];

/** Rights of pages of these origins at the API. */
export const corsOptions = (origins: readonly string[]): FastifyCorsOptions => ({
  origin: [...origins],
  methods,
  exposedHeaders,
});
