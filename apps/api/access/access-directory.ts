import { type KeyAccess, unknownUserId } from '#libs/application/key-access.js';
import type { OwnedKey } from '#libs/application/users/user-belongings.port.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Role } from '#libs/domain/user/user.events.js';
import { NextFlight } from '#libs/platform/async/next-flight.js';
import { pause } from '#libs/platform/async/pause.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { LogHistoryChangedError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventPage, EventStore } from '#libs/ports/event-store/event-store.port.js';
import { isAtOrAfter, type Position, START } from '#libs/ports/event-store/position.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { KeySnapshotQueries } from '#projections/api-keys/key-snapshot.queries.js';
import type { Rights } from './authenticate.js';
import type { KeyUses } from './key-uses.js';
import { accessOf, accessTypes, hasEnded, type KeyOwner, KnownKeys, type KnownOrganization } from './known-keys.js';
import { accessOfUser, type KnownAccount, type KnownSession } from './known-users.js';
import { OwnerIds } from './owner-ids.js';
import { tokenHashOf } from './session-hash.js';
import type { SessionUses } from './session-uses.js';

export interface AccessDirectoryOptions {
  eventStore: Pick<EventStore, 'readAll' | 'readStream' | 'subscribeToAll'>;
  snapshots: Pick<KeySnapshotQueries, 'read'>;
  subjectKeys: Pick<SubjectKeys, 'open' | 'openMany'>;
  uses: Pick<KeyUses, 'note'>;
  sessionUses: Pick<SessionUses, 'use'>;
  logger: Logger;
  now?: () => number;
}

const followAgainMs = 1_000;
const pageOfEvents = 500;
/** Milliseconds between two reads of the log for keys that this node does not know: unknown keys cost no more. */
const catchUpEveryMs = 50;
/**
 * Milliseconds for which this node may know of events that it has not applied. It learns of them within half a second:
 * together the 2 s within which every node must know of a revocation.
 */
const maxLagMs = 1_500;
const retryAfter = 1;

const behind = () =>
  new Rejection('service_unavailable', {
    message: 'This node does not know the newest state of API keys at the moment.',
    retryAfter,
  });

const isOfUser = (owner: KeyOwner): owner is KeyOwner & { userId: string } => owner.userId !== undefined;

/**
 * Every key, organization and signed-in user, in the memory of this node. It begins with the rows of the read models and goes on with
 * the log from where they end, so what it knows depends on no projector, and a look-up costs no query. While the log
 * cannot be read, the last known state holds.
 */
export class AccessDirectory {
  private keys = new KnownKeys();
  /** Every event up to here has been applied. */
  private position: Position = START;
  /** The newest event that was applied, or the end of the snapshot; other nodes must have applied it too. */
  private newest: Position = START;
  private isLoaded = false;
  private behindSince: number | undefined;
  /** The furthest position that another node is known to have applied. */
  private furthest: Position = START;
  private readonly stopping = new AbortController();
  private readonly firstLoad = Promise.withResolvers<void>();
  private readonly owners: OwnerIds;
  private readonly catchUps = new NextFlight(() => this.catchUpSoon());
  private caughtUpAt = Number.NEGATIVE_INFINITY;
  private readonly now: () => number;

  constructor(private readonly options: AccessDirectoryOptions) {
    this.now = options.now ?? Date.now;
    this.owners = new OwnerIds(options.subjectKeys);
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.keys.size;
  }

  /** The position that every other node must have reached too. */
  get reached(): Position {
    return this.newest;
  }

  /**
   * The access of a key or session, by its hash; undefined for one that this node does not know: see `findNew`.
   * Synchronous but for the first look-up in the name of a user, and for a session that was not used here lately.
   * @throws Rejection `service_unavailable` while this node is behind, or has not read the keys yet
   */
  find(secretHash: string): KeyAccess | undefined | Promise<KeyAccess | undefined> {
    this.assertCurrent();
    const tokenHash = tokenHashOf(secretHash);
    if (tokenHash !== undefined) return this.findSession(tokenHash);
    const key = this.keys.find(secretHash);
    if (key === undefined) return undefined;
    if (key.organization.unreadable) throw behind();
    const now = this.now();
    if (!hasEnded(key, now)) this.options.uses.note(key, now);
    return isOfUser(key.owner)
      ? accessOf(key, key.owner.userId)
      : this.owners.idOf(key.owner).then((id) => accessOf(key, id));
  }

