import { Injectable } from '@nestjs/common';
import { type ReadinessReport, readinessReport } from '#libs/platform/process/dependency-health.js';
import { Engines } from '../engines.js';

/** Asks each dependency by name whether it can be used now. */
@Injectable()
export class Readiness {
  constructor(private readonly engines: Engines) {}

  report(): Promise<ReadinessReport> {
    const { dependencies } = this.engines;
    return readinessReport([
      ...dependencies,
      { name: 'read_models', code: 'service_unavailable', check: () => this.projections() },
    ]);
  }

  /** A projection that has stopped for good, the audit log above all, makes the service not ready. */
  private async projections(): Promise<void> {
    const halted = await this.engines.haltedProjections().catch(() => {
      throw new Error('The read models do not answer.');
    });
    if (halted.length === 0) return;
    const reason = halted.map((name) => `The projection ${name} is halted.`).join(' ');
    throw new Error(`${reason} See: npm run -s transledger -- projections status`);
  }
}
