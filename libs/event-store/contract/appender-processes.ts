import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { JsonObject } from '../event-store.port.js';

/** How a process of its own opens the store. */
export interface StoreModule {
  /** URL of the module. */
  module: string;
  /** The function that it exports, given `options`. */
  connect: string;
  options: JsonObject;
}

export interface AppenderTask extends StoreModule {
  writer: number;
  /** Appends to its own stream (two events each), and as many to the shared one (one event each). */
  appends: number;
}

const run = promisify(execFile);
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Runs a writer in an operating-system process of its own; resolves to the events acknowledged to it. */
export const runAppender = async (task: AppenderTask): Promise<number> => {
  const { stdout } = await run(process.execPath, [
    '--import',
    path('typescript-hooks.mjs'),
    path('appender.process.ts'),
    JSON.stringify(task),
  ]);
  return Number(stdout);
};
