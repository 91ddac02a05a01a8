import type { KeyAccess } from '#libs/application/key-access.js';
import type { OwnedKey } from '#libs/application/users/user-belongings.port.js';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { EventType } from '#libs/domain/domain-event.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import { upcast } from '#libs/domain/upcasting.js';
import { scopesBeyond, seesOwnDocumentsOnly } from '#libs/domain/user/role-scopes.js';
import type { Role } from '#libs/domain/user/user.events.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { DeletedOwnerRow, KeyRow, OrganizationRow } from '#projections/api-keys/key-snapshot.queries.js';
import { KnownUsers, userTypes } from './known-users.js';

/** Types of events that change what a key or a signed-in user may do. */
export const accessTypes = [
  'ApiKeyCreated',
  'ApiKeyIssuedByRotation',
  'ApiKeyRotated',
  'ApiKeyHandedOver',
  'ApiKeyRevoked',
  'OrganizationCreated',
  'OrganizationTierChanged',
  'OrganizationSuspended',
  'OrganizationResumed',
  ...userTypes,
] as const satisfies readonly EventType[];

/** Max active keys of an organization. */
export const maxActiveKeys = 1_000;
/** Keys of an organization in memory: beyond it the oldest ended ones are as unknown as keys that never were. */
const maxKeptKeys = 2_000;
/** Keys that remain after some were dropped, which leaves room for 500 ended ones at least. */
const keptAfterDrop = 1_500;

/** The user in whose name keys act; shared by them. */
export interface KeyOwner {
  subject: string;
  sealed: string;
  /** Known once the seal was opened. */
  userId: string | undefined;
  /** Undefined for one who has no account: such an owner has every right. */
  role: Role | undefined;
  /** Set once the account was deleted: nobody acts in this name any more, whatever is said of single keys. */
  gone: boolean;
}

export interface KnownOrganization {
  id: string;
  /** Undefined until its creation is known. */
  tier: Tier | undefined;
  suspended: boolean;
  keys: KnownKey[];
  /** Set where an event could not be read: nothing is certain about its keys. */
  unreadable: boolean;
}

export interface KnownKey {
  id: string;
  hash: string;
  organization: KnownOrganization;
  scopes: readonly Scope[];
  ipAllowlist: readonly string[];
  /** Milliseconds since the epoch. */
  endsAt: number | undefined;
  revoked: boolean;
  owner: KeyOwner;
  /** Time in milliseconds at which its use was last noted; 0 for one that this node has not seen used. */
  usedAt: number;
}

interface NewKey extends Omit<KnownKey, 'organization' | 'owner' | 'usedAt'> {
  organizationId: string;
  ownerSubject: string;
  sealedOwner: string;
}

const timeOf = (text: string | null): number | undefined => (text === null ? undefined : Date.parse(text));

/**
 * Whether a key is revoked, or is to be: its owner was deleted or has lost a scope of it, and the event of its end follows
 * that of the user.
 */
const isRevoked = ({ revoked, scopes, owner: { gone, role } }: KnownKey): boolean =>
  revoked || gone || (role !== undefined && role !== 'owner' && scopesBeyond(role, scopes).length > 0);

/** Whether a key is revoked or at its end. */
export const hasEnded = (key: KnownKey, now: number): boolean =>
  (key.endsAt !== undefined && key.endsAt <= now) || isRevoked(key);

/**
 * Every key, organization and user, in memory, as events make them. An event may come again: one that was applied changes
 * nothing of a key, and of an organization nothing for long, since those behind it come again too.
 */
export class KnownKeys {
  private readonly byHash = new Map<string, KnownKey>();
  private readonly byId = new Map<string, KnownKey>();
  private readonly organizations = new Map<string, KnownOrganization>();
  private readonly owners = new Map<string, KeyOwner>();
  readonly users = new KnownUsers({
    organizationOf: (id) => this.organizationOf(id),
    ownerOf: (subject, sealed) => this.sharedOwner(subject, sealed),
    knownOwner: (subject) => this.owners.get(subject),
  });
  /** Lists of scopes, each once: there are few different ones. */
  private readonly scopeLists = new Map<string, readonly Scope[]>();

