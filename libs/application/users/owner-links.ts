import { createHash } from 'node:crypto';
import type { ExpectedOwner } from '#libs/domain/user/user.decider.js';
import { user } from '#libs/domain/user/user.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { hashToken, newToken } from './secret-tokens.js';

const validMs = 15 * 60_000;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const prefix = 'acc_';
const separator = '.';

/** The account that an owner of a first start gets: always the same, so that a later link takes the place of the last one. */
export const accountIdOfOwner = (subject: string): string => {
  const digest = createHash('sha256').update(`owner/${subject}`).digest();
  return `${prefix}0${Array.from(digest.subarray(0, 25), (byte) => crockford[byte % 32]).join('')}`;
};

/** A link that holds for fifteen minutes. Its token names the account, as nothing else leads to one that is not there yet. */
export const newOwnerLink = (accountId: string, now: string) => {
  const secret = newToken('owner-link');
  return {
    token: `${accountId.slice(prefix.length)}${separator}${secret}`,
    link: { linkHash: hashToken(secret), linkExpiresAt: new Date(Date.parse(now) + validMs).toISOString() },
  };
};

/** The owner whom a token is for, and the hash that proves it; undefined where it is for nobody. */
export const ownerOfLink = async (
  eventStore: Pick<EventStore, 'readStream'>,
  token: string,
): Promise<{ owner: ExpectedOwner; proof: string } | undefined> => {
  const [id = '', secret = '', more] = token.split(separator);
  if (more !== undefined || !/^0[0-9A-HJKMNP-TV-Z]{25}$/.test(id)) return undefined;
  const { state } = await loadState(eventStore, user, `${prefix}${id}`);
  return state.status === 'expected' ? { owner: state, proof: hashToken(secret) } : undefined;
};
