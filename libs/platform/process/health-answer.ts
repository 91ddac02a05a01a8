import type { ReadinessReport } from './dependency-health.js';

export interface HealthAnswer {
  status: number;
  body: object;
}

/** Response of `/health/live`. */
export const livenessAnswer = { status: 200, body: { status: 'ok' } } as const;

/** Response of `/health/ready`. */
export const readinessAnswer = (report: ReadinessReport): HealthAnswer => ({
  status: report.status === 'ready' ? 200 : 503,
  body: report,
});

/** Response to a request for the health of a process; undefined for any other path. */
export const healthAnswer = async (
  path: string | undefined,
  report: () => Promise<ReadinessReport>,
): Promise<HealthAnswer | undefined> => {
  if (path === '/health/live') return livenessAnswer;
  return path === '/health/ready' ? readinessAnswer(await report()) : undefined;
};
