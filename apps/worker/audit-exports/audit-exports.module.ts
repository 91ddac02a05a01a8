import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { exportLeases } from '#libs/application/audit-exports/export-lease.js';
import type { Commands } from '#libs/application/commands.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import type { RemoveEndedLeases } from '#libs/engines/leases.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { EVENT_STORE, LEASES, REMOVE_ENDED_LEASES } from '#libs/ports/tokens.js';
import { AuditExportQueries } from '#projections/audit-exports/audit-exports.queries.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { Jobs } from '../work/jobs.js';
import { JobsModule } from '../work/jobs.module.js';
import { abandonedExportEveryMs, sweepAbandonedExports } from './abandoned-exports.js';

/** Ends the exports of the audit log whose processes died. */
@Module({ imports: [JobsModule, EventStoreModule, CommandsModule, LeaseModule, ReadModelsModule] })
export class AuditExportsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly exports: AuditExportQueries,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(REMOVE_ENDED_LEASES) private readonly removeEndedLeases: RemoveEndedLeases,
  ) {}

  onModuleInit(): void {
    const { eventStore, commands, leases, exports } = this;
    const removeEndedLeases = () => this.removeEndedLeases(exportLeases);
    const sweep = sweepAbandonedExports({ eventStore, commands, leases, exports, removeEndedLeases });
    this.jobs.addRepeated(sweep, abandonedExportEveryMs);
  }
}
