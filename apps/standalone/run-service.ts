import { ConfigurationError, readSettings, type Settings } from '#libs/platform/config/settings.js';
import { RoleFailure } from './role-process.js';
import { type ServicePlan, startService } from './service.js';
import { StartFailure } from './start-failure.js';

const explain = (error: unknown): string => {
  if (error instanceof ConfigurationError) return error.problems.map((problem) => `✗ ${problem}`).join('\n');
  if (error instanceof StartFailure || error instanceof RoleFailure) return `✗ ${error.message}`;
  return `✗ Transledger could not start: ${error instanceof Error ? error.message : String(error)}`;
};

const exitWith = (error: unknown): never => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
};

const readSettingsOrExit = (): Settings => {
  try {
    return readSettings(process.env);
  } catch (error) {
    return exitWith(error);
  }
};

/** Runs the whole service: starts it as planned, with the environment's settings, until a signal ends it. */
export const runService = async (planFor?: (settings: Settings) => Promise<ServicePlan>): Promise<void> => {
  const settings = readSettingsOrExit();
  const start = async () => startService(settings, await planFor?.(settings));
  const starting = start();

  /** Stops the service, also while it starts: it then stops as soon as it can, so that nothing is left running. */
  const stop = () => {
    void starting.then((service) => service.stop()).then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);

  try {
    await starting;
  } catch (error) {
    exitWith(error);
  }
};
