import type { SessionEvent } from '#libs/domain/session/session.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { SessionEntity } from './session.entity.js';

/** Sessions of all users. */
export const sessions = projection<SessionEntity, SessionEvent['type'] | 'UserSessionsEnded'>({
  name: 'sessions',
  version: 1,
  table: 'read_model.user_session',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    SessionBegan: (rows, { data }) =>
      rows.insert({
        id: data.sessionId,
        organization_id: data.organizationId,
        account_id: data.accountId,
        token_hash: data.tokenHash,
        generation: data.generation,
        began_at: data.beganAt,
        expires_at: data.expiresAt,
        ended_at: null,
      }),
    SessionEnded: (rows, { data }) => rows.update({ id: data.sessionId }, { ended_at: data.endedAt }),
    UserSessionsEnded: (rows, { data }) => {
      for (const id of data.sessionIds) rows.update({ id }, { ended_at: data.endedAt });
    },
  },
});
