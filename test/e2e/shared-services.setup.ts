import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endService, processesOn } from './end-service.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with one file for each service that files of the run share: the path of its data folder. */
    sharedServices: string;
  }
}

/** Ends the services that files of a run have shared. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-shared-'));
  project.provide('sharedServices', folder);
  return async () => {
    for (const name of readdirSync(folder)) {
      const dataDir = readFileSync(join(folder, name), 'utf8');
      await endService(dataDir, processesOn(dataDir));
    }
    await rm(folder, { recursive: true, force: true });
  };
}
