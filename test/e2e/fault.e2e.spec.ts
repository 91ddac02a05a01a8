import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { describeWith } from '#test/servers/describe-with.js';

interface Report {
  seed: number;
  checks: { name: string; violations: string[]; isTimed: boolean }[];
}

const program = join(projectRoot, 'dist/test/fault/main.js');
const seed = process.env.FAULT_SEED ?? String((Date.now() % 999_999) + 1);
const betweenSeconds = '1';
/** One of each kind that is over soon; `npm run fault` has them all. */
const faults = ['kill-worker', 'kill-kafka', 'cut-after-commit', 'delivered-twice', 'redis-wiped', 'disk-full'];

describeWith(['kafka', 'redis', 's3', 'triton', 'apertium'], `a cluster under load that fails (seed ${seed})`, () => {
  let folder: string;
  let output: string;
  let report: Report;
  const stopping = new AbortController();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-fault-'));
    const file = join(folder, 'report.json');
    const options = { only: faults.join(','), seed, between: betweenSeconds, report: file };
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const args = ['--enable-source-maps', program, ...given];
    // Its exit code says only that there are violations; the report says which.
    output = await promisify(execFile)(process.execPath, args, { cwd: projectRoot, signal: stopping.signal }).then(
      ({ stdout }) => stdout,
      (error: Error & { stdout?: string }) => `${error.stdout}\n${error.message}`,
    );
    report = JSON.parse(await readFile(file, 'utf8').catch(() => Promise.reject(new Error(output))));
  }, 1_800_000);

  afterAll(async () => {
    // A run that is not over stops its cluster.
    stopping.abort();
    await rm(folder, { recursive: true, force: true });
  });

  // How quickly it settles is for `npm run fault` to say: machines that run tests are noisy.
  it('the cluster loses nothing, does nothing twice, and settles', () => {
    const checks = report.checks.filter(({ isTimed }) => !isTimed);
    expect(checks.length).toBeGreaterThan(9);
    expect(
      checks.filter(({ violations }) => violations.length > 0),
      output,
    ).toEqual([]);
  });
});
