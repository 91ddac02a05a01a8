import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { JsonObject } from '#libs/domain/json.js';
import { currentVersion } from '#libs/domain/upcasting.js';
import { type EventMetadata, metadataAsJson } from '#libs/event-sourcing/event-metadata.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { BatchWriter } from '#libs/read-side/projection/runner/batch-writer.js';
import { eventTypesOf, type RunnableProjection } from '#libs/read-side/projection/runner/runnable-projection.js';
import type { ReadModels } from '#libs/read-side/read-models/read-models.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import { createTestDatabase } from '#test/integration/test-database.js';

const eventNamespace = '4f5f0a1e-5d5b-4c1e-9d7e-2a5f3e0c9b10';

export interface EventContext extends Partial<EventMetadata> {
  revision?: number;
  stream?: string;
}

/** Makes events in the form of a store: ids, positions and times follow from their order alone. */
export class EventLog {
  private written = 0;

  constructor(private readonly start = '2026-11-21T10:00:00.000Z') {}

  event<Type extends EventType>(
    type: Type,
    data: EventOf<Type>['data'],
    { revision, stream, ...metadata }: EventContext = {},
  ): RecordedEvent {
    const ordinal = this.written;
    this.written += 1;
    const occurredAt = new Date(Date.parse(this.start) + ordinal * 1_000).toISOString();
    return {
      id: uuidv5(String(ordinal), eventNamespace),
      type,
      version: currentVersion(type),
      data: data as unknown as JsonObject,
      metadata: metadataAsJson({
        organizationId: 'org_a',
        actorType: 'api_key',
        keyId: 'key_1',
        subject: 'sub_ada',
        sealedClient: 'sealed-client',
        requestId: `req_${ordinal}`,
        clientRequestId: null,
        traceparent: null,
        occurredAt,
        ...metadata,
      }),
      stream: stream ?? `stream-${ordinal}`,
      revision: revision ?? 0,
      position: String(ordinal + 1).padStart(16, '0') as Position,
      recordedAt: occurredAt,
    };
  }
}

/** Fixture of read models in a database of its own, filled by the runner's writer without its subscriptions. */
export class ReadModelFixture {
  private constructor(
    readonly dataSource: ReadModels,
    readonly pool: Pool,
    readonly url: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<ReadModelFixture> {
    const database = await createTestDatabase();
    await migrateReadModels(database.url);
    const dataSource = await openReadModels({ connectionString: database.url, poolSize: 4 });
    return new ReadModelFixture(dataSource, new Pool({ connectionString: database.url, max: 2 }), database.url, () =>
      database.drop(),
    );
  }

  /** Applies the events in batches of the given size, or in a single batch. */
  async given(
    projections: readonly RunnableProjection[],
    events: readonly RecordedEvent[],
    batchSize = Math.max(1, events.length),
  ): Promise<void> {
    for (const projection of projections) {
      const types = eventTypesOf(projection);
      const wanted = events.filter(({ type }) => types.includes(type));
      for (let i = 0; i < wanted.length; i += batchSize) {
        await inTransaction(this.pool, async (client) => {
          const writer = await BatchWriter.open(client, projection);
          await writer.write(client, writer.fold(wanted.slice(i, i + batchSize)));
        });
      }
    }
  }

  async empty(...tables: string[]): Promise<void> {
    await this.pool.query(`truncate ${tables.map((table) => `read_model.${table}`).join(', ')}`);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.pool.end();
    await allOthersGone(this.url);
    await this.drop();
  }
}

/** Waits for connections to close: `Pool.end` resolves earlier, and the drop of the database would break them. */
const allOthersGone = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  while ((await client.query(others)).rowCount !== 0) await sleep(5);
  await client.end();
};
