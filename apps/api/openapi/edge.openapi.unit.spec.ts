import { expect, it } from 'vitest';
import { withEdge } from './edge.openapi.js';

const ok = { description: '', headers: { ETag: { schema: { type: 'string' as const } } } };

const { paths, components } = withEdge({
  openapi: '3.1.0',
  info: { title: '', version: '' },
  paths: { '/texts': { get: { responses: { 200: ok } }, post: { responses: { 201: ok, 429: { description: '' } } } } },
});

const headersOf = (method: 'get' | 'post', status: string): string[] => {
  const response = paths['/texts']?.[method]?.responses[status];
  return response === undefined || '$ref' in response ? [] : Object.keys(response.headers ?? {});
};

it('every response has the headers of the edge beside its own', () => {
  const headers = headersOf('get', '200');
  expect(headers).toEqual(expect.arrayContaining(['X-Request-Id', 'X-RateLimit-Remaining', 'ETag']));
  expect(headers).not.toContain('Idempotency-Replayed');
  expect(headers).not.toContain('Retry-After');
});

it('what a POST made may be a replay, and what may be repeated says when', () => {
  expect(headersOf('post', '201')).toContain('Idempotency-Replayed');
  expect(headersOf('post', '429')).toEqual(
    expect.arrayContaining(['X-Request-Id', 'X-RateLimit-Reset', 'Retry-After']),
  );
  expect(headersOf('post', '429')).not.toContain('Idempotency-Replayed');
});

it('an operation that names no credential needs none', () => {
  expect(paths['/texts']?.get?.security).toEqual([]);
});

it('every header that is named is described', () => {
  for (const name of headersOf('post', '429')) expect(components?.headers).toHaveProperty([name]);
});
