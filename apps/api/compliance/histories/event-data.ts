import { settingsFacts } from '#libs/audit/facts.js';
import type { TranslationOptions, TranslationStep } from '#libs/domain/document/document.events.js';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { Provenance } from '#libs/domain/provenance.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';

type Shown = Record<string, unknown>;
type Show<Type extends EventType> = (data: EventOf<Type>['data']) => Shown;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Shows these fields of an event, named as the API names them; one that is missing is left out. */
const only =
  <Name extends string>(...names: readonly Name[]) =>
  (data: { [Field in Name]?: unknown }): Shown =>
    Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[snakeCase(name), data[name]]])));

const shownOptions = only<Exclude<keyof TranslationOptions, 'glossary' | 'rulesBlobId'>>(
  ...(['domain', 'quality', 'preserveLayout', 'preserveImages', 'translateHeaders', 'translateAltText'] as const),
  ...(['translateComments', 'pageRange', 'sheetNames', 'hidden', 'ocr'] as const),
);

const optionsOf = (options: TranslationOptions): Shown => ({
  ...shownOptions(options),
  ...(options.glossary && { glossary_id: options.glossary.id, glossary_version: options.glossary.version }),
});

/** Engines that were given text, as consent to them names them, and their price. */
const enginesOf = ({ engines }: Pick<Provenance, 'engines'>): Shown => ({
  ...(engines && { engines: engines.map(only('id', 'host', 'region', 'tokens', 'cost')) }),
});
const step = (data: TranslationStep): Shown => ({
  ...only('modelSha256', 'rulesVersion', 'engineVersion', 'storedBytes', 'commitments')(data),
  ...enginesOf(data),
});
const grant = only('name', 'scopes', 'ipAllowlist', 'expiresAt', 'createdAt');
const translation = only('translationId', 'sourceLanguage', 'targetLanguage');
const glossaryVersion = only(
  ...(['name', 'sourceLanguage', 'targetLanguage', 'domain', 'version', 'entryCount', 'sizeBytes', 'sha256'] as const),
  ...(['createdAt', 'updatedAt'] as const),
);
const upload = only(
  ...(['format', 'mediaType', 'sizeBytes', 'sha256', 'pageCount', 'wordCount', 'characterCount'] as const),
  ...(['segmentCount', 'sourceLanguage', 'detectedLanguage', 'uploadedAt'] as const),
  ...(['counted', 'pageCountSource', 'storedBytes'] as const),
);
const completion = only(
  ...(['domain', 'model', 'confidence', 'sizeBytes', 'sha256', 'wordCount', 'characterCount'] as const),
  ...(['glossaryId', 'glossaryVersion', 'completedAt', 'expiresAt'] as const),
);

/**
 * The fields of each event that are shown, named one by one so that no reference, seal, hash of a key or field of a
 * later version is. Null for those that are in the history of no resource.
 */
