import { expect, it } from 'vitest';
import { acts } from '#libs/audit/acts.js';
import { usage } from './usage.projection.js';

/** Acts of the operator and of the service itself, and the end of a translation, which its request has counted. */
const noRequests = [
  // The deletion of its owner is counted.
  'ApiKeyHandedOver',
  'AuditLogBegun',
  'AuditLogKeyRotated',
  'AuditLogResumed',
  'DocumentRetentionApplied',
  'DocumentTranslationFailed',
  'OrganizationResumed',
  'OrganizationSuspended',
  'OrganizationTierChanged',
  'OwnerLinkMade',
  'ReportExpired',
  // The sign-in that it is part of is counted.
  'UserIdentityLinked',
  'WebhookDeliveriesRemoved',
  'WebhookDisabled',
];

it('every request that leaves an entry in the audit log is counted', () => {
  const audited = Object.entries(acts).flatMap(([type, act]) => (act === null ? [] : [type]));
  expect(audited.filter((type) => !Object.hasOwn(usage.handlers, type)).sort()).toEqual(noRequests);
});
