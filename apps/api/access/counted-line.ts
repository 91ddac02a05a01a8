import type { Logger } from '#libs/platform/telemetry/logger.js';

const linePerMs = 1_000;
/** Networks that are told apart between two lines. */
const countedNetworks = 10_000;

/**
 * A line of the log about requests that anybody may send any number of: at most one a second, with the number of requests
 * and of networks that they came from, and no address, since logs outlive the erasure of a person.
 */
export class CountedLine {
  private count = 0;
  private readonly networks = new Set<string>();
  private pause: NodeJS.Timeout | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly message: string,
  ) {}

  /** The first request is logged at once, those of the second after it together. */
  add(requestId: string, network: string): void {
    this.count += 1;
    if (this.networks.size < countedNetworks) this.networks.add(network);
    if (this.pause !== undefined) return;
    this.write(requestId);
    this.pause = setTimeout(() => {
      this.pause = undefined;
      if (this.count > 0) this.write(undefined);
    }, linePerMs).unref();
  }

  private write(requestId: string | undefined): void {
    const { count, networks } = this;
    this.logger.warn(
      { ...(requestId !== undefined && { request_id: requestId }), count, networks: networks.size },
      this.message,
    );
    this.count = 0;
    networks.clear();
  }
}
