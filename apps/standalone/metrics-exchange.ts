import type { RoleMessage } from '#libs/platform/process/role-messages.js';
import type { RoleProcess } from './role-process.js';

/** More than a role's own look takes, which gives up after 0.7 s; Prometheus waits for 10 s. */
const answerWithinMs = 3_000;

interface Gathering {
  asker: RoleProcess;
  askerRequestId: number;
  awaited: number;
  metrics: object[][];
  timer: NodeJS.Timeout;
}

/** Collects the metrics of every role for the one that serves them; a role that is late is left out. */
export class MetricsExchange {
  private readonly gatherings = new Map<number, Gathering>();
  private nextId = 1;

  constructor(private readonly roles: readonly RoleProcess[]) {}

  handle(message: RoleMessage, from: RoleProcess): void {
    if (message.type === 'gather-metrics') this.gather(from, message.requestId);
    if (message.type === 'metrics') this.collect(message.requestId, message.metrics);
  }

  private gather(asker: RoleProcess, askerRequestId: number): void {
    const id = this.nextId;
    this.nextId += 1;
    const others = this.roles.filter((role) => role !== asker);
    const awaited = others.filter((role) => role.send({ type: 'collect-metrics', requestId: id })).length;
    const timer = setTimeout(() => this.answer(id), answerWithinMs);
    this.gatherings.set(id, { asker, askerRequestId, awaited, metrics: [], timer });
    if (awaited === 0) this.answer(id);
  }

  private collect(id: number, metrics: object[]): void {
    const gathering = this.gatherings.get(id);
    if (gathering === undefined) return;
    gathering.metrics.push(metrics);
    if (gathering.metrics.length === gathering.awaited) this.answer(id);
  }

  private answer(id: number): void {
    const gathering = this.gatherings.get(id);
    if (gathering === undefined) return;
    this.gatherings.delete(id);
    clearTimeout(gathering.timer);
    const { asker, askerRequestId, metrics } = gathering;
    asker.send({ type: 'gathered-metrics', requestId: askerRequestId, metrics });
  }
}
