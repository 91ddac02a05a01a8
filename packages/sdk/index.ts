export type { AuditLogs } from './audit.js';
export { Transledger } from './client.js';
export type { Certifications, Compliance, Holds, Reports } from './compliance.js';
export type { Documents, FileContent, PageImage } from './documents.js';
export type { Download } from './download.js';
export { type ClientErrorCode, TransledgerError } from './errors.js';
export type { Glossaries, GlossaryContent } from './glossaries.js';
export type { Job } from './job.js';
export type { List } from './pages.js';
export type { ApiKeys, OrganizationSettings, Sessions, Users } from './people.js';
export type { CallOptions, ClientOptions } from './requests.js';
export { version } from './requests.js';
export type { StreamedTranslation, TranslationStream } from './text-stream.js';
export type * from './types.js';
export {
  type PulledMessage,
  type ReceivedHeaders,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
  webhookHeaders,
} from './webhook-messages.js';
export type { Webhooks } from './webhooks.js';
