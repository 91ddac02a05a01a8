import { msg } from '@lingui/core/macro';
import type { ApiKey, AuditEntry, Document, Erasure, Report, User } from '@transledger/sdk';
import type { Words } from '../ui/word';

/** Acts as one asks for them: whether they were done is said by the result. */
export const actionWords: Words<AuditEntry['action']> = {
  translate: msg`Translate a text`,
  translate_document: msg`Translate a document`,
  detect: msg`Detect a language`,
  document_upload: msg`Upload a document`,
  document_download: msg`Download a document`,
  document_delete: msg`Delete a document`,
  api_key_create: msg`Make an API key`,
  api_key_rotate: msg`Rotate an API key`,
  api_key_revoke: msg`Revoke an API key`,
  api_key_transfer: msg`Hand an API key over`,
  user_login: msg`Sign in`,
  user_create: msg`Invite a person`,
  user_update: msg`Change a person`,
  user_delete: msg`Delete a person`,
  password_change: msg`Set a password`,
  settings_change: msg`Change settings`,
  glossary_create: msg`Make a glossary`,
  glossary_update: msg`Change a glossary`,
  glossary_delete: msg`Delete a glossary`,
  webhook_create: msg`Make a webhook`,
  webhook_update: msg`Change a webhook`,
  webhook_delete: msg`Delete a webhook`,
  webhook_disable: msg`Disable a webhook`,
  webhook_replay: msg`Send webhook events again`,
  report_create: msg`Order a report`,
  report_download: msg`Download a report`,
  audit_log_export: msg`Export the audit log`,
  certification_update: msg`Record a certification`,
  certification_delete: msg`Delete a certification`,
  organization_suspend: msg`Suspend the organization`,
  organization_resume: msg`Resume the organization`,
  subject_erase: msg`Erase a person's data`,
  subject_access: msg`Read a person's data`,
  hold_place: msg`Place a legal hold`,
  hold_lift: msg`Lift a legal hold`,
  log_key_rotate: msg`Rotate the key of the log`,
  log_resume: msg`Resume the log`,
  retention_apply: msg`Apply the retention`,
  request_refused: msg`Another request`,
};

export const resultWords: Words<AuditEntry['result']> = {
  success: msg`Done`,
  failure: msg`Failed`,
  denied: msg`Denied`,
};

export const resourceWords: Words<AuditEntry['resource']> = {
  text: msg`Text`,
  document: msg`Document`,
  api_key: msg`API key`,
  glossary: msg`Glossary`,
  webhook: msg`Webhook`,
  report: msg`Report`,
  audit_log: msg`Audit log`,
  certification: msg`Certification`,
  organization: msg`Organization`,
  user: msg`Person`,
  subject: msg`A person's data`,
  hold: msg`Legal hold`,
};

/** The kinds of subjects that personal data are of. */
export const subjectWords: Words<'user' | 'ip_address'> = { user: msg`Person`, ip_address: msg`IP address` };

export const roleWords: Words<User['role']> = {
  owner: msg`Owner`,
  developer: msg`Developer`,
  translator: msg`Translator`,
  compliance: msg`Compliance`,
  auditor: msg`Auditor`,
};

export const userStateWords: Words<User['status']> = {
  active: msg`Active`,
  invited: msg`Invited`,
  named: msg`Without sign-in`,
};

export const keyStateWords: Words<ApiKey['status']> = {
  active: msg`Active`,
  expired: msg`Expired`,
  revoked: msg`Revoked`,
};

export const documentStateWords: Words<Document['status']> = {
  pending: msg`Waiting`,
  processing: msg`Being translated`,
  completed: msg`Completed`,
  failed: msg`Failed`,
  expired: msg`Expired`,
};

export const reportStateWords: Words<Report['status']> = {
  generating: msg`Being made`,
  completed: msg`Completed`,
  failed: msg`Failed`,
  expired: msg`Expired`,
};

export const erasureStateWords: Words<Erasure['status']> = {
  pending: msg`Under way`,
  completed: msg`Completed`,
  failed: msg`Failed`,
};
