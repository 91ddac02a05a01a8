import { describe, expect, it } from 'vitest';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { ErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { generateApiKey } from '#libs/platform/ids/api-key-format.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { assertAccess, keyFromHeader } from './authenticate.js';

const key = generateApiKey();
const now = Date.parse('2026-11-21T08:00:00.000Z');

describe('the key of an Authorization header', () => {
  it.each([
    ['as the specification writes it', `Bearer ${key}`],
    ['with a scheme in lower case', `bearer ${key}`],
    ['with a scheme in upper case', `BEARER ${key}`],
    ['with more spaces than one', `Bearer   ${key} `],
  ])('the key is read %s', (_form, header) => expect(keyFromHeader(header)).toBe(key));

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a blank header', '  '],
    ['a scheme without a key', 'Bearer'],
    ['a scheme and a space without a key', 'Bearer '],
  ])('the key is missing with %s', async (_form, header) =>
    expect((await rejectionOf(() => keyFromHeader(header))).code).toBe('missing_api_key'),
  );

  it.each([
    ['another scheme', `Basic ${key}`],
    ['no scheme', key],
    ['a key without its prefix', `Bearer ${key.slice('tl_live_'.length)}`],
    ['a key cut short', `Bearer ${key.slice(0, -1)}`],
    ['a wrong checksum', `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
    ['two keys', `Bearer ${key} ${key}`],
    ['two keys joined by a comma', `Bearer ${key},${key}`],
    ['a megabyte', `Bearer ${'a'.repeat(1_000_000)}`],
  ])('the key is invalid with %s', async (_form, header) =>
    expect((await rejectionOf(() => keyFromHeader(header))).code).toBe('invalid_api_key'),
  );
});

it('a key that was not copied whole is told how long one is', async () =>
  expect((await rejectionOf(() => keyFromHeader(`Bearer ${key.slice(0, -1)}`))).message).toContain(
    '"tl_live_" and 38 letters and digits',
  ));

describe('the order of a key’s faults', () => {
  const faults = {
    revoked: { revoked: true },
    expired: { endsAt: now },
    suspended: { organizationSuspended: true },
    address: { ipAllowlist: ['198.51.100.0/24'] },
    scope: { scopes: ['detect'] },
  } satisfies Record<string, Partial<KeyAccess>>;
  const inOrder: [keyof typeof faults, ErrorCode][] = [
    ['revoked', 'revoked_api_key'],
    ['expired', 'expired_api_key'],
    ['suspended', 'organization_suspended'],
    ['address', 'ip_not_allowed'],
    ['scope', 'insufficient_scope'],
  ];
  const requests = inOrder.flatMap(([first, code], place) => {
    const later = inOrder.slice(place + 1).map(([name]) => name);
    const pairs = later.map((other) => ({ having: [first, other], code }));
    return [{ having: [first], code }, ...pairs, { having: [first, ...later], code }];
  });

  it.each(requests)('a key with the faults $having is refused as $code', async ({ having, code }) => {
    const access = accessOfKey(Object.assign({}, ...having.map((name) => faults[name])));
    expect((await rejectionOf(() => assertAccess(access, 'translate', '203.0.113.9', now))).code).toBe(code);
  });

  it('a key without faults passes', () =>
    expect(() => assertAccess(accessOfKey(), 'translate', '203.0.113.9', now)).not.toThrow());
});

it('a key works up to the millisecond at which it ends', () => {
  const access = accessOfKey({ endsAt: now });
  expect(() => assertAccess(access, undefined, '203.0.113.9', now - 1)).not.toThrow();
  expect(() => assertAccess(access, undefined, '203.0.113.9', now)).toThrow();
});

it('a scope that is missing is said to be one of the key, or of the role of who has signed in', async () => {
  const refused = async (access: Partial<KeyAccess>) =>
    (await rejectionOf(async () => assertAccess(accessOfKey(access), 'detect', '203.0.113.9', now))).message;
  expect(await refused({ scopes: ['translate'] })).toMatch(/^The API key lacks the scope detect/);
  const user = { accountId: 'acc_1', sessionId: 'ses_1', role: 'auditor' } as KeyAccess['user'];
  expect(await refused({ scopes: ['languages'], user })).toMatch(/^The role of the user lacks the scope detect/);
});

it('a route that needs several scopes is open to a key that has each of them', async () => {
  const needed = ['compliance:write', 'organization:manage'] as const;
  const pass = (...scopes: Scope[]) => assertAccess(accessOfKey({ scopes }), needed, '203.0.113.9', now);
  expect(() => pass('organization:manage', 'compliance:write')).not.toThrow();
  expect(await rejectionOf(async () => pass('compliance:write'))).toMatchObject({
    code: 'insufficient_scope',
    details: { required: 'organization:manage' },
    message: expect.stringContaining('the scope organization:manage'),
  });
});

it('a route that one of several scopes opens names the first of them to who has none', async () => {
  const needed = { anyOf: ['organization:manage', 'compliance:read'] } as const;
  const pass = (...scopes: Scope[]) => assertAccess(accessOfKey({ scopes }), needed, '203.0.113.9', now);
  expect(() => pass('compliance:read')).not.toThrow();
  expect(() => pass('detect', 'organization:manage')).not.toThrow();
  expect(await rejectionOf(async () => pass('detect'))).toMatchObject({ details: { required: 'organization:manage' } });
});

it('a route for roles asks a key for a further scope, and a user for none', async () => {
  const needed = { scope: 'compliance:write', keysAlso: 'organization:manage' } as const;
  const pass = (changes: Partial<KeyAccess>) => assertAccess(accessOfKey(changes), needed, '203.0.113.9', now);
  const user = {} as KeyAccess['user'];
  expect(() => pass({ scopes: ['compliance:write'], ...(user && { user }) })).not.toThrow();
  expect(() => pass({ scopes: ['compliance:write', 'organization:manage'] })).not.toThrow();
  const required = async (changes: Partial<KeyAccess>) => (await rejectionOf(async () => pass(changes))).details;
  expect(await required({ scopes: ['compliance:write'] })).toEqual({ required: 'organization:manage' });
  expect(await required({ scopes: ['compliance:read'], ...(user && { user }) })).toEqual({
    required: 'compliance:write',
  });
});

it('a route without a scope is open to every key', () =>
  expect(() => assertAccess(accessOfKey({ scopes: [] }), undefined, '203.0.113.9', now)).not.toThrow());

it('a scope does not cover another one that begins like it', async () => {
  const access = accessOfKey({ scopes: ['documents:read'] });
  const rejection = await rejectionOf(() => assertAccess(access, 'documents:write', '203.0.113.9', now));
  expect(rejection.details).toEqual({ required: 'documents:write' });
});

describe('an allowlist', () => {
  const mayCall = (address: string, ipAllowlist: string[]): boolean => {
    try {
      assertAccess(accessOfKey({ ipAllowlist }), undefined, address, now);
      return true;
    } catch {
      return false;
    }
  };

  it.each([
    ['203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.0/24', true],
    ['203.0.114.9', '203.0.113.0/24', false],
    ['::ffff:203.0.113.9', '203.0.113.0/24', true],
    ['203.0.113.9', '::ffff:203.0.113.0/120', true],
    ['2001:db8::7', '2001:db8::/32', true],
    ['2001:0DB8:0:0::7', '2001:db8::7', true],
    ['2001:db9::7', '2001:db8::/32', false],
    ['203.0.113.9', '::/0', false],
    ['', '0.0.0.0/0', false],
  ])('whether an allowlist admits %j by the entry %j is %s', (address, entry, allowed) =>
    expect(mayCall(address, [entry])).toBe(allowed),
  );

  it('an allowlist admits an address that any of its entries names', () =>
    expect(mayCall('2001:db8::7', ['203.0.113.0/24', '2001:db8::/32'])).toBe(true));
});
