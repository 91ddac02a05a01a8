import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { receiptParameter } from './receipt-hooks.js';
import type { RouteAccess } from './request-context.js';
import { assertNoFields } from './unknown-fields.js';

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

/** A parameter that means nothing may be a misspelt one that means something. */
export const assertNoQuery = ({ query, routeOptions }: FastifyRequest): void => {
  assertNoFields(query, routeOptions.config.access?.act === undefined ? [] : [receiptParameter]);
};

/** Nothing has a name with NUL in it, and neither the database nor the event store takes one. */
export const assertNoNul = (url: string): void => {
  const [path = '', query = ''] = url.split('?', 2);
  if (path.includes('%00')) throw new Rejection('not_found');
  if (query.includes('%00')) throw new Rejection('invalid_request', { message: 'The query must not have NUL in it.' });
};

export const hasBody = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
