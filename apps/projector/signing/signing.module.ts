import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import { LogSignaturesModule } from '#libs/engines/log-signatures.module.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import { SignedHeadsModule } from '#libs/engines/signed-heads.module.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { SignedHeads } from '#libs/ports/signed-heads/signed-heads.port.js';
import {
  DATABASE_POOL,
  EVENT_STORE,
  LEASES,
  LOG_SIGNATURES,
  LOG_SIGNING_SECRET,
  PROCESS,
  SETTINGS,
  SIGNED_HEADS,
} from '#libs/ports/tokens.js';
import { projectionStatus } from '#libs/read-side/projection/progress/projection-status.js';
import { poolQueries } from '#libs/read-side/read-models/pool-queries.js';
import { auditLog } from '#projections/audit-log/audit-log.projection.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { logsToSign } from '#projections/audit-log/logs-to-sign.js';
import { LeasedRounds } from '../leased-rounds.js';
import { LogSigner } from './log-signer.js';

const lookEveryMs = 500;
const lookOutsideEveryMs = 60_000;
const leaseName = 'log-signer';

/** Signs the heads of the audit logs; of several such processes one does. */
@Module({
  imports: [DatabaseModule, EventStoreModule, KeyVaultModule, LeaseModule, LogSignaturesModule, SignedHeadsModule],
})
export class SigningModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: LeasedRounds;

  constructor(
    @Inject(PROCESS) private readonly process: ProcessOptions,
    @Inject(DATABASE_POOL) pool: Pool,
    @Inject(EVENT_STORE) eventStore: EventStore,
    @Inject(LEASES) leases: Leases,
    @Inject(LOG_SIGNATURES) private readonly signatures: LogSignatures,
    @Inject(SIGNED_HEADS) heads: SignedHeads,
    @Inject(LOG_SIGNING_SECRET) signingSecret: Buffer,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const readModels = poolQueries(pool);
    const signer = new LogSigner({
      tree: new AuditLogTree(readModels, this.signatures),
      signatures: this.signatures,
      heads,
      logsToSign: () => logsToSign(readModels),
      isCaughtUp: async () => {
        const [status] = await projectionStatus({ pool, eventStore, projections: [auditLog] });
        return status?.state === 'running' && status.lagEvents === 0;
      },
      signingSecret,
      host: new URL(publicUrlOf(settings)).host,
      logger: process.logger,
    });
    let lookedOutsideAt = Number.NEGATIVE_INFINITY;
    this.rounds = new LeasedRounds({
      leases,
      name: leaseName,
      everyMs: lookEveryMs,
      onAcquired: () => {
        lookedOutsideAt = Number.NEGATIVE_INFINITY;
      },
      round: async (signal) => {
        if (performance.now() - lookedOutsideAt >= lookOutsideEveryMs) {
          lookedOutsideAt = performance.now();
          await signer.lookOutside(signal);
        }
        await signer.signAll(signal);
      },
      onFailure: (err) => process.logger.warn({ err }, 'audit logs could not be signed, and are tried again'),
    });
    this.measure();
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  private measure(): void {
    const { signatures } = this;
    new Gauge({
      name: 'transledger_audit_logs_not_signed',
      help: 'Audit logs that are signed no more, because they are not what was signed.',
      registers: [this.process.registry],
      aggregator: 'max', // every node sees the same
      async collect() {
        const logs = await signatures.all().catch(() => undefined);
        if (logs !== undefined) this.set(logs.filter(({ stoppedBecause }) => stoppedBecause !== undefined).length);
      },
    });
  }
}
