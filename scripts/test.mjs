// Every test that this machine can run: the checks, then the unit, integration and e2e tiers. Arguments
// name tiers (npm test -- unit integration) or, after a tier, files. The last line counts them all.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.mjs';

const root = join(import.meta.dirname, '..');
const tiers = ['check', 'unit', 'integration', 'e2e'];

const runVitest = (tier, files) => {
  const folder = mkdtempSync(join(tmpdir(), 'transledger-results-'));
  const report = join(folder, 'report.json');
  const args = [
    'run',
    '--project',
    tier,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ];
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    // A file that fails to load has no failed test in it, and must fail the run all the same.
    const failed = status === 0 ? numFailedTests : Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0, 1);
    return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const [first, ...rest] = process.argv.slice(2);
const wanted = process.argv.slice(2).filter((argument) => tiers.includes(argument));
const files = tiers.includes(first) ? rest.filter((argument) => !tiers.includes(argument)) : [];
const chosen = wanted.length === 0 ? tiers : wanted;

const totals = { passed: 0, failed: 0, skipped: 0 };
for (const tier of tiers.filter((name) => chosen.includes(name))) {
  process.stdout.write(`\n── ${tier} ──\n`);
  const result = tier === 'check' ? runChecks() : runVitest(tier, files);
  for (const name of Object.keys(totals)) totals[name] += result[name];
}
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;
