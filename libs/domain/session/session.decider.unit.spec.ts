import { it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { session } from './session.decider.js';
import type { SessionEvent } from './session.events.js';

const now = '2026-11-21T08:00:00.000Z';
const of = { organizationId: 'org_1', sessionId: 'ses_1', accountId: 'acc_1' };
const data = {
  ...of,
  tokenHash: 'hash',
  generation: 1,
  method: 'password',
  expiresAt: '2026-11-21T20:00:00.000Z',
  beganAt: now,
} as const;
const began: SessionEvent = { type: 'SessionBegan', data };
const ended: SessionEvent = { type: 'SessionEnded', data: { ...of, endedAt: now } };

it('a session begins once and ends once', () => {
  given(session, []).when({ type: 'BeginSession', data }).then([began]);
  given(session, [began]).when({ type: 'BeginSession', data }).thenRejected('conflict');
  given(session, [began]).when({ type: 'EndSession', now }).then([ended]);
  given(session, [began, ended]).when({ type: 'EndSession', now }).then([]);
  given(session, []).when({ type: 'EndSession', now }).then([]);
});
