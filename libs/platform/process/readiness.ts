import { every } from '#libs/platform/async/every.js';
import { SharedResult } from '#libs/platform/async/shared-result.js';
import {
  type Dependency,
  DependencyCheck,
  type DependencyReport,
  type ReadinessReport,
  readinessOf,
} from './dependency-health.js';

/** Milliseconds that a report is given to every caller. */
const keptForMs = 1_000;

/** Milliseconds between two looks that nobody asked for. */
const lookEveryMs = 10_000;

/** Log of what goes away and comes back; a pino logger is one. */
export interface ReadinessLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const silent: ReadinessLog = { info: () => undefined, warn: () => undefined };

/** Readiness of one process. Probes, balancers, metrics and strangers share one check of each dependency a second. */
export class Readiness {
  /** The last report on each dependency, by name: also while others are still being checked. */
  readonly latest = new Map<string, DependencyReport>();
  /** Names of all dependencies. */
  readonly names: readonly string[];
  private readonly checks: readonly { dependency: Dependency; check: DependencyCheck }[];
  private readonly shared = new SharedResult(() => this.checkAll(), keptForMs);

  constructor(
    dependencies: readonly Dependency[],
    private readonly log: ReadinessLog = silent,
  ) {
    this.names = dependencies.map(({ name }) => name);
    this.checks = dependencies.map((dependency) => ({ dependency, check: new DependencyCheck(dependency) }));
  }

  /** Never rejects. Checks all dependencies at the same time, unless that was done within the last second. */
  report(): Promise<ReadinessReport> {
    return this.shared.get();
  }

  /**
   * Looks by itself until the signal aborts, so that the log tells what goes away though nobody asks, and the first who asks
   * learns what has been standing still. Its first look comes when what starts has had its time.
   */
  watch(signal: AbortSignal): Promise<void> {
    return every(lookEveryMs, { signal, onFault: () => undefined }, async () => void (await this.report()));
  }

  private async checkAll(): Promise<ReadinessReport> {
    const reports = await Promise.all(
      this.checks.map(async ({ dependency, check }) => {
        const report = await check.report();
        this.learn(dependency.name, report);
        return { dependency, report };
      }),
    );
    return readinessOf(reports);
  }

  private learn(dependency: string, report: DependencyReport): void {
    const before = this.latest.get(dependency)?.status ?? 'ready';
    this.latest.set(dependency, report);
    const { status, reason } = report;
    if (status === before) return;
    if (status === 'ready') this.log.info({ dependency }, 'a dependency can be used again');
    else this.log.warn({ dependency, status, reason }, 'a dependency cannot be used as it should');
  }
}
