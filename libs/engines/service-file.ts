import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '#libs/platform/process/process-liveness.js';

interface ServiceFile {
  pid: number;
  settings: Record<string, string>;
}

const fileIn = (dataDir: string): string => join(dataDir, 'service.json');

/** Writes the settings of the engines that a service has started to the data folder, for the command line beside it. */
export const writeServiceFile = async (dataDir: string, settings: Record<string, string>): Promise<void> => {
  const content: ServiceFile = { pid: process.pid, settings };
  await writeFile(fileIn(dataDir), JSON.stringify(content), { mode: 0o600 });
};

export const removeServiceFile = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

/** Reads the settings of the engines of the service that runs on the folder; empty when none does. */
export const readServiceFile = (dataDir: string): Record<string, string> => {
  try {
    const { pid, settings }: ServiceFile = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    return isAlive(pid) ? settings : {};
  } catch {
    return {};
  }
};
