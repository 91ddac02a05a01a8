import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedPostgresUrl } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLimits } from './shared-service.js';

interface Entry {
  timestamp: string;
  action: string;
  request_id: string;
  result: string;
}

interface Usage {
  data: { characters: { remaining: number } };
}

const dayLimit = Number(withLimits.TRANSLEDGER_TIER_MAX_CHARACTERS_PER_DAY);
/** Two of them are within the limit of a day, and three are not. */
const characters = 0.4 * dayLimit;
const keys = ['first', 'second', 'third'] as const;

describe('requests that are repeated under an idempotency key', () => {
  let service: RunningService;
  let database: Client;
  let organizationId: string;
  beforeAll(async () => {
    service = await sharedService(withLimits);
    const answer = await service.fetch('/v1/organization');
    organizationId = ((await answer.json()) as { data: { id: string } }).data.id;
    database = new Client({ connectionString: await embeddedPostgresUrl(join(service.dataDir, 'postgres')) });
    await database.connect();
  });
  afterAll(async () => {
    await unbreak();
    await database.end();
  });

  const upload = (key: string) => {
    const form = new FormData();
    form.set('file', new Blob(['a'.repeat(characters)]), `${key}.txt`);
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('webhook_url', 'https://hooks.example.com/');
    return service.fetch('/v1/documents', { method: 'POST', body: form, headers: { 'idempotency-key': key } });
  };
  const translate = () => {
    const body = { text: 'a'.repeat(dayLimit - 2 * characters), source: 'en', target: 'es' };
    return service.postJson('/v1/translate', body, { headers: { 'idempotency-key': 'text' } });
  };
  /** Fails each upload of this organization before anything is counted: no secret of a webhook can be kept. */
  const breakUploads = () =>
    database.query(`
      create function vault.refuse_${organizationId.toLowerCase()}() returns trigger language plpgsql
        as $$ begin raise exception 'refused'; end $$;
      create trigger refuse_${organizationId.toLowerCase()} before insert on vault.secret for each row
        when (new.organization_id = '${organizationId}') execute function vault.refuse_${organizationId.toLowerCase()}()`);
  const unbreak = () => database.query(`drop function if exists vault.refuse_${organizationId.toLowerCase()} cascade`);
  /** Lets an hour pass since each first attempt: none has made anything, whose id would be of its time. */
  const waitAnHour = () =>
    database.query(
      `update idempotency.execution set started_at = started_at - interval '1 hour' where organization_id = $1`,
      [organizationId],
    );
  /** Removes the stored answers, as if the process had died between the effect and the answer. */
  const forgetAnswers = () =>
    database.query('update idempotency.execution set sealed_answer = null where organization_id = $1', [
      organizationId,
    ]);
  const entries = async (query: string): Promise<Entry[]> => {
    const answer = await service.fetch(`/v1/compliance/audit-logs?${query}`);
    return ((await answer.json()) as { data: { entries: Entry[] } }).data.entries;
  };
  const remaining = async () => ((await (await service.fetch('/v1/usage')).json()) as Usage).data.characters.remaining;

  it('after attempts that failed, the time of an entry is that of its act, and the quota of the day holds', async () => {
    await breakUploads();
    for (const key of keys) expect((await upload(key)).status).toBe(500);
    expect(await remaining()).toBe(dayLimit);
    await unbreak();
    await waitAnHour();
    expect((await service.postJson('/v1/detect', { text: 'Hello.' })).status).toBe(200);
    const statuses: number[] = [];
    for (const key of keys) statuses.push((await upload(key)).status);
    expect([statuses, await remaining()]).toEqual([[201, 201, 429], dayLimit - 2 * characters]);
    const [between] = await entries('action=detect');
    const uploads = await entries('action=document_upload&result=success');
    expect(uploads).toHaveLength(2);
    for (const { timestamp } of uploads) expect(timestamp >= String(between?.timestamp)).toBe(true);
  });

  it('an act that is in the log keeps its time, and is answered again when nothing is left of the quota', async () => {
    const first = await translate();
    expect([first.status, await remaining()]).toEqual([200, 0]);
    const before = await entries('action=translate');
    await forgetAnswers();
    const [document, text] = [await upload('first'), await translate()];
    expect([document.status, text.status, await remaining()]).toEqual([201, 200, 0]);
    expect(text.headers.get('idempotency-replayed')).toBeNull();
    expect(await entries('action=translate')).toEqual(before);
    expect(await entries('action=document_upload&result=success')).toHaveLength(2);
  });
});
