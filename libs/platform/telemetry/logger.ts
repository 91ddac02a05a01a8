import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { lineText } from '#libs/platform/line-text/line-text.js';
import { causeOf } from './cause.js';

export type { Logger } from 'pino';

/** Reduces an error to its cause as `causeOf` gives it: messages of libraries may quote input. */
const describeError = (error: unknown): object => {
  const { name: type, ...cause } = causeOf(error);
  return error instanceof Error ? { type, ...cause } : { type };
};

const holdsError = (value: unknown): value is object =>
  value instanceof Error || (typeof value === 'object' && value !== null && 'err' in value);

/** Writes JSON lines, to standard error unless told otherwise. Never a text, key, secret or file name: errors are reduced to their cause. */
export const createLogger = (role: string, level: string, destination: DestinationStream = process.stderr): Logger =>
  pino(
    {
      level,
      base: { role, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: {
        streamWrite: (line) => `${lineText(line.slice(0, -1))}\n`,
        logMethod(args, method) {
          const [first]: unknown[] = args;
          // Without a message of ours, pino would take the error's own.
          if (args.length === 1 && holdsError(first)) method.call(this, first, 'error');
          else method.apply(this, args);
        },
      },
    },
    destination,
  );
