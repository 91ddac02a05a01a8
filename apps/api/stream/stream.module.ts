import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { LEASES, LOGGER, PROCESS } from '#libs/ports/tokens.js';
import { AccessModule } from '../access/access.module.js';
import { Admission } from '../access/admission.js';
import { CharacterQuota } from '../access/limits/character-quota.js';
import { HttpModule } from '../http/http.module.js';
import { Refusals } from '../http/refusals.js';
import { TextEngines } from '../text/translation/text-engines.js';
import { TranslationModule } from '../text/translation/translation.module.js';
import { AsyncApiController } from './asyncapi.controller.js';
import { OnePerEventLoopTurn } from './one-per-event-loop-turn.js';
import { StreamGateway } from './stream.gateway.js';
import { StreamHub } from './stream-hub.js';
import { streamMetrics } from './stream-metrics.js';
import { StreamProcess } from './stream-process.js';
import { StreamRecords } from './stream-records.js';

const openHub = (
  admission: Admission,
  quota: CharacterQuota,
  engines: TextEngines,
  glossaries: GlossaryLibrary,
  records: StreamRecords,
  process: StreamProcess,
  { registry, logger }: ProcessOptions,
) =>
  new StreamHub({
    admission,
    quota,
    engines,
    glossaries,
    records,
    process,
    turnstile: new OnePerEventLoopTurn(),
    metrics: streamMetrics(registry),
    logger,
  });

/** The WebSocket stream of this node. */
@Module({
  imports: [AccessModule, HttpModule, LeaseModule, TranslationModule],
  controllers: [AsyncApiController],
  providers: [
    {
      provide: StreamProcess,
      inject: [LEASES, LOGGER],
      useFactory: (leases: Leases, logger: Logger) => new StreamProcess(leases, logger),
    },
    {
      provide: StreamRecords,
      inject: [ActRecorder, Refusals, LOGGER],
      useFactory: (recorder: ActRecorder, refusals: Refusals, logger: Logger) =>
        new StreamRecords(recorder, refusals, logger),
    },
    {
      provide: StreamHub,
      inject: [Admission, CharacterQuota, TextEngines, GlossaryLibrary, StreamRecords, StreamProcess, PROCESS],
      useFactory: openHub,
    },
    StreamGateway,
  ],
})
export class StreamModule implements OnModuleInit, OnApplicationShutdown {
  constructor(private readonly process: StreamProcess) {}

  async onModuleInit(): Promise<void> {
    await this.process.start();
  }

  /** Runs after the gateway's shutdown: no stream is open any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.process.stop();
  }
}