const shown: { [Type in EventType]: Show<Type> | null } = {
  OrganizationCreated: only('name', 'tier', 'createdAt'),
  OrganizationTierChanged: only('tier', 'previousTier'),
  OrganizationSettingsChanged: ({ changes, previous, changedAt }) => ({
    ...settingsFacts(changes, previous),
    changed_at: changedAt,
  }),
  ExternalEnginesChanged: only('engines', 'previous', 'changedAt'),
  OrganizationSuspended: only('suspendedAt'),
  OrganizationResumed: only('resumedAt'),
  ApiKeyCreated: grant,
  ApiKeyIssuedByRotation: (data) => ({ ...grant(data), rotated_from: data.rotatedFrom }),
  ApiKeyRotated: only('successorId', 'graceEndsAt'),
  ApiKeyHandedOver: only('handedOverAt'),
  ApiKeyRevoked: only('revokedAt'),
  UserCreated: only('role', 'createdAt'),
  UserInvited: only('role', 'inviteExpiresAt', 'invitedAt'),
  UserInviteRenewed: only('inviteExpiresAt', 'renewedAt'),
  UserPasswordSet: only('by', 'setAt'),
  UserIdentityLinked: only('issuer', 'linkedAt'),
  UserChanged: only('role', 'previousRole', 'nameChanged', 'changedAt'),
  UserSessionsEnded: only('sessionIds', 'endedAt'),
  UserDeleted: only('deletedAt'),
  OwnerLinkMade: only('linkExpiresAt', 'madeAt'),
  OwnerSignedUp: only('role', 'signedUpAt'),
  SessionBegan: null,
  SessionEnded: null,
  DocumentUploaded: (data) => ({ ...upload(data), has_webhook: data.webhookRef !== null }),
  DocumentCounted: only('pageCount', 'pageCountSource', 'wordCount', 'characterCount', 'segmentCount', 'countedAt'),
  DocumentTranslationRequested: (data) => ({
    ...translation(data),
    options: optionsOf(data.options),
    ...(data.size && only('wordCount', 'characterCount', 'segmentCount')(data.size)),
    ...(data.pageCount !== undefined && only('pageCount')(data)),
    ...only('requestedAt', 'estimatedCompletion')(data),
    ...step(data),
  }),
  DocumentTranslationProgressed: (data) => ({
    ...only('translationId', 'segmentsDone', 'segmentsTotal')(data),
    ...(data.estimatedCompletion !== undefined && only('estimatedCompletion')(data)),
    ...step(data),
  }),
  DocumentTranslationCompleted: (data) => ({ ...translation(data), ...completion(data), ...step(data) }),
  DocumentTranslationFailed: (data) => ({
    ...translation(data),
    error: { code: data.error.code, message: data.error.message },
    ...only('domain', 'wordCount', 'characterCount', 'failedAt', 'expiresAt')(data),
    ...enginesOf(data),
  }),
  DocumentDownloaded: (data) => ({ ...translation(data), ...only('part', 'includesSource', 'downloadedAt')(data) }),
  DocumentExpired: only('expiredAt'),
  DocumentRetentionApplied: only('expiresAt', 'fileCount', 'appliedAt'),
  DocumentDeleted: only('deletedAt'),
  GlossaryCreated: glossaryVersion,
  GlossaryEntriesReplaced: glossaryVersion,
  GlossaryDeleted: only('deletedAt'),
  WebhookCreated: only('events', 'delivery', 'createdAt'),
  WebhookUpdated: only('events', 'isUrlChanged', 'isEnabled', 'updatedAt'),
  WebhookSecretRotated: only('previousValidUntil', 'rotatedAt'),
  WebhookDisabled: only('reason', 'disabledAt'),
  WebhookReplayRequested: only('start', 'end', 'deliveries', 'requestedAt'),
  WebhookDeleted: only('deletedAt'),
  WebhookEventMatched: null,
  WebhookDeliveryScheduled: null,
  WebhookDeliveryAttempted: null,
  WebhookDeliveryRescheduled: null,
  WebhookDeliverySucceeded: null,
  WebhookDeliveryFailed: null,
  WebhookDeliveriesRemoved: null,
  TextTranslated: null,
  LanguageDetected: null,
  RequestRefused: null,
  RefusalsCounted: null,
  TextStreamBegan: null,
  TextStreamEnded: null,
  AuditLogExportStarted: null,
  AuditLogExportCompleted: null,
  AuditLogExportBroken: null,
  AuditLogExportAbandoned: null,
  ReportRequested: ({ reportType, ...data }) => ({
    type: reportType,
    ...only('period', 'format', 'requestedAt', 'estimatedCompletion')(data),
  }),
  ReportProgressed: only('progress'),
  ReportCompleted: only('sizeBytes', 'sha256', 'treeSize', 'completedAt', 'expiresAt'),
  ReportFailed: ({ error: { code, message }, failedAt }) => ({ error: { code, message }, failed_at: failedAt }),
  ReportDownloaded: only('downloadedAt'),
  ReportExpired: only('expiresAt', 'expiredAt'),
  AuditLogKeyRotated: null,
  AuditLogBegun: null,
  AuditLogResumed: null,
  ErasureRequested: null,
  ErasureCompleted: null,
  ErasureFailed: null,
  SubjectDataRead: null,
  CertificationRecorded: null,
  CertificationExpiring: null,
  CertificationDeleted: null,
  ProcessingRecordChanged: null,
  ModelInstalled: null,
  ModelRemoved: null,
  HoldPlaced: null,
  HoldLifted: null,
};

/** The data of an event as its organization may see them; personal values are not among them. */
export const shownData = ({ type, data }: RecordedDomainEvent): Shown => {
  const show = shown[type] as ((data: unknown) => Shown) | null;
  return show === null ? {} : show(data);
};
