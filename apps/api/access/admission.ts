import type { KeyAccess } from '#libs/application/key-access.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { RateLimiter, WindowState } from '#libs/ports/limits/limits.port.js';
import type { AccessDirectory } from './access-directory.js';
import { assertAccess } from './authenticate.js';
import type { ConcurrencyLimits } from './limits/concurrency.js';
import { rateLimitRejection, takeRequest } from './request-rate.js';
import type { TierLimits } from './tier-limits.js';

export interface AdmissionOptions {
  directory: Pick<AccessDirectory, 'find'>;
  limiter: RateLimiter;
  limitsOf: TierLimits;
  concurrency: Pick<ConcurrencyLimits, 'beginRequest' | 'openConnection'>;
  logger: Logger;
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
  };
}

interface Wanted {
  /** The scope that the key must have; any key will do when undefined. */
  scope: Scope | undefined;
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
 * faults gets: key known, counted against its rate, revoked, expired, suspended, address, scope, rate, place. A
 * request that is refused for its key is counted all the same.
 */
export class Admission {
  constructor(private readonly options: AdmissionOptions) {}

  /** @throws Rejection, or an error that becomes one */
  async admitRequest(arrival: Arrival, keyHash: string, { scope, inspect }: Wanted): Promise<Admitted> {
    const access = await this.countRequest(arrival, keyHash, scope);
    inspect?.();
    return { access, endRequest: await this.options.concurrency.beginRequest(access) };
  }

  /**
   * Counts a request that is refused in any case; the reasons here come first.
   * @throws as `admitRequest`
   */
  async countRequest(arrival: Arrival, keyHash: string, scope: Scope | undefined): Promise<KeyAccess> {
    const access = await this.known(arrival, keyHash);
    const window = await takeRequest(this.options, access);
    arrival.caller.window = window;
    assertAccess(access, scope, arrival.caller.address, Date.now());
    if (window?.allowed === false) throw rateLimitRejection(window);
    return access;
  }

  /**
   * Admits the key without counting, for what is no request of its own, such as the opening of a connection.
   * @throws as `admitRequest`
   */
  async admitKey(arrival: Arrival, keyHash: string, scope: Scope | undefined): Promise<KeyAccess> {
    const access = await this.known(arrival, keyHash);
    assertAccess(access, scope, arrival.caller.address, Date.now());
    return access;
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
    const access = await this.options.directory.find(keyHash);
    if (access === undefined) {
      this.options.logger.warn({ request_id: id }, 'an unknown API key was refused');
      throw new Rejection('invalid_api_key');
    }
    caller.access = access;
    return access;
  }
}