  /**
   * Looks for a key or session that may have just been made on another node: reads the log to its end, once for all who ask at
   * the same time, and at most twenty times a second.
   * @throws Rejection as `find`; EventStoreUnavailableError
   */
  async findNew(secretHash: string): Promise<KeyAccess | undefined> {
    await this.catchUps.run();
    return this.find(secretHash);
  }

  /**
   * The rights of a key or session at this moment, from memory alone; undefined for one that this node does not know, or a
   * session that it knows to have ended. To ask is no use of it.
   * @throws Rejection as `find`
   */
  rightsNow(secretHash: string): Rights | undefined {
    this.assertCurrent();
    const tokenHash = tokenHashOf(secretHash);
    const session = tokenHash === undefined ? undefined : this.keys.users.findSession(tokenHash, this.now());
    const key = tokenHash === undefined ? this.keys.find(secretHash) : undefined;
    if ((session?.account ?? key)?.organization.unreadable) throw behind();
    // Whose it is decides on nothing.
    if (session !== undefined) return accessOfUser(session.account, unknownUserId, session);
    return key && accessOf(key, unknownUserId);
  }

  /**
   * Whether a credential is a session that has ended, as far as this node has read; never one of a key. To ask is no use of
   * the session, and one that was not used for long ends at its next use.
   */
  hasSignedOut(secretHash: string): boolean {
    const tokenHash = tokenHashOf(secretHash);
    return tokenHash !== undefined && this.isLoaded && this.keys.users.findSession(tokenHash, this.now()) === undefined;
  }

  /** @throws Rejection `service_unavailable` while this node does not know the newest state of keys */
  assertCurrent(): void {
    if (!this.isLoaded || (this.behindSince !== undefined && this.now() - this.behindSince > maxLagMs)) throw behind();
  }

  /** An account as it is at the end of the log, and its number of sibling owners who can sign in. */
  async accountNow(accountId: string): Promise<{ account: KnownAccount; otherOwners: number } | undefined> {
    this.assertCurrent();
    await this.catchUp();
    const account = this.keys.users.find(accountId);
    if (account === undefined) return undefined;
    if (account.organization.unreadable) throw behind();
    return { account, otherOwners: this.keys.users.countOtherOwners(account.organization.id, accountId) };
  }

  /** An organization as it is at the end of the log, and the number of its owners who can sign in. */
  async organizationNow(id: string): Promise<{ organization: KnownOrganization; owners: number } | undefined> {
    this.assertCurrent();
    await this.catchUp();
    const found = this.keys.organization(id);
    if (found?.organization.unreadable) throw behind();
    return found;
  }

  /** The role of a user, by reference, as far as there is an account, and the keys that act in the user's name. */
  async ownerNow(organizationId: string, subject: string): Promise<{ role: Role | undefined; keys: OwnedKey[] }> {
    this.assertCurrent();
    await this.catchUp();
    return this.keys.ownerOf(organizationId, subject, this.now());
  }

  /** Lets what was just written hold on this node at once. Other nodes follow. */
  async applyWritten(): Promise<void> {
    // The log is followed in any case.
    await this.catchUp().catch(() => undefined);
  }

  /** Makes a revocation hold on this node before its event has come back from the log. */
  revoke(keyId: string): void {
    this.keys.revoke(keyId);
  }

  /** Number of active keys of an organization at the end of the log. */
  async countActive(organizationId: string): Promise<number> {
    this.assertCurrent();
    await this.catchUp();
    return this.keys.countActive(organizationId, this.now());
  }

  /** Number of users of an organization at the end of the log, invited ones too. */
  async countUsers(organizationId: string): Promise<number> {
    this.assertCurrent();
    await this.catchUp();
    return this.keys.users.countOf(organizationId);
  }

  /**
   * Learns the furthest position that a node has said lately to have applied. Where this node has not, it reads on by
   * itself: a subscription that filters may be silent about events that it left out. What no node says any more may be of
   * a lost future, which a restored log does not hold: this node goes on once it has read the log to its end.
   */
  learn(position: Position): void {
    this.furthest = position;
    if (this.behindSince === undefined && isAtOrAfter(this.position, position)) return;
    this.behindSince ??= this.now();
    // `follow` reports a log that does not answer.
    this.catchUps.run().catch(() => undefined);
  }

