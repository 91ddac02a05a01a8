import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { LeaseModule } from '#libs/engines/lease.module.js';
import { LogSignaturesModule } from '#libs/engines/log-signatures.module.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { BytePoster } from '#libs/platform/outbound-http/post-bytes.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import { type TimeStamps, timeStampAnswers } from '#libs/ports/log-signatures/time-stamps.port.js';
import { LEASES, LOG_SIGNATURES, PROCESS, SETTINGS, TIME_STAMPS } from '#libs/ports/tokens.js';
import { LeasedRounds } from '../leased-rounds.js';
import { Authority } from './authority.js';
import { TimeStamping } from './time-stamping.js';

const everyMs = 10_000;
const limits = { timeoutMs: 30_000, maxBytes: 64 * 1024 };

/** Has the heads of the audit logs stamped by the authority that the settings name; of several such processes one does. */
@Module({ imports: [LeaseModule, LogSignaturesModule] })
export class TimeStampingModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly poster = new BytePoster(limits);
  private readonly rounds: LeasedRounds | undefined;

  constructor(
    @Inject(PROCESS) process: ProcessOptions,
    @Inject(LEASES) leases: Leases,
    @Inject(LOG_SIGNATURES) signatures: LogSignatures,
    @Inject(TIME_STAMPS) timeStamps: TimeStamps,
    @Inject(SETTINGS) { TRANSLEDGER_TSA_URL: url }: Settings,
  ) {
    const { logger, registry } = process;
    const answers = new Counter({
      name: 'transledger_timestamp_answers_total',
      help: 'Answers of the authority for time stamps to heads of audit logs, by answer.',
      labelNames: ['answer'] as const,
      registers: [registry],
    });
    for (const answer of timeStampAnswers) answers.inc({ answer }, 0);
    if (url === undefined) return;
    const authority = new Authority(url, this.poster);
    const onAnswer = (answer: string) => answers.inc({ answer });
    const stamping = new TimeStamping({ authority, signatures, timeStamps, onAnswer, logger });
    this.rounds = new LeasedRounds({
      leases,
      name: 'log-time-stamps',
      everyMs,
      round: (signal) => stamping.stampAll(signal),
      onFailure: (err) => logger.warn({ err }, 'time stamps could not be asked for, and are asked for again'),
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
}
