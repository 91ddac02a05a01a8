/** Action types of the audit log: those of the specification, then those decided since. */
export const auditActions = [
  'translate',
  'translate_document',
  'detect',
  'document_upload',
  'document_download',
  'document_delete',
  'api_key_create',
  'api_key_revoke',
  'user_login',
  'settings_change',
  'api_key_rotate',
  'api_key_transfer',
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
  'user_create',
  'user_update',
  'user_delete',
  'password_change',
  'subject_erase',
  'subject_access',
  'hold_place',
  'hold_lift',
  'log_key_rotate',
  'log_resume',
  'retention_apply',
  'request_refused',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditResources = [
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
] as const;
export type AuditResource = (typeof auditResources)[number];

/** `failure`: a response of 4xx or 5xx; `denied`: 401 or 403 with a known key. */
export const auditResults = ['success', 'failure', 'denied'] as const;
export type AuditResult = (typeof auditResults)[number];
