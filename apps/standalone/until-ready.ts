import { pause } from '#libs/platform/async/pause.js';
import type { ReadinessReport } from '#libs/platform/process/dependency-health.js';

type Dependencies = ReadinessReport['dependencies'];

const lookEveryMs = 100;
/** Milliseconds that an answer may take. */
const answerWithinMs = 5_000;
/** Milliseconds after which it is said that the service is not ready. */
const tellAfterMs = 5_000;
/** Milliseconds after which an API that listens, as its process has said, is taken for one that cannot be asked from here. */
const maxSilenceMs = 15_000;

/** The report of the API on its readiness; undefined while it does not answer. */
const readinessAt = async (url: string, signal: AbortSignal): Promise<ReadinessReport | undefined> => {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
    const answer = await fetch(`${url}/health/ready`, { signal: within });
    return (await answer.json()) as ReadinessReport;
  } catch {
    return undefined;
  }
};

const namesOf = (dependencies: Dependencies, status: string): string[] =>
  Object.entries(dependencies).flatMap(([name, report]) => (report.status === status ? [name] : []));

/**
 * Resolves with what the API says of its dependencies once it can serve, with none where it cannot be asked, as behind a proxy
 * of the environment; with undefined when the signal aborts.
 */
export const untilReady = async (
  url: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Dependencies | undefined> => {
  const since = performance.now();
  let heardAt = since;
  let isTold = false;
  while (!signal.aborted) {
    const report = await readinessAt(url, signal);
    if (report !== undefined && report.status !== 'not_ready') return report.dependencies;
    const now = performance.now();
    if (report !== undefined) heardAt = now;
    if (now - heardAt > maxSilenceMs) {
      say(`! Nothing answers at ${url}, though the API listens`);
      return {};
    }
    if (!isTold && now - since > tellAfterMs) {
      const missing = report === undefined ? [] : namesOf(report.dependencies, 'unavailable');
      say(`! The API is not ready yet${missing.length === 0 ? '' : `: ${missing.join(', ')}`}. It goes on by itself.`);
      isTold = true;
    }
    await pause(lookEveryMs, signal);
  }
  return undefined;
};

const doctor = 'npm run -s transledger-admin -- doctor';

/** Lines for the operator about what the service does without. */
export const missingOf = (dependencies: Dependencies): string[] => {
  const unavailable = namesOf(dependencies, 'unavailable');
  const others = unavailable.filter((name) => name !== 'inference');
  const degraded = namesOf(dependencies, 'degraded');
  return [
    ...(unavailable.includes('inference') ? [`! Nothing can be translated. What is missing: ${doctor}`] : []),
    ...(others.length === 0 ? [] : [`! It does without ${others.join(', ')} for now. What is missing: ${doctor}`]),
    ...(degraded.length === 0 ? [] : [`! ${degraded.join(', ')} stands still in part. What is wrong: ${doctor}`]),
  ];
};
