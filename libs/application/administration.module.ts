import { Module } from '@nestjs/common';
import { CreateApiKeyHandler } from './api-keys/create-api-key.handler.js';
import { RevokeApiKeyHandler } from './api-keys/revoke-api-key.handler.js';
import { RotateApiKeyHandler } from './api-keys/rotate-api-key.handler.js';
import { CreateOrganizationHandler } from './organizations/create-organization.handler.js';
import { ResumeOrganizationHandler } from './organizations/resume-organization.handler.js';
import { SetOrganizationTierHandler } from './organizations/set-organization-tier.handler.js';
import { SuspendOrganizationHandler } from './organizations/suspend-organization.handler.js';

/** Commands on organizations and keys, for the operator's command line, the first start, and the API. */
@Module({
  providers: [
    CreateApiKeyHandler,
    RotateApiKeyHandler,
    RevokeApiKeyHandler,
    CreateOrganizationHandler,
    SetOrganizationTierHandler,
    SuspendOrganizationHandler,
    ResumeOrganizationHandler,
  ],
})
export class AdministrationModule {}
