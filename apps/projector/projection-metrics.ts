import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';
import type { ProjectionStatus } from '#libs/read-side/projection/progress/projection-status.js';
import type { ProjectionRunner } from '#libs/read-side/projection/runner/projection-runner.js';

/**
 * Measures how far each of the named projections is, and whether it goes on. Every series is there from the first page
 * on, whether the first look has ended by then or not.
 */
export const measureProjections = (
  registry: Registry,
  runner: Pick<ProjectionRunner, 'observe'>,
  names: readonly string[],
): void => {
  const status = askedOnce(() => runner.observe());
  /** @param unknown value before the first look, and of lags after one that did not end */
  const gauge = (
    name: string,
    help: string,
    measure: (status: ProjectionStatus) => number | undefined,
    unknown = 0,
  ) => {
    const series = new Gauge({
      name: `transledger_projection_${name}`,
      help,
      labelNames: ['projection'] as const,
      registers: [registry],
      aggregator: 'max', // every node sees the same
      async collect() {
        const seen = await status();
        if (seen === undefined && Number.isNaN(unknown))
          for (const projection of names) this.set({ projection }, unknown);
        for (const projection of seen ?? []) this.set({ projection: projection.name }, measure(projection) ?? unknown);
      },
    });
    for (const projection of names) series.set({ projection }, unknown);
  };
  gauge(
    'lag_events',
    'Events not yet applied, counted up to 1,000; NaN where it is not known.',
    ({ lagEvents }) => lagEvents,
    Number.NaN,
  );
  gauge(
    'lag_seconds',
    'Age of the oldest event not yet applied, or more; NaN where it is not known.',
    ({ lagSeconds }) => lagSeconds,
    Number.NaN,
  );
  gauge(
    'parked_events',
    'Events that wait aside because one of their lane failed.',
    ({ parkedEvents }) => parkedEvents,
  );
  gauge('held_lanes', 'Lanes of which nothing is applied since an event failed.', ({ heldLanes }) => heldLanes.length);
  gauge('halted', '1 while the projection has stopped.', ({ state }) => (state === 'halted' ? 1 : 0));
  gauge('rebuilt', 'From 0 to 1 while a rebuild is under way; 1 otherwise.', ({ rebuilt }) => rebuilt ?? 1, 1);
};
