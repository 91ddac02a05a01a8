import { expect, it } from 'vitest';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { WantedHistory } from './find-history.handler.js';
import { HistoryController } from './history.controller.js';
import type { FoundHistory } from './history.dto.js';

const asked: WantedHistory[] = [];
const events = [{ user_id: 'usr_1', state: { owner: { user_id: 'usr_2' }, created_by: { user_id: 'usr_3' } } }];
const answer = { resource: 'api_key', events, state: null } as unknown as FoundHistory;
const controller = new HistoryController(
  {
    handle: async (wanted) => {
      asked.push(wanted);
      return answer;
    },
  },
  { named: async (_organization, ids) => Object.fromEntries([...ids].map((id) => [id, { name: id }])) },
);

it('the history of a resource of the organization is asked for, at a moment in any time zone', async () => {
  const { organizationId } = accessOfKey();
  expect(await controller.get(requestOf(), 'document', 'doc_1', {})).toEqual({
    ...answer,
    people: { usr_1: { name: 'usr_1' }, usr_2: { name: 'usr_2' }, usr_3: { name: 'usr_3' } },
  });
  await controller.get(requestOf(), 'key', 'key_1', { as_of: '2026-11-21T10:00:00+02:00', limit: '5', offset: '2' });
  expect(asked).toEqual([
    {
      ...{ organizationId, resource: 'document', id: 'doc_1', asOf: undefined },
      page: { limit: 100, offset: 0, cursor: undefined },
    },
    {
      ...{ organizationId, resource: 'key', id: 'key_1', asOf: '2026-11-21T08:00:00.000Z' },
      page: { limit: 5, offset: 2, cursor: undefined },
    },
  ]);
  const tooMany = () => controller.get(requestOf(), 'document', 'doc_1', { limit: '1001' });
  expect((await rejectionOf(async () => tooMany())).code).toBe('invalid_request');
});
