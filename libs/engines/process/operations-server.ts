import type { Server } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { offerMetrics } from '#libs/platform/process/metrics-channel.js';
import { serveOperations } from '#libs/platform/process/operations-server.js';
import type { Readiness } from '#libs/platform/process/readiness.js';
import { isUnsupervised } from '#libs/platform/process/unsupervised.js';
import { PROCESS, READINESS } from '#libs/ports/tokens.js';
import type { ProcessOptions } from './process.module.js';

/** Serves metrics and health of the process on its metrics port, if any, and over the channel to its supervisor. */
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
    const { role, settings, registry } = this.process;
    const { HOST: host, TRANSLEDGER_METRICS_PORT: port } = settings;
    offerMetrics(registry);
    void this.readiness.watch(this.stopping.signal);
    if (port === undefined || (role !== 'api' && !isUnsupervised())) return;
    this.server = await serveOperations({ host, port, registry, readiness: this.readiness });
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    this.server?.close();
  }
}
