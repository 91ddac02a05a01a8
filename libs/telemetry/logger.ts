import { type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger } from 'pino';

/** Of an error only what it is and where it was thrown: messages of libraries may quote input. */
const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { type: error.name, ...code, stack: frames.slice(0, 6).map((line) => line.trim()) };
};

/** JSON lines on standard error. Never a text, key, secret or file name: errors are reduced to type, code and place. */
export const createLogger = (role: string, level: string): Logger =>
  pino(
    {
      level,
      base: { role, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    process.stderr,
  );
