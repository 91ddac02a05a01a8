import { Module } from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { IdempotencyModule } from '#libs/engines/idempotency.module.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { IdempotencyStore } from '#libs/ports/idempotency/idempotency.port.js';
import { IDEMPOTENCY_STORE, LOGGER, PROCESS } from '#libs/ports/tokens.js';
import { AccessModule } from '../access/access.module.js';
import { Admission } from '../access/admission.js';
import { Edge } from './edge.js';
import type { EdgeAdapter } from './edge-adapter.js';
import { EveryErrorFilter } from './every-error.filter.js';
import { measureErrors, measureRequests } from './http-metrics.js';
import { Refusals } from './refusals.js';

const openEdge = (
  { httpAdapter: adapter }: HttpAdapterHost<EdgeAdapter>,
  admission: Admission,
  refusals: Refusals,
  idempotency: IdempotencyStore,
  { settings, logger, registry }: ProcessOptions,
): Edge => {
  const edge = new Edge(adapter.getInstance(), {
    admission,
    refusals,
    idempotency,
    onError: measureErrors(registry),
    trustedProxies: settings.TRANSLEDGER_TRUSTED_PROXIES,
    logger,
  });
  adapter.useEdge(edge);
  measureRequests(adapter.getInstance(), registry);
  return edge;
};

/** The stages that every request and every response passes. */
@Module({
  imports: [AccessModule, IdempotencyModule],
  providers: [
    {
      provide: Refusals,
      inject: [ActRecorder, LOGGER],
      useFactory: (recorder: ActRecorder, logger: Logger) => new Refusals(recorder, logger),
    },
    { provide: Edge, inject: [HttpAdapterHost, Admission, Refusals, IDEMPOTENCY_STORE, PROCESS], useFactory: openEdge },
    { provide: APP_FILTER, useClass: EveryErrorFilter },
  ],
  exports: [Refusals],
})
export class HttpModule {}
