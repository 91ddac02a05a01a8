import { Module } from '@nestjs/common';
import { AuditLogsController } from './audit-logs/audit-logs.controller.js';
import { ComplianceStatusController } from './status/compliance-status.controller.js';

@Module({ controllers: [AuditLogsController, ComplianceStatusController] })
export class ComplianceModule {}
