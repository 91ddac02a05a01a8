import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { AuditLogsController } from './audit-logs/audit-logs.controller.js';
import { ComplianceStatusController } from './status/compliance-status.controller.js';

@Module({ imports: [AccessModule, ReadModelsModule], controllers: [AuditLogsController, ComplianceStatusController] })
export class ComplianceModule {}
