import { Readable } from 'node:stream';
import { type ExportVerdict, verifyExport } from '@transledger/audit-proof';
import { beforeAll, expect, it } from 'vitest';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

interface Entry {
  id: string;
  resource_id: string;
  request_id: string;
  key_id: string;
  user_id: string;
  ip_address: string;
  timestamp: string;
}

let service: RunningService;
let example: Entry;

const exported = async (query: Record<string, string>): Promise<string> => {
  const answer = await service.fetch(`/v1/compliance/audit-logs/export?${new URLSearchParams(query)}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.text();
};

const entriesOf = (content: string): Entry[] =>
  content
    .split('\n')
    .filter((line) => line.startsWith('{"id"'))
    .map((line) => JSON.parse(line) as Entry);

const verdictOf = (content: Uint8Array): Promise<ExportVerdict> => verifyExport(Readable.from([content]));

beforeAll(async () => {
  service = await sharedService(withLoad);
  for (let count = 0; count < 3; count += 1) {
    await service.postJson('/v1/translate', { text: 'Hello.', source: 'en', target: 'es' });
    await service.postJson('/v1/detect', { text: 'Hello to all of you.' });
    await service.postJson('/v1/translate', { text: 'Hello.', source: 'en', target: 'qq' });
  }
  const [, , second] = entriesOf(await exported({ action: 'translate' }));
  if (second === undefined) throw new Error('No translation is in the log');
  example = second;
});

it.each<[string, (of: Entry) => Record<string, string>]>([
  ['an action', () => ({ action: 'detect' })],
  ['several actions', () => ({ action: 'detect,translate' })],
  ['a resource', () => ({ resource: 'text' })],
  ['one resource', ({ resource_id }) => ({ resource: 'text', resource_id })],
  ['a result', () => ({ result: 'failure' })],
  ['a request', ({ request_id }) => ({ request_id })],
  ['a key', ({ key_id }) => ({ key_id })],
  ['a user', ({ user_id }) => ({ user_id })],
  ['an address', ({ ip_address }) => ({ ip_address })],
  ['a time', ({ timestamp }) => ({ start: timestamp })],
  [
    'all of them',
    ({ resource_id, request_id, key_id, user_id, ip_address, timestamp }) => ({
      ...{
        action: 'translate',
        resource: 'text',
        resource_id,
        request_id,
        key_id,
        user_id,
        ip_address,
        start: timestamp,
      },
    }),
  ],
])('an export by %s is verified, and one changed byte names its entry', async (_filter, queryOf) => {
  const content = await exported(queryOf(example));
  const entries = entriesOf(content);
  expect(entries.length).toBeGreaterThan(0);
  const verdict = await verdictOf(Buffer.from(content));
  expect(verdict).toMatchObject({ verified: { entries: entries.length } });

  const last = entries.at(-1);
  const at = content.indexOf('"result":"', content.indexOf(`{"id":"${last?.id}"`)) + '"result":"'.length;
  const changed = Buffer.from(content);
  changed[at] = 'S'.charCodeAt(0);
  expect(await verdictOf(changed)).toMatchObject({ fault: { entryId: last?.id } });
});
