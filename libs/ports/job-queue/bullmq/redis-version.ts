import type { Redis } from 'ioredis';
import { PlainError } from '#libs/platform/errors/plain-error.js';

/** The server is older than what jobs and limits were made for. */
export class OldRedisError extends PlainError {
  override readonly name = 'OldRedisError';

  constructor(redis: string, version: string) {
    super(`${redis} is of version ${version}, which is too old: 6.2 is the oldest`);
  }
}

/** The version in the answer to INFO; undefined where it gives none. */
export const versionIn = (info: string): string | undefined => /^redis_version:(\S+)/m.exec(info)?.[1];

export const isTooOld = (version: string): boolean => {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return false;
  return Number(major) < 6 || (Number(major) === 6 && Number(minor) < 2);
};

/** Rejects with an `OldRedisError`. A server that does not give its version is trusted. */
export const requireVersion = async (client: Pick<Redis, 'info'>, redis: string): Promise<void> => {
  const version = versionIn(await client.info('server').catch(() => ''));
  if (version !== undefined && isTooOld(version)) throw new OldRedisError(redis, version);
};
