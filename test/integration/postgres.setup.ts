import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { runningPostmaster } from '#libs/platform/postgres/embedded/postmaster-file.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run; each spec file makes its own database in it. It ends with the run, also by a signal: Vitest then
 * tears nothing down.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-test-'));
  const server = await startEmbeddedPostgres(folder, { max_connections: '200' });
  project.provide('postgresUrl', server.url);
  const endAtOnce = () => {
    const running = runningPostmaster(join(folder, 'cluster'));
    // Killed, it would leave its shared memory to the machine.
    if (running !== undefined) process.kill(running.pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('exit', endAtOnce);
  return async () => {
    process.off('exit', endAtOnce);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
