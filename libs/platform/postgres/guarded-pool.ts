import { Socket } from 'node:net';
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Call, CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { DependencyAwayError } from '#libs/platform/errors/dependency-away.error.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';

type OnConnected = Parameters<Pool['connect']>[0];

const howEnded = (error: unknown): 'answered' | 'outage' =>
  error instanceof Error && !(error instanceof DatabaseError && !isOutage(error)) ? 'outage' : 'answered';

/** Opens the sockets of a pool's clients, and can cut all that are open. */
class Sockets {
  private readonly open = new Set<Socket>();

  readonly create = (): Socket => {
    const socket = new Socket();
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  cut(): void {
    for (const socket of this.open) socket.destroy();
  }
}

/**
 * A pool whose breaker knows of every use. While it is open connections, and so queries, are refused; as it opens all
 * connections are cut, so that a query which waits on one ends, and none is found dead later.
 */
export class GuardedPool extends Pool {
  private readonly uses = new WeakMap<PoolClient, Call>();
  private readonly broken = new WeakSet<PoolClient>();

  constructor(
    config: PoolConfig,
    private readonly breaker: CircuitBreaker,
  ) {
    const sockets = new Sockets();
    super({ ...config, stream: sockets.create });
    this.on('connect', (client) => client.on('error', () => this.broken.add(client)));
    this.on('release', (error: unknown, client: PoolClient) => {
      const call = this.uses.get(client);
      this.uses.delete(client);
      // Some give a connection back without a word of the error that broke it.
      if (call !== undefined) breaker.end(call, this.broken.has(client) ? 'outage' : howEnded(error));
    });
    breaker.onOpened(() => sockets.cut());
  }

  override connect(): Promise<PoolClient>;
  override connect(onConnected: OnConnected): void;
  /** Both forms; the pool's own `query` uses the one with a callback. */
  override connect(onConnected?: OnConnected): unknown {
    if (onConnected !== undefined) return this.guarded(onConnected);
    return new Promise((resolve, reject) => {
      this.guarded((error, client) => (client === undefined ? reject(error) : resolve(client)));
    });
  }

  private guarded(onConnected: OnConnected): void {
    if (this.breaker.isOpen) {
      onConnected(new DependencyAwayError('The database'), undefined, () => undefined);
      return;
    }
    const call = this.breaker.begin();
    super.connect((error, client, done) => {
      if (client === undefined) this.breaker.end(call, howEnded(error));
      else this.uses.set(client, call);
      onConnected(error, client, done);
    });
  }
}
