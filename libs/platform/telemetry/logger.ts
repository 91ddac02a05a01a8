import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

export type { Logger } from 'pino';

const framesKept = 6;

/** A message of several lines may look like frames, so what stands before the end of the message is not read. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const start = message === '' ? 0 : stack.indexOf(message);
  if (start < 0) return [];
  const lines = stack.slice(start + message.length).split('\n');
  const frames = lines.filter((line) => line.startsWith('    at '));
  return frames.slice(0, framesKept).map((line) => line.trim());
};

/** Of an error only what it is and where it was thrown: messages of libraries may quote input. */
const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = errorCodeOf(error);
  return { type: error.name, ...(code === undefined ? {} : { code }), stack: framesOf(error) };
};

const holdsError = (value: unknown): value is object =>
  value instanceof Error || (typeof value === 'object' && value !== null && 'err' in value);

/** JSON lines on standard error. Never a text, key, secret or file name: errors are reduced to type, code and place. */
export const createLogger = (role: string, level: string, destination: DestinationStream = process.stderr): Logger =>
  pino(
    {
      level,
      base: { role, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: {
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
