import { session } from '#libs/domain/session/session.decider.js';
import type { SignInMethod } from '#libs/domain/session/session.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { hashToken, newToken } from './secret-tokens.js';

/** Milliseconds that a session lives at most, however much it is used. */
const lifeMs = 12 * 60 * 60_000;

export interface BegunSession {
  /** In clear text: for the cookie, and nowhere else. */
  token: string;
  expiresAt: string;
}

/** Begins a session of the account in the metadata's organization, with a token that was never used before. */
export class BeginSession extends Command<BegunSession> {
  constructor(
    readonly account: { accountId: string; generation: number },
    readonly method: SignInMethod,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(BeginSession, EVENT_STORE)
export class BeginSessionHandler implements CommandHandler<BeginSession> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ account: { accountId, generation }, method, metadata }: BeginSession): Promise<BegunSession> {
    const { organizationId, occurredAt: beganAt } = metadata;
    const token = newToken('session');
    const sessionId = newId('ses');
    const expiresAt = new Date(Date.parse(beganAt) + lifeMs).toISOString();
    const ids = { organizationId, sessionId, accountId };
    const data = { ...ids, tokenHash: hashToken(token), generation, method, expiresAt, beganAt };
    // A change of the password and the session after it are of one request.
    const context = { commandId: `${metadata.requestId}/session`, metadata };
    await execute(this.eventStore, session, sessionId, { type: 'BeginSession', data }, context);
    return { token, expiresAt };
  }
}
