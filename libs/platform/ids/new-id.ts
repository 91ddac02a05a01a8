import { ulid } from 'ulid';
import { pooledRandom } from './pooled-random.js';
import { repeatableSource } from './repeatable-execution.js';

/** Makes a new id such as `key_` and a ULID. Repeatable work makes the same ones each time. */
export const newId = (prefix: string): string =>
  repeatableSource()?.id(prefix) ?? `${prefix}_${ulid(undefined, pooledRandom)}`;
