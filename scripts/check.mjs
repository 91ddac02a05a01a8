// Format and lint, types, boundaries with their probes, a spec for each role, docstrings, regular expressions, dead
// code, the OpenAPI document as it was built: the checks of `npm run check`.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const tool = (name) => join(root, 'node_modules/.bin', name);

/**
 * TypeScript 7 reports the same errors as TypeScript 6, whose API scripts and Nest use. Each brings a `tsc`, so this one is
 * called by its path. One checker takes the least processor time, and another check has the other processor. It keeps no
 * state for the next run: that makes a first run a fifth slower.
 */
const types = [join(root, 'node_modules/typescript-7/bin/tsc'), '--noEmit', '-p', '.', '--checkers', '1'];

const checks = [
  ['format and lint', tool('biome'), ['ci', '--reporter=summary', '.']],
  ['types', process.execPath, types],
  ['boundaries', tool('depcruise'), ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'packages', 'projections']],
  ['boundary probes', process.execPath, ['scripts/boundary-probes.mjs']],
  ['specs', process.execPath, ['scripts/spec-parity.mjs']],
  ['docstrings', process.execPath, ['scripts/docstrings.mjs']],
  ['regular expressions', process.execPath, ['scripts/expressions.mjs']],
  ['dead code', tool('knip'), ['--no-progress']],
  ['OpenAPI document', process.execPath, ['dist/test/openapi/main.js']],
];

/** Runs every check, whether the ones before it passed or not, and prints its outcome; returns how many passed and failed, and what failed why. */
export const runChecks = async (print, stopped) => {
  const failures = [];
  for (const [name, command, args] of checks) {
    if (stopped?.aborted) break;
    const since = Date.now();
    const options = { cwd: root, maxBuffer: Number.POSITIVE_INFINITY };
    const error = await promisify(execFile)(command, args, options).catch((reason) => reason);
    const time = `${((Date.now() - since) / 1000).toFixed(1)} s`;
    const isRight = !(error instanceof Error);
    const reason = isRight ? '' : `${error.stdout}${error.stderr}`;
    print(isRight ? `✓ ${name} (${time})` : `✗ ${name} (${time})\n${reason}`);
    if (!isRight) failures.push({ name: `check: ${name}`, reason });
  }
  return { passed: checks.length - failures.length, failed: failures.length, skipped: 0, failures };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await runChecks((text) => process.stdout.write(`${text}\n`));
  process.exitCode = failed === 0 ? 0 : 1;
}
