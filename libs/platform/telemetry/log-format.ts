import { parseArgs } from 'node:util';
import type { DestinationStream } from 'pino';
import { ConfigurationError } from '#libs/platform/config/settings.js';

/** `json`: one value a line on standard output, for programs. `pretty`: lines on standard error, for people. */
export type LogFormat = 'json' | 'pretty';

const usage = 'The only argument is --logs json or --logs pretty';

const parseArguments = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: { logs: { type: 'string' } } });
  } catch {
    throw new ConfigurationError([usage]);
  }
};

/**
 * The format that `--logs` chooses; without it, `pretty` where standard output is a terminal.
 * @throws ConfigurationError for other arguments
 */
export const logFormatOf = (args: readonly string[], isTerminal: boolean): LogFormat => {
  const { logs } = parseArguments(args).values;
  if (logs === undefined) return isTerminal ? 'pretty' : 'json';
  if (logs === 'json' || logs === 'pretty') return logs;
  throw new ConfigurationError([usage]);
};

/** Where lines go in a format; what makes them pretty is loaded only for people. */
export const openLogDestination = async (format: LogFormat): Promise<DestinationStream> => {
  if (format === 'json') return process.stdout;
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination: 2,
    sync: true,
    colorize: process.stderr.isTTY === true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,role',
    messageFormat: '{role}: {msg}',
  });
};
