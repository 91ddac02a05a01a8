import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { migrateKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { eventNumbered } from '../../contract/numbered-events.js';
import { collect, labels, readLog, readWhole } from '../../contract/reading.js';
import type { EventStore } from '../../event-store.port.js';
import { START } from '../../position.js';
import { migrateEventStore } from '../migrate-event-store.js';
import { connectPostgresEventStore } from '../postgres-event-store.js';
import { type ArchiveOptions, archiveLog } from './archive-log.js';
import { openBlobs } from './archived-log.fixture.js';

/** Events of the log, numbered from 0. */
export const count = 45;
export const numbers = Array.from({ length: count }, (_, n) => n);

/** Streams 0 to 4 one after the other, nine events each; the log has four full partitions of ten events, and one of five. */
export class LogToArchive {
  private constructor(
    readonly database: TestDatabase,
    readonly administrator: Client,
    readonly directory: string,
    readonly blobs: BlobStore,
    readonly store: EventStore,
    /** Blobs of which ranges were read. */
    readonly read: string[],
    private readonly closeBlobs: () => Promise<void>,
  ) {}

  static async make(): Promise<LogToArchive> {
    const database = await createTestDatabase();
    await migrateEventStore(database.url, { positions: 10 });
    const pool = createPool({ connectionString: database.url, max: 1, applicationName: 'keys' });
    await migrateKeyVault(pool);
    await pool.end();
    const administrator = new Client({ connectionString: database.url });
    await administrator.connect();
    const directory = await mkdtemp(join(tmpdir(), 'transledger-archives-'));
    const { blobs, close } = await openBlobs({ connectionString: database.url, directory });
    const read: string[] = [];
    const watched = Object.create(blobs, {
      read: {
        value: (id: string, range: { start: number; end: number }) => {
          read.push(id);
          return blobs.read(id, range);
        },
      },
    });
    const store = await connectPostgresEventStore({ connectionString: database.url, archives: async () => watched });
    for (let n = 0; n < count; n += 3) {
      const events = [n, n + 1, n + 2].map((label) => eventNumbered(label));
      await store.append(`thing-${Math.floor(n / 9)}`, events, n % 9 === 0 ? 'no-stream' : (n % 9) - 1);
    }
    return new LogToArchive(database, administrator, directory, blobs, store, read, close);
  }

  async dispose(): Promise<void> {
    await this.store.close();
    await this.administrator.end();
    await this.closeBlobs();
    await this.database.drop();
    await rm(this.directory, { recursive: true, force: true });
  }

  archive(options: Partial<ArchiveOptions> = {}) {
    return collect(archiveLog({ connectionString: this.database.url, blobs: this.blobs, ...options }));
  }

  /** Number of events in the table. */
  async inTable(): Promise<number> {
    return (await this.administrator.query('select from event_store.events')).rowCount ?? 0;
  }

  async blobsOfArchives(): Promise<string[]> {
    const { rows } = await this.administrator.query<{ blob: string }>(
      'select blob from event_store.archive order by first_position',
    );
    return rows.map(({ blob }) => blob);
  }

  async expectWhole(): Promise<void> {
    expect(labels(await readLog(this.store, { after: START }))).toEqual(numbers);
    for (let n = 0; n < 5; n += 1) {
      expect(labels(await readWhole(this.store, `thing-${n}`))).toEqual(numbers.slice(9 * n, 9 * n + 9));
    }
  }
}
