import type { Pool } from 'pg';
import { every } from '#libs/platform/async/every.js';
import type { NodeDirectory } from './node-directory.port.js';

export interface PostgresNodeDirectoryOptions {
  pool: Pool;
  /** Called when the entry could not be renewed; it is tried again. */
  onFault?: (error: unknown) => void;
  /** Milliseconds that the entry of a dead node stays; 15,000 when absent. */
  ttlMs?: number;
}

class PostgresNodeDirectory implements NodeDirectory {
  private readonly closing = new AbortController();
  private readonly ttlMs: number;
  private announced: string | undefined;
  private renewing: Promise<void> | undefined;

  constructor(private readonly options: PostgresNodeDirectoryOptions) {
    this.ttlMs = options.ttlMs ?? 15_000;
  }

  async announce(nodeId: string, address: string): Promise<void> {
    await this.write(nodeId, address);
    this.announced = nodeId;
    const { onFault = () => undefined } = this.options;
    this.renewing = every(this.ttlMs / 3, { signal: this.closing.signal, onFault }, () => this.write(nodeId, address));
  }

  async addressOf(nodeId: string): Promise<string | undefined> {
    const { rows } = await this.options.pool.query<{ address: string }>(
      'select address from node_directory.node where id = $1 and expires_at > clock_timestamp()',
      [nodeId],
    );
    return rows[0]?.address;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.renewing;
    if (this.announced === undefined) return;
    await this.options.pool
      .query('delete from node_directory.node where id = $1', [this.announced])
      .catch(() => undefined);
  }

  /** Entries of dead nodes go with the next sign of life of another. */
  private async write(nodeId: string, address: string): Promise<void> {
    await this.options.pool.query(
      `with dead as (delete from node_directory.node where expires_at < clock_timestamp() - interval '1 hour')
      insert into node_directory.node (id, address, expires_at)
      values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
      on conflict (id) do update set address = excluded.address, expires_at = excluded.expires_at`,
      [nodeId, address, this.ttlMs],
    );
  }
}

/** A directory in `node_directory.node`, timed by the database's clock. */
export const createPostgresNodeDirectory = (options: PostgresNodeDirectoryOptions): NodeDirectory =>
  new PostgresNodeDirectory(options);
