import { Redis } from 'ioredis';
import { backoff, jittered } from '#libs/platform/async/backoff.js';
import { FaultReport } from '#libs/platform/redis/redis-fault.js';
import { parseRedisUrl, type RedisLocation } from '#libs/platform/redis/redis-location.js';

export interface SharedRedisOptions extends RedisLocation {
  /** Prefix of every key; `limits:` when omitted. */
  prefix?: string;
  /** Notified when Redis becomes unavailable (true) and when it is back (false), and once at the start. */
  onDegraded?: (isDegraded: boolean) => void;
  /** Receives faults of Redis, each kind every now and then. */
  onFault?: (error: Error) => void;
  /** Milliseconds to wait for a response; then Redis counts as unavailable. 100 when omitted. */
  answerWithinMs?: number;
}

/** @throws RangeError */
export const assertNodes = (nodes: number): void => {
  if (!(nodes >= 1)) throw new RangeError(`There is at least 1 node, not ${nodes}`);
};

/** Redis is unavailable; the caller goes on without it. */
class RedisAwayError extends Error {
  override readonly name = 'RedisAwayError';
}

const maxReconnectWaitMs = 2_000;
const probeEveryMs = 500;
const deadConnectionAfterMs = 5_000;

/**
 * One connection to the Redis that all nodes share. No caller waits for a Redis that is unavailable: the first
 * response that fails or is late makes it count as unavailable, and then it is asked in the background only until it
 * takes a write again. (PING would report success on a full server or on a replica.)
 */
export class SharedRedis {
  private readonly client: Redis;
  private readonly faults: FaultReport;
  private readonly returned: (() => void)[] = [];
  private isAway = true;
  private told: boolean | undefined;
  private probing: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly options: SharedRedisOptions) {
    const { host, secure } = parseRedisUrl(options.url);
    this.faults = new FaultReport(options.onFault ?? (() => undefined));
    this.client = new Redis(options.url, {
      ...(secure ? { tls: { servername: host, ...(options.ca === undefined ? {} : { ca: options.ca }) } } : {}),
      connectTimeout: 2_000,
      commandTimeout: options.answerWithinMs ?? 100,
      socketTimeout: deadConnectionAfterMs,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => backoff(times - 1, { maxMs: maxReconnectWaitMs }),
      reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 1 : false),
    });
    this.client.on('ready', () => this.probe());
    this.client.on('error', (error) => this.lose(error));
    this.client.on('close', () => this.lose(new Error('Redis closed the connection')));
  }

  get isDegraded(): boolean {
    return this.isAway;
  }

  keyOf(name: string): string {
    return `${this.options.prefix ?? 'limits:'}${name}`;
  }

  /** Runs a command. Rejects at once while Redis is unavailable, and at the timeout when it does not answer. */
  async run<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    if (this.isAway) throw new RedisAwayError('Redis is away');
    try {
      return await command(this.client);
    } catch (error) {
      this.lose(error);
      throw error;
    }
  }

  /** Calls the listener each time that Redis is back. */
  onReturn(listener: () => void): void {
    this.returned.push(listener);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.probing);
    this.client.disconnect();
  }

  private lose(error: unknown): void {
    if (this.isClosed) return;
    this.faults.report(error);
    this.isAway = true;
    this.tell();
    if (this.client.status === 'ready') this.probeSoon();
  }

  private tell(): void {
    if (this.told === this.isAway) return;
    this.told = this.isAway;
    this.options.onDegraded?.(this.isAway);
  }

  private probeSoon(): void {
    if (this.probing !== undefined || this.isClosed) return;
    this.probing = setTimeout(() => this.probe(), jittered(probeEveryMs)).unref();
  }

  private probe(): void {
    clearTimeout(this.probing);
    this.probing = undefined;
    this.client.set(this.keyOf('probe'), '1', 'PX', probeEveryMs).then(
      () => this.comeBack(),
      (error) => this.lose(error),
    );
  }

  private comeBack(): void {
    if (!this.isAway || this.isClosed) return;
    this.isAway = false;
    this.tell();
    for (const listener of this.returned) listener();
  }
}
