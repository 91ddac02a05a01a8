import type { Caller } from '#apps/api/http/request-context.js';
import type { KeyAccess } from '#libs/application/key-access.js';

/** The access of a key that may do everything; `changes` replaces fields. */
export const accessOfKey = (changes: Partial<KeyAccess> = {}): KeyAccess => ({
  keyId: 'key_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  organizationId: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  scopes: ['translate', 'detect', 'languages', 'documents:read', 'documents:write', 'compliance:read', 'keys:manage'],
  ipAllowlist: [],
  revoked: false,
  endsAt: undefined,
  tier: 'entry',
  organizationSuspended: false,
  subject: 'sub_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  userId: 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  ...changes,
});

export const callerOf = (access: KeyAccess | undefined, changes: Partial<Caller> = {}): Caller => ({
  startedAt: 0,
  address: '203.0.113.9',
  userAgent: 'a client/1.0',
  clientRequestId: null,
  traceparent: null,
  access,
  window: undefined,
  recorded: false,
  ...changes,
});
