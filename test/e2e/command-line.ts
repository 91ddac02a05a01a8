import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#test/project-root.js';
import { cleanEnvironment, type RunningService } from './running-service.js';

/** The built command line. */
export const commandLineProgram = join(projectRoot, 'dist/apps/cli/main.js');

/** Runs the operator's command line with these settings and returns its JSON. */
export const runCommandLine = async <T>(settings: Record<string, string>, ...args: string[]): Promise<T> => {
  const { stdout } = await promisify(execFile)(process.execPath, [commandLineProgram, '--json', ...args], {
    env: { ...cleanEnvironment(), ...settings },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
};

/** Runs the command line beside the service. */
export const commandLine = <T>(service: RunningService, ...args: string[]): Promise<T> =>
  runCommandLine<T>(service.commandLineSettings, ...args);
