import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { KnownSession } from './known-users.js';
import { NotedUses } from './noted-uses.js';

interface SessionUsesOptions {
  accounts: Pick<Accounts, 'noteUses' | 'lastUse'>;
  logger: Logger;
}

/** Milliseconds without a request after which a session has ended. */
export const idleMs = 30 * 60_000;

/**
 * Knows when sessions were last used, on whatever node: what this one notes is stored for the others, and theirs is
 * read before a session counts as idle.
 */
export class SessionUses extends NotedUses {
  private readonly accounts: SessionUsesOptions['accounts'];

  constructor({ accounts, logger }: SessionUsesOptions) {
    super({
      store: (uses) => accounts.noteUses(uses),
      onFault: (error) => logger.warn({ err: error }, 'the last uses of sessions could not be stored and are kept'),
    });
    this.accounts = accounts;
  }

  /** Whether the session may be used now, which is then noted. Synchronous but for one that was not used here lately. */
  use(session: KnownSession, now: number): boolean | Promise<boolean> {
    if (now - session.usedAt >= idleMs) return this.useIfUsedElsewhere(session, now);
    this.note(session, now);
    return true;
  }

  private async useIfUsedElsewhere(session: KnownSession, now: number): Promise<boolean> {
    const usedAt = await this.accounts.lastUse(session.id);
    session.usedAt = Math.max(session.usedAt, usedAt ?? 0);
    if (now - session.usedAt >= idleMs) return false;
    this.note(session, now);
    return true;
  }
}
