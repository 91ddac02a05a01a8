import type { Pool, PoolClient } from 'pg';
import { anySignal } from '#libs/platform/async/any-signal.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { Lease, Leases } from '#libs/ports/lease/lease.port.js';
import { assertNotNewer, readCheckpoints } from '../runner/checkpoint.js';
import type { RunnableProjection } from '../runner/runnable-projection.js';
import { type Comparison, comparablePosition, compareWithLive, RebuildDiffersError } from './rebuild-comparison.js';
import { RebuildProgress, type RebuildReport } from './rebuild-progress.js';
import { swapShadow } from './rebuild-swap.js';
import { ShadowLoader } from './shadow-loader.js';
import { ShadowTable } from './shadow-table.js';
import { tableDigest } from './table-digest.js';

export interface RebuildSettings {
  /** Pool of which two connections are held at a time, beside those for reads of the log and leases. */
  pool: Pool;
  eventStore: EventStore;
  leases: Leases;
  projection: RunnableProjection;
  /** Whether to swap even when the rebuilt rows differ from the live ones. */
  force?: boolean;
  signal?: AbortSignal;
  onProgress?: (report: RebuildReport) => void;
  now?: () => Date;
}

export interface RebuildResult {
  events: number;
  seconds: number;
  comparison: Comparison;
}

/**
 * Fills a new table from the log beside the live one, compares the two at one position where the version
 * has not changed, and swaps. The live projection and its readers go on meanwhile. Unlike the runner it
 * parks nothing: an event that fails ends the rebuild, and the live table stays.
 * @throws RebuildDiffersError, EventHandlingError, NewerVersionError
 */
export const rebuildProjection = async (settings: RebuildSettings): Promise<RebuildResult> => {
  const { pool, leases, projection, signal = new AbortController().signal } = settings;
  const lease = await leases.acquire(`projection-rebuild:${projection.name}`, signal);
  const progress = new RebuildProgress(pool, projection.name, settings.now ?? (() => new Date()), settings.onProgress);
  try {
    const stored = (await readCheckpoints(pool, [projection.name])).get(projection.name);
    if (stored !== undefined) assertNotNewer(stored, projection);
    await ShadowTable.dropLeftovers(pool, projection);
    return await new Rebuild(settings, anySignal([signal, lease.lost]), progress).run(lease);
  } finally {
    await progress.end().catch(() => undefined);
    await lease.release();
  }
};

class Rebuild {
  private readonly started = performance.now();

  constructor(
    private readonly settings: RebuildSettings,
    private readonly signal: AbortSignal,
    private readonly progress: RebuildProgress,
  ) {}

  async run(lease: Lease): Promise<RebuildResult> {
    const { pool, projection } = this.settings;
    const client = await pool.connect();
    try {
      const shadow = await ShadowTable.create(client, projection, lease.fencingToken);
      try {
        return await this.fillAndSwap(client, shadow);
      } catch (error) {
        await shadow.drop(pool).catch(() => undefined);
        throw error;
      }
    } finally {
      client.release(true);
    }
  }

  private async fillAndSwap(client: PoolClient, shadow: ShadowTable): Promise<RebuildResult> {
    const { pool, eventStore, projection, force = false, now = () => new Date() } = this.settings;
    const loader = await ShadowLoader.open(client, eventStore, projection, shadow);
    const bringTo = async (position: Position): Promise<Position> => {
      await loader.loadTo(client, position, this.signal, () => this.tell(loader, position));
      return loader.position;
    };

    await bringTo(await this.goal());
    await shadow.addIndexes(client, pool);
    await shadow.derive(client);
    await bringTo(await this.goal());
    const comparison = await compareWithLive(pool, projection, {
      digest: () => tableDigest(client, shadow.table),
      bringTo: async (position) => void (await bringTo(position)),
    });
    if (comparison.kind === 'different' && !force)
      throw new RebuildDiffersError(projection.name, comparison.live, comparison.rebuilt);
    await swapShadow({ pool, now, signal: this.signal }, projection, shadow, bringTo);
    // What stays behind goes with the next rebuild.
    await ShadowTable.dropLeftovers(pool, projection).catch(() => undefined);
    return { events: loader.events, seconds: (performance.now() - this.started) / 1_000, comparison };
  }

  /** Goal of the load: the live rows' position if these are compared, for they may stand still; else the log's end. */
  private async goal(): Promise<Position> {
    const { pool, eventStore, projection } = this.settings;
    return (await comparablePosition(pool, projection)) ?? (await eventStore.head());
  }

  private tell(loader: ShadowLoader, end: Position): void {
    // Progress is for people to see; the rebuild does not depend on it.
    this.progress.tell(loader.events, loader.position, end).catch(() => undefined);
  }
}
