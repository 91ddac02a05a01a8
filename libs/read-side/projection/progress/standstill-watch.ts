import { isAtOrAfter, type Position } from '#libs/ports/event-store/position.js';

/**
 * Milliseconds that a checkpoint may stay where it is while the log goes on behind it. One that has nothing to apply is
 * moved every ten seconds, and another node takes up the work of one that died within ten.
 */
export const standsStillAfterMs = 20_000;

/** Tells projections whose checkpoints do not move though the log goes on from those that are about to move. */
export class StandstillWatch {
  /** Where each projection was first seen behind the log, and when. */
  private readonly behind = new Map<string, { position: Position; since: number }>();

  /** Names of the projections that have been at the same position behind the head for too long. */
  observe(checkpoints: ReadonlyMap<string, Position>, head: Position, now = performance.now()): string[] {
    return [...checkpoints]
      .filter(([name, position]) => this.standsStill(name, position, head, now))
      .map(([name]) => name);
  }

  private standsStill(name: string, position: Position, head: Position, now: number): boolean {
    if (isAtOrAfter(position, head)) {
      this.behind.delete(name);
      return false;
    }
    const seen = this.behind.get(name);
    if (seen?.position === position) return now - seen.since >= standsStillAfterMs;
    this.behind.set(name, { position, since: now });
    return false;
  }
}
