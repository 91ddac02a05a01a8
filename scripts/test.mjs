// Every test that this machine can run: the checks, then the unit, integration and e2e tiers. Arguments
// name tiers (npm test -- unit integration) or, after a tier, files. The last lines name what failed, in whichever
// tier, and count them all. "changed", and a revision after it, runs what a change touches. The tier "cluster" is the e2e suite again, on every engine of a cluster: unless it is named, without what the API refuses
// before any engine is asked. "eventstore" (only when named) is all that there is for an event store on the server
// that EVENTSTORE_URL leads to.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { changedSpecs } from './changed.mjs';
import { runChecks } from './check.mjs';

const root = join(import.meta.dirname, '..');
const tiers = ['check', 'unit', 'integration', 'e2e', 'cluster'];

/** The tests start hundreds of processes from the same few programs. */
const compileCache = join(root, 'node_modules/.cache/compiled');

/** The runs of Vitest that a tier consists of: a project, in an environment of its own. */
const runs = {
  unit: [{ project: 'unit' }, { project: 'unit-alone' }],
  integration: [{ project: 'integration' }, { project: 'integration-alone' }],
  e2e: [{ project: 'e2e' }],
  cluster: [
    {
      project: 'e2e',
      environment: { E2E_CLUSTER: '1', KILL_ROUNDS: process.env.KILL_ROUNDS ?? '1' },
      // They start their nodes by themselves.
      excluded: ['several-nodes', 'engine-faults', 'fault'].map((name) => `test/e2e/${name}.e2e.spec.ts`),
    },
  ],
  eventstore: [
    { project: 'integration', files: ['libs/ports/event-store/eventstoredb'] },
    { project: 'e2e', environment: { E2E_EVENTSTORE_URL: process.env.EVENTSTORE_URL } },
  ],
};

const namesOfFailed = (testResults) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative(root, name);
      return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file}: ${fullName}`);
    });

const runVitest = ({ project, environment = {}, excluded = [], files: own = [] }, files) => {
  const folder = mkdtempSync(join(tmpdir(), 'transledger-results-'));
  const report = join(folder, 'report.json');
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
    ...excluded.flatMap((file) => ['--exclude', file]),
    ...(own.length > 0 ? own : files),
  ];
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...environment },
    stdio: 'inherit',
  });
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, testResults } =
      JSON.parse(readFileSync(report, 'utf8'));
    // A file that fails to load has no failed test in it, and must fail the run all the same.
    const failed = status === 0 ? numFailedTests : Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0, 1);
    return {
      passed: numPassedTests,
      failed,
      skipped: numPendingTests + numTodoTests,
      names: namesOfFailed(testResults),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, names: [`${project}: no report was written`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const known = [...tiers, 'eventstore'];
const given = process.argv.slice(2);

/** The tiers that the arguments name, each with the files that it is narrowed to. */
const planOfArguments = () => {
  const wanted = given.filter((argument) => known.includes(argument));
  const files = known.includes(given[0]) ? given.filter((argument) => !known.includes(argument)) : [];
  if (wanted.length === 0) runs.cluster[0].excluded.push('test/e2e/bad-*.e2e.spec.ts');
  const chosen = wanted.length === 0 ? tiers : known.filter((tier) => wanted.includes(tier));
  return chosen.map((tier) => ({ tier, files }));
};

const planOfChange = () => {
  const { since, files, ...specs } = changedSpecs(given[1]);
  process.stdout.write(`${files.length} files changed since ${since}\n`);
  const touched = Object.entries(specs).filter(([, paths]) => paths.length > 0);
  return [{ tier: 'check', files: [] }, ...touched.map(([tier, paths]) => ({ tier, files: paths }))];
};

const plan = given[0] === 'changed' ? planOfChange() : planOfArguments();
if (plan.some(({ tier }) => tier === 'eventstore') && !process.env.EVENTSTORE_URL) {
  process.stderr.write('Set EVENTSTORE_URL to a server of EventStoreDB, such as esdb://127.0.0.1:2113?tls=false\n');
  process.exit(1);
}

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const count = ({ names = [], ...result }) => {
  for (const name of Object.keys(totals)) totals[name] += result[name];
  failures.push(...names);
};
for (const { tier, files } of plan) {
  process.stdout.write(`\n── ${tier} ──\n`);
  if (tier === 'check') count(runChecks());
  else for (const run of runs[tier]) count(runVitest(run, files));
}
for (const failure of failures) process.stdout.write(`\nfailed: ${failure}`);
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
// Files that do not exist are no success.
process.exitCode = totals.failed === 0 && totals.passed + totals.skipped > 0 ? 0 : 1;
