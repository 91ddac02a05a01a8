import type { Pool } from 'pg';
import type { Position } from '#libs/event-store/position.js';
import { progressChannel } from './checkpoint.js';

/**
 * Tells readers which projections have passed which position where that changed no row, so that no checkpoint has to
 * be written for it: many projections in one notification, the next one after the last was sent. What is not told is
 * found in the checkpoints, which follow within a second.
 */
export class ProgressAnnouncer {
  private readonly passed = new Map<string, Position>();
  private sending: Promise<void> | undefined;

  constructor(private readonly pool: Pool) {}

  announce(name: string, position: Position): void {
    this.passed.set(name, position);
    this.sending ??= this.send().finally(() => {
      this.sending = undefined;
    });
  }

  async close(): Promise<void> {
    await this.sending;
  }

  private async send(): Promise<void> {
    await Promise.resolve(); // all who see the same page announce together
    while (this.passed.size > 0) {
      const payload = JSON.stringify([...this.passed]);
      this.passed.clear();
      await this.pool.query('select pg_notify($1, $2)', [progressChannel, payload]).catch(() => undefined);
    }
  }
}
