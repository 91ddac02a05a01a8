import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Detects that Redis lost its keys, by a key that nobody removes. */
export class RedisFlushDetector {
  private seen: string | undefined;

  constructor(
    private readonly client: Redis,
    private readonly key: string,
  ) {}

  /** Returns whether all keys were lost since the last look. Rejects when Redis is unavailable. */
  async look(): Promise<boolean> {
    await this.client.set(this.key, randomUUID(), 'NX');
    const mark = await this.client.get(this.key);
    if (mark === null) return false; // the key was lost just now; the next look sees a new one
    const isFlushed = this.seen !== undefined && this.seen !== mark;
    this.seen = mark;
    return isFlushed;
  }
}
