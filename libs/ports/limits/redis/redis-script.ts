import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/**
 * A Lua script that runs as a whole on the server, sent by its hash once the server knows it. It returns whole
 * numbers.
 */
export class RedisScript {
  private readonly hash: string;

  constructor(private readonly lua: string) {
    this.hash = createHash('sha1').update(lua).digest('hex');
  }

  /** Loads the script before it is run: the first run of an unknown script is overtaken by commands sent after it. */
  async load(client: Redis): Promise<void> {
    await client.script('LOAD', this.lua);
  }

  async run(client: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<number[]> {
    try {
      return numbersOf(await client.evalsha(this.hash, keys.length, ...keys, ...args));
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    }
    return numbersOf(await client.eval(this.lua, keys.length, ...keys, ...args));
  }
}

const numbersOf = (answer: unknown): number[] => {
  if (Array.isArray(answer)) return answer.map(Number);
  throw new Error('A script answered with something else');
};
