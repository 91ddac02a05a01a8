import { expect, it } from 'vitest';
import type { AuditLogRecord } from '#projections/audit-log/audit-log-record.js';
import { usersIn, withKeyPersons } from './key-persons.js';

const entryOf = (action: string, metadata: object): AuditLogRecord =>
  ({ action, resource_id: `key_${action}`, user_id: 'usr_acts', metadata }) as unknown as AuditLogRecord;

it('maker and owner of a key stand beside their seals, and in no entry that has none', async () => {
  const asked: (readonly string[])[] = [];
  const keys = {
    personsOf: async (_organization: string, ids: readonly string[]) => {
      asked.push(ids);
      return new Map(ids.map((id) => [id, { maker: 'usr_made', owner: 'usr_owns' }]));
    },
  };
  const sealed = { sealed_owner: 'sealed' };
  const entries = [
    entryOf('api_key_create', sealed),
    entryOf('api_key_create', { name: 'of an older release' }),
    entryOf('api_key_transfer', sealed),
    entryOf('detect', {}),
  ];
  const shown = await withKeyPersons(keys, 'org_1', entries);
  expect(shown.map(({ metadata }) => metadata)).toEqual([
    { ...sealed, maker: 'usr_made', owner: 'usr_owns' },
    { name: 'of an older release' },
    { ...sealed, owner: 'usr_acts' },
    {},
  ]);
  expect(asked).toEqual([['key_api_key_create']]);
  expect(new Set(usersIn(shown))).toEqual(new Set(['usr_acts', 'usr_made', 'usr_owns']));
});
