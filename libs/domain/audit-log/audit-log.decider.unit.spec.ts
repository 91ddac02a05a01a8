import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { auditLogKeys } from './audit-log.decider.js';

const organizationId = 'org_1';
const now = '2026-11-23T08:00:00.000Z';
const key = { organizationId, origin: 'mt.example.com/org_1', generation: 2, verifierKey: 'mt.example.com/org_1+1+A' };
const rotate = { type: 'RotateAuditLogKey', ...key, now } as const;
const rotated = {
  type: 'AuditLogKeyRotated',
  data: { ...key, rotatedAt: now, previousValidUntil: '2026-12-23T08:00:00.000Z' },
} as const;
const next = { ...key, origin: `${key.origin}/2`, generation: 3 };
const begin = { type: 'BeginAuditLog', ...next, previousCheckpoint: 'a note', reason: 'restored', now } as const;
const begun = {
  type: 'AuditLogBegun',
  data: { ...next, previousCheckpoint: 'a note', reason: 'restored', begunAt: now },
} as const;

describe('the audit log of an organization', () => {
  it('in a rotation the key before signs for thirty days more', () =>
    given(auditLogKeys, []).when(rotate).then([rotated]));

  it('a rotation says why, where somebody said so', () =>
    given(auditLogKeys, [])
      .when({ ...rotate, reason: 'an administrator left' })
      .then([{ ...rotated, data: { ...rotated.data, reason: 'an administrator left' } }]));

  it('a new log names the last head of the one before, and why it was begun', () =>
    given(auditLogKeys, [rotated]).when(begin).then([begun]));

  it('each time that a log goes on it says why it had stopped, and why it goes on', () => {
    const resumed = {
      organizationId,
      origin: key.origin,
      stoppedBecause: 'it is another',
      reason: 'mended',
      withoutCopy: false,
    };
    const event = { type: 'AuditLogResumed', data: { ...resumed, resumedAt: now } } as const;
    given(auditLogKeys, [rotated, event])
      .when({ type: 'ResumeAuditLog', ...resumed, now })
      .then([event]);
    given(auditLogKeys, [rotated, event]).when(rotate).then([]);
  });

  it('a key is begun once, however often it is asked for', () => {
    given(auditLogKeys, [rotated]).when(rotate).then([]);
    given(auditLogKeys, [rotated, begun]).when(begin).then([]);
    given(auditLogKeys, [rotated, begun])
      .when({ ...rotate, generation: 4 })
      .then([{ ...rotated, data: { ...rotated.data, generation: 4 } }]);
  });
});
