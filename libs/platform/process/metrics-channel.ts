import type { Registry } from 'prom-client';
import type { RoleMessage, SupervisorMessage } from './role-messages.js';

const answerWithinMs = 4_000;

const tell = (message: RoleMessage): void => {
  process.send?.(message);
};

/** Sends the metrics of this process when the supervisor requests them. */
export const offerMetrics = (registry: Registry): void => {
  process.on('message', (message: SupervisorMessage) => {
    if (message.type !== 'collect-metrics') return;
    const { requestId } = message;
    void registry.getMetricsAsJSON().then((metrics) => tell({ type: 'metrics', requestId, metrics }));
  });
};

let lastRequestId = 0;

/** Requests the metrics of the other roles of this service; none when this process has no supervisor. */
export const gatherMetrics = (): Promise<object[][]> => {
  if (process.send === undefined) return Promise.resolve([]);
  lastRequestId += 1;
  const requestId = lastRequestId;
  return new Promise((resolve) => {
    const done = (metrics: object[][]) => {
      clearTimeout(timer);
      process.off('message', listen);
      resolve(metrics);
    };
    const listen = (message: SupervisorMessage) => {
      if (message.type === 'gathered-metrics' && message.requestId === requestId) done(message.metrics);
    };
    const timer = setTimeout(() => done([]), answerWithinMs);
    process.on('message', listen);
    tell({ type: 'gather-metrics', requestId });
  });
};
