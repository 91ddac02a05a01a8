import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { SessionEvent } from './session.events.js';

type Began = Extract<SessionEvent, { type: 'SessionBegan' }>['data'];

export type SessionCommand = { type: 'BeginSession'; data: Began } | { type: 'EndSession'; now: string };

export type Session =
  | { status: 'none' }
  | ({ status: 'begun' | 'ended' } & Pick<Began, 'organizationId' | 'accountId' | 'sessionId'>);

const decide = (command: SessionCommand, session: Session): SessionEvent[] => {
  switch (command.type) {
    case 'BeginSession':
      if (session.status !== 'none') throw new Rejection('conflict', { message: 'The session exists already.' });
      return [{ type: 'SessionBegan', data: command.data }];
    case 'EndSession': {
      if (session.status !== 'begun') return [];
      const { organizationId, sessionId, accountId } = session;
      return [{ type: 'SessionEnded', data: { organizationId, sessionId, accountId, endedAt: command.now } }];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (session: Session, event: SessionEvent): Session => {
  switch (event.type) {
    case 'SessionBegan': {
      const { organizationId, sessionId, accountId } = event.data;
      return { status: 'begun', organizationId, sessionId, accountId };
    }
    case 'SessionEnded':
      return session.status === 'none' ? session : { ...session, status: 'ended' };
    default:
      return assertNever(event);
  }
};

export const session: Decider<SessionCommand, SessionEvent, Session> = {
  category: 'session',
  initialState: { status: 'none' },
  decide,
  evolve,
};
