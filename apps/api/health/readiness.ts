import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { type Dependency, type ReadinessReport, readinessReport } from '#libs/platform/process/dependency-health.js';
import { DATABASE_POOL, DEPENDENCIES } from '#libs/ports/tokens.js';
import { haltedProjections } from '#libs/read-side/projection/progress/projection-status.js';
import { allProjections } from '#projections/all-projections.js';

/** Checks each dependency by name: can it be used now? */
@Injectable()
export class Readiness {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: readonly Dependency[],
    @Inject(DATABASE_POOL) private readonly pool: Pool,
  ) {}

  report(): Promise<ReadinessReport> {
    return readinessReport([
      ...this.dependencies,
      { name: 'read_models', code: 'service_unavailable', check: () => this.projections() },
    ]);
  }

  /** A projection that has stopped for good, the audit log above all, makes the service not ready. */
  private async projections(): Promise<void> {
    const halted = await haltedProjections({ pool: this.pool, projections: allProjections }).catch(() => {
      throw new Error('The read models do not answer.');
    });
    if (halted.length === 0) return;
    const reason = halted.map((name) => `The projection ${name} is halted.`).join(' ');
    throw new Error(`${reason} See: npm run -s transledger -- projections status`);
  }
}
