import type { Registry } from 'prom-client';
import type { RoleMessage, SupervisorMessage } from './role-messages.js';

const answerWithinMs = 4_000;

/** The channel to the supervisor, if the process has one. */
export interface SupervisorChannel {
  send?: ((message: RoleMessage) => unknown) | undefined;
  on(event: 'message', listener: (message: SupervisorMessage) => void): unknown;
}

/** Sends the metrics of this process when the supervisor requests them. */
export const offerMetrics = (registry: Registry, channel: SupervisorChannel = process): void => {
  channel.on('message', (message) => {
    if (message.type !== 'collect-metrics') return;
    const { requestId } = message;
    void registry.getMetricsAsJSON().then((metrics) => channel.send?.({ type: 'metrics', requestId, metrics }));
  });
};

/** The metrics of the other roles of this service. However often they are asked for, one listener takes the answers. */
export class OtherRolesMetrics {
  private readonly awaited = new Map<number, (metrics: object[][]) => void>();
  private lastRequestId = 0;
  private isListening = false;

  constructor(private readonly channel: SupervisorChannel = process) {}

  /** None when this process has no supervisor, or it does not answer in time. */
  async gather(): Promise<object[][]> {
    if (this.channel.send === undefined) return [];
    this.listen();
    this.lastRequestId += 1;
    const requestId = this.lastRequestId;
    const { promise, resolve } = Promise.withResolvers<object[][]>();
    const timer = setTimeout(() => resolve([]), answerWithinMs);
    this.awaited.set(requestId, resolve);
    this.channel.send({ type: 'gather-metrics', requestId });
    const metrics = await promise;
    clearTimeout(timer);
    this.awaited.delete(requestId);
    return metrics;
  }

  private listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    this.channel.on('message', (message) => {
      if (message.type === 'gathered-metrics') this.awaited.get(message.requestId)?.(message.metrics);
    });
  }
}
