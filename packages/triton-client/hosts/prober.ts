import type { ProbeOptions } from '../client-options.js';
import type { Host } from './host.js';

export interface ProbeCalls {
  /** Asks a host whether it is ready, and reports the outcome to the host itself. */
  serverReady(host: Host, timeoutMs: number): Promise<boolean>;
  modelReady(host: Host, model: string, timeoutMs: number): Promise<boolean>;
}

/** Milliseconds at most between a failed probe of a host that is up and the next: it soon counts as gone, or as there. */
const doubtMs = 250;

/** Probes a host again and again: at intervals while it is up, when its trial is due while it is ejected. */
export class Prober {
  private readonly intervalMs: number;
  private readonly timeoutMs: number;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private isInDoubt = false;

  constructor(
    private readonly host: Host,
    { intervalMs = 2_000, timeoutMs = 1_000 }: ProbeOptions,
    private readonly calls: ProbeCalls,
  ) {
    this.intervalMs = intervalMs;
    this.timeoutMs = timeoutMs;
    this.schedule();
  }

  /** Reschedules after a change of the host's state: its next probe may be due earlier. */
  reschedule(): void {
    clearTimeout(this.timer);
    this.schedule();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.isStopped) return;
    const jittered = this.intervalMs * (0.75 + Math.random() / 2);
    const whileUp = this.isInDoubt ? Math.min(doubtMs, jittered) : jittered;
    const delay = this.host.state === 'ejected' ? this.host.breaker.trialInMs : whileUp;
    this.timer = setTimeout(() => this.look(), delay);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const { host } = this;
    // An active trial decides for itself.
    if (host.state !== 'trial' && (host.state !== 'ejected' || host.breaker.beginTrial())) {
      try {
        host.noteReady(await this.calls.serverReady(host, this.timeoutMs));
        await this.lookAtModels();
        this.isInDoubt = false;
      } catch {
        // The host has noted it.
        this.isInDoubt = true;
      }
    }
    this.reschedule();
  }

  /**
   * Asks for each model that the host served, while the server as a whole is not ready: any of them may be the cause.
   */
  private async lookAtModels(): Promise<void> {
    const { host } = this;
    const isReady = (model: string) => this.calls.modelReady(host, model, this.timeoutMs);
    for (const model of host.unreadyModels()) if (await isReady(model)) host.noteModel(model, true);
    if (host.isReady) return;
    for (const model of host.servedModels()) if (!(await isReady(model))) host.noteModel(model, false);
  }
}
