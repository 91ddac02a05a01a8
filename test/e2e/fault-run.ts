import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#test/project-root.js';

interface Check {
  name: string;
  violations: string[];
}

/**
 * A run of `npm run fault`: what it printed, and each check with what did not hold. How quickly a cluster settles is not
 * among them: machines that run tests are noisy.
 */
export interface FaultRun {
  output: string;
  checks: Check[];
}

const program = join(projectRoot, 'dist/test/fault/main.js');
const betweenSeconds = '1';
/** A run takes some three minutes on an idle machine; what it printed until then says where it hangs. */
const maxRunMs = 900_000;

export const faultSeed = (): string => process.env.FAULT_SEED ?? String((Date.now() % 999_999) + 1);

/** Strikes each of the faults once. A run that is not over when the signal aborts stops its cluster. */
export const runFaults = async (faults: readonly string[], seed: string, signal: AbortSignal): Promise<FaultRun> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-fault-'));
  try {
    const report = join(folder, 'report.json');
    const options = { only: faults.join(','), seed, between: betweenSeconds, report };
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    // Its exit code says only that there are violations; the report says which.
    const output = await promisify(execFile)(process.execPath, ['--enable-source-maps', program, ...given], {
      cwd: projectRoot,
      signal,
      timeout: maxRunMs,
    }).then(
      ({ stdout }) => stdout,
      (error: Error & { stdout?: string }) => `${error.stdout}\n${error.message}`,
    );
    const text = await readFile(report, 'utf8').catch(() => Promise.reject(new Error(output)));
    const { checks } = JSON.parse(text) as { checks: (Check & { isTimed: boolean })[] };
    return { output, checks: checks.filter(({ isTimed }) => !isTimed) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const violated = ({ checks }: FaultRun): Check[] => checks.filter(({ violations }) => violations.length > 0);
