// Runs tests by tier, two runs side by side: `npm test` those of its own, `npm run test:engines` and its like theirs. Arguments name tiers
// (npm test -- unit integration) or, after a tier, files. "changed", and a revision after it, is what of `npm test` a change touches.
// "touched" is what continuous integration runs beside `npm test`. "cluster" is each spec that also holds on the engines of a cluster, there;
// "eventstore" all that there is for an event store, on the server that EVENTSTORE_URL leads to.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedSpecs } from './changed.mjs';
import { runChecks } from './check.mjs';
import servers from './setup/servers.cjs';
import { runProgram, sideBySide, stopped } from './side-by-side.mjs';
import { endProgress, followRun, print, timesTaken } from './test-progress.mjs';
import { nicenessOf, otherCommands, runsOf, tiersOfCommand } from './tiers.mjs';
import { deepTestedFile, tiersTouchedBy, touchedTiers } from './touched.mjs';

const root = join(import.meta.dirname, '..');
/** So many runs go on at a time: few enough that two processors are busy rather than fought for. */
const runsAtOnce = 2;

/** The end of the output is what a person sees first. */
const maxReasonLines = 40;

/** So many of the files that took long are named. */
const maxSlowFiles = Number(process.env.TEST_SLOW_FILES ?? 12);

/** The tests start hundreds of processes from the same few programs. */
const compileCache = join(root, 'node_modules/.cache/compiled');

const empty = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [], leftOut: [], slow: [] };

const runVitest = async (tier, run, files, { isWatched, deadline }) => {
  const { project, name = project, environment = {}, excluded = [], files: own = [] } = run;
  if (deadline !== undefined && Date.now() >= deadline) return { ...empty, leftOut: [`${name} as a whole`] };
  const folder = mkdtempSync(join(tmpdir(), 'transledger-results-'));
  const report = join(folder, 'report.json');
  const args = [
    ...['run', '--project', project, '--passWithNoTests'],
    `--reporter=${join(root, 'scripts/test-reporter.mjs')}`,
    ...(isWatched ? ['--reporter=default'] : []),
    ...excluded.flatMap((file) => ['--exclude', file]),
    ...(own.length > 0 ? own : files),
  ];
  const progress = followRun(name);
  const status = await runProgram(
    isWatched ? undefined : name,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    {
      cwd: root,
      niceness: nicenessOf(run),
      onMessage: progress.take,
      print,
      env: {
        NODE_COMPILE_CACHE: compileCache,
        OUTCOME_FILE: report,
        TEST_TIER: tier,
        ...(deadline === undefined ? {} : { TEST_DEADLINE: String(deadline) }),
        ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
        ...process.env,
        ...environment,
      },
    },
  );
  const ended = { name: `${name} as a whole`, reason: `Vitest ended with ${status}: see its output.` };
  const outcome = { ...empty, failed: 1, failures: [ended] };
  try {
    const written = JSON.parse(readFileSync(report, 'utf8'));
    const isExplained = status === 0 || written.failed > 0 || written.leftOut.length > 0;
    Object.assign(outcome, isExplained ? written : { ...written, failed: 1, failures: [ended] });
  } catch {
    // There is none: it ended before any test.
  }
  rmSync(folder, { recursive: true, force: true });
  progress.end(outcome);
  return outcome;
};

const check = async () => {
  const progress = followRun('check');
  const outcome = { ...empty, ...(await runChecks((text) => print(text.replace(/^/gm, 'check │ ')), stopped)) };
  progress.end(outcome);
  return outcome;
};

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const isTreeClean = () => git('status', '--porcelain') === '';

const [first = 'test', ...rest] = process.argv.slice(2);

const planOfChange = () => {
  const { since, files, ...specs } = changedSpecs(rest[0]);
  print(`${files.length} files changed since ${since}`);
  const others = tiersTouchedBy(files);
  if (others.length > 0)
    print(`It touches tiers of other commands too: ${others.map((tier) => `npm run test:${tier}`).join(', ')}`);
  const touched = Object.entries(specs).filter(([, paths]) => paths.length > 0);
  return [{ tier: 'check', files: [] }, ...touched.map(([tier, paths]) => ({ tier, files: paths, isListed: true }))];
};

