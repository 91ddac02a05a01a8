import { describe, expect, it } from 'vitest';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { assertCanGrant, type Grantor, operatorGrantor } from './grantor.js';

const noon = '2026-11-21T12:00:00.000Z';
const later = '2026-11-21T12:00:00.001Z';

const grantOf = (changes: Partial<ApiKeyGrant>): ApiKeyGrant => ({
  keyId: 'key_1',
  organizationId: 'org_1',
  name: 'build server',
  secretHash: 'a'.repeat(64),
  scopes: ['translate'],
  ipAllowlist: [],
  expiresAt: null,
  createdAt: noon,
  ownerSubject: 'sub_1',
  sealedOwner: 'sealed',
  ...changes,
});
const grantorOf = (changes: Partial<Grantor>): Grantor => ({ ...operatorGrantor, scopes: ['translate'], ...changes });

describe('what a grantor may hand on', () => {
  it.each<[string, Partial<Grantor>, Partial<ApiKeyGrant>]>([
    ['its own scopes', { scopes: ['translate', 'detect'] }, { scopes: ['detect'] }],
    ['any allowlist, when it has none', {}, { ipAllowlist: ['10.0.0.0/8'] }],
    ['its own allowlist', { ipAllowlist: ['10.0.0.0/8'] }, { ipAllowlist: ['10.0.0.0/8'] }],
    ['a part of its allowlist', { ipAllowlist: ['10.0.0.0/8', '::1'] }, { ipAllowlist: ['10.1.0.0/16', '::1'] }],
    ['any expiry, when it has none', {}, { expiresAt: noon }],
    ['its own expiry', { endsAt: noon }, { expiresAt: noon }],
  ])('a key can have %s', (_what, grantor, grant) =>
    expect(() => assertCanGrant(grantorOf(grantor), grantOf(grant))).not.toThrow(),
  );

  it.each<[string, Partial<Grantor>, Partial<ApiKeyGrant>, string[]]>([
    ['a scope that it lacks', {}, { scopes: ['translate', 'detect'] }, ['scopes']],
    ['every address, when it has an allowlist', { ipAllowlist: ['10.0.0.0/8'] }, {}, ['ip_allowlist']],
    ['a wider range', { ipAllowlist: ['10.1.0.0/16'] }, { ipAllowlist: ['10.0.0.0/8'] }, ['ip_allowlist']],
    ['another family', { ipAllowlist: ['10.0.0.0/8'] }, { ipAllowlist: ['::/0'] }, ['ip_allowlist']],
    ['no expiry, when it ends', { endsAt: noon }, {}, ['expires_at']],
    ['a later expiry', { endsAt: noon }, { expiresAt: later }, ['expires_at']],
    [
      'any of several things',
      { endsAt: noon, ipAllowlist: ['::1'] },
      { scopes: ['detect'] },
      ['scopes', 'ip_allowlist', 'expires_at'],
    ],
  ])('a key cannot have %s, and the refusal names the field', async (_what, grantor, grant, fields) => {
    const rejection = await rejectionOf(async () => assertCanGrant(grantorOf(grantor), grantOf(grant)));
    expect(rejection).toMatchObject({ code: 'insufficient_scope', status: 403 });
    expect(Object.keys(rejection.details ?? {})).toEqual(fields);
  });

  it('the operator is bound by nothing', () =>
    expect(() => assertCanGrant(operatorGrantor, grantOf({ scopes: ['organization:manage'] }))).not.toThrow());
});
