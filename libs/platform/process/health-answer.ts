import type { ReadinessReport } from './dependency-health.js';

export interface HealthAnswer {
  status: number;
  body: object;
}

/** The readers of a report: `everybody` learns which dependencies are away, `operators` also why. */
export type Audience = 'everybody' | 'operators';

/** Response of `/health/live`. */
export const livenessAnswer = { status: 200, body: { status: 'ok' } } as const;

const withoutReasons = ({ status, dependencies }: ReadinessReport): object => ({
  status,
  dependencies: Object.fromEntries(
    Object.entries(dependencies).map(([name, report]) => [name, { status: report.status }]),
  ),
});

/** Response of `/health/ready`: 503 only while the process can serve nothing. */
export const readinessAnswer = (report: ReadinessReport, audience: Audience): HealthAnswer => ({
  status: report.status === 'not_ready' ? 503 : 200,
  body: audience === 'operators' ? report : withoutReasons(report),
});

/** Response to a request for the health of a process; undefined for any other path. */
export const healthAnswer = async (
  path: string | undefined,
  report: () => Promise<ReadinessReport>,
  audience: Audience,
): Promise<HealthAnswer | undefined> => {
  if (path === '/health/live') return livenessAnswer;
  return path === '/health/ready' ? readinessAnswer(await report(), audience) : undefined;
};
