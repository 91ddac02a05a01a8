import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Notices that Redis lost its keys, by one that nobody removes. */
export class RedisFlushDetector {
  private seen: string | undefined;

  constructor(
    private readonly client: Redis,
    private readonly key: string,
  ) {}

  /** Whether all was lost since the last look. Rejects when Redis is away. */
  async look(): Promise<boolean> {
    await this.client.set(this.key, randomUUID(), 'NX');
    const mark = await this.client.get(this.key);
    if (mark === null) return false; // lost just now; the next look sees a new one
    const isFlushed = this.seen !== undefined && this.seen !== mark;
    this.seen = mark;
    return isFlushed;
  }
}
