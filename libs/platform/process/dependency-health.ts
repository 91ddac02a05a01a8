import { SingleFlight } from '#libs/platform/async/single-flight.js';

export interface Dependency {
  name: string;
  /** Code of the error catalogue in responses to requests that need this dependency while it is unavailable. */
  code: 'service_unavailable' | 'model_unavailable';
  /** Whether the process can serve nothing without it. */
  isVital: boolean;
  /** Rejects with one line that names the fault and, where it is known, its remedy. */
  check(): Promise<unknown>;
}

/** A dependency can be used, but part of it stands still. The message is one line that names the part. */
export class DegradedError extends Error {
  override readonly name = 'DegradedError';
}

export interface DependencyReport {
  status: 'ready' | 'degraded' | 'unavailable';
  code?: Dependency['code'];
  reason?: string;
}

export interface ReadinessReport {
  /** `not_ready` while the process can serve nothing, `degraded` while it does without something. */
  status: 'ready' | 'degraded' | 'not_ready';
  dependencies: Record<string, DependencyReport>;
}

const answerWithinMs = 2_500;

/** Rejects after the timeout: a dependency that does not answer in time counts as unavailable. */
const inTime = <T>(work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('It does not answer in time.')), answerWithinMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** Checks one dependency. A check that has not ended is shared, so that none piles up behind a silent server. */
export class DependencyCheck {
  private readonly checking: SingleFlight<unknown>;

  constructor(private readonly dependency: Dependency) {
    this.checking = new SingleFlight(async () => dependency.check());
  }

  async report(): Promise<DependencyReport> {
    try {
      await inTime(this.checking.run());
      return { status: 'ready' };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof DegradedError) return { status: 'degraded', reason };
      return { status: 'unavailable', code: this.dependency.code, reason };
    }
  }
}

/** Readiness of a process by the reports on its dependencies. */
export const readinessOf = (
  reports: readonly { dependency: Pick<Dependency, 'name' | 'isVital'>; report: DependencyReport }[],
): ReadinessReport => {
  const isMissing = reports.some(({ dependency, report }) => dependency.isVital && report.status === 'unavailable');
  const isReady = reports.every(({ report }) => report.status === 'ready');
  return {
    status: isMissing ? 'not_ready' : isReady ? 'ready' : 'degraded',
    dependencies: Object.fromEntries(reports.map(({ dependency, report }) => [dependency.name, report])),
  };
};
