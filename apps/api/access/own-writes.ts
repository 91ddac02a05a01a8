import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';

/**
 * Lets a caller see its own writes on any node: a query takes the log's head as it arrives and waits until the
 * projections that it reads have passed it. After the timeout it returns what is there; while the event store is
 * unavailable, reads go on.
 */
@Injectable()
export class OwnWrites {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(PROJECTION_PROGRESS) private readonly progress: ProjectionProgress,
  ) {}

  async visibleIn(...projections: string[]): Promise<void> {
    const head = await this.eventStore.head().catch(() => undefined);
    if (head !== undefined) await this.progress.waitFor(projections, head);
  }

  /** Finds what never changes once a projection has written it, and so waits for the projection only where it is not there. */
  async findUnchanging<T>(projection: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    const found = await find();
    if (found !== undefined) return found;
    await this.visibleIn(projection);
    return find();
  }
}
