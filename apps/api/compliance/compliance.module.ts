import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '#libs/engines/accounts.module.js';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import { LogSignaturesModule } from '#libs/engines/log-signatures.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { Cosignatures } from '#libs/ports/log-signatures/cosignatures.port.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { TimeStamps } from '#libs/ports/log-signatures/time-stamps.port.js';
import {
  ACCOUNTS,
  COSIGNATURES,
  EVENT_STORE,
  KEY_VAULT,
  LOG_SIGNATURES,
  LOG_SIGNING_SECRET,
  LOGGER,
  SETTINGS,
  SUBJECT_KEYS,
  TIME_STAMPS,
} from '#libs/ports/tokens.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AuditExportQueries } from '#projections/audit-exports/audit-exports.queries.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { HoldQueries } from '#projections/holds/holds.queries.js';
import { SessionQueries } from '#projections/sessions/sessions.queries.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { AccessModule } from '../access/access.module.js';
import { OwnWrites } from '../access/own-writes.js';
import { CommandsModule } from '../commands.module.js';
import { HttpModule } from '../http/http.module.js';
import { ReceiptDesk } from '../http/receipt-hooks.js';
import { PeopleModule } from '../people/people.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { AuditLogsController } from './audit-logs/audit-logs.controller.js';
import { AuditExportController } from './audit-logs/export/audit-export.controller.js';
import { AuditExports } from './audit-logs/export/audit-exports.js';
import { EntryProofs } from './audit-logs/proofs/entry-proofs.js';
import { ProofsController } from './audit-logs/proofs/proofs.controller.js';
import { Receipts } from './audit-logs/proofs/receipts.js';
import { SignedLogs } from './audit-logs/proofs/signed-logs.js';
import { TlogController } from './audit-logs/proofs/tlog.controller.js';
import { CertificationsController } from './certifications/certifications.controller.js';
import { ErasuresController } from './erasures/erasures.controller.js';
import { FindHistoryHandler, HISTORIES } from './histories/find-history.handler.js';
import { historiesOf } from './histories/histories.js';
import { HistoryController } from './histories/history.controller.js';
import { HoldsController } from './holds/holds.controller.js';
import { ProcessingRecordController } from './processing-record/processing-record.controller.js';
import { DownloadReportController } from './reports/download-report.controller.js';
import { ReportsController } from './reports/reports.controller.js';
import { ComplianceStatusController } from './status/compliance-status.controller.js';
import { SubjectRecords } from './subjects/subject-records.js';
import { SubjectsController } from './subjects/subjects.controller.js';

@Module({
  imports: [
    AccessModule,
    AccountsModule,
    BlobStoreModule,
    CommandsModule,
    EventStoreModule,
    HttpModule,
    KeyVaultModule,
    LeaseModule,
    LogSignaturesModule,
    PeopleModule,
    ReadModelsModule,
    ProjectionProgressModule,
  ],
  controllers: [
    AuditLogsController,
    AuditExportController,
    ProofsController,
    TlogController,
    CertificationsController,
    ComplianceStatusController,
    HoldsController,
    ProcessingRecordController,
    HistoryController,
    ReportsController,
    DownloadReportController,
    ErasuresController,
    SubjectsController,
  ],
  providers: [
    AuditExports,
    FindHistoryHandler,
    {
      provide: HISTORIES,
      inject: [EVENT_STORE, KEY_VAULT, SUBJECT_KEYS, HoldQueries, UserQueries, OwnWrites, SETTINGS],
      useFactory: (
        eventStore: EventStore,
        secrets: KeyVault,
        subjectKeys: SubjectKeys,
        holds: HoldQueries,
        users: UserQueries,
        ownWrites: OwnWrites,
        settings: Settings,
      ) => historiesOf({ eventStore, secrets, subjectKeys, holds, users, ownWrites, settings }),
    },
    {
      provide: SubjectRecords,
      inject: [
        AuditLogQueries,
        DocumentQueries,
        ApiKeyQueries,
        HoldQueries,
        UserQueries,
        SessionQueries,
        AuditExportQueries,
        ACCOUNTS,
      ],
      useFactory: (
        auditLog: AuditLogQueries,
        documents: DocumentQueries,
        apiKeys: ApiKeyQueries,
        holds: HoldQueries,
        users: UserQueries,
        sessions: SessionQueries,
        exports: AuditExportQueries,
        accounts: Accounts,
      ) => new SubjectRecords({ auditLog, documents, apiKeys, holds, users, sessions, exports, accounts }),
    },
    {
      provide: SignedLogs,
      inject: [AuditLogTree, LOG_SIGNATURES, COSIGNATURES, TIME_STAMPS, LOG_SIGNING_SECRET, LOGGER],
      useFactory: (
        tree: AuditLogTree,
        signatures: LogSignatures,
        cosignatures: Cosignatures,
        timeStamps: TimeStamps,
        signingSecret: Buffer,
        logger: Logger,
      ) => new SignedLogs({ tree, signatures, cosignatures, timeStamps, signingSecret, logger }),
    },
    {
      provide: EntryProofs,
      inject: [SignedLogs, AuditLogTree],
      useFactory: (logs: SignedLogs, tree: AuditLogTree) => new EntryProofs(logs, tree),
    },
    {
      provide: Receipts,
      inject: [EntryProofs, SignedLogs, AuditLogQueries, OwnWrites, SETTINGS],
      useFactory: (
        proofs: EntryProofs,
        logs: SignedLogs,
        queries: AuditLogQueries,
        ownWrites: OwnWrites,
        settings: Settings,
      ) => new Receipts({ proofs, logs, queries, ownWrites, publicUrl: publicUrlOf(settings) }),
    },
  ],
})
export class ComplianceModule implements OnModuleInit {
  constructor(
    private readonly desk: ReceiptDesk,
    private readonly receipts: Receipts,
  ) {}

  onModuleInit(): void {
    this.desk.source = this.receipts;
  }
}
