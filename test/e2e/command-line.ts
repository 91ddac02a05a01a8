import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningService } from './running-service.js';

const program = join(import.meta.dirname, '../../dist/apps/cli/main.js');

/** Runs the operator's command line beside the service and answers its JSON. */
export const commandLine = async <T>(service: RunningService, ...args: string[]): Promise<T> => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json', ...args], {
    env: { ...process.env, TRANSLEDGER_DATA_DIR: service.dataDir },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
};
