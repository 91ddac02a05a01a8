import type { components, operations } from './generated/api.js';

type Schemas = components['schemas'];
type Operation = keyof operations;
type EventBody<Name extends Operation> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** Query parameters of an operation. */
export type Query<Name extends Operation> = Omit<NonNullable<operations[Name]['parameters']['query']>, 'receipt'>;

export type ErrorCode = Schemas['ErrorEnvelope']['error']['code'];
export type Meta = Schemas['Meta'];
export type Pagination = Schemas['PaginationDto'];
export type People = Schemas['UsageDto']['people'];

/** The answer to a request: its data, the id that it has in the audit log, the envelope's `meta`, and (not enumerable) the HTTP response. */
export type Answer<Data> = Data & { readonly requestId: string; readonly meta: Meta; readonly response: Response };

export type Answered<Data> = Promise<Answer<Data>>;

export type TranslateRequest = Schemas['TranslateRequest'];
export type Translation = Schemas['TranslationResultDto'];
export type TranslateBatchRequest = Schemas['BatchRequest'];
export type BatchTranslation = Schemas['BatchResult'];
export type BatchItem = Schemas['BatchItemDto'];
export type DetectRequest = Schemas['DetectRequest'];
export type Detection = Schemas['DetectionResult'];
export type Language = Schemas['Language'];
export type LanguageList = Schemas['LanguageList'];
export type Model = Schemas['Model'];
export type ModelList = Schemas['ModelList'];
export type Usage = Schemas['UsageDto'];

export type Document = Schemas['DocumentDto'];
export type DocumentList = Schemas['DocumentListDto'];
export type DocumentFields = Omit<Schemas['UploadDocumentForm'], 'file'>;
export type DocumentAgain = Schemas['TranslateDocumentBody'];
export type DocumentReport = Schemas['DocumentReportDto'];
export type DocumentFormat = Schemas['DocumentFormatDto'];
export type DocumentFormatList = Schemas['DocumentFormatList'];

export type Glossary = Schemas['GlossaryDto'];
export type GlossaryWithEntries = Schemas['GlossaryWithEntriesDto'];
export type GlossaryEntry = Schemas['GlossaryEntryDto'];
export type GlossaryList = Schemas['GlossaryList'];
export type GlossaryFields = Omit<Schemas['CreateGlossaryRequest'], 'entries'>;

export type Webhook = Schemas['WebhookDto'];
export type WebhookList = Schemas['WebhookList'];
export type CreatedWebhook = Schemas['CreatedWebhookDto'];
export type WebhookFields = Schemas['CreateWebhookRequest'];
export type WebhookChanges = Schemas['UpdateWebhookRequest'];
export type WebhookDelivery = Schemas['WebhookDeliveryDto'];
export type WebhookDeliveryList = Schemas['WebhookDeliveryListDto'];
export type WebhookMessage = Schemas['PulledMessageDto'];
export type WebhookMessages = Schemas['PulledMessagesDto'];
export type RotatedSecret = Schemas['RotatedSecretDto'];

/** The body of a webhook. `webhook.test` has no more than its text. */
export type WebhookEvent =
  | EventBody<'onDocumentCompleted'>
  | EventBody<'onDocumentFailed'>
  | EventBody<'onCertificationExpiring'>
  | EventBody<'onAuditLogExported'>
  | EventBody<'onReportReady'>
  | { event: 'webhook.test'; timestamp: string; sequence?: number };

export type AuditEntry = Schemas['AuditLogEntryDto'];
export type AuditEntryList = Schemas['AuditLogList'];
export type AuditEntryWithProof = Schemas['AuditLogOne'];
export type AuditExport = Schemas['AuditExportDto'];
export type AuditExportList = Schemas['AuditExportList'];
export type Checkpoint = Schemas['CheckpointDto'];
export type ConsistencyProof = Schemas['ConsistencyDto'];
export type InclusionProof = Schemas['InclusionProofDto'];
export type LogKeyList = Schemas['LogKeyList'];
export type Receipt = Schemas['ReceiptDto'];
export type Report = Schemas['ReportDto'];
export type ReportList = Schemas['ReportList'];
export type ReportRequest = Schemas['RequestReportBody'];
export type Certification = Schemas['CertificationDto'];
export type CertificationFields = Schemas['CertificationRequest'];
export type CertificationList = Schemas['CertificationList'];
export type ComplianceStatus = Schemas['ComplianceStatus'];
export type Hold = Schemas['HoldDto'];
export type HoldList = Schemas['HoldList'];
export type HoldRequest = Schemas['PlaceHoldRequest'];
export type Erasure = Schemas['ErasureDto'];
export type ErasureList = Schemas['ErasureList'];
export type ErasureRequest = Schemas['RequestErasureBody'];
export type SubjectData = Schemas['SubjectDataDto'];
export type ProcessingRecord = Schemas['ProcessingRecordDto'];
export type ProcessingRecordFields = Schemas['ProcessingRecordRequest'];
export type HistoryEvent = Schemas['HistoryEventDto'];
export type History = Schemas['HistoryDto'];

export type ApiKey = Schemas['ApiKeyDto'];
export type ApiKeyList = Schemas['ApiKeyList'];
export type CreatedApiKey = Schemas['CreatedApiKeyDto'];
export type ApiKeyFields = Schemas['CreateApiKeyRequest'];
export type User = Schemas['ListedUserDto'];
export type UserList = Schemas['UserList'];
export type InvitedUser = Schemas['InvitedUserDto'];
export type ChangedUser = Schemas['ChangedUserDto'];
export type DeletedUser = Schemas['DeletedUserDto'];
export type EndedSessions = Schemas['EndedSessionsDto'];
export type Credentials = Schemas['SignInRequest'];
export type Invitation = Schemas['InviteUserRequest'];
export type UserChanges = Schemas['UpdateUserRequest'];
export type Organization = Schemas['OrganizationDto'];
export type OrganizationChanges = Schemas['UpdateOrganizationRequest'];
export type Session = Schemas['SessionDto'];