  get size(): number {
    return this.byHash.size;
  }

  find(hash: string): KnownKey | undefined {
    const key = this.byHash.get(hash);
    return key?.organization.tier === undefined ? undefined : key;
  }

  revoke(keyId: string): void {
    const key = this.byId.get(keyId);
    if (key !== undefined) key.revoked = true;
  }

  /** Number of keys of an organization that are neither revoked nor at their end. */
  countActive(organizationId: string, now: number): number {
    const { keys = [] } = this.organizations.get(organizationId) ?? {};
    return keys.reduce((count, key) => (hasEnded(key, now) ? count : count + 1), 0);
  }

  /** The role of a user, by reference, and the keys of an organization that act in the user's name and have not ended. */
  ownerOf(organizationId: string, subject: string, now: number): { role: Role | undefined; keys: OwnedKey[] } {
    const { keys = [] } = this.organizations.get(organizationId) ?? {};
    const owned = keys.filter((key) => key.owner.subject === subject && !hasEnded(key, now));
    return {
      role: this.owners.get(subject)?.role,
      keys: owned.map(({ id, scopes }) => ({ id, scopes })),
    };
  }

  /** Owners whose seal is not opened yet. */
  sealedOwners(): KeyOwner[] {
    return [...this.owners.values()].filter(({ userId }) => userId === undefined);
  }

  addOrganizations(rows: readonly OrganizationRow[]): void {
    for (const { id, tier, status } of rows) {
      const organization = this.organizationOf(id);
      organization.tier = tier;
      organization.suspended = status === 'suspended';
    }
  }

  addKeys(rows: readonly KeyRow[], now: number): void {
    for (const row of rows) {
      this.add(
        {
          id: row.id,
          hash: row.secret_hash,
          organizationId: row.organization_id,
          scopes: row.scopes,
          ipAllowlist: row.ip_allowlist,
          endsAt: timeOf(row.ends_at),
          revoked: row.revoked,
          ownerSubject: row.owner_subject,
          sealedOwner: row.sealed_owner,
        },
        now,
      );
    }
  }

  /** Subjects of users who were deleted and have keys that are not revoked yet. */
  addDeletedOwners(rows: readonly DeletedOwnerRow[]): void {
    for (const { subject } of rows) {
      const owner = this.owners.get(subject);
      if (owner !== undefined) owner.gone = true;
    }
  }

  /** @throws an error for an event that a newer release wrote; its organization then counts as unreadable */
  apply(recorded: RecordedEvent, now: number): void {
    try {
      this.applyEvent(recorded, now);
    } catch (error) {
      const { organizationId } = recorded.data;
      if (typeof organizationId === 'string') this.organizationOf(organizationId).unreadable = true;
      throw error;
    }
  }

  private applyEvent(recorded: RecordedEvent, now: number): void {
    const event = upcast(recorded);
    switch (event.type) {
      case 'ApiKeyCreated':
      case 'ApiKeyIssuedByRotation':
        this.addGrant(event.data, now);
        return;
      case 'ApiKeyRotated': {
        const key = this.byId.get(event.data.keyId);
        const graceEndsAt = Date.parse(event.data.graceEndsAt);
        if (key !== undefined) key.endsAt = Math.min(key.endsAt ?? graceEndsAt, graceEndsAt);
        return;
      }
      case 'ApiKeyHandedOver': {
        const key = this.byId.get(event.data.keyId);
        if (key !== undefined) key.owner = this.sharedOwner(event.data.ownerSubject, event.data.sealedOwner);
        return;
      }
      case 'ApiKeyRevoked':
        this.revoke(event.data.keyId);
        return;
      case 'OrganizationCreated':
        this.organizationOf(event.data.organizationId).tier ??= event.data.tier;
        return;
      case 'OrganizationTierChanged':
        this.organizationOf(event.data.organizationId).tier = event.data.tier;
        return;
      case 'OrganizationSuspended':
        this.organizationOf(event.data.organizationId).suspended = true;
        return;
      case 'OrganizationResumed':
        this.organizationOf(event.data.organizationId).suspended = false;
        return;
      default:
        this.users.apply(event, now);
    }
  }

