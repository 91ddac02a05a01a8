export interface Dependency {
  name: string;
  /** Code of the error catalogue in responses to requests that need this dependency while it is unavailable. */
  code: 'service_unavailable' | 'model_unavailable';
  /** Rejects with one line that names the fault and, where it is known, its remedy. */
  check(): Promise<unknown>;
}

export interface DependencyReport {
  status: 'ready' | 'unavailable';
  code?: Dependency['code'];
  reason?: string;
}

export interface ReadinessReport {
  status: 'ready' | 'unavailable';
  dependencies: Record<string, DependencyReport>;
}

const answerWithinMs = 2_500;

/** Rejects after the timeout: a dependency that does not answer in time counts as unavailable. */
const inTime = <T>(work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('It does not answer in time.')), answerWithinMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

const reportOn = async ({ code, check }: Dependency): Promise<DependencyReport> => {
  try {
    await inTime(check());
    return { status: 'ready' };
  } catch (error) {
    return { status: 'unavailable', code, reason: error instanceof Error ? error.message : String(error) };
  }
};

/** Checks all dependencies at the same time. */
export const readinessReport = async (dependencies: readonly Dependency[]): Promise<ReadinessReport> => {
  const reports = await Promise.all(
    dependencies.map(async (dependency) => [dependency.name, await reportOn(dependency)] as const),
  );
  const isReady = reports.every(([, { status }]) => status === 'ready');
  return { status: isReady ? 'ready' : 'unavailable', dependencies: Object.fromEntries(reports) };
};
