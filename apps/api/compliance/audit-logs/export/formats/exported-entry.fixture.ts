import type { ExportedEntry } from './entry-format.js';

/** An entry as it is exported, with changes to it. */
export const exportedEntry = (changes: Partial<ExportedEntry> = {}): ExportedEntry => ({
  id: 'aud_00000000000017777777777777',
  timestamp: '2026-11-21T10:00:00.000Z',
  action: 'translate',
  resource: 'text',
  resource_id: 'req_1',
  user_id: 'usr_ada',
  key_id: 'key_1',
  key_name: 'build server',
  ip_address: '192.0.2.7',
  user_agent: 'curl/8',
  request_id: 'req_1',
  metadata: { source_language: 'en', target_language: 'es', word_count: 2 },
  result: 'success',
  openings: [{ field: 'user_id', value: 'usr_ada', salt: 'c2FsdA==' }],
  organization_id: 'org_1',
  leaf_index: 1,
  leaf: '{"id":"aud_00000000000017777777777777"}',
  ...changes,
});
