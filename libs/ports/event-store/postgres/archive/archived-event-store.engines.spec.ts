import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '#libs/platform/postgres/pool.js';
import { migrateKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import { createTestDatabase } from '#test/integration/test-database.js';
import { eventStoreContract } from '../../event-store.contract.js';
import type { EventStore, ExpectedRevision, NewEvent } from '../../event-store.port.js';
import { migrateEventStore } from '../migrate-event-store.js';
import { archiveLog } from './archive-log.js';
import { type ArchivedLogOptions, connectArchivedLog, openBlobs } from './archived-log.fixture.js';

/** Positions of a partition: so few that nearly every test has archives, and more where a log has many events. */
const few = 2;
const partitionsOfLog = 10;
const betweenRunsMs = 50;

/** Archives all but the newest partition, one run after another, and once more before each read. */
class Archiver {
  private running: Promise<void> | undefined;
  private isStopped = false;
  private positions = few;

  constructor(
    private readonly options: ArchivedLogOptions,
    private readonly opened: Awaited<ReturnType<typeof openBlobs>>,
  ) {}

  /** Resolves when a run that began after the call has ended. */
  async run(): Promise<void> {
    await this.running;
    this.running ??= this.archive().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  async goOn(): Promise<void> {
    while (!this.isStopped) {
      await this.run();
      await sleep(betweenRunsMs);
    }
  }

  /** Makes partitions larger from now on, where the log will be this long. */
  async makeRoomFor(events: number): Promise<void> {
    const positions = Math.floor(events / partitionsOfLog);
    if (positions < 2 * this.positions) return;
    this.positions = positions;
    await migrateEventStore(this.options.connectionString, { positions });
  }

  stop(): void {
    this.isStopped = true;
  }

  private async archive(): Promise<void> {
    const { connectionString } = this.options;
    for await (const { endPosition } of archiveLog({ connectionString, blobs: this.opened.blobs })) {
      await this.makeRoomFor(Number(endPosition));
      if (this.isStopped) return;
    }
  }
}

const archivedBefore = (store: EventStore, archiver: Archiver): EventStore => ({
  append: async (stream: string, events: readonly NewEvent[], expected: ExpectedRevision) => {
    await archiver.makeRoomFor(10 * events.length);
    return store.append(stream, events, expected);
  },
  async *readStream(stream, options) {
    await archiver.run();
    yield* store.readStream(stream, options);
  },
  readAll: async (options) => {
    await archiver.run();
    return store.readAll(options);
  },
  subscribeToAll: (options) => store.subscribeToAll(options),
  head: () => store.head(),
  close: () => store.close(),
});

eventStoreContract('PostgreSQL, all but its newest partition archived', async () => {
  const database = await createTestDatabase();
  await migrateEventStore(database.url, { positions: few });
  const keyPool = createPool({ connectionString: database.url, max: 1, applicationName: 'keys' });
  await migrateKeyVault(keyPool);
  await keyPool.end();
  const options = { connectionString: database.url, directory: await mkdtemp(join(tmpdir(), 'transledger-archives-')) };
  const blobs = await openBlobs(options);
  const archiver = new Archiver(options, blobs);
  const goingOn = archiver.goOn();
  const opened: EventStore[] = [];
  const open = async ({ port, ...more }: { port?: number; appendTimeoutMs?: number } = {}) => {
    const url = new URL(database.url);
    if (port !== undefined) url.port = String(port);
    const store = await connectArchivedLog({ ...options, ...more, connectionString: url.href });
    opened.push(store);
    return archivedBefore(store, archiver);
  };
  return {
    store: await open(),
    open,
    port: Number(new URL(database.url).port),
    forProcesses: {
      module: new URL('./archived-log.fixture.ts', import.meta.url).href,
      connect: 'connectArchivedLog',
      options,
    },
    dispose: async () => {
      archiver.stop();
      await goingOn;
      await Promise.all(opened.map((store) => store.close()));
      await blobs.close();
      await database.drop();
      await rm(options.directory, { recursive: true, force: true });
    },
  };
});
