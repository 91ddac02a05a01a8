import { Rejection } from '#libs/domain/errors/rejection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { CharactersQueries } from '#projections/usage/characters.queries.js';
import { readQuotaKey } from './quota-key.js';

interface Options {
  eventStore: Pick<EventStore, 'head'>;
  progress: Pick<ProjectionProgress, 'waitFor'>;
  queries: Pick<CharactersQueries, 'ofDay' | 'inWork'>;
  /** Milliseconds that the read models may take to catch up with the log. Default 10,000. */
  catchUpWithinMs?: number;
}

const retryAfter = 5;

/**
 * Characters of a day that an organization has used: those counted on the day, and those of documents in work,
 * which will count when they are completed.
 */
export class UsedCharacters {
  constructor(private readonly options: Options) {}

  /**
   * Counts never too low. Documents are read first: one that is completed in between is counted twice, not left
   * out.
   * @param day `YYYY-MM-DD`, UTC
   * @throws Rejection `service_unavailable` when the read models do not catch up
   */
  async ofDay(organizationId: string, day: string): Promise<number> {
    const { queries } = this.options;
    await this.caughtUp('documents', 'document-status');
    const inWork = await queries.inWork(organizationId);
    await this.caughtUp('usage');
    return inWork + (await queries.ofDay(organizationId, day));
  }

  /** Counts what the read models have by now, whether or not they have caught up: to be shown, not to refuse by. */
  async shownOfDay(organizationId: string, day: string): Promise<number> {
    const { queries } = this.options;
    return (await queries.inWork(organizationId)) + (await queries.ofDay(organizationId, day));
  }

  /** Counts as `ofDay` does, for the organization and the day of a quota's key. */
  usedBefore(key: string): Promise<number> {
    const { organizationId, day } = readQuotaKey(key);
    return this.ofDay(organizationId, day);
  }

  private async caughtUp(...projections: string[]): Promise<void> {
    const { eventStore, progress, catchUpWithinMs = 10_000 } = this.options;
    const head = await eventStore.head();
    if (await progress.waitFor(projections, head, catchUpWithinMs)) return;
    throw new Rejection('service_unavailable', { message: 'Usage is being counted. Try again later.', retryAfter });
  }
}