const planOfTouched = () => {
  const { reason, tiers, turn } = touchedTiers();
  print(reason);
  process.env.TEST_TURN = String(turn);
  return tiers.map((tier) => ({ tier, files: [] }));
};

/** The tiers that the arguments name, each with the files that it is narrowed to. */
const planOfArguments = () => {
  const given = process.argv.slice(2);
  const wanted = given.filter((argument) => argument in runsOf);
  const files = first in runsOf ? given.filter((argument) => !(argument in runsOf)) : [];
  if (wanted.length === 0) return tiersOfCommand[first === 'all' ? 'all' : 'test'].map((tier) => ({ tier, files: [] }));
  return wanted.map((tier) => ({ tier, files }));
};

const words = [...Object.keys(runsOf), 'changed', 'touched', 'test', 'all'];
if (!words.includes(first)) {
  process.stderr.write(
    `"${first}" is no tier. Before files stands one of ${Object.keys(runsOf).join(', ')}: npm test -- unit ${first}\n`,
  );
  process.exit(1);
}

const plan = { changed: planOfChange, touched: planOfTouched }[first]?.() ?? planOfArguments();
if (plan.some(({ tier }) => tier === 'eventstore') && !process.env.EVENTSTORE_URL) {
  process.stderr.write('Set EVENTSTORE_URL to a server of EventStoreDB, such as esdb://127.0.0.1:2113?tls=false\n');
  process.exit(1);
}

if (plan.length === 0) process.exit(0);

/** Tiers with servers and tools of their own. */
const equipped = ['engines', 'faults', 'contracts', 'cluster'];
const toEquip = equipped.filter((name) => plan.some(({ tier }) => tier === name));
if (toEquip.length > 0) await servers.ensureServers(root, ...toEquip);

/** Continuous integration begins no further file after this moment: what is left out is named, and comes first another time. */
const minutes = process.env.TEST_MINUTES;
const deadline = minutes === undefined ? undefined : Date.now() + Math.max(0, Number(minutes)) * 60_000;

const outcomes = [];
/** Each test is shown to whoever names files, one run after the other. */
const isWatched = plan.some(({ files, isListed }) => files.length > 0 && !isListed);
const works = plan.flatMap(({ tier, files }) =>
  tier === 'check' ? [check] : runsOf[tier].map((run) => () => runVitest(tier, run, files, { isWatched, deadline })),
);
await sideBySide(
  works.map((work) => async () => outcomes.push(await work())),
  isWatched ? 1 : runsAtOnce,
);
endProgress();

const list = (what) => outcomes.flatMap((outcome) => outcome[what]);
const total = (count) => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
for (const { name, reason } of list('failures')) {
  const lines = reason.split('\n').slice(0, maxReasonLines).join('\n');
  process.stdout.write(`\nfailed: ${name}\n${lines.replace(/^/gm, '  ')}\n`);
}
const slowest = list('slow').toSorted((one, other) => other.ms - one.ms);
for (const { file, ms } of slowest.slice(0, maxSlowFiles))
  process.stdout.write(`slow: ${file} (${Math.round(ms / 1_000)} s)\n`);
for (const reason of list('skips')) process.stdout.write(`skipped: ${reason}\n`);
for (const file of list('leftOut')) process.stdout.write(`left out for its time: ${file}\n`);
if (first === 'test' && plan.length > 1) {
  process.stdout.write('\nNot run here:\n');
  for (const [command, what] of otherCommands) process.stdout.write(`  ${command.padEnd(27)}${what}\n`);
}
const statistics = process.platform === 'linux' ? readFileSync('/proc/self/stat', 'utf8') : undefined;
process.stdout.write(`\n${timesTaken(statistics)}\n`);

const isGreen = total('failed') === 0 && total('passed') + total('skipped') + list('leftOut').length > 0;
if (first === 'all' && isGreen && list('leftOut').length === 0 && !stopped.aborted) {
  if (isTreeClean()) {
    writeFileSync(join(root, deepTestedFile), `${git('rev-parse', 'HEAD')}\n`);
    process.stdout.write(`${deepTestedFile} names this commit now: commit it.\n`);
  } else process.stdout.write(`${deepTestedFile} stays as it is: the working tree has changes.\n`);
}
process.stdout.write(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped\n`);
// Files that do not exist are no success.
process.exitCode = isGreen ? 0 : 1;
