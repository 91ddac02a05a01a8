import { beforeEach, describe, expect, it } from 'vitest';
import { InMemoryAccounts } from '#test/fakes/in-memory-accounts.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { People } from './people.js';

const organizationId = 'org_1';

describe('the people of an answer', () => {
  let subjectKeys: InMemorySubjectKeys;
  let accounts: InMemoryAccounts;
  let asked: (readonly string[])[];
  let people: People;

  beforeEach(async () => {
    subjectKeys = new InMemorySubjectKeys();
    accounts = new InMemoryAccounts();
    asked = [];
    const names = new Map([
      [await subjectKeys.subjectFor(organizationId, 'usr_1'), { name: 'Ada', email: 'ada@example.com' }],
      [await subjectKeys.subjectFor(organizationId, 'usr_first'), { name: 'Grace', email: '' }],
    ]);
    const namesOf = async (_organization: string, subjects: readonly string[]) => {
      asked.push(subjects);
      return new Map([...names].filter(([subject]) => subjects.includes(subject)));
    };
    people = new People(subjectKeys, { namesOf }, accounts);
  });

  it('each is named once, by one look-up, and who is unknown or no user is not', async () => {
    await subjectKeys.subjectFor(organizationId, 'operator');
    const ids = ['usr_1', 'operator', 'usr_1', '[erased]', 'usr_unknown', 'usr_first', '[unknown]'];
    expect(await people.named(organizationId, ids)).toEqual({
      usr_1: { name: 'Ada', email: 'ada@example.com' },
      usr_first: { name: 'Grace' },
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toHaveLength(2);
  });

  it('nobody of another organization is named, and nobody who was erased', async () => {
    expect(await people.named('org_2', ['usr_1'])).toEqual({});
    await subjectKeys.destroy(await subjectKeys.subjectFor(organizationId, 'usr_1'));
    expect(await people.named(organizationId, ['usr_1'])).toEqual({});
  });

  it('a page names no more persons than it has entries', async () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `usr_${index}`);
    for (const id of ids) await subjectKeys.subjectFor(organizationId, id);
    await people.named(organizationId, ids);
    expect(asked[0]).toHaveLength(1_000);
  });

  it('a filter names a user by id or by the address of an account of the organization', async () => {
    await accounts.reserve({ accountId: 'acc_1', organizationId, userId: 'usr_1' }, 'ada@example.com');
    await accounts.reserve({ accountId: 'acc_2', organizationId: 'org_2', userId: 'usr_2' }, 'bo@example.com');
    expect(await people.idOf(organizationId, 'usr_9')).toBe('usr_9');
    expect(await people.idOf(organizationId, 'Ada@example.com')).toBe('usr_1');
    expect(await people.idOf(organizationId, 'bo@example.com')).toBe('usr_nobody');
  });
});
