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
  ExternalEnginesChanged: true,
  ApiKeyCreated: true,
  ApiKeyIssuedByRotation: true,
  ApiKeyRotated: true,
  ApiKeyHandedOver: true,
  ApiKeyRevoked: true,
  UserCreated: true,
  UserInvited: true,
  UserInviteRenewed: true,
  UserPasswordSet: true,
  UserIdentityLinked: true,
  UserChanged: true,
  UserSessionsEnded: true,
  UserDeleted: true,
  OwnerLinkMade: true,
  OwnerSignedUp: true,
  SessionBegan: true,
  SessionEnded: true,
  DocumentUploaded: true,
  DocumentCounted: true,
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
  ProcessingRecordChanged: true,
  ModelInstalled: true,
  ModelRemoved: true,
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

/** Types whose first versions have one sample each, of before two were asked for: how many they are. */
const withOneSample: Partial<Record<EventType, number>> = {
  ...Object.fromEntries(
    [
      ...['OrganizationCreated', 'OrganizationTierChanged', 'OrganizationSuspended', 'OrganizationResumed'],
      ...['OrganizationSettingsChanged', 'ApiKeyCreated', 'ApiKeyIssuedByRotation', 'ApiKeyRotated', 'ApiKeyRevoked'],
      ...['UserCreated', 'UserInvited', 'UserInviteRenewed', 'UserPasswordSet', 'UserIdentityLinked', 'UserChanged'],
      ...['UserDeleted', 'SessionBegan', 'SessionEnded', 'DocumentTranslationRequested'],
      ...['DocumentTranslationProgressed', 'DocumentTranslationCompleted', 'DocumentTranslationFailed'],
      ...['DocumentExpired', 'DocumentRetentionApplied', 'DocumentDeleted', 'GlossaryCreated'],
      ...['GlossaryEntriesReplaced', 'GlossaryDeleted', 'TextTranslated', 'LanguageDetected', 'RequestRefused'],
      ...['RefusalsCounted', 'TextStreamBegan', 'TextStreamEnded', 'SubjectDataRead', 'WebhookCreated'],
      ...['WebhookUpdated', 'WebhookSecretRotated', 'WebhookReplayRequested', 'WebhookDisabled', 'WebhookDeleted'],
      ...['WebhookEventMatched', 'WebhookDeliveryScheduled', 'WebhookDeliveryAttempted'],
      ...['WebhookDeliveryRescheduled', 'WebhookDeliverySucceeded', 'WebhookDeliveryFailed'],
      ...['WebhookDeliveriesRemoved', 'AuditLogExportStarted', 'AuditLogExportCompleted', 'AuditLogExportBroken'],
      ...['AuditLogExportAbandoned', 'CertificationRecorded', 'CertificationExpiring', 'CertificationDeleted'],
      ...['AuditLogKeyRotated', 'AuditLogBegun', 'AuditLogResumed', 'HoldPlaced', 'HoldLifted', 'ReportRequested'],
      ...['ReportProgressed', 'ReportCompleted', 'ReportFailed', 'ReportDownloaded', 'ReportExpired'],
      ...['ErasureRequested', 'ErasureCompleted', 'ErasureFailed'],
    ].map((type) => [type, 1]),
  ),
  DocumentUploaded: 2,
  DocumentDownloaded: 2,
};

const namesIn = (data: Record<string, unknown>): Set<string> => new Set(Object.keys(data));

const samplesOf = (type: EventType, version: number): Sample[] =>
  samples.filter((sample) => sample.type === type && sample.version === version);

/** A version, and how many samples it has at least. */
const versions = (Object.keys(everyType) as EventType[]).flatMap((type) =>
  Array.from({ length: currentVersion(type) }, (_, index) => ({
    type,
    version: index + 1,
    wanted: index < (withOneSample[type] ?? 0) ? 1 : 2,
  })),
);

describe('the history of events', () => {
  it('every version of every event has frozen samples, two since the sample of one shape was not enough', () => {
    const known = new Set(versions.map(({ type, version }) => `${type} ${version}`));
    expect(samples.filter(({ type, version }) => !known.has(`${type} ${version}`))).toEqual([]);
    const wanting = versions.filter(({ type, version, wanted }) => samplesOf(type, version).length < wanted);
    expect(wanting).toEqual([]);
  });

  it.each(versions.filter(({ wanted }) => wanted > 1))(
    'of the samples of $type $version one has every field, and one has those alone that none is without',
    ({ type, version }) => {
      const named = samplesOf(type, version).map(({ data }) => namesIn(data));
      const every = named.reduce((all, names) => all.union(names));
      const common = named.reduce((all, names) => all.intersection(names));
      expect(named).toContainEqual(every);
      expect(named).toContainEqual(common);
      const before = samplesOf(type, version - 1).map(({ data }) => namesIn(data));
      if (version > 1) expect(before).toContainEqual(common);
      expect(new Set(samplesOf(type, version).map(({ data }) => JSON.stringify(data))).size).toBe(named.length);
    },
  );

  it.each(samples)(
    'the sample $file is read as the newest version of its event, with every field',
    ({ type, version, data }) => {
      const newest = samplesOf(type, currentVersion(type)).map((sample) => namesIn(sample.data));
      const read = namesIn(upcast({ type, version, data }).data as Record<string, unknown>);
      const common = newest.reduce((all, names) => all.intersection(names));
      expect([...common.difference(read)]).toEqual([]);
      expect(newest.filter((names) => read.isSubsetOf(names))).not.toEqual([]);
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
