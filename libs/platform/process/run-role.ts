import { ConfigurationError, readSettings, type Settings } from '#libs/platform/config/settings.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import { logFormatOf, openLogDestination } from '#libs/platform/telemetry/log-format.js';
import { createLogger, type Logger } from '#libs/platform/telemetry/logger.js';
import type { RoleMessage } from './role-messages.js';
import { giveBackStartGarbage } from './start-garbage.js';

export interface RunningRole {
  /** Takes no new work, and finishes or hands back the work in hand. */
  stop(): Promise<void>;
}

export type StartRole = (settings: Settings, logger: Logger) => Promise<RunningRole>;

const stopWithinMs = 30_000;

const tellSupervisor = (message: RoleMessage): void => {
  process.send?.(message);
};

/** Why a role cannot start, for people. */
export const reasonOf = (role: string, error: unknown): string => {
  if (error instanceof ConfigurationError) return error.problems.join('\n');
  const message = error instanceof Error ? error.message : String(error);
  return isOutage(error)
    ? `The ${role} cannot start while a server that it needs does not answer in time (${message}). Start it again.`
    : message;
};

/**
 * Runs a process of one role: settings, start, ready; stop on SIGTERM, SIGINT or when its
 * supervisor has gone. A fault that nobody handled ends it: the supervisor starts it again.
 */
export const runRole = async (role: string, start: StartRole): Promise<void> => {
  let running: RunningRole | undefined;
  let stopping = false;
  let logger = createLogger(role, 'info');

  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const tooLate = setTimeout(() => process.exit(code || 1), stopWithinMs);
    tooLate.unref();
    try {
      await running?.stop();
    } catch (error) {
      logger.error({ err: error }, 'the role did not stop cleanly');
    }
    process.exit(code);
  };

  process.on('SIGTERM', () => void stop(0));
  // Ctrl-C goes to the whole group: the supervisor decides when its roles stop.
  process.on('SIGINT', () => (process.send === undefined ? void stop(0) : undefined));
  process.on('disconnect', () => void stop(0));
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unhandled fault');
    void stop(1);
  });

  try {
    const settings = readSettings(process.env);
    const format = logFormatOf(process.argv.slice(2), process.stdout.isTTY === true);
    logger = createLogger(role, settings.TRANSLEDGER_LOG_LEVEL, await openLogDestination(format));
    running = await start(settings, logger);
    tellSupervisor({ type: 'ready' });
    giveBackStartGarbage();
  } catch (error) {
    logger.fatal({ err: error }, 'the role cannot start');
    const reason = reasonOf(role, error);
    if (process.send === undefined) process.stderr.write(`${reason}\n`);
    tellSupervisor({ type: 'failed', reason, mayPass: isOutage(error) });
    process.exitCode = 1;
    if (process.connected) process.disconnect();
    setTimeout(() => process.exit(1), 100).unref();
  }
};
