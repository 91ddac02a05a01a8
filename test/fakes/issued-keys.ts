import {
  CreateApiKey,
  CreateApiKeyHandler,
  type NewApiKey,
} from '#libs/application/api-keys/create-api-key.handler.js';
import { operatorGrantor } from '#libs/application/api-keys/grantor.js';
import type { IssuedKey } from '#libs/application/api-keys/issued-key.js';
import { operatorMetadata } from '#libs/application/operator-metadata.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { InMemorySubjectKeys } from './in-memory-subject-keys.js';

/** API keys in a log in memory. */
export class KeyFixture {
  readonly eventStore = new InMemoryEventStore();
  readonly subjectKeys = new InMemorySubjectKeys();

  get types(): string[] {
    return this.eventStore.events.map(({ type }) => type);
  }

  metadataOf(organizationId: string): Promise<EventMetadata> {
    return operatorMetadata(this.subjectKeys, organizationId, 'a test');
  }

  async owner(): Promise<NewApiKey['owner']> {
    return { subject: await this.subjectKeys.subjectFor('org_1', 'usr_1'), userId: 'usr_1' };
  }

  /** Creates a key of `org_1`; `changes` replaces fields. */
  async create(changes: Partial<NewApiKey> = {}, metadata?: EventMetadata): Promise<IssuedKey> {
    const key: NewApiKey = {
      name: 'build server',
      scopes: ['translate', 'detect'],
      ipAllowlist: ['192.0.2.0/24'],
      expiresAt: null,
      owner: await this.owner(),
      grantor: { ...operatorGrantor, scopes: ['translate', 'detect', 'keys:manage'] },
      ...changes,
    };
    const handler = new CreateApiKeyHandler(this.eventStore, this.subjectKeys);
    return handler.execute(new CreateApiKey(key, metadata ?? (await this.metadataOf('org_1'))));
  }
}
