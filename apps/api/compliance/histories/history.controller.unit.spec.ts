import { expect, it } from 'vitest';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { WantedHistory } from './find-history.handler.js';
import { HistoryController } from './history.controller.js';
import type { HistoryDto } from './history.dto.js';

const asked: WantedHistory[] = [];
const answer = { resource: 'document' } as HistoryDto;
const controller = new HistoryController({
  handle: async (wanted) => {
    asked.push(wanted);
    return answer;
  },
});

it('the history of a resource of the organization is asked for, at a moment in any time zone', async () => {
  const { organizationId } = accessOfKey();
  expect(await controller.get(requestOf(), 'document', 'doc_1', {})).toBe(answer);
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
