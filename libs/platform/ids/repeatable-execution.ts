import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { SeededSource } from './seeded-source.js';

const executions = new AsyncLocalStorage<SeededSource>();

/**
 * Runs work that another process repeats when this one dies during it: the ids and secrets that it makes come from the
 * source, so that the repeat makes the same ones and writes nothing twice. Carried by the context and not by arguments:
 * a handler cannot forget it.
 */
export const executeRepeatably = <T>(source: SeededSource, work: () => T): T => executions.run(source, work);

/** The source of ids of the running work, if it may be repeated. */
export const repeatableSource = (): SeededSource | undefined => executions.getStore();

/** Random bytes; repeatable work gets the same ones each time. */
export const repeatableBytes = (purpose: string, length: number): Buffer =>
  executions.getStore()?.bytes(purpose, length) ?? randomBytes(length);
