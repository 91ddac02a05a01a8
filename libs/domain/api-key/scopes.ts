/** Every scope that a key can have. */
export const scopes = [
  'translate',
  'detect',
  'languages',
  'documents:read',
  'documents:write',
  'glossaries:read',
  'glossaries:write',
  'compliance:read',
  'compliance:write',
  'webhooks:manage',
  'keys:manage',
  'organization:manage',
] as const;

export type Scope = (typeof scopes)[number];
