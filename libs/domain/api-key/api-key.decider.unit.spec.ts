import { describe, expect, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { fold } from '../decider.js';
import { apiKey } from './api-key.decider.js';
import type { ApiKeyEvent, ApiKeyGrant } from './api-key.events.js';

const now = '2026-11-21T08:00:00.000Z';
const grant: ApiKeyGrant = {
  keyId: 'key_1',
  organizationId: 'org_1',
  name: 'build server',
  secretHash: 'a'.repeat(64),
  scopes: ['translate', 'detect'],
  ipAllowlist: ['10.0.0.0/8'],
  expiresAt: null,
  createdAt: now,
  ownerSubject: 'sub_1',
  sealedOwner: 'sealed',
};
const created: ApiKeyEvent = { type: 'ApiKeyCreated', data: grant };
const rotated: ApiKeyEvent = {
  type: 'ApiKeyRotated',
  data: { keyId: 'key_1', organizationId: 'org_1', successorId: 'key_2', graceEndsAt: '2026-11-22T08:00:00.000Z' },
};
const revoked: ApiKeyEvent = {
  type: 'ApiKeyRevoked',
  data: { keyId: 'key_1', organizationId: 'org_1', revokedAt: now },
};
const rotate = {
  type: 'RotateApiKey',
  successorId: 'key_2',
  graceEndsAt: '2026-11-22T08:00:00.000Z',
  now,
} as const;

describe('API key', () => {
  it('a key is created once', () => {
    given(apiKey, []).when({ type: 'CreateApiKey', grant }).then([created]);
    given(apiKey, [created]).when({ type: 'CreateApiKey', grant }).thenRejected('conflict');
  });

  it('a key is rotated once', () => {
    given(apiKey, [created]).when(rotate).then([rotated]);
    given(apiKey, [created, rotated])
      .when({ ...rotate, successorId: 'key_3' })
      .thenRejected('conflict');
  });

  it('a rotation goes on with the same successor, without a longer grace', () =>
    given(apiKey, [created, rotated])
      .when({ ...rotate, graceEndsAt: '2026-11-22T09:00:00.000Z' })
      .then([rotated]));

  it('a key cannot be rotated once it is revoked or has expired', () => {
    given(apiKey, [created, revoked]).when(rotate).thenRejected('conflict');
    const expired: ApiKeyEvent = { type: 'ApiKeyCreated', data: { ...grant, expiresAt: now } };
    given(apiKey, [expired]).when(rotate).thenRejected('conflict');
  });

  it('a key is issued as the successor of another one', () =>
    given(apiKey, [])
      .when({ type: 'IssueApiKeyByRotation', grant: { ...grant, keyId: 'key_2' }, rotatedFrom: 'key_1' })
      .then([{ type: 'ApiKeyIssuedByRotation', data: { ...grant, keyId: 'key_2', rotatedFrom: 'key_1' } }]));

  it('a key is revoked once, also while its grace period runs', () => {
    given(apiKey, [created, rotated]).when({ type: 'RevokeApiKey', now }).then([revoked]);
    given(apiKey, [created, revoked]).when({ type: 'RevokeApiKey', now }).then([]);
  });

  it('a key cannot be revoked before it exists', () =>
    given(apiKey, []).when({ type: 'RevokeApiKey', now }).thenRejected('not_found'));

  it('a key that was handed over is of its new owner, and of the same maker', () => {
    const made = { ...grant, makerSubject: 'sub_2', sealedMaker: 'sealed-maker', makerCommitment: 'to-maker' };
    const owner = { ownerSubject: 'sub_3', sealedOwner: 'sealed-owner', ownerCommitment: 'to-owner' };
    const ids = { keyId: 'key_1', organizationId: 'org_1', previousOwnerSubject: 'sub_1', handedOverAt: now };
    const handedOver: ApiKeyEvent = { type: 'ApiKeyHandedOver', data: { ...ids, ...owner } };
    const key = fold(apiKey, [{ type: 'ApiKeyCreated', data: made }, handedOver]);
    expect(key).toMatchObject({ status: 'active', grant: { ...made, ...owner } });
    expect(fold(apiKey, [handedOver])).toEqual({ status: 'none' });
    const handOver = { type: 'HandOverApiKey', owner, now } as const;
    given(apiKey, [created]).when(handOver).then([handedOver]);
    given(apiKey, [created, handedOver]).when(handOver).then([]);
    given(apiKey, [created, revoked]).when(handOver).then([]);
    given(apiKey, []).when(handOver).thenRejected('not_found');
  });
});
