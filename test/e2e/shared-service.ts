import { inject } from 'vitest';
import { commandLine } from './command-line.js';
import { borrowService } from './lending-desk.js';
import type { ServiceSettings } from './lent-services.js';
import { RunningService } from './running-service.js';

/** Waits of journeys, cut short. Fifteen sweeps a second cost some 7 % of a processor, so that not every service has them. */
const shortWaits = {
  TRANSLEDGER_START_WAIT: 'PT1S',
  TRANSLEDGER_STREAM_DRAIN: 'PT1S',
  TRANSLEDGER_SWEEP_INTERVAL: 'PT1S',
};

/** Real translations, one pair of them over a third language. */
export const withApertium = { TRANSLEDGER_LANGUAGE_PAIRS: 'en-es,es-en,fr-es,en-ca' };

/** Models that are installed while it runs, and of Apertium what a model goes beside. */
export const withModels = { TRANSLEDGER_LANGUAGE_PAIRS: 'en-es,es-en', TRANSLEDGER_DISK_RESERVE: '0' };

/** Models alone, which are asked each time. */
export const withModelsAlone = {
  ...shortWaits,
  TRANSLEDGER_INFERENCE: 'marian',
  TRANSLEDGER_CACHE_BYTES: '0',
  TRANSLEDGER_DISK_RESERVE: '0',
};

/** Every pair that is installed, variants too. */
export const withEveryPair = { TRANSLEDGER_INFERENCE: 'apertium' };

/** Limits that a few requests reach, each of another tier or kind; addresses come from a trusted proxy. */
export const withLimits = {
  TRANSLEDGER_INFERENCE: 'echo',
  TRANSLEDGER_START_WAIT: 'PT1S',
  TRANSLEDGER_TRUSTED_PROXIES: '127.0.0.1',
  TRANSLEDGER_TIER_ENTRY_REQUESTS_PER_MINUTE: '5',
  TRANSLEDGER_TIER_PRO_STORAGE_BYTES: '1000000',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_TIER_MAX_CHARACTERS_PER_DAY: '1000',
  TRANSLEDGER_TIER_MAX_CONCURRENT_REQUESTS: '3',
};

/** Settings for load on a service that gets killed: unlimited requests, and webhooks to this machine. */
export const withLoad = {
  ...shortWaits,
  TRANSLEDGER_INFERENCE: 'echo',
  TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: 'true',
  TRANSLEDGER_WEBHOOK_ALLOW_HTTP: 'true',
  TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0',
};

/** The same, behind a proxy that says whose address it is. */
export const behindProxy = { ...withLoad, TRANSLEDGER_TRUSTED_PROXIES: '127.0.0.1' };

/** A service that logs all that it does. */
export const withTrace = { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_LOG_LEVEL: 'trace' };

/**
 * The service of these settings, seen by a new organization that knows nothing of other files' acts. It is started for
 * the first file that asks for it, and lent to the others, which may run at the same time: what is not of this organization
 * may be theirs. A test that kills it starts it again, and has it alone; where that failed, the next file has a new one.
 */
export const sharedService = async (settings: ServiceSettings): Promise<RunningService> => {
  const service = RunningService.of(await borrowService(inject('lendingDesk'), settings));
  const create = ['organization', 'create', '--name', 'A file of tests', '--tier', 'max'];
  const { api_key: apiKey } = await commandLine<{ api_key: string }>(service, ...create);
  return service.as(apiKey);
};
