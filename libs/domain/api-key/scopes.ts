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

/** The scopes of an application that translates: it changes nothing that others rely on. */
export const applicationScopes = [
  'translate',
  'detect',
  'languages',
  'documents:read',
  'documents:write',
  'glossaries:read',
] as const satisfies readonly Scope[];
