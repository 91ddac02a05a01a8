import { LRUCache } from 'lru-cache';
import type { KeyAccess } from '#libs/application/key-access.js';
import { pause } from '#libs/platform/async/pause.js';
import { KeyedSingleFlight } from '#libs/platform/async/single-flight.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';

/** Looks a key up in the read models by its SHA-256. */
export type FindKeyAccess = (secretHash: string) => Promise<KeyAccess | undefined>;

/** Types of events after which the known state of a key or an organization is out of date. */
const changingTypes = [
  'ApiKeyRotated',
  'ApiKeyRevoked',
  'OrganizationTierChanged',
  'OrganizationSuspended',
  'OrganizationResumed',
];

const followAgainMs = 1_000;

interface Options {
  eventStore: EventStore;
  find: FindKeyAccess;
  logger: Logger;
  /** Keys kept in memory. */
  capacity?: number;
  /**
   * Milliseconds that a key is trusted while the log cannot be followed; what other nodes do still holds within 2
   * s.
   */
  maxAgeMs?: number;
}

/**
 * Keys and their organizations, in memory. Revocations and suspensions are remembered from the log itself,
 * so they hold even while the read models are behind.
 */
export class AccessDirectory {
  private readonly known: LRUCache<string, KeyAccess>;
  private readonly revokedKeys = new LRUCache<string, true>({ max: 100_000 });
  private readonly suspended = new LRUCache<string, boolean>({ max: 100_000 });
  /** Look-ups in flight, shared by all requests with the same key. */
  private readonly lookUps = new KeyedSingleFlight<KeyAccess | undefined>();
  private changes = 0;
  private readonly stopping = new AbortController();

  constructor(private readonly options: Options) {
    this.known = new LRUCache({ max: options.capacity ?? 10_000, ttl: options.maxAgeMs ?? 1_500, ttlResolution: 50 });
  }

  async find(secretHash: string): Promise<KeyAccess | undefined> {
    const access = this.known.get(secretHash) ?? (await this.lookUpTogether(secretHash));
    if (access === undefined) return undefined;
    const revoked = this.revokedKeys.has(access.keyId);
    const suspended = this.suspended.get(access.organizationId);
    if (!revoked && suspended === undefined) return access;
    return {
      ...access,
      revoked: access.revoked || revoked,
      organizationSuspended: suspended ?? access.organizationSuspended,
    };
  }

  /** Makes a revocation hold on this node before its event has come back from the log. */
  revoke(keyId: string): void {
    this.revokedKeys.set(keyId, true);
  }

  /** Drops every key of an organization, so that the next request looks it up again. */
  forget(organizationId: string): void {
    for (const [hash, access] of this.known.entries()) {
      if (access.organizationId === organizationId) this.known.delete(hash);
    }
    // The organizations of look-ups in flight are not known yet, and their results may be from before.
    this.changes += 1;
    this.lookUps.forget();
  }

  /** Follows the log until `stop`, and again after the event store was unavailable. */
  async follow(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.followOnce(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.options.logger.warn({ err: error }, 'the log is not followed for changes of keys at the moment');
        // No later event would lift a suspension here; the read models know of every one.
        this.suspended.clear();
        await pause(followAgainMs, signal);
      }
    }
  }

  private async followOnce(signal: AbortSignal): Promise<void> {
    const { eventStore } = this.options;
    const after = await eventStore.head();
    for await (const { events } of eventStore.subscribeToAll({ after, types: changingTypes, signal })) {
      for (const event of events) this.apply(event);
    }
  }

  stop(): void {
    this.stopping.abort();
  }

  /** A caller whose shared look-up found no key looks again: the key may have been made since. */
  private async lookUpTogether(secretHash: string): Promise<KeyAccess | undefined> {
    const running = this.lookUps.running(secretHash);
    return (running && (await running)) ?? this.lookUps.run(secretHash, () => this.lookUp(secretHash));
  }

  private async lookUp(secretHash: string): Promise<KeyAccess | undefined> {
    const { changes } = this;
    const found = await this.options.find(secretHash);
    if (found !== undefined && this.changes === changes) this.known.set(secretHash, found);
    return found;
  }

  private apply({ type, data }: RecordedEvent): void {
    const organizationId = String(data.organizationId);
    if (type === 'ApiKeyRevoked') this.revoke(String(data.keyId));
    if (type === 'OrganizationSuspended') this.suspended.set(organizationId, true);
    if (type === 'OrganizationResumed') this.suspended.set(organizationId, false);
    this.forget(organizationId);
  }
}
