import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import type { ExportFilters } from '#libs/domain/audit-export/audit-export.events.js';
import { type Act, actOn, type Descriptions } from './act.js';
import type { AuditMetadata } from './audit-metadata.js';
import { heldFacts, known, settingsFacts } from './facts.js';

const auditLogAct = actOn('audit_log');
const certificationAct = actOn('certification');
const holdAct = actOn('hold');
const keyAct = actOn('api_key');
const organizationAct = actOn('organization');
const reportAct = actOn('report');
const subjectAct = actOn('subject');
const userAct = actOn('user');
const webhookAct = actOn('webhook');

/** Criteria of an export; personal ones by their names alone. */
const filterFacts = ({ user_id, ip_address, ...clear }: ExportFilters): AuditMetadata => {
  const personal = Object.entries({ ip_address, user_id }).filter(([, value]) => value !== undefined);
  return { ...clear, ...(personal.length === 0 ? {} : { filtered_by: personal.map(([name]) => name) }) };
};

/** The persons that an act on a key names, whoever they are: their ids stand in it sealed, with commitments to them. */
const withPersons = (
  act: Act,
  { sealedOwner, ownerCommitment, sealedMaker, makerCommitment }: Partial<ApiKeyGrant>,
): Act => {
  const owner = ownerCommitment === undefined ? undefined : sealedOwner;
  const maker = makerCommitment === undefined ? undefined : sealedMaker;
  return {
    ...act,
    facts: { ...act.facts, ...known({ sealed_maker: maker, sealed_owner: owner }) },
    commitments: {
      ...(maker !== undefined && makerCommitment !== undefined && { 'metadata.maker': makerCommitment }),
      ...(owner !== undefined && ownerCommitment !== undefined && { 'metadata.owner': ownerCommitment }),
    },
  };
};

