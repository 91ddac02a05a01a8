// Format and lint, types, boundaries with their probes, a spec for each role, dead code: the checks of `npm run check`.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '..');
const tool = (name) => join(root, 'node_modules/.bin', name);

const checks = [
  ['format and lint', tool('biome'), ['ci', '--reporter=summary', '.']],
  ['types', tool('tsc'), ['--noEmit', '-p', '.']],
  ['boundaries', tool('depcruise'), ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'packages', 'projections']],
  ['boundary probes', process.execPath, ['scripts/boundary-probes.mjs']],
  ['specs', process.execPath, ['scripts/spec-parity.mjs']],
  ['dead code', tool('knip'), ['--no-progress']],
];

/** Runs every check, whether the ones before it passed or not. Returns how many passed and failed. */
export const runChecks = () => {
  const failed = checks.filter(([name, command, args]) => {
    const since = Date.now();
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
    const time = `${((Date.now() - since) / 1000).toFixed(1)} s`;
    process.stdout.write(status === 0 ? `✓ ${name} (${time})\n` : `✗ ${name} (${time})\n${stdout}${stderr}\n`);
    return status !== 0;
  });
  return { passed: checks.length - failed.length, failed: failed.length, skipped: 0 };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = runChecks().failed === 0 ? 0 : 1;
}
