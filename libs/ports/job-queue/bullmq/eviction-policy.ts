import type { Redis } from 'ioredis';
import { PlainError } from '#libs/platform/errors/plain-error.js';

/** Redis may drop jobs when its memory is full. */
export class EvictionPolicyError extends PlainError {
  override readonly name = 'EvictionPolicyError';

  constructor(redis: string, policy: string) {
    super(`${redis} has the maxmemory-policy ${policy}: it may drop jobs; set it to noeviction`);
  }
}

export const policyIn = (info: string): string | undefined => /^maxmemory_policy:(\S+)/m.exec(info)?.[1];

/**
 * Reads the policy; `undefined` where the server does not give it. INFO comes first: managed servers often forbid
 * CONFIG.
 */
const readPolicy = async (client: Redis): Promise<string | undefined> => {
  const info = await client.info('memory').catch(() => '');
  const policy = policyIn(info);
  if (policy !== undefined) return policy;
  const answer = await client.config('GET', 'maxmemory-policy').catch(() => []);
  return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : undefined;
};

/** Rejects with an `EvictionPolicyError`. A server that does not give its policy is trusted. */
export const requireNoEviction = async (client: Redis, redis: string): Promise<void> => {
  const policy = await readPolicy(client);
  if (policy !== undefined && policy !== 'noeviction') throw new EvictionPolicyError(redis, policy);
};
