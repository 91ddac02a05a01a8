import { every } from '#libs/platform/async/every.js';
import type { LogReach } from '#libs/ports/log-reach/log-reach.port.js';
import type { AccessDirectory } from './access-directory.js';

const beatEveryMs = 500;

/**
 * Tells the other nodes how far this one has read the changes of keys, and learns how far they are: a node that the log
 * alone does not answer knows then that it misses something. Where nobody answers, the last known state holds.
 */
export class Heartbeat {
  private readonly stopping = new AbortController();

  constructor(
    private readonly reach: Pick<LogReach, 'announce'> | undefined,
    private readonly directory: Pick<AccessDirectory, 'learn' | 'reached'>,
  ) {}

  async run(): Promise<void> {
    const { reach, directory, stopping } = this;
    if (reach === undefined) return;
    // A place that does not answer is reported where it was opened.
    await every(beatEveryMs, { signal: stopping.signal, onFault: () => undefined }, async () =>
      directory.learn(await reach.announce(directory.reached)),
    );
  }

  stop(): void {
    this.stopping.abort();
  }
}
