import { randomUUID } from 'node:crypto';
import { SingleFlight } from '#libs/platform/async/single-flight.js';
import type { Settlement } from './quota-counters.js';

/**
 * Settlements that Redis does not have yet. Amounts used without it are added up by key, so that the outbox does not
 * grow with the length of an outage; a settlement that was tried once keeps its id and its amount.
 */
export class SettlementOutbox {
  private readonly tried = new Map<string, Settlement>();
  private readonly used = new Map<string, number>();
  private readonly flushing = new SingleFlight(() => this.tellAll());

  /**
   * @param tell sends a settlement; rejects where Redis did not take it. Sending the same twice changes nothing
   */
  constructor(private readonly tell: (settlement: Settlement) => Promise<void>) {}

  /** Sends a settlement. Never rejects: one that cannot be sent now stays until the next flush. */
  async send(settlement: Settlement): Promise<void> {
    this.tried.set(settlement.id, settlement);
    await this.attempt(settlement);
  }

  /** Adds an amount that was used without a reservation on Redis. */
  add(key: string, amount: number): void {
    this.used.set(key, (this.used.get(key) ?? 0) + amount);
  }

  /** Sends all settlements, until one cannot be sent. Never rejects. */
  flush(): Promise<void> {
    return this.flushing.run();
  }

  private async tellAll(): Promise<void> {
    do {
      for (const [key, actual] of this.used) {
        const id = randomUUID();
        this.tried.set(id, { key, id, reserved: 0, actual, reservedAt: undefined });
      }
      this.used.clear();
      for (const settlement of this.tried.values()) {
        if (!(await this.attempt(settlement))) return;
      }
    } while (this.used.size > 0);
  }

  private async attempt(settlement: Settlement): Promise<boolean> {
    try {
      await this.tell(settlement);
      this.tried.delete(settlement.id);
      return true;
    } catch {
      return false;
    }
  }
}
