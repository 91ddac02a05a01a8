// Every test that this machine can run: the checks, and the unit, integration and e2e tiers, two runs side by side. Arguments
// name tiers (npm test -- unit integration) or, after a tier, files. The last lines name what failed, in whichever
// tier, and count them all. "changed", and a revision after it, runs what a change touches. The tier "cluster" is the
// e2e suite again, on every engine of a cluster: unless it is named, without what is the same on all of them.
// "eventstore" (only when named) is all that there is for an event store on the server that EVENTSTORE_URL leads to.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedSpecs } from './changed.mjs';
import { runChecks } from './check.mjs';
import { printer, runProgram, sideBySide, stopped } from './side-by-side.mjs';

const root = join(import.meta.dirname, '..');
/** In the order in which they begin: the long one that mostly waits, beside those that compute. */
const tiers = ['check', 'e2e', 'unit', 'integration', 'cluster'];
/** So many runs go on at a time: few enough that two processors are busy rather than fought for. */
const runsAtOnce = 2;

/**
 * End-to-end tests wait most of the time, in one file after another; the others compute in what they leave. Without it a file
 * took up to four times as long beside them as alone; of 10, their servers were at times given too little to answer.
 */
const niceness = 4;
const nicenessOf = { unit: niceness, 'unit-alone': niceness, integration: niceness, 'integration-alone': niceness };

/**
 * So many files that failed run once more, alone, when all else is over: what fails only beside other tests on a busy machine is
 * named as such and does not fail the whole. More than these are no chance.
 */
const maxRepeatedFiles = 6;

/** The end of the output is what a person sees first. */
const maxReasonLines = 40;

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
      excluded: [
        // They start their nodes by themselves.
        ...['several-nodes', 'engine-faults', 'fault', 'database-failover', 'database-restart'],
        ...['archived-log', 'command-line-connections', 'connections', 'pooler'],
        // A cluster has no backup of its own.
        'backup',
        // What is wrong is refused before any engine is asked.
        'mistakes',
        // They look at processes, tables and output as one machine has them.
        ...[
          'body-memory',
          'hostile-work',
          'readiness',
          'receiver-outage',
          'refusal-flood',
          'report-generation',
          'rewritten-events',
          'start',
          'start-refusals',
          'stuck-documents',
          'terminal',
        ],
      ].map((name) => `test/e2e/${name}.e2e.spec.ts`),
    },
  ],
  eventstore: [
    { project: 'integration', files: ['libs/ports/event-store/eventstoredb'] },
    { project: 'e2e', environment: { E2E_EVENTSTORE_URL: process.env.EVENTSTORE_URL } },
  ],
};

/**
 * Files that a run with no name leaves out of the cluster for their time, as the engines make little difference to them: the edge of the
 * API, keys and tenants, readers of what is stored, histories and the walk of auditors among them, and services of others.
 */
const leftOutOfPlainRuns = [
  ...['access', 'audit-export', 'audit-export-filters', 'audit-log', 'audit-proofs', 'auditors', 'bad-documents'],
  ...['bad-text', 'bad-text-extremes', 'certification-notices', 'certifications-and-holds', 'chromium'],
  ...['delivery-retention', 'document-formats', 'document-options', 'erasure', 'glossary', 'glossary-use', 'history'],
  ...['hostile-http', 'invited-users', 'language-codes', 'oidc', 'openapi-document', 'openapi-examples'],
  ...['openapi-fuzz', 'operation', 'operator-lists', 'organization-limits', 'pages', 'scanned-documents', 'stream'],
  ...['tampered-log', 'tenant-results', 'tenants', 'time-stamps', 'tlog-client', 'users', 'webhook-addresses'],
  'witnesses',
].map((name) => `test/e2e/${name}.e2e.spec.ts`);

const runVitest = async (name, { project, environment = {}, excluded = [], files: own = [] }, files) => {
  const folder = mkdtempSync(join(tmpdir(), 'transledger-results-'));
  const report = join(folder, 'report.json');
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    `--reporter=${join(root, 'scripts/outcome-reporter.mjs')}`,
    '--passWithNoTests',
    ...excluded.flatMap((file) => ['--exclude', file]),
    ...(own.length > 0 ? own : files),
  ];
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const status = await runProgram(name, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    niceness: nicenessOf[project],
    env: { NODE_COMPILE_CACHE: compileCache, OUTCOME_FILE: report, ...colours, ...process.env, ...environment },
  });
  const ended = { name: `${project} as a whole`, reason: `Vitest ended with ${status}: see its output.` };
  try {
    const outcome = JSON.parse(readFileSync(report, 'utf8'));
    const isUnexplained = status !== 0 && outcome.failed === 0;
    return isUnexplained ? { ...outcome, failed: 1, failures: [ended] } : outcome;
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [ended] };
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
  if (wanted.length === 0) runs.cluster[0].excluded.push(...leftOutOfPlainRuns);
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

const outcomes = [];
const check = { name: 'check', run: (name) => runChecks(printer(name), stopped) };
const vitestRuns = (tier, files) =>
  runs[tier].map((run) => ({
    name: tier === 'cluster' ? tier : run.project,
    run: async (name) => ({ ...(await runVitest(name, run, files)), again: (failed) => runVitest(name, run, failed) }),
  }));
const works = plan.flatMap(({ tier, files }) => (tier === 'check' ? [check] : vitestRuns(tier, files)));
const nameOf = ({ name }) => (works.length > 1 ? name : undefined);
await sideBySide(
  works.map((work) => async () => outcomes.push(await work.run(nameOf(work)))),
  runsAtOnce,
);

const filesOf = ({ failures }) => [...new Set(failures.map(({ file }) => file))];
const failedFiles = outcomes.flatMap(filesOf);
const isRepeated =
  given.length === 0 && !stopped.aborted && failedFiles.length <= maxRepeatedFiles && !failedFiles.includes(undefined);
const unsteady = [];
if (isRepeated) {
  for (const outcome of outcomes.filter(({ failed }) => failed > 0)) {
    const second = await outcome.again(filesOf(outcome));
    if (second.failed === 0 && second.passed > 0) {
      unsteady.push(...outcome.failures);
      outcome.failed = 0;
    } else outcome.failures.push(...second.failures);
  }
}

const printFailures = (title, failures) => {
  for (const { name, reason } of failures) {
    const lines = reason.split('\n').slice(0, maxReasonLines).join('\n');
    process.stdout.write(`\n${title}: ${name}\n${lines.replace(/^/gm, '  ')}`);
  }
};
const total = (count) => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
printFailures('passed only alone, the second time', unsteady);
printFailures(
  'failed',
  outcomes.filter(({ failed }) => failed > 0).flatMap(({ failures }) => failures),
);
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.stdout.write(unsteady.length > 0 ? `, ${unsteady.length} passed only the second time\n` : '\n');
// Files that do not exist are no success.
process.exitCode = total('failed') === 0 && total('passed') + total('skipped') > 0 ? 0 : 1;
