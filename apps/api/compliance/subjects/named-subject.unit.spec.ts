import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { subjectIdOf } from './named-subject.js';

it('an address is known by its one spelling, whatever it is written like', () => {
  for (const id of ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:0db8::0001'])
    expect(subjectIdOf({ type: 'ip_address', id }, 'id')).toBe('2001:db8::1');
  expect(subjectIdOf({ type: 'ip_address', id: '::ffff:203.0.113.7' }, 'id')).toBe('203.0.113.7');
});

it('an address of mail, an account and a name are no user, so that nobody takes them for one of whom nothing is kept', async () => {
  for (const id of ['ada@example.com', 'acc_01KAH3W7J4B2X8Y6Z5V9T0S1R2', 'ada', 'usr_', ''])
    expect(await rejectionOf(async () => subjectIdOf({ type: 'user', id }, 'subject.id'))).toMatchObject({
      code: 'invalid_request',
      details: {
        'subject.id': [
          'must be the id of a user, which begins with usr_: GET /v1/users has it, for a key with organization:manage or compliance:read',
        ],
      },
    });
  for (const id of ['operator', 'operator:ada@host']) expect(subjectIdOf({ type: 'user', id }, 'id')).toBe(id);
});

it('a user is known by the id as it is, and what is no address is refused by the name of its field', async () => {
  const id = 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
  expect(subjectIdOf({ type: 'user', id }, 'id')).toBe(id);
  expect(await rejectionOf(async () => subjectIdOf({ type: 'ip_address', id: 'ada' }, 'subject.id'))).toMatchObject({
    code: 'invalid_request',
    details: { 'subject.id': ['must be an IP address'] },
  });
});
