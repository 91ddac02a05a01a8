import { type DynamicModule, Module } from '@nestjs/common';
import { ProcessModule, type ProcessOptions } from '#libs/engines/process/process.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ComplianceModule } from './compliance/compliance.module.js';
import { ConsoleModule } from './console/console.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { GlossariesModule } from './glossaries/glossaries.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OrganizationModule } from './organization/organization.module.js';
import { StreamModule } from './stream/stream.module.js';
import { TextModule } from './text/text.module.js';
import { UsageModule } from './usage/usage.module.js';
import { UsersModule } from './users/users.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The API, one module for each feature. */
@Module({
  imports: [
    HttpModule,
    TextModule,
    StreamModule,
    DocumentsModule,
    GlossariesModule,
    ApiKeysModule,
    AuthModule,
    UsersModule,
    WebhooksModule,
    OrganizationModule,
    UsageModule,
    ComplianceModule,
    ConsoleModule,
    OpenApiModule,
  ],
})
export class ApiModule {
  static register(options: ProcessOptions): DynamicModule {
    return { module: ApiModule, imports: [ProcessModule.register(options), HealthModule] };
  }
}
