import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { subjectIdOf } from './named-subject.js';

it('an address is known by its one spelling, whatever it is written like', () => {
  for (const id of ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:0db8::0001'])
    expect(subjectIdOf({ type: 'ip_address', id }, 'id')).toBe('2001:db8::1');
  expect(subjectIdOf({ type: 'ip_address', id: '::ffff:203.0.113.7' }, 'id')).toBe('203.0.113.7');
});

it('a user is known by the id as it is, and what is no address is refused by the name of its field', async () => {
  expect(subjectIdOf({ type: 'user', id: '2001:DB8::1' }, 'id')).toBe('2001:DB8::1');
  expect(await rejectionOf(async () => subjectIdOf({ type: 'ip_address', id: 'ada' }, 'subject.id'))).toMatchObject({
    code: 'invalid_request',
    details: { 'subject.id': ['must be an IP address'] },
  });
});
