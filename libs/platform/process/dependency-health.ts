export interface Dependency {
  name: string;
  /** A code of the error catalogue: what needs this dependency answers with it while it is away. */
  code: 'service_unavailable' | 'model_unavailable';
  /** Rejects with one line that says what is wrong and, where it is known, what to do. */
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

/** A dependency that does not answer in time is as good as away. */
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

/** Asks all dependencies at the same time whether they can be used now. */
export const readinessReport = async (dependencies: readonly Dependency[]): Promise<ReadinessReport> => {
  const reports = await Promise.all(
    dependencies.map(async (dependency) => [dependency.name, await reportOn(dependency)] as const),
  );
  const isReady = reports.every(([, { status }]) => status === 'ready');
  return { status: isReady ? 'ready' : 'unavailable', dependencies: Object.fromEntries(reports) };
};
