import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { IdempotencyModule } from '#libs/engines/idempotency.module.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { IdempotencyStore } from '#libs/ports/idempotency/idempotency.port.js';
import { IDEMPOTENCY_STORE, LOGGER, PROCESS, SETTINGS } from '#libs/ports/tokens.js';
import { AccessModule } from '../access/access.module.js';
import { Admission } from '../access/admission.js';
import { logRequests } from './access-log.js';
import { BodyBudget } from './body-budget.js';
import { BrowserSessions } from './browser-sessions.js';
import { Edge } from './edge.js';
import type { EdgeAdapter } from './edge-adapter.js';
import { EveryErrorFilter } from './every-error.filter.js';
import { measureErrors, measureRequests } from './http-metrics.js';
import { ReceiptDesk } from './receipt-hooks.js';
import { Refusals } from './refusals.js';

const openEdge = (
  { httpAdapter: adapter }: HttpAdapterHost<EdgeAdapter>,
  admission: Admission,
  refusals: Refusals,
  idempotency: IdempotencyStore,
  receipts: ReceiptDesk,
  browserSessions: BrowserSessions,
  { settings, logger, registry }: ProcessOptions,
): Edge => {
  const edge = new Edge(adapter.getInstance(), {
    admission,
    refusals,
    idempotency,
    receipts,
    bodies: new BodyBudget({
      node: settings.TRANSLEDGER_BODY_BYTES,
      organization: settings.TRANSLEDGER_ORGANIZATION_BODY_BYTES,
    }),
    onError: measureErrors(registry),
    browserSessions,
    trustedProxies: settings.TRANSLEDGER_TRUSTED_PROXIES,
    logger,
  });
  adapter.useEdge(edge);
  measureRequests(adapter.getInstance(), registry);
  logRequests(adapter.getInstance(), logger);
  return edge;
};

/** The stages that every request and every response passes. */
@Module({
  imports: [AccessModule, IdempotencyModule],
  providers: [
    {
      provide: BrowserSessions,
      inject: [SETTINGS],
      useFactory: (settings: Settings) =>
        new BrowserSessions({
          publicUrl: settings.TRANSLEDGER_PUBLIC_URL,
          origins: settings.TRANSLEDGER_CORS_ORIGINS,
        }),
    },
    {
      provide: Refusals,
      inject: [ActRecorder, LOGGER],
      useFactory: (recorder: ActRecorder, logger: Logger) => new Refusals(recorder, logger),
    },
    ReceiptDesk,
    {
      provide: Edge,
      inject: [HttpAdapterHost, Admission, Refusals, IDEMPOTENCY_STORE, ReceiptDesk, BrowserSessions, PROCESS],
      useFactory: openEdge,
    },
    { provide: APP_FILTER, useClass: EveryErrorFilter },
  ],
  exports: [BrowserSessions, ReceiptDesk, Refusals],
})
export class HttpModule implements OnApplicationShutdown {
  constructor(private readonly refusals: Refusals) {}

  /** Runs when no caller is connected any more, and before the writer of the facts closes. */
  async onApplicationShutdown(): Promise<void> {
    await this.refusals.close();
  }
}
