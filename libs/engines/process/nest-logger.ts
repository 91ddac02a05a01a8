import type { LoggerService } from '@nestjs/common';
import { RuntimeException } from '@nestjs/core/internal';
import type { Logger } from '#libs/platform/telemetry/logger.js';

type Write = (fields: object, message: string) => void;

/** Nest's messages about modules and providers name only our classes; other errors are reduced to their cause. */
const write = (log: Write, message: unknown, rest: readonly unknown[]): void => {
  const context = rest.at(-1);
  const from = typeof context === 'string' && !context.includes('\n') ? { nest: context } : {};
  if (typeof message === 'string') log(from, message);
  else if (message instanceof RuntimeException) log({ ...from, err: message }, message.message);
  else log({ ...from, err: message }, 'Nest reports an error');
};

/** Writes Nest's warnings and errors as lines of our log; its messages about a successful start are dropped. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: () => undefined,
  warn: (message: unknown, ...rest: unknown[]) => write((fields, text) => logger.warn(fields, text), message, rest),
  error: (message: unknown, ...rest: unknown[]) => write((fields, text) => logger.error(fields, text), message, rest),
  fatal: (message: unknown, ...rest: unknown[]) => write((fields, text) => logger.fatal(fields, text), message, rest),
});
