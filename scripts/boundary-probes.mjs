// Plants a violation of each boundary rule in a tree of its own, imported the way the code imports, and checks that the rule
// fires: before anything is built and after.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const { forbidden, options } = require('../.dependency-cruiser.cjs');
const { api, engines, libs, sharedByEngines } = require('./rooms.cjs');

/** A room imports one that its floor may not know. */
const floorProbes = (place, table) =>
  Object.fromEntries(
    Object.entries(table).map(([room, below]) => {
      const above = Object.keys(table).find((other) => other !== room && !below.includes(other)) ?? 'unheard-of';
      const rule = `${place.replace('/', '-')}-${room}-knows-what-is-below`;
      return [rule, [`${place}/${room}/floor-probe.ts`, `${place}/${above}/target.ts`]];
    }),
  );

/** rule: [file that breaks it, what it imports]; a path or the name of a package. */
const probes = {
  'imports-lead-to-sources': ['libs/ports/limits/dist-probe.ts', '../../../dist/libs/ports/limits/target.js'],
  'imports-resolve': ['libs/ports/limits/lost-probe.ts', '#libs/ports/limits/nowhere.js'],
  'no-cycles': ['libs/ports/limits/a.ts', 'libs/ports/limits/b.ts'],
  'domain-knows-only-itself': ['libs/domain/probe.ts', 'libs/ports/event-store/target.ts'],
  'libs-do-not-know-what-uses-them': ['libs/ports/lease/probe.ts', 'projections/usage/target.ts'],
  'projections-do-not-know-apps': ['projections/usage/probe.ts', 'apps/api/target.ts'],
  'apps-do-not-know-each-other': ['apps/worker/probe.ts', 'apps/api/target.ts'],
  'nest-where-processes-are-made': ['libs/ports/lease/nest-probe.ts', '@nestjs/common'],
  'commands-know-no-http': ['libs/application/http-probe.ts', 'fastify'],
  'engines-are-chosen-in-engines': ['apps/worker/engine-probe.ts', 'libs/ports/lease/postgres-leases.ts'],
  'formats-know-no-database': ['libs/documents/formats/probe.ts', 'pg'],
  'webhook-signing-stands-alone': ['packages/webhook-signing/probe.ts', 'libs/ports/lease/target.ts'],
  'audit-proof-stands-alone': ['packages/audit-proof/probe.ts', 'libs/ports/lease/target.ts'],
  'cli-stands-alone': ['packages/cli/probe.ts', 'libs/ports/lease/target.ts'],
  'sdk-stands-alone': ['packages/sdk/probe.ts', 'libs/ports/lease/target.ts'],
  'marian-stands-alone': ['packages/marian/probe.ts', 'libs/ports/lease/target.ts'],
  'triton-client-stands-alone': ['packages/triton-client/probe.ts', 'libs/ports/lease/target.ts'],
  'pg-boss-behind-its-port': ['apps/worker/boss-probe.ts', 'pg-boss'],
  'bullmq-behind-its-port': ['apps/worker/bullmq-probe.ts', 'bullmq'],
  'kafkajs-behind-the-bus': ['apps/worker/kafka-probe.ts', 'kafkajs'],
  'eventstore-client-behind-its-port': ['apps/worker/eventstore-probe.ts', '@eventstore/db-client'],
  's3-client-behind-its-port': ['apps/worker/s3-probe.ts', '@aws-sdk/client-s3'],
  'undici-behind-the-sender': ['apps/worker/undici-probe.ts', 'undici'],
  'ipaddr-behind-ip-address': ['apps/api/ipaddr-probe.ts', 'ipaddr.js'],
  'openid-client-behind-the-provider': ['apps/api/openid-probe.ts', 'openid-client'],
  'pdfkit-behind-the-pages': ['libs/reports/pdfkit-probe.ts', 'pdfkit'],
  'pkijs-behind-time-stamps': ['apps/cli/pkijs-probe.ts', 'pkijs'],
  'product-does-not-know-tests': ['libs/ports/lease/test-probe.ts', 'test/target.ts'],
  ...floorProbes('libs', libs),
  ...floorProbes('apps/api', api),
};

const plant = (folder, file, content) => {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), content);
};

const isFile = (to) => to.endsWith('.ts');
const specifier = (to) => (isFile(to) ? `#${to.replace(/\.ts$/, '.js')}` : to);

const foldersOf = (place) =>
  readdirSync(join(root, place), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** Folders that no rule knows: what they import, and who imports them, would be checked by nobody. */
const unlisted = [
  ...foldersOf('libs').flatMap((room) => (room in libs ? [] : [`libs/${room}`])),
  ...foldersOf('apps/api').flatMap((folder) => (folder in api ? [] : [`apps/api/${folder}`])),
  ...foldersOf('libs/ports').flatMap((port) =>
    foldersOf(`libs/ports/${port}`)
      .filter((folder) => !sharedByEngines.includes(folder) && !engines.some((engine) => folder.startsWith(engine)))
      .map((folder) => `libs/ports/${port}/${folder}`),
  ),
];
if (unlisted.length > 0) throw new Error(`Not named in scripts/rooms.cjs: ${unlisted.join(', ')}`);

const missing = forbidden.map(({ name }) => name).filter((name) => !(name in probes));
if (missing.length > 0) throw new Error(`Rules without a probe: ${missing.join(', ')}`);

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const built = (file) => join('dist', file.replace(/\.ts$/, '.js'));

const plantProbes = (folder, isBuilt) => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  plant(folder, 'package.json', JSON.stringify({ type: 'module', imports }));
  plant(folder, 'dist/libs/ports/limits/target.js', 'export const target = 1;\n');
  for (const [from, to] of Object.values(probes)) {
    const content = `import * as probe from '${specifier(to)}';\nexport const used = probe;\n`;
    if (isFile(to)) plant(folder, to, 'export const target = 1;\n');
    if (isFile(to) && isBuilt) plant(folder, built(to), 'export const target = 1;\n');
    plant(folder, from, content);
    if (isBuilt) plant(folder, built(from), content);
  }
  plant(folder, 'libs/ports/limits/b.ts', "import * as a from './a.js';\nexport const target = a;\n");
};

const problemsOf = async (folder, state) => {
  const { output } = await cruise(['apps', 'libs', 'packages', 'projections'], {
    ...options,
    ruleSet: { forbidden },
    validate: true,
    baseDir: folder,
    preserveSymlinks: true,
  });
  return Object.entries(probes).flatMap(([rule, [from]]) => {
    const fired = output.summary.violations
      .filter((violation) => violation.from === from)
      .map((violation) => violation.rule.name);
    return fired.includes(rule)
      ? []
      : [`${rule} did not fire for ${from}, ${state} (fired: ${fired.join(', ') || 'nothing'})`];
  });
};

const problems = [];
for (const state of ['not built', 'built']) {
  const folder = mkdtempSync(join(tmpdir(), 'transledger-probes-'));
  try {
    plantProbes(folder, state === 'built');
    problems.push(...(await problemsOf(folder, state)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (problems.length > 0) throw new Error(problems.join('\n'));
process.stdout.write(`${forbidden.length} boundary rules, each fires on its probe\n`);
