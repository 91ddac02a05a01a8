import { once } from 'node:events';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { CreateApiKey, CreateApiKeyHandler } from '#libs/application/api-keys/create-api-key.handler.js';
import { operatorGrantor } from '#libs/application/api-keys/grantor.js';
import {
  operatorRevoker,
  RevokeApiKey,
  RevokeApiKeyHandler,
} from '#libs/application/api-keys/revoke-api-key.handler.js';
import { RotateApiKey, RotateApiKeyHandler } from '#libs/application/api-keys/rotate-api-key.handler.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { operatorMetadata } from '#libs/application/operator-metadata.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import type { DeletedOwnerRow, KeyRow, SnapshotReader } from '#projections/api-keys/key-snapshot.queries.js';
import type { RowState } from '#projections/api-keys/row-state.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { AccessDirectory } from './access-directory.js';
import { idleMs } from './session-uses.js';

/** A log with keys, and nodes that read it. */
export class DirectoryFixture {
  readonly eventStore = new InMemoryEventStore();
  readonly subjectKeys = new InMemorySubjectKeys();
  now = Date.parse('2026-11-21T08:00:00.000Z');
  /** Rows of the read models, and where they end. */
  rows: KeyRow[] = [];
  deletedOwnerRows: DeletedOwnerRow[] = [];
  organizationRows: { id: string; tier: 'pro'; status: 'active' | 'suspended' }[] = [];
  snapshot: RowState = { position: START, parkedStreams: [] };
  snapshotUnreadable = false;
  readonly used: string[] = [];
  private readonly directories: AccessDirectory[] = [];
  private readonly following: Promise<void>[] = [];

  metadata = (organizationId = 'org_1') => operatorMetadata(this.subjectKeys, organizationId, 'a test');

  async create(changes: { expiresAt?: string; organizationId?: string } = {}) {
    const { organizationId = 'org_1', expiresAt = null } = changes;
    const handler = new CreateApiKeyHandler(this.eventStore, this.subjectKeys);
    const owner = { subject: await this.subjectKeys.subjectFor(organizationId, 'usr_1'), userId: 'usr_1' };
    const key = {
      name: 'one',
      scopes: ['translate'] as const,
      ipAllowlist: [],
      expiresAt,
      owner,
      grantor: operatorGrantor,
    };
    return (await handler.execute(new CreateApiKey(key, await this.metadata(organizationId)))).grant;
  }

  revoke = async (keyId: string) =>
    new RevokeApiKeyHandler(this.eventStore).execute(new RevokeApiKey(keyId, operatorRevoker, await this.metadata()));

  rotate = async (keyId: string) =>
    new RotateApiKeyHandler(this.eventStore, this.subjectKeys).execute(
      new RotateApiKey(keyId, operatorGrantor, await this.metadata()),
    );

  async change(command: object, organizationId = 'org_1') {
    const now = new Date(this.now).toISOString();
    const metadata = await this.metadata(organizationId);
    const full = { organizationId, now, ...command } as Parameters<typeof organization.decide>[0];
    await execute(this.eventStore, organization, organizationId, full, { commandId: metadata.requestId, metadata });
  }

  head = async (): Promise<Position> => this.eventStore.head();

  /** A node that is starting. */
  directory(eventStore: ConstructorParameters<typeof AccessDirectory>[0]['eventStore'] = this.eventStore) {
    const directory = new AccessDirectory({
      eventStore,
      subjectKeys: this.subjectKeys,
      snapshots: {
        read: async (reader: SnapshotReader) => {
          if (this.snapshotUnreadable) throw new Error('The database is away');
          reader.organizations(this.organizationRows);
          reader.keys(this.rows);
          reader.deletedOwners(this.deletedOwnerRows);
          reader.accounts([]);
          reader.sessions([]);
          return this.snapshot;
        },
      },
      uses: { note: ({ id }) => this.used.push(id) },
      sessionUses: { use: (session, now) => now - session.usedAt < idleMs },
      logger: pino({ level: 'silent' }),
      now: () => this.now,
    });
    this.directories.push(directory);
    this.following.push(directory.follow());
    return directory;
  }

  /** A node that has read the keys. */
  async started(eventStore?: ConstructorParameters<typeof AccessDirectory>[0]['eventStore']) {
    const directory = this.directory(eventStore);
    await directory.loadedWithin(10_000);
    return directory;
  }

  async stop() {
    for (const directory of this.directories) directory.stop();
    await Promise.all(this.following);
  }
}

const never = () => Promise.withResolvers<never>().promise;

/** A store whose subscriptions deliver nothing until the signal; the first fails as `failure` does. */
export const silent = (
  eventStore: InMemoryEventStore,
  failure = never(),
): ConstructorParameters<typeof AccessDirectory>[0]['eventStore'] => {
  const failures = [failure];
  return {
    readAll: (options) => eventStore.readAll(options),
    readStream: (stream) => eventStore.readStream(stream),
    // biome-ignore lint/correctness/useYield: nothing is delivered
    subscribeToAll: async function* ({ signal }) {
      await Promise.race([once(signal, 'abort'), failures.pop() ?? never()]);
    },
  };
};

export const becomes = (directory: AccessDirectory, hash: string, expected: Partial<KeyAccess>) =>
  vi.waitFor(async () => expect(await directory.find(hash)).toMatchObject(expected), { timeout: 30_000, interval: 5 });
