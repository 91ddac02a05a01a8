import { applicationScopes, type Scope, scopes } from '../api-key/scopes.js';
import type { Role } from './user.events.js';

/** The scopes of a signed-in user, and all that a key in the user's name may have, by role. */
export const roleScopes: Record<Role, readonly Scope[]> = {
  owner: scopes,
  developer: [
    'translate',
    'detect',
    'languages',
    'documents:read',
    'documents:write',
    'glossaries:read',
    'glossaries:write',
    'webhooks:manage',
  ],
  translator: [...applicationScopes],
  compliance: ['compliance:read', 'compliance:write', 'languages'],
  auditor: ['compliance:read', 'languages'],
};

/** Scopes that a role lacks. */
export const scopesBeyond = (role: Role, wanted: readonly Scope[]): Scope[] =>
  wanted.filter((scope) => !roleScopes[role].includes(scope));

/** Whether users of a role see the documents that they uploaded themselves, and no others. */
export const seesOwnDocumentsOnly = (role: Role): boolean => role === 'translator';
