import type { LoggerService } from '@nestjs/common';
import { RuntimeException } from '@nestjs/core/internal';
import type { Logger } from '#libs/platform/telemetry/logger.js';

type Write = (fields: object, message: string) => void;

/** What Nest says of modules and providers names our classes and nothing else; other errors are reduced as ever. */
const write = (log: Write, message: unknown, rest: readonly unknown[]): void => {
  const context = rest.at(-1);
  const from = typeof context === 'string' && !context.includes('\n') ? { nest: context } : {};
  if (typeof message === 'string') log(from, message);
  else if (message instanceof RuntimeException) log({ ...from, err: message }, message.message);
  else log({ ...from, err: message }, 'Nest reports an error');
};

/** Nest's warnings and errors as lines of our log; what it says of a start that goes well is not kept. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: () => undefined,
  warn: (message: unknown, ...rest: unknown[]) => write((fields, text) => logger.warn(fields, text), message, rest),
  error: (message: unknown, ...rest: unknown[]) => write((fields, text) => logger.error(fields, text), message, rest),
  fatal: (message: unknown, ...rest: unknown[]) => write((fields, text) => logger.fatal(fields, text), message, rest),
});
