import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import { LogSignaturesModule } from '#libs/engines/log-signatures.module.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import { witnessesOf } from '#libs/engines/witness-policy.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { TextPoster } from '#libs/platform/outbound-http/post-text.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { type Cosignatures, witnessAnswers } from '#libs/ports/log-signatures/cosignatures.port.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import { COSIGNATURES, DATABASE_POOL, LEASES, LOG_SIGNATURES, PROCESS, SETTINGS } from '#libs/ports/tokens.js';
import { poolQueries } from '#libs/read-side/read-models/pool-queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { LeasedRounds } from '../leased-rounds.js';
import { Witness } from './witness.js';
import { Witnessing } from './witnessing.js';

const askEveryMs = 10_000;
const limits = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

/** Shows the heads of the audit logs to the witnesses that the settings name; of several such processes one does. */
@Module({ imports: [DatabaseModule, LeaseModule, LogSignaturesModule] })
export class WitnessingModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly poster = new TextPoster(limits);
  private readonly rounds: LeasedRounds | undefined;

  constructor(
    @Inject(PROCESS) private readonly process: ProcessOptions,
    @Inject(DATABASE_POOL) pool: Pool,
    @Inject(LEASES) leases: Leases,
    @Inject(LOG_SIGNATURES) signatures: LogSignatures,
    @Inject(COSIGNATURES) cosignatures: Cosignatures,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const witnesses = witnessesOf(settings).map((witness) => new Witness(witness, this.poster));
    const answers = this.answerCounter(witnesses);
    if (witnesses.length === 0) return;
    const witnessing = new Witnessing({
      witnesses,
      signatures,
      cosignatures,
      tree: new AuditLogTree(poolQueries(pool), signatures),
      onAnswer: (witness, answer) => answers.inc({ witness, answer }),
      logger: process.logger,
    });
    this.rounds = new LeasedRounds({
      leases,
      name: 'log-witnesses',
      everyMs: askEveryMs,
      round: (signal) => witnessing.askAll(signal),
      onFailure: (err) => process.logger.warn({ err }, 'witnesses could not be asked, and are asked again'),
    });
  }

  onApplicationBootstrap(): void {
    this.rounds?.start();
  }

  async onModuleDestroy(): Promise<void> {
    const stopped = this.rounds?.stop();
    await this.poster.close();
    await stopped;
  }

  private answerCounter(witnesses: readonly Witness[]): Counter<'witness' | 'answer'> {
    const counter = new Counter({
      name: 'transledger_witness_answers_total',
      help: 'Answers of witnesses to heads of audit logs, by witness and answer.',
      labelNames: ['witness', 'answer'] as const,
      registers: [this.process.registry],
    });
    for (const { name: witness } of witnesses) for (const answer of witnessAnswers) counter.inc({ witness, answer }, 0);
    return counter;
  }
}
