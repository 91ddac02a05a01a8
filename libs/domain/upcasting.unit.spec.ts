import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventType } from './domain-event.js';
import { currentVersion, upcast, upcastThrough } from './upcasting.js';

interface Sample {
  file: string;
  type: EventType;
  version: number;
  data: Record<string, unknown>;
}

const samples: Sample[] = globSync('*/history/*.json', { cwd: import.meta.dirname }).map((file) => ({
  file,
  ...JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')),
}));

/** Every event type; a type that is missing here does not compile. */
const everyType: Record<EventType, true> = {
  OrganizationCreated: true,
  OrganizationTierChanged: true,
  OrganizationSuspended: true,
  OrganizationResumed: true,
  OrganizationSettingsChanged: true,
  ApiKeyCreated: true,
  ApiKeyIssuedByRotation: true,
  ApiKeyRotated: true,
  ApiKeyRevoked: true,
  UserCreated: true,
  UserInvited: true,
  UserInviteRenewed: true,
  UserPasswordSet: true,
  UserIdentityLinked: true,
  UserChanged: true,
  UserDeleted: true,
  SessionBegan: true,
  SessionEnded: true,
  DocumentUploaded: true,
  DocumentTranslationRequested: true,
  DocumentTranslationProgressed: true,
  DocumentTranslationCompleted: true,
  DocumentTranslationFailed: true,
  DocumentDownloaded: true,
  DocumentExpired: true,
  DocumentRetentionApplied: true,
  DocumentDeleted: true,
  GlossaryCreated: true,
  GlossaryEntriesReplaced: true,
  GlossaryDeleted: true,
  TextTranslated: true,
  LanguageDetected: true,
  RequestRefused: true,
  RefusalsCounted: true,
  TextStreamBegan: true,
  TextStreamEnded: true,
  WebhookCreated: true,
  WebhookUpdated: true,
  WebhookSecretRotated: true,
  WebhookReplayRequested: true,
  WebhookDisabled: true,
  WebhookDeleted: true,
  WebhookEventMatched: true,
  WebhookDeliveryScheduled: true,
  WebhookDeliveryAttempted: true,
  WebhookDeliveryRescheduled: true,
  WebhookDeliverySucceeded: true,
  WebhookDeliveryFailed: true,
  AuditLogExportStarted: true,
  AuditLogExportCompleted: true,
  AuditLogExportBroken: true,
  AuditLogExportAbandoned: true,
  CertificationRecorded: true,
  CertificationExpiring: true,
  CertificationDeleted: true,
  AuditLogKeyRotated: true,
  AuditLogBegun: true,
  WebhookDeliveriesRemoved: true,
  AuditLogResumed: true,
  HoldPlaced: true,
  HoldLifted: true,
  ReportRequested: true,
  ReportProgressed: true,
  ReportCompleted: true,
  ReportFailed: true,
  ReportDownloaded: true,
  ReportExpired: true,
  ErasureRequested: true,
  ErasureCompleted: true,
  ErasureFailed: true,
  SubjectDataRead: true,
};

describe('the history of events', () => {
  it('every version of every event has a frozen sample', () => {
    const wanted = (Object.keys(everyType) as EventType[]).flatMap((type) =>
      Array.from({ length: currentVersion(type) }, (_, index) => `${type} ${index + 1}`),
    );
    expect(samples.map(({ type, version }) => `${type} ${version}`).sort()).toEqual(wanted.sort());
  });

  it.each(samples)(
    'the sample $file is read as the newest version of its event, with every field',
    ({ type, version, data }) => {
      const newest = samples.find((sample) => sample.type === type && sample.version === currentVersion(type));
      expect(Object.keys(upcast({ type, version, data }).data).sort()).toEqual(Object.keys(newest?.data ?? {}).sort());
    },
  );

  it('an old event goes through every upcaster from its version on', () => {
    const steps = [
      (data: Record<string, unknown>) => ({ ...data, second: true }),
      (data: Record<string, unknown>) => ({ ...data, third: data.second }),
    ];
    expect(upcastThrough(steps, 1, { first: 1 })).toEqual({ first: 1, second: true, third: true });
    expect(upcastThrough(steps, 2, { second: 2 })).toEqual({ second: 2, third: 2 });
    expect(upcastThrough(steps, 3, { third: 3 })).toEqual({ third: 3 });
  });

  it('an event of a newer release is refused instead of guessed', () =>
    expect(() => upcast({ type: 'OrganizationCreated', version: 99, data: {} })).toThrow(/newer release/));
});
