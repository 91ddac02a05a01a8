'use strict';
// Linters of OpenAPI documents and generators of clients: apart from the project's dependencies, which everybody installs.

const fs = require('node:fs');
const path = require('node:path');
const { npmCall } = require('./npm.cjs');
const { runStep } = require('./progress.cjs');

const declared = path.join(__dirname, 'openapi-tools');

const openapiTools = async (folder) => {
  fs.cpSync(declared, folder, { recursive: true });
  await runStep('Bringing tools for OpenAPI', true, {
    ...npmCall(['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
    cwd: folder,
  });
};

module.exports = { openapiTools };
