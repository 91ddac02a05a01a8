import { randomBytes } from 'node:crypto';
import { sealClient } from '#libs/application/sealed-client.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { auditLog } from './audit-log.projection.js';
import { AuditLogQueries } from './audit-log.queries.js';

const day = '2026-11-21';
export const secondsIn = (seconds: number) =>
  new Date(Date.parse(`${day}T10:00:00.000Z`) + seconds * 1_000).toISOString();

export type Kind = 'translate' | 'detect' | 'document_delete' | 'refused';
export interface Entry {
  kind: Kind;
  user: string;
  second: number;
}

export const resourceOf: Record<Kind, string> = {
  translate: 'text',
  detect: 'text',
  document_delete: 'document',
  refused: 'document',
};
export const actionOf: Record<Kind, string> = {
  translate: 'translate',
  detect: 'detect',
  document_delete: 'document_delete',
  refused: 'document_upload',
};

/** The ids of texts are those of their requests, which no filter of a property names. */
export const resourceIdOf: Partial<Record<Kind, string>> = { document_delete: 'doc_1', refused: 'req_1' };

/** Ada and strangers share an address. */
export const addressOf = ({ user }: Pick<Entry, 'user'>): string => (user === 'bob' ? '192.0.2.1' : '192.0.2.0');

type SealedClient = Pick<EventMetadata, 'subject' | 'addressSubject' | 'sealedClient' | 'commitments'>;

const eventOf = (
  log: EventLog,
  organizationId: string,
  { kind, second }: Entry,
  client: SealedClient,
): RecordedEvent => {
  const circumstances = {
    organizationId,
    ...client,
    occurredAt: secondsIn(second),
  };
  const by = { organizationId, keyId: 'key_1' };
  switch (kind) {
    case 'translate':
      return log.event(
        'TextTranslated',
        {
          ...by,
          endpoint: 'translate',
          sourceLanguage: 'fi',
          targetLanguage: 'en',
          detectedLanguage: 'fi',
          domain: 'general',
          wordCount: 2,
          characterCount: 9,
          model: 'echo',
          confidence: 1,
          cached: false,
        },
        circumstances,
      );
    case 'detect':
      return log.event('LanguageDetected', { ...by, language: 'fi', confidence: 1, characterCount: 9 }, circumstances);
    case 'document_delete':
      return log.event(
        'DocumentDeleted',
        { documentId: 'doc_1', organizationId, blobIds: [], deletedAt: secondsIn(second) },
        circumstances,
      );
    case 'refused':
      return log.event(
        'RequestRefused',
        { ...by, action: 'document_upload', resource: 'document', resourceId: 'req_1', code: 'x', status: 403 },
        circumstances,
      );
  }
};

export const detections = (count: number): Entry[] =>
  Array.from({ length: count }, (_, second) => ({ kind: 'detect', user: 'ada', second }));

/** Seconds of the entries, as `secondsIn` counts them. */
export const seconds = (entries: readonly { timestamp: string }[]) =>
  entries.map(({ timestamp }) => (Date.parse(timestamp) - Date.parse(secondsIn(0))) / 1_000);

/** The audit log of organizations whose users did what a test says. */
export class AuditLogFixture {
  private readonly log = new EventLog();
  private organizations = 0;

  private constructor(
    readonly readModels: ReadModelFixture,
    readonly subjectKeys: SubjectKeys,
    readonly queries: AuditLogQueries,
  ) {}

  static async open(): Promise<AuditLogFixture> {
    const readModels = await ReadModelFixture.open();
    await migrateSubjectKeys(readModels.pool);
    const subjectKeys = await openPostgresSubjectKeys({ pool: readModels.pool, masterKey: randomBytes(32) });
    return new AuditLogFixture(readModels, subjectKeys, new AuditLogQueries(readModels.dataSource, subjectKeys));
  }

  close(): Promise<void> {
    return this.readModels.close();
  }

  nextOrganization(): string {
    this.organizations += 1;
    return `org_${this.organizations}`;
  }

  /** Gives each test an organization of its own: the table cannot be emptied. */
  async given(entries: readonly Entry[], organizationId = this.nextOrganization()): Promise<string> {
    const events: RecordedEvent[] = [];
    for (const entry of entries) {
      const subject = await this.subjectKeys.subjectFor(organizationId, entry.user);
      const client = { organizationId, subject, userId: entry.user, address: addressOf(entry), userAgent: 'curl' };
      events.push(eventOf(this.log, organizationId, entry, await sealClient(this.subjectKeys, client)));
    }
    await this.readModels.given([auditLog], events, 7);
    return organizationId;
  }

  /** An entry of before there were commitments. */
  async givenOlder(organizationId: string, entry: Entry, client: SealedClient): Promise<void> {
    await this.readModels.given([auditLog], [eventOf(this.log, organizationId, entry, client)]);
  }
}
