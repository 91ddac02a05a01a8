import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';

interface ConsoleBuild {
  isConsoleBuilt(root: string): boolean;
  buildConsole(root: string, node: string): Promise<void>;
}

/** Builds the console that tests and benchmarks look at, unless that has been done for these sources. */
export const buildConsoleOnce = async (): Promise<void> => {
  const build: ConsoleBuild = createRequire(join(projectRoot, 'package.json'))('./scripts/setup/console.cjs');
  if (!build.isConsoleBuilt(projectRoot)) await build.buildConsole(projectRoot, process.execPath);
};
