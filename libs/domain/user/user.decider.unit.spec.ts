import { it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { user } from './user.decider.js';

const data = {
  organizationId: 'org_1',
  subject: 'sub_1',
  sealedUser: 'sealed',
  role: 'owner',
  createdAt: '2026-11-21T08:00:00.000Z',
} as const;

it('a user is created once', () => {
  given(user, [])
    .when({ type: 'CreateUser', data })
    .then([{ type: 'UserCreated', data }]);
  given(user, [{ type: 'UserCreated', data }])
    .when({ type: 'CreateUser', data })
    .thenRejected('conflict');
});