  /** Resolves when the keys have been read for the first time, and when the time is over. */
  async loadedWithin(ms: number): Promise<void> {
    await Promise.race([this.firstLoad.promise, pause(ms, this.stopping.signal)]);
  }

  /** Reads the keys and follows the log until `stop`, and goes on after the event store was unavailable. */
  async follow(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (!this.isLoaded) await this.load();
        const { eventStore } = this.options;
        const pages = eventStore.subscribeToAll({ after: this.position, types: accessTypes, signal });
        for await (const page of pages) this.take(page);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof LogHistoryChangedError) {
          this.options.logger.error({ err: error, read_to: this.position }, 'the keys are read again');
          this.forget();
          continue;
        }
        this.options.logger.warn({ err: error }, 'the log is not followed for changes of keys at the moment');
        await pause(followAgainMs, signal);
      }
    }
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Trusts nothing of what was read: requests are refused until the keys were read again. */
  private forget(): void {
    this.isLoaded = false;
    this.furthest = START;
    this.behindSince = undefined;
  }

  private async load(): Promise<void> {
    const startedAt = performance.now();
    this.keys = new KnownKeys();
    const { position, parkedStreams } = await this.options.snapshots.read({
      organizations: (rows) => this.keys.addOrganizations(rows),
      keys: (rows) => this.keys.addKeys(rows, this.now()),
      deletedOwners: (rows) => this.keys.addDeletedOwners(rows),
      accounts: (rows) => this.keys.users.addAccounts(rows),
      sessions: (rows) => this.keys.users.addSessions(rows, this.now()),
    });
    for (const stream of parkedStreams) {
      for await (const event of this.options.eventStore.readStream(stream)) this.keys.apply(event, this.now());
    }
    this.position = position;
    this.newest = position;
    await this.catchUp();
    await this.owners.openAll(this.keys.sealedOwners());
    this.isLoaded = true;
    this.firstLoad.resolve();
    const ms = Math.round(performance.now() - startedAt);
    this.options.logger.info({ keys: this.keys.size, ms }, 'the keys are in memory');
  }

  /** Reads the log to its end. The subscription meets the same events, which then change nothing. */
  private async catchUp(): Promise<void> {
    const { keys } = this;
    for (let atEnd = false; !atEnd; ) {
      const page = await this.options.eventStore.readAll({
        after: this.position,
        types: accessTypes,
        limit: pageOfEvents,
      });
      if (keys !== this.keys) return; // they are read anew
      this.take(page);
      atEnd = page.atEnd;
    }
  }

  private async catchUpSoon(): Promise<void> {
    const early = this.caughtUpAt + catchUpEveryMs - performance.now();
    if (early > 0) await pause(early, this.stopping.signal);
    this.caughtUpAt = performance.now();
    if (this.isLoaded) await this.catchUp();
  }

  private take({ events, position }: EventPage): void {
    for (const event of events) {
      if (isAtOrAfter(this.position, event.position)) continue;
      try {
        this.keys.apply(event, this.now());
      } catch (error) {
        this.options.logger.error(
          { err: error, event_type: event.type, position: event.position },
          'an event of keys could not be read; its organization is refused',
        );
      }
      this.position = event.position;
      this.newest = event.position;
    }
    if (!isAtOrAfter(this.position, position)) this.position = position;
    if (isAtOrAfter(this.position, this.furthest)) this.behindSince = undefined;
  }

  private findSession(tokenHash: string): undefined | Promise<KeyAccess | undefined> {
    const now = this.now();
    const session = this.keys.users.findSession(tokenHash, now);
    if (session === undefined) return undefined;
    if (session.account.organization.unreadable) throw behind();
    return this.accessOfSession(session, now);
  }

  private async accessOfSession(session: KnownSession, now: number): Promise<KeyAccess | undefined> {
    if (!(await this.options.sessionUses.use(session, now))) return undefined;
    return accessOfUser(session.account, await this.owners.idOf(session.account.owner), session);
  }
}
