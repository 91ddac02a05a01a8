import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { commandLine } from './command-line.js';
import { RunningService } from './running-service.js';

/** Files run one after the other in one process, which keeps what it has imported. */
const started = new Map<string, Promise<RunningService>>();

const start = async (settings: Record<string, string>): Promise<RunningService> => {
  const service = await RunningService.start({ settings });
  writeFileSync(join(inject('sharedServices'), basename(service.dataDir)), service.dataDir);
  return service;
};

/**
 * The service of these settings, started for the first file of a run that asks for it and ended with the run: as a new
 * organization sees it, which knows nothing of what other files do. Whoever kills it starts it again.
 */
export const sharedService = async (settings: Record<string, string>): Promise<RunningService> => {
  const key = JSON.stringify(settings);
  const starting = started.get(key) ?? start(settings);
  started.set(key, starting);
  const service = await starting;
  const create = ['organization', 'create', '--name', 'A file of tests', '--tier', 'max'];
  const { api_key: apiKey } = await commandLine<{ api_key: string }>(service, ...create);
  return service.as(apiKey);
};
