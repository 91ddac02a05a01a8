import type { Server } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { isAlone } from '#libs/platform/process/alone.js';
import type { Dependency } from '#libs/platform/process/dependency-health.js';
import { offerMetrics } from '#libs/platform/process/metrics-channel.js';
import { serveOperations } from '#libs/platform/process/operations-server.js';
import { DEPENDENCIES, PROCESS } from '#libs/ports/tokens.js';
import type { ProcessOptions } from './process.module.js';

/** Tells of the process on its metrics port, where there is one, and over the channel to its supervisor. */
@Injectable()
export class OperationsServer implements OnModuleDestroy {
  private server: Server | undefined;

  constructor(
    @Inject(PROCESS) private readonly process: ProcessOptions,
    @Inject(DEPENDENCIES) private readonly dependencies: readonly Dependency[],
  ) {}

  /** Call it when the process does its work. The supervisor collects what a role of its own has to tell; the API has a page for all. */
  open(): void {
    const { role, settings, registry } = this.process;
    const { HOST: host, TRANSLEDGER_METRICS_PORT: port } = settings;
    offerMetrics(registry);
    if (port === undefined || (role !== 'api' && !isAlone())) return;
    this.server = serveOperations({ host, port, registry, dependencies: this.dependencies });
  }

  onModuleDestroy(): void {
    this.server?.close();
  }
}
