import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Commands } from '#libs/application/commands.js';
import { reportLeases } from '#libs/application/reports/report-lease.js';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import type { RemoveEndedLeases } from '#libs/engines/leases.js';
import { LogSignaturesModule } from '#libs/engines/log-signatures.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import {
  BLOB_STORE,
  EVENT_STORE,
  JOB_QUEUE,
  LEASES,
  LIFE_CYCLE,
  LOG_SIGNATURES,
  LOG_SIGNING_SECRET,
  LOGGER,
  PROJECTION_PROGRESS,
  REMOVE_ENDED_LEASES,
  SETTINGS,
} from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { reportWriters } from '#libs/reports/report-writers.js';
import { AuditFiguresQueries } from '#projections/audit-log/audit-figures.queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { EarlierTrees } from '#projections/audit-log/earlier-trees.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { ReportQueries } from '#projections/reports/reports.queries.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { Consumers } from '../work/consumers.js';
import { ConsumersModule } from '../work/consumers.module.js';
import { Jobs } from '../work/jobs.js';
import { ReportEvidenceModule } from './evidence/report-evidence.module.js';
import { ReportEvidenceReader } from './evidence/report-evidence-reader.js';
import { reportExpiryEveryMs, sweepExpiredReports } from './files/report-expiry.js';
import { reportFiles } from './files/report-files.consumer.js';
import { reportContents } from './generation/report-contents.js';
import { reportGeneration } from './generation/report-generation.consumer.js';
import { ReportGenerator } from './generation/report-generator.js';
import type { ReportDependencies } from './generation/report-task.js';
import { signingNotes } from './generation/signed-checkpoint.js';
import {
  sweepUnfinishedReports,
  unfinishedReport,
  unfinishedReportSweepEveryMs,
} from './generation/unfinished-reports.js';

const openGenerator = (
  blobs: CountedBlobStore,
  progress: ProjectionProgress,
  tree: AuditLogTree,
  signatures: LogSignatures,
  organizations: OrganizationQueries,
  evidence: ReportEvidenceReader,
  audit: AuditFiguresQueries,
  signingSecret: Buffer,
  logger: Logger,
) =>
  new ReportGenerator({
    blobs,
    progress,
    signed: {
      tree,
      signatures,
      noteAt: signingNotes(signatures, new EarlierTrees({ tree, signatures, logger }), signingSecret),
    },
    queries: { organizations, evidence, audit },
    contents: reportContents,
    writers: reportWriters,
  });

/** Generates compliance reports, and removes their files at the end of their retention. */
@Module({
  imports: [
    CommandsModule,
    ConsumersModule,
    ReadModelsModule,
    LeaseModule,
    EventStoreModule,
    BlobStoreModule,
    KeyVaultModule,
    LogSignaturesModule,
    ProjectionProgressModule,
    ReportEvidenceModule,
  ],
  providers: [
    {
      provide: ReportGenerator,
      inject: [
        BLOB_STORE,
        PROJECTION_PROGRESS,
        AuditLogTree,
        LOG_SIGNATURES,
        OrganizationQueries,
        ReportEvidenceReader,
        AuditFiguresQueries,
        LOG_SIGNING_SECRET,
        LOGGER,
      ],
      useFactory: openGenerator,
    },
  ],
})
export class ReportsModule implements OnModuleInit {
  constructor(
    private readonly consumers: Consumers,
    private readonly jobs: Jobs,
    private readonly generator: ReportGenerator,
    private readonly reports: ReportQueries,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(REMOVE_ENDED_LEASES) private readonly removeEndedLeases: RemoveEndedLeases,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(BLOB_STORE) private readonly blobs: CountedBlobStore,
    @Inject(LIFE_CYCLE) private readonly lifeCycle: LifeCycle,
  ) {}

  onModuleInit(): void {
    const { eventStore, commands, generator, blobs, leases, lifeCycle, settings, reports } = this;
    const keepForMs = settings.TRANSLEDGER_REPORT_TTL;
    const dependencies: ReportDependencies = {
      eventStore,
      commands,
      generator,
      blobs,
      leases,
      lifeCycle,
      keepForMs,
    };
    this.consumers.add(reportGeneration(dependencies));
    this.consumers.add(reportFiles(blobs));
    this.jobs.add(unfinishedReport(dependencies));
    const removeEndedLeases = () => this.removeEndedLeases(reportLeases);
    const sweepUnfinished = sweepUnfinishedReports(this.queue, reports, removeEndedLeases);
    this.jobs.addRepeated(sweepUnfinished, unfinishedReportSweepEveryMs);
    this.jobs.addRepeated(sweepExpiredReports({ eventStore, commands, reports }), reportExpiryEveryMs);
  }
}
