import { ConfigurationError, readSettings, type Settings } from '#libs/platform/config/settings.js';
import type { RoleMessage } from '#libs/platform/process/role-messages.js';
import { logFormatOf } from '#libs/platform/telemetry/log-format.js';
import { progress } from './progress.js';
import { RoleFailure } from './role-process.js';
import { type ServicePlan, startService } from './service.js';
import { StartFailure } from './start-failure.js';

const explain = (error: unknown): string => {
  if (error instanceof ConfigurationError) return error.problems.map((problem) => `✗ ${problem}`).join('\n');
  if (error instanceof StartFailure || error instanceof RoleFailure) return `✗ ${error.message}`;
  return `✗ Transledger could not start: ${error instanceof Error ? error.message : String(error)}`;
};

const orExit = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    return exitWith(error);
  }
};

const exitWith = (error: unknown): never => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
};

/**
 * Runs the whole service: starts it as planned, with the environment's settings, until a signal ends it, or the end of
 * what started it, however that ended: a service that nobody holds would go on with no one knowing.
 */
export const runService = async (
  args: readonly string[],
  planFor?: (settings: Settings) => Promise<ServicePlan>,
): Promise<void> => {
  const settings = orExit(() => readSettings(process.env));
  const logs = orExit(() => logFormatOf(args, process.stdout.isTTY === true));
  const stopped = new AbortController();
  const start = async () => startService(settings, logs, await planFor?.(settings), stopped.signal);
  const starting = start();

  /** Stops the service, also while it starts: it then stops as soon as it can, so that nothing is left running. */
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    stopped.abort();
    await progress('Stopped', async () => (await starting).stop());
    process.exit(0);
  };
  for (const end of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(end, () => void stop());

  try {
    await starting;
    // What started it may have gone since: the service then stops, and has nobody to tell.
    if (process.connected) process.send?.({ type: 'ready' } satisfies RoleMessage, undefined, {}, () => undefined);
  } catch (error) {
    exitWith(error);
  }
};
