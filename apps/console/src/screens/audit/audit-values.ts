import type { AuditEntry, Query } from '@transledger/sdk';

type EveryOf<Value extends string> = readonly Value[];

export const actions: EveryOf<AuditEntry['action']> = [
  'translate',
  'translate_document',
  'detect',
  'document_upload',
  'document_download',
  'document_delete',
  'api_key_create',
  'api_key_rotate',
  'api_key_revoke',
  'api_key_transfer',
  'user_login',
  'user_create',
  'user_update',
  'user_delete',
  'password_change',
  'settings_change',
  'glossary_create',
  'glossary_update',
  'glossary_delete',
  'webhook_create',
  'webhook_update',
  'webhook_delete',
  'webhook_disable',
  'webhook_replay',
  'report_create',
  'report_download',
  'audit_log_export',
  'certification_update',
  'certification_delete',
  'organization_suspend',
  'organization_resume',
  'subject_erase',
  'subject_access',
  'hold_place',
  'hold_lift',
  'log_key_rotate',
  'log_resume',
  'retention_apply',
  'request_refused',
];

export const results: EveryOf<AuditEntry['result']> = ['success', 'failure', 'denied'];

export const resources: EveryOf<AuditEntry['resource']> = [
  'text',
  'document',
  'api_key',
  'glossary',
  'webhook',
  'report',
  'audit_log',
  'certification',
  'organization',
  'user',
  'subject',
  'hold',
];

export const formatsOfExports: EveryOf<NonNullable<Query<'exportAuditLog'>['format']>> = [
  'ndjson',
  'csv',
  'xlsx',
  'ocsf',
  'cef',
];
