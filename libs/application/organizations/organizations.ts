import { scopes } from '#libs/domain/api-key/scopes.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import { user } from '#libs/domain/user/user.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { createApiKey, type IssuedKey } from '../api-keys/api-keys.js';
import { type CommandContext, operatorMetadata } from '../command-context.js';

export interface NewOrganization {
  name: string;
  tier: Tier;
  /** A key to issue instead of a random one. */
  presetKey?: string | undefined;
  userAgent: string;
  /** Parts that a start broken off half way has made already. */
  existing?: { organizationId?: string | undefined; owner?: { subject: string; userId: string } | undefined };
}

export interface CreatedOrganization extends IssuedKey {
  organizationId: string;
}

/** An organization with an owner and a key with every scope. The key comes last: where it is, all is. */
export const createOrganization = async (
  ledger: CommandContext,
  request: NewOrganization,
): Promise<CreatedOrganization> => {
  const { eventStore, subjectKeys } = ledger;
  const organizationId = request.existing?.organizationId ?? newId('org');
  const metadata = await operatorMetadata(ledger, organizationId, request.userAgent);
  const now = metadata.occurredAt;
  const context = (part: string) => ({ commandId: `${metadata.requestId}/${part}`, metadata });
  if (request.existing?.organizationId === undefined) {
    const create = { type: 'CreateOrganization', organizationId, name: request.name, tier: request.tier, now } as const;
    await execute(eventStore, organization, organizationId, create, context('organization'));
  }
  const owner = request.existing?.owner ?? (await createOwner());
  const issued = await createApiKey(
    ledger,
    {
      name: 'first key',
      scopes,
      ipAllowlist: [],
      expiresAt: null,
      owner,
      grantableScopes: scopes,
      presetKey: request.presetKey,
    },
    metadata,
  );
  return { organizationId, ...issued };

  async function createOwner(): Promise<{ subject: string; userId: string }> {
    const userId = newId('usr');
    const subject = await subjectKeys.subjectFor(organizationId, userId);
    const sealedUser = await subjectKeys.seal(subject, { user_id: userId });
    const data = { organizationId, subject, sealedUser, role: 'owner', createdAt: now } as const;
    await execute(eventStore, user, subject, { type: 'CreateUser', data }, context('owner'));
    return { subject, userId };
  }
};

const steer = async (
  ledger: CommandContext,
  command: Parameters<typeof organization.decide>[0],
  userAgent: string,
): Promise<void> => {
  const metadata = await operatorMetadata(ledger, command.organizationId, userAgent);
  const context = { commandId: metadata.requestId, metadata };
  await execute(ledger.eventStore, organization, command.organizationId, command, context);
};

const nowText = (): string => new Date().toISOString();

/** These three throw Rejection `not_found` for an organization that does not exist. */
export const setTier = (ledger: CommandContext, organizationId: string, tier: Tier, userAgent: string): Promise<void> =>
  steer(ledger, { type: 'SetOrganizationTier', organizationId, tier, now: nowText() }, userAgent);

export const suspend = (ledger: CommandContext, organizationId: string, userAgent: string): Promise<void> =>
  steer(ledger, { type: 'SuspendOrganization', organizationId, now: nowText() }, userAgent);

export const resume = (ledger: CommandContext, organizationId: string, userAgent: string): Promise<void> =>
  steer(ledger, { type: 'ResumeOrganization', organizationId, now: nowText() }, userAgent);
