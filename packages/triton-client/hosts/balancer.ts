import { status } from '@grpc/grpc-js';
import { invalidArgument, TritonError } from '../triton-error.js';

/** The state of a host that the choice depends on. */
export interface Candidate {
  readonly url: string;
  readonly outstanding: number;
  readonly state: string;
  readonly breaker: { beginTrial(): boolean };
  isUnready(model: string): boolean;
  snapshot(): { lastError: string | undefined };
}

export interface Choice<H> {
  /** Model and version. */
  model?: string | undefined;
  /** URL of the only host to choose. */
  only?: string | undefined;
  /** Hosts that were tried before. */
  exclude?: ReadonlySet<H>;
}

/**
 * Chooses the host with the fewest active calls, of those that serve the model, ready as a whole or not (one model that
 * loads, or fails to, makes a server not ready); else of those that are up; else of those that respond; else one whose
 * turn for a trial has come.
 */
export class Balancer<H extends Candidate> {
  private turn = 0;

  constructor(readonly hosts: readonly H[]) {}

  /** Chooses a host; undefined where none is left. */
  pick(choice: Choice<H>): H | undefined {
    const candidates = this.candidates(choice);
    const reachable = candidates.filter(({ state }) => state === 'up' || state === 'not-ready');
    const up = reachable.filter(({ state }) => state === 'up');
    const { model } = choice;
    const serving = model === undefined ? up : reachable.filter((host) => !host.isUnready(model));
    const tiers = [serving, up, reachable];
    const tier = tiers.find(({ length }) => length > 0);
    return tier === undefined ? candidates.find(({ breaker }) => breaker.beginTrial()) : this.leastOutstanding(tier);
  }

  /** Chooses a host. Rejects with `unavailable` and the fault of each host. */
  require(choice: Choice<H>): H {
    const host = this.pick(choice);
    if (host !== undefined) return host;
    const reasons = this.candidates(choice).map((candidate) => {
      const { url, state } = candidate;
      const { lastError } = candidate.snapshot();
      return `${url} ${state}${lastError === undefined ? '' : ` (${lastError})`}`;
    });
    throw new TritonError('unavailable', `No host is available: ${reasons.join('; ')}`, status.UNAVAILABLE);
  }

  private candidates({ only, exclude }: Choice<H>): H[] {
    const named = only === undefined ? this.hosts : this.hosts.filter(({ url }) => url === only);
    if (named.length === 0) throw invalidArgument('The host named is none of the client’s urls');
    return named.filter((host) => !exclude?.has(host));
  }

  private leastOutstanding(hosts: readonly H[]): H | undefined {
    this.turn += 1;
    const min = Math.min(...hosts.map(({ outstanding }) => outstanding));
    const idlest = hosts.filter(({ outstanding }) => outstanding === min);
    return idlest[this.turn % idlest.length];
  }
}
