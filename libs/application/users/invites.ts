import type { Invite } from '#libs/domain/user/user.events.js';
import { hashToken, newToken } from './secret-tokens.js';

const validMs = 7 * 24 * 60 * 60_000;

/** A link that was just made. */
export interface OpenInvite {
  accountId: string;
  userId: string;
  /** In clear text: for the answer, and nowhere else. */
  token: string;
  expiresAt: string;
}

/** An invite that holds for seven days. */
export const newInvite = (now: string): { token: string; invite: Invite } => {
  const token = newToken('invite');
  const inviteExpiresAt = new Date(Date.parse(now) + validMs).toISOString();
  return { token, invite: { inviteHash: hashToken(token), inviteExpiresAt } };
};
