import { CreateApiKeyHandler } from './api-keys/create-api-key.handler.js';
import { RevokeApiKeyHandler } from './api-keys/revoke-api-key.handler.js';
import { RotateApiKeyHandler } from './api-keys/rotate-api-key.handler.js';
import { BeginAuditLogHandler } from './audit-logs/begin-audit-log.handler.js';
import { ResumeAuditLogHandler } from './audit-logs/resume-audit-log.handler.js';
import { RotateAuditLogKeyHandler } from './audit-logs/rotate-audit-log-key.handler.js';
import { DeleteCertificationHandler } from './certifications/delete-certification.handler.js';
import { RecordCertificationHandler } from './certifications/record-certification.handler.js';
import { ChangeOrganizationSettingsHandler } from './organizations/change-organization-settings.handler.js';
import { CreateOrganizationHandler } from './organizations/create-organization.handler.js';
import { ResumeOrganizationHandler } from './organizations/resume-organization.handler.js';
import { SetOrganizationTierHandler } from './organizations/set-organization-tier.handler.js';
import { SuspendOrganizationHandler } from './organizations/suspend-organization.handler.js';
import { ChangeProcessingRecordHandler } from './processing-record/change-processing-record.handler.js';
import { ChangeUserHandler } from './users/change-user.handler.js';
import { DeleteUserHandler } from './users/delete-user.handler.js';
import { InviteUserHandler } from './users/invite-user.handler.js';
import { LinkIdentityHandler } from './users/link-identity.handler.js';
import { MakeOwnerLinkHandler } from './users/make-owner-link.handler.js';
import { RenewInviteHandler } from './users/renew-invite.handler.js';
import { SetPasswordHandler } from './users/set-password.handler.js';
import { SignUpOwnerHandler } from './users/sign-up-owner.handler.js';

/** Handlers of commands on organizations, their users, keys and certifications. */
export const administrationHandlers = [
  CreateApiKeyHandler,
  RotateApiKeyHandler,
  RevokeApiKeyHandler,
  CreateOrganizationHandler,
  SetOrganizationTierHandler,
  SuspendOrganizationHandler,
  ResumeOrganizationHandler,
  ChangeOrganizationSettingsHandler,
  RotateAuditLogKeyHandler,
  BeginAuditLogHandler,
  ResumeAuditLogHandler,
  InviteUserHandler,
  MakeOwnerLinkHandler,
  RenewInviteHandler,
  SetPasswordHandler,
  SignUpOwnerHandler,
  LinkIdentityHandler,
  ChangeUserHandler,
  DeleteUserHandler,
  RecordCertificationHandler,
  DeleteCertificationHandler,
  ChangeProcessingRecordHandler,
] as const;