/** Acts on keys, organizations, users and webhooks, and those of compliance. */
export const administrationActs = {
  ApiKeyCreated: ({ data }) =>
    withPersons(
      keyAct('api_key_create', data.keyId, {
        expires_at: data.expiresAt,
        ip_allowlist: data.ipAllowlist,
        name: data.name,
        scopes: data.scopes,
      }),
      data,
    ),
  ApiKeyIssuedByRotation: null,
  ApiKeyRotated: ({ data }) =>
    keyAct('api_key_rotate', data.keyId, { grace_ends_at: data.graceEndsAt, successor_id: data.successorId }),
  ApiKeyHandedOver: ({ data }) => withPersons(keyAct('api_key_transfer', data.keyId), data),
  ApiKeyRevoked: ({ data }) => keyAct('api_key_revoke', data.keyId),

  OrganizationCreated: null,
  OrganizationTierChanged: ({ data }) =>
    organizationAct('settings_change', data.organizationId, {
      previous_value: data.previousTier,
      setting: 'tier',
      value: data.tier,
    }),
  OrganizationSettingsChanged: ({ data }) =>
    organizationAct('settings_change', data.organizationId, settingsFacts(data.changes, data.previous)),
  ExternalEnginesChanged: ({ data }) =>
    organizationAct('settings_change', data.organizationId, {
      external_engines: data.engines,
      previous_external_engines: data.previous,
    }),
  ProcessingRecordChanged: ({ data }) =>
    organizationAct('settings_change', data.organizationId, {
      fields_cleared: data.fieldsCleared,
      fields_set: data.fieldsSet,
      setting: 'processing_record',
    }),
  ModelInstalled: null,
  ModelRemoved: null,
  WebhookDeliveriesRemoved: ({ data }) =>
    organizationAct('retention_apply', data.organizationId, {
      deliveries: data.deliveryIds.length,
      retention_webhook_deliveries: data.retention,
      scheduled_before: data.scheduledBefore,
    }),
  OrganizationSuspended: ({ data }) => organizationAct('organization_suspend', data.organizationId),
  OrganizationResumed: ({ data }) => organizationAct('organization_resume', data.organizationId),
  UserCreated: null,
  UserInvited: ({ data }) => userAct('user_create', data.accountId, { role: data.role }),
  UserInviteRenewed: ({ data }) => userAct('user_update', data.accountId, { invite_renewed: true }),
  UserPasswordSet: ({ data }) => userAct('password_change', data.accountId, { by: data.by }),
  UserIdentityLinked: ({ data }) => userAct('user_update', data.accountId, { identity_linked: data.issuer }),
  UserChanged: ({ data }) =>
    userAct('user_update', data.accountId, {
      name_changed: data.nameChanged,
      previous_role: data.previousRole,
      role: data.role,
    }),
  UserSessionsEnded: ({ data }) => userAct('user_update', data.accountId, { sessions_ended: data.sessionIds }),
  UserDeleted: ({ data }) => userAct('user_delete', data.accountId),
  OwnerLinkMade: ({ data }) =>
    userAct('user_update', data.accountId, { link_expires_at: data.linkExpiresAt, owner_link_made: true }),
  OwnerSignedUp: ({ data }) => userAct('user_create', data.accountId, { by: 'owner_link', role: data.role }),
  SessionBegan: ({ data }) =>
    userAct('user_login', data.accountId, { method: data.method, session_id: data.sessionId }),
  SessionEnded: null,

  AuditLogExportStarted: ({ data }) => ({
    action: 'audit_log_export',
    resource: 'audit_log',
    resource_id: data.exportId,
    facts: {
      format: data.format,
      tree_size: data.treeSize,
      ...(data.after === null ? {} : { after: data.after }),
      ...(data.follow && { follow: true }),
      ...filterFacts(data.filters),
    },
  }),
  AuditLogExportCompleted: null,
  AuditLogExportBroken: null,
  AuditLogExportAbandoned: null,
  AuditLogKeyRotated: ({ data }) =>
    auditLogAct('log_key_rotate', data.organizationId, {
      key_generation: data.generation,
      log: data.origin,
      previous_valid_until: data.previousValidUntil,
      verifier_key: data.verifierKey,
      ...(data.reason === undefined ? {} : { reason: data.reason }),
    }),
  AuditLogBegun: ({ data }) =>
    auditLogAct('log_key_rotate', data.organizationId, {
      key_generation: data.generation,
      log: data.origin,
      previous_checkpoint: data.previousCheckpoint,
      reason: data.reason,
      verifier_key: data.verifierKey,
    }),
  AuditLogResumed: ({ data }) =>
    auditLogAct('log_resume', data.organizationId, {
      log: data.origin,
      reason: data.reason,
      stopped_because: data.stoppedBecause,
      without_copy: data.withoutCopy,
    }),
  CertificationRecorded: ({ data }) =>
    certificationAct('certification_update', data.standard, {
      articles: data.articles ?? [],
      certificate_id: data.certificateId,
      expected_date: data.expectedDate,
      expires_at: data.expiresAt,
      level: data.level,
      report_period: data.reportPeriod,
      status: data.status,
      verified_at: data.verifiedAt,
    }),
  CertificationExpiring: null,
  CertificationDeleted: ({ data }) => certificationAct('certification_delete', data.standard),

  HoldPlaced: ({ data }) => holdAct('hold_place', data.holdId, { ...heldFacts(data.target), reason: data.reason }),
  HoldLifted: ({ data }) => holdAct('hold_lift', data.holdId),

  ReportRequested: ({ data }) =>
    reportAct('report_create', data.reportId, {
      format: data.format,
      period_end: data.period.end,
      period_start: data.period.start,
      type: data.reportType,
    }),
  ReportProgressed: null,
  ReportCompleted: null,
  ReportFailed: null,
  ReportDownloaded: ({ data }) =>
    reportAct('report_download', data.reportId, { format: data.format, type: data.reportType }),
  ReportExpired: ({ data }) =>
    reportAct('retention_apply', data.reportId, { expires_at: data.expiresAt, file_count: 1 }),
  // A leaf has no reference of a data subject: the erasure leads to it.
  ErasureRequested: ({ data }) =>
    subjectAct('subject_erase', data.erasureId, { reason: data.reason, subject_type: data.subjectType }),
  ErasureCompleted: null,
  ErasureFailed: null,
  SubjectDataRead: ({ data, metadata }) =>
    subjectAct('subject_access', metadata.requestId, { subject_type: data.subjectType }),

  WebhookCreated: ({ data }) =>
    webhookAct('webhook_create', data.webhookId, { events: data.events, ...known({ delivery: data.delivery }) }),
  WebhookUpdated: ({ data }) =>
    webhookAct('webhook_update', data.webhookId, {
      enabled: data.isEnabled,
      events: data.events,
      url_changed: data.isUrlChanged,
    }),
  WebhookSecretRotated: ({ data }) =>
    webhookAct('webhook_update', data.webhookId, {
      previous_valid_until: data.previousValidUntil,
      secret_rotated: true,
    }),
  WebhookReplayRequested: ({ data }) =>
    webhookAct('webhook_replay', data.webhookId, { deliveries: data.deliveries, end: data.end, start: data.start }),
  WebhookDisabled: ({ data }) => webhookAct('webhook_disable', data.webhookId, { reason: data.reason }),
  WebhookDeleted: ({ data }) => webhookAct('webhook_delete', data.webhookId),
  WebhookEventMatched: null,
  WebhookDeliveryScheduled: null,
  WebhookDeliveryAttempted: null,
  WebhookDeliveryRescheduled: null,
  WebhookDeliverySucceeded: null,
  WebhookDeliveryFailed: null,
} as const satisfies Descriptions;
