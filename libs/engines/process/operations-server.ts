import type { Server } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { offerMetrics } from '#libs/platform/process/metrics-channel.js';
import { freeMetricsPort, metricsUrl } from '#libs/platform/process/metrics-port.js';
import { serveOperations } from '#libs/platform/process/operations-server.js';
import type { Readiness } from '#libs/platform/process/readiness.js';
import { isUnsupervised } from '#libs/platform/process/unsupervised.js';
import { PROCESS, READINESS } from '#libs/ports/tokens.js';
import type { ProcessOptions } from './process.module.js';

/** Serves metrics and health of the process on its metrics port, and over the channel to its supervisor. */
@Injectable()
export class OperationsServer implements OnModuleDestroy {
  private server: Server | undefined;
  private readonly stopping = new AbortController();

  constructor(
    @Inject(PROCESS) private readonly process: ProcessOptions,
    @Inject(READINESS) private readonly readiness: Readiness,
  ) {}

  /** To be called once the process works. Under a supervisor, the metrics of all roles are on the page of the API. */
  async open(): Promise<void> {
    const { role, settings, registry, logger } = this.process;
    const { TRANSLEDGER_METRICS_HOST: host, TRANSLEDGER_METRICS_PORT: given } = settings;
    offerMetrics(registry);
    void this.readiness.watch(this.stopping.signal);
    if (role !== 'api' && !isUnsupervised()) return;
    const port = given ?? (await freeMetricsPort(host));
    this.server = await serveOperations({ host, port, registry, readiness: this.readiness });
    if (given === undefined) logger.info({ metrics: metricsUrl(host, port) }, 'metrics are served');
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    this.server?.close();
  }
}
