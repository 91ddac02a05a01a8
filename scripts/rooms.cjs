'use strict';
// The floors of the house: the rooms that each room may import. A room that is not named here may not be imported.

/** The other rooms of libs that a room may import. */
const libs = {
  domain: [],
  platform: [],
  models: ['domain', 'platform'],
  text: ['domain', 'platform'],
  ports: ['domain', 'platform', 'text'],
  documents: ['domain', 'platform', 'text', 'ports'],
  'event-sourcing': ['domain', 'platform', 'ports'],
  audit: ['domain', 'platform', 'event-sourcing'],
  'read-side': ['domain', 'platform', 'ports', 'event-sourcing'],
  reports: ['domain', 'platform', 'text', 'documents', 'audit'],
  application: ['domain', 'platform', 'text', 'ports', 'documents', 'event-sourcing', 'audit'],
  engines: ['domain', 'platform', 'models', 'text', 'ports', 'documents', 'event-sourcing', 'read-side'],
};

/** The other folders of the API that a folder may import. */
const api = {
  access: [],
  http: ['access'],
  openapi: ['access', 'http'],
  health: ['access', 'http', 'openapi'],
  text: ['access', 'http', 'openapi'],
  glossaries: ['access', 'http', 'openapi', 'text'],
  documents: ['access', 'http', 'openapi', 'text', 'webhooks'],
  stream: ['access', 'http', 'openapi', 'text'],
  'api-keys': ['access', 'http', 'openapi'],
  auth: ['access', 'http', 'openapi'],
  console: ['access', 'http'],
  users: ['access', 'http', 'openapi'],
  people: ['access', 'http', 'openapi'],
  webhooks: ['access', 'http', 'openapi'],
  organization: ['access', 'http', 'openapi'],
  usage: ['access', 'http', 'openapi', 'people'],
  compliance: [
    'access',
    'http',
    'openapi',
    'api-keys',
    'organization',
    'documents',
    'glossaries',
    'people',
    'users',
    'webhooks',
  ],
};

/** How the folders and files of engines begin, beside the port that they stand behind. */
const engines = [
  ...['postgres', 'eventstoredb', 'event-log', 'kafka', 'pg-boss', 'bull', 'redis', 'memory', 'directory', 's3'],
  ...[
    'echo',
    'pseudo',
    'apertium',
    'triton',
    'marian',
    'pivot',
    'choosing',
    'remove-ended-leases',
    'expire-leases',
    'migrate-',
  ],
];

/** Folders beside a port that belong to all of its engines. */
const sharedByEngines = ['contract', 'shared-subscription', 'subjects', 'units', 'sentences'];

module.exports = { libs, api, engines, sharedByEngines };
