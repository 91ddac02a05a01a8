import type { OpenAPIObject } from '@nestjs/swagger';
import { mapOperations, type Operation } from './map-operations.js';

const text = (description: string) => ({ description, schema: { type: 'string' as const } });
const count = (description: string) => ({ description, schema: { type: 'integer' as const, minimum: 0 } });

const headers = {
  'X-Request-Id': text('Identifies the request, also in the audit log.'),
  'X-Client-Request-Id': text("The request's own `X-Request-Id`, where it had one."),
  'X-RateLimit-Limit': count('Requests that the key may make in 60 seconds; absent where they are not limited.'),
  'X-RateLimit-Remaining': count('Requests that are left.'),
  'X-RateLimit-Reset': count('Unix time, in seconds, at which the whole limit is free again.'),
  'Retry-After': count('Seconds after which the request may be repeated.'),
  'WWW-Authenticate': text('`Bearer`: the request needs an API key.'),
  'Idempotency-Replayed': text('`true` where this is the first response of an earlier request with the same key.'),
};
type Header = keyof typeof headers;

const rateLimit: readonly Header[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const statusesToRetry = ['409', '429', '503'];

const referencesTo = (names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const isSuccess = (status: string): boolean => status.startsWith('2');

/** The headers of the edge that matter for a status: naming all of them everywhere would double the document. */
const headersOf = (method: string, status: string): readonly Header[] => [
  'X-Request-Id',
  ...(isSuccess(status) ? (['X-Client-Request-Id'] as const) : []),
  ...(isSuccess(status) || status === '429' ? rateLimit : []),
  ...(status === '401' ? (['WWW-Authenticate'] as const) : []),
  ...(statusesToRetry.includes(status) ? (['Retry-After'] as const) : []),
  ...(method === 'post' && isSuccess(status) ? (['Idempotency-Replayed'] as const) : []),
];

const withHeaders = (operation: Operation, method: string): Operation => ({
  // An operation without a credential says so.
  security: [],
  ...operation,
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => {
      if (response === undefined || '$ref' in response) return [status, response];
      const headers = { ...referencesTo(headersOf(method, status)), ...response.headers };
      return [status, { ...response, headers }];
    }),
  ),
});

/** Documents what the edge does for every route: the headers of its responses, beside the route's own, and that it needs no credential where it names none. */
export const withEdge = (document: OpenAPIObject): OpenAPIObject => ({
  ...document,
  paths: mapOperations(document.paths, withHeaders),
  components: { ...document.components, headers },
});
