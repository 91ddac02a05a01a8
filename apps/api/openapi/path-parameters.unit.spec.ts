import type { OpenAPIObject } from '@nestjs/swagger';
import { expect, it } from 'vitest';
import { withPathParameters } from './path-parameters.js';

const pathsWith = (path: string, ...parameters: object[]) =>
  ({
    [path]: { summary: 'kept', get: { parameters, responses: {} }, post: { responses: {} } },
  }) as OpenAPIObject['paths'];

const inPath = (name: string) => ({ in: 'path', name, required: true, schema: { type: 'string' } });
const inQuery = { in: 'query', name: 'id', schema: { type: 'string' } };

it('a parameter of a path says what it is, where it comes from and what it looks like', () => {
  const paths = withPathParameters(pathsWith('/v1/webhooks/{id}/{deliveryId}', inPath('deliveryId'), inQuery));
  expect(paths['/v1/webhooks/{id}/{deliveryId}']).toEqual({
    summary: 'kept',
    get: {
      parameters: [
        {
          ...inPath('deliveryId'),
          description:
            'Id of the delivery, which `GET /v1/webhooks/{id}/deliveries` returns; `POST /v1/webhooks/{id}/test` makes one.',
          example: 'whd_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
        },
        inQuery,
      ],
      responses: {},
    },
    post: { responses: {} },
  });
});

it('an export of the audit log is not taken for an entry of it', () => {
  const path = '/v1/compliance/audit-logs/exports/{id}';
  expect(JSON.stringify(withPathParameters(pathsWith(path, inPath('id'))))).toContain('Id of the export');
});

it('a parameter that nobody has described is refused', () =>
  expect(() => withPathParameters(pathsWith('/v1/things/{id}', inPath('id')))).toThrow(
    'Nobody has said what id of /v1/things/{id} is',
  ));
