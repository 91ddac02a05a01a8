import type { EventType } from '#libs/domain/domain-event.js';

/** Declaration of a topic. */
export interface TopicDeclaration {
  /** Name without the prefix of the installation. */
  name: string;
  /**
   * Number of partitions, never to be changed: the partition of a stream follows from it, and with that the order of
   * its events and the recognition of repetitions. It bounds how many processes share a consumer group.
   */
  partitions: number;
  /** `compact` keeps the newest record of each key for ever. */
  cleanup: 'delete' | 'compact';
  /** Milliseconds after which `delete` removes records. The event store keeps them all. */
  retentionMs?: number;
  /** Content of the topic, for operators. */
  holds: string;
}

const day = 24 * 60 * 60 * 1_000;

/** Maximum bytes of a record. An append is 1 MiB at most; a record holds an event of it with its envelope. */
export const maxRecordBytes = 2 * 1024 * 1024;

/** Number of replicas where there are as many brokers, and how many of them acknowledge. */
export const replicas = { wanted: 3, inSync: 2 };

const events = {
  document: {
    name: 'events.document',
    partitions: 12,
    cleanup: 'delete',
    retentionMs: 30 * day,
    holds: 'documents: upload, translation, download, end',
  },
  glossary: {
    name: 'events.glossary',
    partitions: 3,
    cleanup: 'delete',
    retentionMs: 30 * day,
    holds: 'glossaries: creation, new versions, deletion',
  },
  webhookDelivery: {
    name: 'events.webhook_delivery',
    partitions: 12,
    cleanup: 'delete',
    retentionMs: 30 * day,
    holds: 'deliveries of webhooks: numbers, schedule, attempts, outcome',
  },
  textUsage: {
    name: 'events.text_usage',
    partitions: 6,
    cleanup: 'delete',
    retentionMs: 7 * day,
    holds: 'texts translated or streamed, languages detected, requests refused; many, and read by no group of ours',
  },
  administration: {
    name: 'events.administration',
    partitions: 3,
    cleanup: 'delete',
    retentionMs: 30 * day,
    holds:
      'organizations, users, sessions, API keys, certifications, legal holds, erasures, compliance reports, exports of the audit log, and whatever has no topic of its own',
  },
} as const satisfies Record<string, TopicDeclaration>;

/**
 * Topic of each event type. The type makes it complete: no event is without a topic. All events of a stream go to
 * one.
 */
const topicOfType: Record<EventType, TopicDeclaration> = {
  DocumentUploaded: events.document,
  DocumentCounted: events.document,
  DocumentTranslationRequested: events.document,
  DocumentTranslationProgressed: events.document,
  DocumentTranslationCompleted: events.document,
  DocumentTranslationFailed: events.document,
  DocumentDownloaded: events.document,
  DocumentExpired: events.document,
  DocumentRetentionApplied: events.document,
  DocumentDeleted: events.document,
  GlossaryCreated: events.glossary,
  GlossaryEntriesReplaced: events.glossary,
  GlossaryDeleted: events.glossary,
  WebhookDeliveryScheduled: events.webhookDelivery,
  WebhookDeliveryAttempted: events.webhookDelivery,
  WebhookDeliveryRescheduled: events.webhookDelivery,
  WebhookDeliverySucceeded: events.webhookDelivery,
  WebhookDeliveryFailed: events.webhookDelivery,
  WebhookEventMatched: events.webhookDelivery,
  TextTranslated: events.textUsage,
  LanguageDetected: events.textUsage,
  SubjectDataRead: events.textUsage,
  RequestRefused: events.textUsage,
  RefusalsCounted: events.textUsage,
  TextStreamBegan: events.textUsage,
  TextStreamEnded: events.textUsage,
  OrganizationCreated: events.administration,
  OrganizationTierChanged: events.administration,
  OrganizationSuspended: events.administration,
  OrganizationResumed: events.administration,
  OrganizationSettingsChanged: events.administration,
  ExternalEnginesChanged: events.administration,
  UserCreated: events.administration,
  UserInvited: events.administration,
  UserInviteRenewed: events.administration,
  UserPasswordSet: events.administration,
  UserIdentityLinked: events.administration,
  UserChanged: events.administration,
  UserSessionsEnded: events.administration,
  UserDeleted: events.administration,
  OwnerLinkMade: events.administration,
  OwnerSignedUp: events.administration,
  SessionBegan: events.administration,
  SessionEnded: events.administration,
  ApiKeyCreated: events.administration,
  ApiKeyIssuedByRotation: events.administration,
  ApiKeyRotated: events.administration,
  ApiKeyHandedOver: events.administration,
  ApiKeyRevoked: events.administration,
  AuditLogExportStarted: events.administration,
  AuditLogExportCompleted: events.administration,
  AuditLogExportBroken: events.administration,
  AuditLogExportAbandoned: events.administration,
  AuditLogKeyRotated: events.administration,
  AuditLogBegun: events.administration,
  AuditLogResumed: events.administration,
  CertificationRecorded: events.administration,
  CertificationExpiring: events.administration,
  CertificationDeleted: events.administration,
  WebhookDeliveriesRemoved: events.administration,
  ProcessingRecordChanged: events.administration,
  ModelInstalled: events.administration,
  ModelRemoved: events.administration,
  HoldPlaced: events.administration,
  HoldLifted: events.administration,
  ReportRequested: events.administration,
  ReportProgressed: events.administration,
  ReportCompleted: events.administration,
  ReportFailed: events.administration,
  ReportDownloaded: events.administration,
  ReportExpired: events.administration,
  ErasureRequested: events.administration,
  ErasureCompleted: events.administration,
  ErasureFailed: events.administration,
  WebhookCreated: events.administration,
  WebhookUpdated: events.administration,
  WebhookSecretRotated: events.administration,
  WebhookReplayRequested: events.administration,
  WebhookDisabled: events.administration,
  WebhookDeleted: events.administration,
};

const byType = new Map<string, TopicDeclaration>(Object.entries(topicOfType));

/** The topics that the relay fills. */
export const eventTopics: readonly TopicDeclaration[] = Object.values(events);

/** Returns the topic where events of this type are published. */
export const topicOf = (type: string): TopicDeclaration => byType.get(type) ?? events.administration;

/** Returns the topics that a group of these types reads. */
export const topicsOf = (types: readonly string[]): TopicDeclaration[] => [...new Set(types.map(topicOf))];

/**
 * Declares the topic of a group's parked messages: the event id as key, the event and the reason as value; empty once
 * it succeeded. There is no topic for later tries: they are made in place, so that a key keeps its order.
 */
export const deadLetterTopic = (group: string): TopicDeclaration => ({
  name: `dead-letters.${group}`,
  partitions: 1,
  cleanup: 'compact',
  holds: `messages that ${group} gave up`,
});
