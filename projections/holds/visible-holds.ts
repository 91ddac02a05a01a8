import type { Holdable, HoldState, LegalHolds } from '#libs/application/holds/legal-holds.port.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { PassedLog } from '#libs/read-side/projection/passed-log.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { HoldQueries } from './holds.queries.js';

/** The holds of the read model, once it shows all that is in the log: before a removal nothing less will do. */
export class VisibleHolds implements LegalHolds {
  constructor(
    private readonly queries: Pick<HoldQueries, 'on' | 'onSubject'>,
    private readonly eventStore: Pick<EventStore, 'head'>,
    private readonly progress: Pick<ProjectionProgress, 'waitFor'>,
    private readonly log: Pick<PassedLog, 'replaced'>,
  ) {}

  async on(thing: Holdable): Promise<HoldState> {
    await this.passed('holds');
    return this.queries.on(thing);
  }

  async onSubject(organizationId: string, subject: string): Promise<HoldState> {
    await this.passed('holds', 'documents');
    return this.queries.onSubject(organizationId, subject);
  }

  private async passed(...projections: string[]): Promise<void> {
    const head = await this.eventStore.head();
    // Rows that were made from a log that is lost are ahead of the one that took its place, and lack its holds.
    if ((await this.progress.waitFor(projections, head)) && (await this.log.replaced(projections)) === undefined)
      return;
    throw new Rejection('service_unavailable', {
      message: 'The legal holds cannot be known now; try again.',
      retryAfter: 1,
    });
  }
}
