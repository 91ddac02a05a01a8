// Format and lint, types, boundaries with their probes, a spec for each role, docstrings, regular expressions, dead code,
// images, advisories and licences of dependencies: the checks of `npm run check`, two at a time.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sideBySide, stopped as stoppedByPerson } from './side-by-side.mjs';

const root = join(import.meta.dirname, '..');
const tool = (name) => join(root, 'node_modules/.bin', name);

/**
 * TypeScript 7 reports the same errors as TypeScript 6, whose API scripts and Nest use. Each brings a `tsc`, so this one is
 * called by its path. One checker takes the least processor time, and another check has the other processor. It keeps no
 * state for the next run: that makes a first run a fifth slower.
 */
const types = [join(root, 'node_modules/typescript-7/bin/tsc'), '--noEmit', '-p', '.', '--checkers', '1'];

/** The status by which a check says that a part of it could not be made here: it neither passed nor failed, and says what is missing. */
const notChecked = 3;

/** The longest first, so that none is left alone at the end. */
const checks = [
  ['regular expressions', process.execPath, ['scripts/expressions.mjs']],
  ['types', process.execPath, types],
  ['format and lint', tool('biome'), ['ci', '--reporter=summary', '.']],
  ['boundaries', tool('depcruise'), ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'packages', 'projections']],
  ['dead code', tool('knip'), ['--no-progress']],
  ['boundary probes', process.execPath, ['scripts/boundary-probes.mjs']],
  ['docstrings', process.execPath, ['scripts/docstrings.mjs']],
  ['specs', process.execPath, ['scripts/spec-parity.mjs']],
  ['images', process.execPath, ['scripts/images.mjs', 'check']],
  ['advisories', process.execPath, ['scripts/advisories.mjs', 'check'], notChecked],
  ['licences', process.execPath, ['scripts/licences.mjs']],
];
const checksAtOnce = 2;

/** Runs a program in a process group of its own, which ends as a whole when it is stopped; resolves with its status and output. */
const outcomeOf = async (command, args, stopped) => {
  const child = spawn(command, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const stop = () => child.exitCode === null && process.kill(-child.pid);
  stopped?.addEventListener('abort', stop);
  const [status, ...output] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  stopped?.removeEventListener('abort', stop);
  return { status, output: output.join('') };
};

/**
 * Runs every check, whether others pass or not, and prints the outcome of each as a whole; returns how many passed and failed, and
 * what failed why. A check that was stopped is neither, and one that could not be made whole is counted as skipped.
 */
export const runChecks = async (print, stopped) => {
  const outcome = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] };
  const works = checks.map(([name, command, args, partial]) => async () => {
    if (stopped?.aborted) return;
    const since = Date.now();
    const { status, output } = await outcomeOf(command, args, stopped);
    if (stopped?.aborted) return;
    const time = `${((Date.now() - since) / 1000).toFixed(1)} s`;
    const kind = { 0: 'passed', [partial]: 'skipped' }[status] ?? 'failed';
    const mark = { passed: '✓', skipped: '–', failed: '✗' }[kind];
    print(kind === 'passed' ? `${mark} ${name} (${time})` : `${mark} ${name} (${time})\n${output}`);
    outcome[kind] += 1;
    if (kind === 'failed') outcome.failures.push({ name: `check: ${name}`, reason: output });
    if (kind === 'skipped')
      outcome.skips.push(...(output.match(/^not checked: .*/gm) ?? ['not checked']).map((line) => `${name}, ${line}`));
  });
  await sideBySide(works, checksAtOnce);
  return outcome;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await runChecks((line) => process.stdout.write(`${line}\n`), stoppedByPerson);
  process.exitCode = failed === 0 && !stoppedByPerson.aborted ? 0 : 1;
}
