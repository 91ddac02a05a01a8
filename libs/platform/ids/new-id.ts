import { ulid } from 'ulid';
import { pooledRandom } from './pooled-random.js';
import { repeatableSource } from './repeatable-execution.js';

/** Ids of ours: `key_` and a ULID. Work that may be repeated makes the same ones each time. */
export const newId = (prefix: string): string =>
  repeatableSource()?.id(prefix) ?? `${prefix}_${ulid(undefined, pooledRandom)}`;
