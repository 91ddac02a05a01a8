import type { Pool } from 'pg';
import { NextFlight } from '#libs/platform/async/next-flight.js';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { awaitedChannel, progressChannel, toldForMs } from './progress-channels.js';

/**
 * Notifies readers which projections of this process have passed which position, while any reader waits: every
 * notification wakes each process that listens. Positions passed before are sent as soon as a reader
 * says that it waits; many projections in one notification, the next one after the last was sent.
 */
export class ProgressAnnouncer {
  private readonly reached = new Map<string, Position>();
  private readonly untold = new Map<string, Position>();
  private awaitedUntil = Number.NEGATIVE_INFINITY;
  private stopListening: (() => void) | undefined;
  private readonly sending = new NextFlight(() => this.send());

  /** @param onAwaited called whenever a reader says that it waits for what has just been written */
  constructor(
    private readonly pool: Pool,
    private readonly listener: Pick<DirectConnection, 'listen'>,
    private readonly onAwaited: () => void,
  ) {}

  start(): void {
    this.stopListening ??= this.listener.listen(awaitedChannel, { onNotice: () => this.tellFromNowOn() });
  }

  get isAwaited(): boolean {
    return performance.now() < this.awaitedUntil;
  }

  passed(name: string, position: Position): void {
    this.reached.set(name, position);
    if (this.isAwaited) this.tell([[name, position]]);
  }

  async close(): Promise<void> {
    this.stopListening?.();
    await this.sending.idle();
  }

  private tellFromNowOn(): void {
    this.awaitedUntil = performance.now() + toldForMs;
    this.tell([...this.reached]);
    this.onAwaited();
  }

  private tell(passed: readonly [string, Position][]): void {
    for (const [name, position] of passed) this.untold.set(name, position);
    void this.sending.run();
  }

  private async send(): Promise<void> {
    await Promise.resolve(); // all projections that see the same page announce together
    if (this.untold.size === 0) return;
    const payload = JSON.stringify([...this.untold]);
    this.untold.clear();
    await this.pool
      .query({ name: 'projection_tell', text: 'select pg_notify($1, $2)', values: [progressChannel, payload] })
      .catch(() => undefined);
  }
}
