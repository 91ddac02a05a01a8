import type { KeyAccess } from '#libs/application/key-access.js';
import type { ActAdmission } from '#libs/event-sourcing/event-metadata.js';
import { hashApiKey } from '#libs/platform/ids/api-key-format.js';
import type { RateLimiter, WindowState } from '#libs/ports/limits/limits.port.js';
import type { AccessDirectory } from './access-directory.js';
import { assertAccess, type NeededScopes } from './authenticate.js';
import type { ConcurrencyLimits } from './limits/concurrency.js';
import { assertRate, takeRequest } from './request-rate.js';
import type { TierLimits } from './tier-limits.js';
import { type UnknownKeys, unknownCredential } from './unknown-keys.js';

export interface AdmissionOptions {
  directory: Pick<AccessDirectory, 'find' | 'rightsNow'>;
  limiter: RateLimiter;
  limitsOf: TierLimits;
  concurrency: Pick<ConcurrencyLimits, 'beginRequest' | 'openConnection'>;
  unknownKeys: Pick<UnknownKeys, 'readKey' | 'resolve'>;
}

/** A request over HTTP or a frame of the stream, before anything of its content is read. */
export interface Arrival {
  id: string;
  caller: {
    address: string;
    /** Set once the key is known, even if it is then refused. */
    access: KeyAccess | undefined;
    /** Set once the request is counted, even if it is then refused. */
    window: WindowState | undefined;
    /** Set once the request is admitted. */
    admission?: ActAdmission | undefined;
  };
}

interface Wanted {
  /** The scope that the key must have; any key will do when undefined. */
  scope: NeededScopes;
  /** Further checks of the transport, made before the request takes a place among those in flight. */
  inspect?: () => void;
}

export interface Admitted {
  access: KeyAccess;
  /** Gives back the request's place among those in flight. */
  endRequest: () => void;
}

/**
 * Admits requests over HTTP and the stream alike, in the one order that decides which error a request with several
 * faults gets: key known, rate, revoked, expired, suspended, address, scope, place. A request that is refused for its
 * key is counted all the same.
 */
export class Admission {
  constructor(private readonly options: AdmissionOptions) {}

  /**
   * The hash of the key that a request came with, by which the other calls know it.
   * @throws Rejection of `read`, with a line in the log
   */
  keyHashOf({ id, caller }: Arrival, read: () => string): string {
    return hashApiKey(this.options.unknownKeys.readKey(read, id, caller.address));
  }

  /** @throws Rejection, or an error that becomes one */
  async admitRequest(arrival: Arrival, keyHash: string, { scope, inspect }: Wanted): Promise<Admitted> {
    const access = await this.countRequest(arrival, keyHash, scope);
    inspect?.();
    const endRequest = await this.options.concurrency.beginRequest(access);
    const { caller } = arrival;
    caller.admission = { assertStands: () => this.assertStands(keyHash, scope, caller.address), hasActed: false };
    return { access, endRequest };
  }

  /**
   * Asks again for a request that was admitted, which may have waited for minutes since, by what this node has in memory: the
   * key or session may be revoked, at its end or narrowed by now, and its organization suspended. Refuses as `admitRequest` does.
   */
  private assertStands(keyHash: string, scope: NeededScopes, address: string): void {
    const rights = this.options.directory.rightsNow(keyHash);
    if (rights === undefined) throw unknownCredential(keyHash);
    assertAccess(rights, scope, address, Date.now());
  }

  /**
   * Counts a request that is refused in any case; the reasons here come first.
   * @throws as `admitRequest`
   */
  async countRequest(arrival: Arrival, keyHash: string, scope: NeededScopes): Promise<KeyAccess> {
    const access = await this.known(arrival, keyHash);
    const windows = await takeRequest(this.options, access);
    arrival.caller.window = windows.key;
    assertRate(windows);
    assertAccess(access, scope, arrival.caller.address, Date.now());
    return access;
  }

  /**
   * Admits the key without counting, for what is no request of its own, such as the opening of a connection. A refusal
   * counts like that of a request.
   * @throws as `admitRequest`
   */
  async admitKey(arrival: Arrival, keyHash: string, scope: NeededScopes): Promise<KeyAccess> {
    const access = await this.known(arrival, keyHash);
    try {
      assertAccess(access, scope, arrival.caller.address, Date.now());
      return access;
    } catch (refusal) {
      assertRate(await takeRequest(this.options, access));
      throw refusal;
    }
  }

  /**
   * Returns a function that gives back the connection's place among those of the key.
   * @throws Rejection `concurrent_limit`
   */
  openConnection(access: KeyAccess): (() => void) | Promise<() => void> {
    return this.options.concurrency.openConnection(access);
  }

  /** The access of the key as it is now: it may have been revoked since it was last checked. */
  private async known({ id, caller }: Arrival, keyHash: string): Promise<KeyAccess> {
    const { directory, unknownKeys } = this.options;
    const access = (await directory.find(keyHash)) ?? (await unknownKeys.resolve(keyHash, id, caller.address));
    caller.access = access;
    return access;
  }
}
