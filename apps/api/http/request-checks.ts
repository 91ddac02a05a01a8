import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { receiptParameter } from './receipt-hooks.js';
import type { RouteAccess } from './request-context.js';
import { describeUnknownField, shortName } from './unknown-fields.js';

const contentTypes = { json: ['application/json'], multipart: ['multipart/form-data'] } as const;

const mediaTypeOf = (request: FastifyRequest): string | undefined =>
  request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();

const unsupported = (message: string): Rejection => new Rejection('invalid_request', { status: 415, message });

/** @throws Rejection 415 where the body is of another form than the route takes, or compressed */
export const assertContentType = (request: FastifyRequest, body: NonNullable<RouteAccess['body']> | 'json'): void => {
  const expected: readonly string[] = typeof body === 'string' ? contentTypes[body] : body;
  const given = mediaTypeOf(request);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (given === undefined || !expected.includes(given))
    throw unsupported(`The content type must be ${expected.join(' or ')}.`);
  if (encoding !== 'identity')
    throw unsupported('The request body must not be compressed: send it without Content-Encoding.');
};

/** Whether the body is a form, which may have files in it. */
export const isForm = (request: FastifyRequest): boolean => mediaTypeOf(request) === contentTypes.multipart[0];

/** Whether the body is JSON. */
export const isJson = (request: FastifyRequest): boolean => mediaTypeOf(request) === contentTypes.json[0];

const takingBodies: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** A parameter that means nothing may be a misspelt one that means something, or a field of the body. */
export const assertNoQuery = ({ query, method, routeOptions }: FastifyRequest): void => {
  const [other] = Object.keys(query ?? {});
  if (other === undefined) return;
  const { name, what } = describeUnknownField(
    other,
    routeOptions.config.access?.act === undefined ? [] : [receiptParameter],
  );
  const isField = takingBodies.includes(method) && !what.endsWith('?');
  throw new Rejection('invalid_request', {
    details: { [name]: [isField ? `${what} in the query: fields go into the body` : what] },
  });
};

/** Refuses a parameter that is there twice where it is no list: nobody could know which of the two counts. */
export const assertNoRepeatedQuery = ({ query, routeOptions }: FastifyRequest): void => {
  const lists = routeOptions.config.access?.repeatable ?? [];
  const repeated = Object.entries(query ?? {}).find(([name, value]) => Array.isArray(value) && !lists.includes(name));
  if (repeated === undefined) return;
  throw new Rejection('invalid_request', { details: { [shortName(repeated[0])]: ['is there twice'] } });
};

/** Nothing has a name with NUL in it, and neither the database nor the event store takes one. */
export const assertNoNul = (url: string): void => {
  const [path = '', query = ''] = url.split('?', 2);
  if (path.includes('%00')) throw new Rejection('not_found');
  if (query.includes('%00')) throw new Rejection('invalid_request', { message: 'The query must not have NUL in it.' });
};

export const hasBody = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
