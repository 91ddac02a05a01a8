import { type FastifyInstance, fastify } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { MethodTable } from './method-table.js';

let instance: FastifyInstance;
let methods: MethodTable;

beforeEach(() => {
  instance = fastify();
  methods = new MethodTable(instance);
  const handler = async () => 'ok';
  instance.get('/v1/languages', handler);
  instance.post('/v1/things', handler);
  instance.get('/v1/things/:id', handler);
  instance.delete('/v1/things/:id', handler);
  instance.get('/v1/things/newest', handler);
  instance.route({ method: ['PUT', 'PATCH'], url: '/v1/things/:id/parts/:part', handler });
  instance.get('/v1/standards', handler);
  instance.put('/v1/standards/:name', handler);
  instance.get('/openapi.json', handler);
  instance.get('/files/*', handler);
  instance.options('*', handler);
});

it.each([
  ['/things', '/v1/things'],
  ['/v2/things', '/v1/things'],
  ['/v1/thing', '/v1/things'],
  ['/V1/Things', '/v1/things'],
  ['//v1//things/', '/v1/things'],
  ['/api/v1.0/things', '/v1/things'],
  ['/API/things/Thing_1', '/v1/things/{id}'],
  ['/v1/langauges', '/v1/languages'],
  ['/things/thing_1', '/v1/things/{id}'],
  ['/v1/things/thing_1/bits', undefined],
  ['/v1/things/thing_01KAH3W7J4B2X8Y6Z5V9T0S1R2/part/2', '/v1/things/{id}/parts/{part}'],
  ['/', undefined],
  ['/v1/files/1', undefined],
  ['/v1', undefined],
  [`/v1/${'a'.repeat(100)}`, undefined],
])('for the unknown path %s the nearest is %s', (path, near) => expect(methods.nearest(path)).toBe(near));

it.each([
  ['/v1/things/translate', 'POST', 'POST /v1/things'],
  ['/v1/things/translate/', 'POST', 'POST /v1/things'],
  ['/v1/things/thing_1', 'PATCH', undefined],
  ['/v1/things/thing_1/parts/2/3', 'PUT', 'PUT /v1/things/{id}/parts/{part}'],
  ['/v1/things', 'DELETE', 'DELETE /v1/things/{id}'],
  ['/v1/things/', 'DELETE', 'DELETE /v1/things/{id}'],
  ['/v1/things', 'PUT', undefined],
  ['/v1/standards', 'POST', 'PUT /v1/standards/{name}'],
  ['/v1/standards', 'PATCH', 'PUT /v1/standards/{name}'],
  ['/v1/languages', 'POST', undefined],
  ['/', 'POST', undefined],
])('for the path %s with %s the operation that was meant is %s', (path, method, operation) =>
  expect(methods.meant(path, method)).toBe(operation),
);

it.each([
  ['/v1/languages', ['GET', 'HEAD']],
  ['/v1/languages/', ['GET', 'HEAD']],
  ['/v1/things', ['POST']],
  ['/v1/things/', ['POST']],
  ['/v1/things/thing_1', ['DELETE', 'GET', 'HEAD']],
  ['/v1/things/a%20b', ['DELETE', 'GET', 'HEAD']],
  ['/v1/things/thing_1/parts/2', ['PATCH', 'PUT']],
  ['/openapi.json', ['GET', 'HEAD']],
  ['/files/a/b', ['GET', 'HEAD']],
])('the path %s has the methods %j', (path, expected) => expect(methods.allowed(path)).toEqual(expected));

it('each method is named once when a path fits several routes', () =>
  expect(methods.allowed('/v1/things/newest')).toEqual(['DELETE', 'GET', 'HEAD']));

it.each([
  '/',
  '/v1',
  '/v1/language',
  '/v1/languages/en',
  '/v1/things/1/parts',
  '/openapixjson',
  '/prefix/v1/languages',
])('the path %s is unknown', (path) => expect(methods.allowed(path)).toEqual([]));
