import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { PassedLog } from '#libs/read-side/projection/passed-log.js';

/** The permission to remove what nothing in the log names, or what read models call due. */
export class Removals {
  constructor(
    private readonly log: Pick<PassedLog, 'replaced'>,
    private readonly lifeCycle: LifeCycle,
  ) {}

  /** Whether the jobs of a queue may remove anything now. While the log is not the one that its readers have passed they rest, and it says so. */
  async areAllowed(queue: string): Promise<boolean> {
    const replaced = await this.log.replaced();
    if (replaced !== undefined) this.lifeCycle.emit('removal.rested', { queue, ...replaced });
    return replaced === undefined;
  }
}
