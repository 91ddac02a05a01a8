import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isAlive } from '#libs/platform/process/process-liveness.js';
import { postmasterOf, processesOn, processTree } from './end-service.js';
import { openLendingDesk } from './lending-desk.js';
import { LentServices } from './lent-services.js';
import { signalAll } from './signals.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a file borrows the service that it shares with others. */
    lendingDesk: string;
  }
}

const endWithinMs = 10_000;

/**
 * Ends what still runs on data folders in that folder, and the processes named, and removes it. It waits without giving way: a
 * signal to Vitest leaves no time for anything else.
 */
const endAllIn = (folder: string, others: readonly number[]): void => {
  const dataDirs = readdirSync(folder).map((name) => join(folder, name));
  const postmasters = dataDirs.map(postmasterOf).filter((pid) => pid !== undefined);
  const databases = new Set(postmasters.flatMap(processTree));
  const running = [...dataDirs.flatMap(processesOn), ...others].filter((pid) => !databases.has(pid));
  signalAll(running, 'SIGKILL');
  // Killed, it would leave its shared memory to the machine.
  signalAll(postmasters, 'SIGQUIT');
  const deadline = performance.now() + endWithinMs;
  const waiting = new Int32Array(new SharedArrayBuffer(4));
  while ([...running, ...databases].some(isAlive) && performance.now() < deadline) Atomics.wait(waiting, 0, 0, 10);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
};

/**
 * Lends services to the files of a run, and gives the run a folder of its own for all that is temporary. Both are gone when it
 * has ended, also by a signal: Vitest then tears nothing down, and what its processes started is ended here.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const { TMPDIR: before } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'transledger-run-'));
  // Servers that run as users of their own find their files in it.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  const endAtOnce = () =>
    endAllIn(
      folder,
      processTree(process.pid).filter((pid) => pid !== process.pid),
    );
  process.once('exit', endAtOnce);
  const services = new LentServices();
  const desk = await openLendingDesk(services);
  project.provide('lendingDesk', desk.url);
  // What was built since is to be seen.
  project.onTestsRerun(() => services.endAll());
  return () => {
    desk.close();
    process.off('exit', endAtOnce);
    endAllIn(folder, []);
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  };
}
