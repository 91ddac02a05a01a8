// Plants a violation of each boundary rule in a tree of its own and checks that exactly that rule fires.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';

const root = join(import.meta.dirname, '..');
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

/** rule: [file that breaks it, what it imports]; a path or the name of a package. */
const probes = {
  'no-cycles': ['libs/limits/a.ts', 'libs/limits/b.ts'],
  'domain-knows-only-itself': ['libs/domain/probe.ts', 'libs/event-store/target.ts'],
  'error-catalogue-knows-nothing': ['libs/error-catalogue/probe.ts', 'libs/domain/target.ts'],
  'libs-do-not-know-what-uses-them': ['libs/lease/probe.ts', 'projections/usage/target.ts'],
  'projections-do-not-know-apps': ['projections/usage/probe.ts', 'apps/api/target.ts'],
  'apps-do-not-know-each-other': ['apps/worker/probe.ts', 'apps/api/target.ts'],
  'nest-only-in-apps': ['libs/lease/nest-probe.ts', '@nestjs/common'],
  'formats-know-no-database': ['libs/formats/probe.ts', 'pg'],
  'webhook-signing-stands-alone': ['libs/webhook-signing/probe.ts', 'libs/lease/target.ts'],
  'pg-boss-behind-its-port': ['apps/worker/boss-probe.ts', 'pg-boss'],
  'bull-behind-its-port': ['apps/worker/bull-probe.ts', 'bull'],
  'kafkajs-behind-the-bus': ['apps/worker/kafka-probe.ts', 'kafkajs'],
  'eventstore-client-behind-its-port': ['apps/worker/eventstore-probe.ts', '@eventstore/db-client'],
  's3-client-behind-its-port': ['apps/worker/s3-probe.ts', '@aws-sdk/client-s3'],
  'triton-client-stands-alone': ['libs/triton-client/probe.ts', 'libs/lease/target.ts'],
  'undici-behind-the-sender': ['apps/worker/undici-probe.ts', 'undici'],
  'ipaddr-behind-ip-address': ['apps/api/ipaddr-probe.ts', 'ipaddr.js'],
  'product-does-not-know-tests': ['libs/lease/test-probe.ts', 'test/target.ts'],
};

const plant = (folder, file, content) => {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), content);
};

const specifier = (from, to) => {
  if (!to.endsWith('.ts')) return to;
  const path = relative(dirname(from), to).replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
};

const missing = forbidden.map(({ name }) => name).filter((name) => !(name in probes));
if (missing.length > 0) throw new Error(`Rules without a probe: ${missing.join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'transledger-probes-'));
try {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [, to] of Object.values(probes)) {
    if (to.endsWith('.ts')) plant(folder, to, 'export const target = 1;\n');
  }
  for (const [from, to] of Object.values(probes)) {
    plant(folder, from, `import * as probe from '${specifier(from, to)}';\nexport const used = probe;\n`);
  }
  plant(folder, 'libs/limits/b.ts', "import * as a from './a.js';\nexport const target = a;\n");
  const { tsConfig, ...rest } = options;
  const { output } = await cruise(['apps', 'libs', 'projections'], {
    ...rest,
    ruleSet: { forbidden },
    validate: true,
    baseDir: folder,
    preserveSymlinks: true,
  });
  const problems = [];
  for (const [rule, [from]] of Object.entries(probes)) {
    const fired = output.summary.violations
      .filter((violation) => violation.from === from)
      .map((violation) => violation.rule.name);
    if (!fired.includes(rule))
      problems.push(`${rule} did not fire for ${from} (fired: ${fired.join(', ') || 'nothing'})`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  process.stdout.write(`${forbidden.length} boundary rules, each fires on its probe\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
