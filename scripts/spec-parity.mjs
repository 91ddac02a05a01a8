// Every file of these roles has a spec of its name beside it; a file without one is listed here, with its reason.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const roles = /\.(handler|controller|consumer|queries|decider|projection|format|gateway)\.ts$/;
const kinds = ['unit', 'int', 'e2e', 'engines', 'faults', 'contracts'];

/** Queries that are read through in the specs that look at the rows of their own projection. */
const readWith = (...names) =>
  Object.fromEntries(
    names.map((name) => [
      `projections/${name}.queries.ts`,
      `${name}.projection.int.spec.ts reads the rows of the projection through it`,
    ]),
  );

/** Reasons by file why it has no spec of its name. */
const without = {
  ...readWith('api-keys/api-keys', 'glossaries/glossaries', 'organizations/organizations'),
  ...readWith(
    'audit-exports/audit-exports',
    'certifications/certifications',
    'erasures/erasures',
    'holds/holds',
    'models/models',
    'reports/reports',
    'sessions/sessions',
    'text-streams/text-streams',
    'told-events/told-events',
    'usage/usage',
    'users/users',
    'webhook-deliveries/webhook-deliveries',
    'webhooks/webhooks',
  ),
  'projections/document-status/document-status.projection.ts':
    'one read model in two tables: documents.projection.int.spec.ts applies both',
  'projections/webhook-attempts/webhook-attempts.projection.ts':
    'one read model in two tables: webhook-deliveries.projection.int.spec.ts applies both',
};

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'libs', 'projections'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => roles.test(file) && existsSync(join(root, file)));

const hasSpec = (file) => kinds.some((kind) => existsSync(join(root, file.replace(/\.ts$/, `.${kind}.spec.ts`))));

const problems = [
  ...files.filter((file) => !hasSpec(file) && !(file in without)).map((file) => `${file} has no spec of its name`),
  ...Object.keys(without)
    .filter((file) => !files.includes(file) || hasSpec(file))
    .map((file) => `${file} is listed as without a spec, and is not`),
];

if (problems.length > 0) process.stderr.write(`${problems.join('\n')}\n`);
process.stdout.write(`${files.length} files with a role, ${Object.keys(without).length} without a spec on purpose\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
