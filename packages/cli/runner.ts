import type { Context } from './context.js';
import type { ExitName } from './exit-codes.js';

/** The work of a command, by its arguments and options; what it returns decides the exit code, `ok` where it is nothing. */
export type Handler<Arguments extends unknown[]> = (
  context: Context,
  ...given: Arguments
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends well says nothing
) => Promise<ExitName | void>;

/** Makes the action of a command of its work. */
export type Runner = <Arguments extends unknown[]>(
  handler: Handler<Arguments>,
) => (...given: unknown[]) => Promise<void>;
