import type { OpenAPIObject } from '@nestjs/swagger';
import { mapOperations, type Operation } from './map-operations.js';

interface Description {
  description: string;
  example?: string | number;
}

const idFrom = (resource: string, prefix: string, route: string, when = ''): Description => ({
  description: `Id of the ${resource}, which \`${route}\` returns${when}.`,
  example: `${prefix}_01KAH3W7J4B2X8Y6Z5V9T0S1R2`,
});

const audit = '/v1/compliance/audit-logs';

/** Descriptions of parameters by the beginning of their path and their name; the first that fits. */
const parameters: readonly (readonly [start: string, name: string, Description])[] = [
  ['/v1/documents/', 'id', idFrom('document', 'doc', 'POST /v1/documents')],
  ['/v1/documents/{id}/pages/', 'n', { description: 'The page, from 1.', example: 1 }],
  ['/v1/glossaries/', 'id', idFrom('glossary', 'glo', 'POST /v1/glossaries')],
  ['/v1/api-keys/', 'id', idFrom('key', 'key', 'POST /v1/api-keys')],
  ['/v1/users/', 'id', idFrom('user', 'usr', 'POST /v1/users')],
  [
    '/v1/auth/invites/',
    'token',
    { description: 'What stands behind the `#` of the `invite_url` that `POST /v1/users` returns.' },
  ],
  ['/v1/webhooks/', 'id', idFrom('subscription', 'whk', 'POST /v1/webhooks')],
  [
    '/v1/webhooks/',
    'deliveryId',
    idFrom('delivery', 'whd', 'GET /v1/webhooks/{id}/deliveries', '; `POST /v1/webhooks/{id}/test` makes one'),
  ],
  [`${audit}/exports/`, 'id', idFrom('export', 'exp', `GET ${audit}/exports`, ` after \`GET ${audit}/export\``)],
  [`${audit}/tlog/`, 'path', { description: 'Level and number of a tile, by C2SP tlog-tiles.', example: '0/000.p/1' }],
  [`${audit}/`, 'id', { description: `Id of the entry, which \`GET ${audit}\` returns.` }],
  ['/v1/compliance/certifications/', 'standard', { description: 'Name of the standard.', example: 'ISO 27001' }],
  ['/v1/compliance/holds/', 'id', idFrom('hold', 'hold', 'POST /v1/compliance/holds')],
  ['/v1/compliance/history/', 'resource', { description: 'What kind of resource it is.', example: 'document' }],
  ['/v1/compliance/history/', 'id', idFrom('resource', 'doc', 'POST /v1/documents')],
  ['/v1/compliance/reports/', 'id', idFrom('report', 'rep', 'POST /v1/compliance/reports')],
  ['/v1/compliance/erasures/', 'id', idFrom('erasure', 'era', 'POST /v1/compliance/erasures')],
  ['/v1/compliance/subjects/', 'type', { description: 'What kind of subject it is.', example: 'ip_address' }],
  [
    '/v1/compliance/subjects/',
    'subject',
    {
      description: 'Id of the user, which `POST /v1/users` returns, or an address that a request came from.',
      example: '203.0.113.7',
    },
  ],
];

type Parameter = NonNullable<Operation['parameters']>[number];

const described = (path: string, parameter: Parameter): Parameter => {
  if ('$ref' in parameter || parameter.in !== 'path') return parameter;
  const { name } = parameter;
  const found = parameters.find(([start, of]) => path.startsWith(start) && of === name)?.[2];
  if (found === undefined) throw new Error(`Nobody has said what ${name} of ${path} is`);
  return { ...parameter, ...found };
};

/** Says of every parameter in a path what it is and where its value comes from. @throws Error for an unknown one */
export const withPathParameters = (paths: OpenAPIObject['paths']): OpenAPIObject['paths'] =>
  mapOperations(paths, (operation, _method, path) => {
    const parameters = operation.parameters?.map((one) => described(path, one));
    return parameters === undefined ? operation : { ...operation, parameters };
  });
