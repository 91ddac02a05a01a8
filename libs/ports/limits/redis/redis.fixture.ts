import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { type RunningRedis, startRedis } from '#test/servers/redis.js';
import { SharedRedis, type SharedRedisOptions } from './shared-redis.js';

/** A real Redis and connections to it. */
export class RedisFixture {
  private readonly opened: SharedRedis[] = [];

  private constructor(
    private readonly folder: string,
    public running: RunningRedis,
    readonly admin: Redis,
  ) {
    admin.on('error', () => undefined);
  }

  static async start(): Promise<RedisFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'transledger-redis-'));
    const running = await startRedis({ folder });
    return new RedisFixture(folder, running, new Redis(running.url, { maxRetriesPerRequest: null }));
  }

  unconnected(options: Partial<SharedRedisOptions> = {}): SharedRedis {
    const redis = new SharedRedis({ url: this.running.url, answerWithinMs: 2_000, ...options });
    this.opened.push(redis);
    return redis;
  }

  /** Connects with a generous timeout for responses: a loaded machine is no outage. */
  async connected(options: Partial<SharedRedisOptions> = {}): Promise<SharedRedis> {
    const redis = this.unconnected(options);
    await new Promise<void>((resolve) => redis.onReturn(resolve));
    return redis;
  }

  async kill(): Promise<void> {
    await this.running.server.kill();
  }

  async restart(): Promise<void> {
    this.running = await startRedis({ folder: this.folder, port: this.running.port });
  }

  async close(): Promise<void> {
    for (const redis of this.opened) redis.close();
    this.admin.disconnect();
    await this.running.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
