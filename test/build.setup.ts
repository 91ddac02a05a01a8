import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { projectRoot } from './project-root.js';

const build = async (): Promise<void> => {
  await promisify(execFile)(process.execPath, [join(projectRoot, 'scripts/build.mjs')]);
};

/**
 * Builds what is not built, before each run: specs start programs and threads from dist/, also where Vitest was started by
 * an editor. Projects are set up one after another, so the first builds and the others find it done.
 */
export default async function setup(project: TestProject): Promise<void> {
  await build();
  project.onTestsRerun(build);
}
