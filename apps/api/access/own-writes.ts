import { Injectable } from '@nestjs/common';
import { Engines } from '../engines.js';

/**
 * A query takes the log's head as it arrives and waits until the projections that it reads have passed
 * it, so that a caller sees its own write on any node. After the time-out it answers with what is there;
 * while the event store is away, reads go on.
 */
@Injectable()
export class OwnWrites {
  constructor(private readonly engines: Engines) {}

  async visibleIn(...projections: string[]): Promise<void> {
    const head = await this.engines.eventStore.head().catch(() => undefined);
    if (head !== undefined) await this.engines.progress.waitFor(projections, head);
  }
}
