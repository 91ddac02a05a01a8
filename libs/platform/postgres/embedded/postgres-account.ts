import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The account that the server runs as. PostgreSQL refuses to run as root. */
export interface PostgresAccount {
  uid: number;
  gid: number;
}

const idOf = (user: string): PostgresAccount | undefined => {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
};

/**
 * Account that the server runs as. Undefined when this process is not root: the server then runs as the
 * same user. As root: the owner of an existing cluster, else `postgres`, else `nobody`.
 */
export const postgresAccount = (clusterDir: string): PostgresAccount | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const existing = statSync(clusterDir, { throwIfNoEntry: false });
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const account = idOf('postgres') ?? idOf('nobody');
  if (account === undefined)
    throw new Error('PostgreSQL cannot run as root and there is no account "postgres" or "nobody".');
  return account;
};
