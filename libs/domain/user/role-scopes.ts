import { type Scope, scopes } from '../api-key/scopes.js';
import type { Role } from './user.events.js';

/** The scopes of a signed-in user, by role. */
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
  auditor: ['compliance:read', 'languages'],
};
