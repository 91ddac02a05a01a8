import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#libs/platform/config/settings.js';
import { isAlive } from '#libs/platform/process/process-liveness.js';

/** A service that runs on a data folder, as the command line beside it knows it. */
export interface RunningOn {
  /** Settings of the engines that it has started. */
  engines: Record<string, string>;
  /** Settings of its address; one that is not set is empty. */
  address: Record<string, string>;
}

type ServiceFile = RunningOn & { pid: number };

const fileIn = (dataDir: string): string => join(dataDir, 'service.json');

const addressOf = ({ HOST, PORT, TRANSLEDGER_PUBLIC_URL }: Settings): Record<string, string> => ({
  HOST,
  PORT: String(PORT),
  TRANSLEDGER_PUBLIC_URL: TRANSLEDGER_PUBLIC_URL ?? '',
});

/** Writes where a service is reached, and the settings of the engines that it has started, to its data folder. */
export const writeServiceFile = async (
  dataDir: string,
  settings: Settings,
  engines: Record<string, string>,
): Promise<void> => {
  const content: ServiceFile = { pid: process.pid, engines, address: addressOf(settings) };
  await writeFile(fileIn(dataDir), JSON.stringify(content), { mode: 0o600 });
};

export const removeServiceFile = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

/** Reads what the service that runs on the folder has written; nothing when none does. */
export const readServiceFile = (dataDir: string): RunningOn => {
  const none: RunningOn = { engines: {}, address: {} };
  try {
    const { pid, ...running }: ServiceFile = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    // An earlier release wrote neither of the two.
    return isAlive(pid) ? { ...none, ...running } : none;
  } catch {
    return none;
  }
};

/**
 * The environment beside a service that may run on the folder: with the engines that the service has started where it names none of
 * its own, and with the address that the service has, whatever it says.
 */
export const besideService = (dataDir: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const { engines, address } = readServiceFile(dataDir);
  return { ...engines, ...environment, ...address };
};
