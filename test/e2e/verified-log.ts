import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commandLineProgram } from './command-line.js';
import { cleanEnvironment, type RunningService } from './running-service.js';

/** The answer of `audit verify` about a log. */
export interface Verdict {
  verified: boolean;
  entry_id?: string | null;
  reason?: string;
}

/** Runs `audit verify` beside a service, over the log of an organization; `code` is its exit code. */
export const verifiedLog = async (
  service: RunningService,
  organization: string,
): Promise<{ code: number; verdict: Verdict }> => {
  const args = [commandLineProgram, '--json', 'audit', 'verify', '--organization', organization];
  const env = { ...cleanEnvironment(), ...service.commandLineSettings };
  const run = promisify(execFile)(process.execPath, args, { env });
  const { code = 0, stdout } = (await run.catch((error: { code: number; stdout: string }) => error)) as {
    code?: number;
    stdout: string;
  };
  return { code, verdict: JSON.parse(stdout) };
};