  private addGrant(grant: ApiKeyGrant, now: number): void {
    this.add(
      {
        id: grant.keyId,
        hash: grant.secretHash,
        organizationId: grant.organizationId,
        scopes: grant.scopes,
        ipAllowlist: grant.ipAllowlist,
        endsAt: timeOf(grant.expiresAt),
        revoked: false,
        ownerSubject: grant.ownerSubject,
        sealedOwner: grant.sealedOwner,
      },
      now,
    );
  }

  private add({ id, hash, organizationId, ownerSubject, sealedOwner, ...rights }: NewKey, now: number): void {
    if (this.byId.has(id)) return;
    const organization = this.organizationOf(organizationId);
    const key: KnownKey = {
      id,
      hash,
      organization,
      scopes: this.scopesOf(rights.scopes),
      ipAllowlist: rights.ipAllowlist.length === 0 ? noAddresses : rights.ipAllowlist,
      endsAt: rights.endsAt,
      revoked: rights.revoked,
      owner: this.sharedOwner(ownerSubject, sealedOwner),
      usedAt: 0,
    };
    this.byHash.set(hash, key);
    this.byId.set(id, key);
    organization.keys.push(key);
    if (organization.keys.length > maxKeptKeys) this.dropEnded(organization, now);
  }

  /** Drops the oldest ended keys, some more than it must, so that not each new key looks through them all. */
  private dropEnded(organization: KnownOrganization, now: number): void {
    let surplus = organization.keys.length - keptAfterDrop;
    organization.keys = organization.keys.filter((key) => {
      if (surplus <= 0 || !hasEnded(key, now)) return true;
      surplus -= 1;
      this.byHash.delete(key.hash);
      this.byId.delete(key.id);
      return false;
    });
  }

  /** An organization that is known of, and how many of its owners can sign in. */
  organization(id: string): { organization: KnownOrganization; owners: number } | undefined {
    const organization = this.organizations.get(id);
    return organization && { organization, owners: this.users.countOtherOwners(id, '') };
  }

  private organizationOf(id: string): KnownOrganization {
    let organization = this.organizations.get(id);
    if (organization === undefined) {
      organization = { id, tier: undefined, suspended: false, keys: [], unreadable: false };
      this.organizations.set(id, organization);
    }
    return organization;
  }

  private sharedOwner(subject: string, sealed: string): KeyOwner {
    let owner = this.owners.get(subject);
    if (owner === undefined) {
      owner = { subject, sealed, userId: undefined, role: undefined, gone: false };
      this.owners.set(subject, owner);
    }
    return owner;
  }

  private scopesOf(scopes: readonly Scope[]): readonly Scope[] {
    const name = scopes.join();
    const known = this.scopeLists.get(name);
    if (known !== undefined) return known;
    this.scopeLists.set(name, scopes);
    return scopes;
  }
}

const noAddresses: readonly string[] = [];

/** The access of a key whose owner is known. */
export const accessOf = (key: KnownKey, userId: string): KeyAccess => ({
  keyId: key.id,
  organizationId: key.organization.id,
  scopes: key.scopes,
  ipAllowlist: key.ipAllowlist,
  revoked: isRevoked(key),
  endsAt: key.endsAt,
  tier: key.organization.tier ?? 'entry',
  organizationSuspended: key.organization.suspended,
  subject: key.owner.subject,
  userId,
  ...(key.owner.role !== undefined && seesOwnDocumentsOnly(key.owner.role) && { ownDocumentsOnly: true }),
});
