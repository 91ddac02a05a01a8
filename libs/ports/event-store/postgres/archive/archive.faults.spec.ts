import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventNumbered } from '../../contract/numbered-events.js';
import { collect, labels, readLog, readWhole } from '../../contract/reading.js';
import { START } from '../../position.js';
import { connectPostgresEventStore } from '../postgres-event-store.js';
import { tampering } from '../unguarded-log.fixture.js';
import { count, LogToArchive, numbers } from './log-to-archive.fixture.js';

let log: LogToArchive;
beforeEach(async () => {
  log = await LogToArchive.make();
});
afterEach(() => log.dispose());

const unavailable = (blob: string) => ({
  kind: 'unavailable',
  message: expect.stringMatching(new RegExp(`archive of the log from position ${blob.split('-')[1]} `)),
});

const expectUnreadable = async (blob: string): Promise<void> => {
  const error = unavailable(blob);
  await expect(readLog(log.store, { after: START })).rejects.toMatchObject(error);
  await expect(readLog(log.store, { after: START, types: ['Other'] })).rejects.toMatchObject(error);
  await expect(readWhole(log.store, 'thing-0')).rejects.toMatchObject(error);
  await expect(log.store.append('thing-0', [eventNumbered(0)], 'no-stream')).rejects.toMatchObject(error);
  expect(labels(await readWhole(log.store, 'thing-4', { from: 4 }))).toEqual([40, 41, 42, 43, 44]);
  expect(await log.store.append('thing-0', [eventNumbered('new')], 8)).toMatchObject({ revision: 9 });
};

it('an archive that is missing makes reads fail by its name, and never leaves an event out', async () => {
  await log.archive();
  const [first = ''] = await log.blobsOfArchives();
  await log.blobs.delete(first);
  await expectUnreadable(first);
});

it('an archive of which a byte was changed on the disk is not read', async () => {
  await log.archive();
  const [first = ''] = await log.blobsOfArchives();
  const file = (await readdir(log.directory, { recursive: true })).find((path) => path.endsWith(first)) ?? '';
  const bytes = await readFile(join(log.directory, file));
  bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
  await writeFile(join(log.directory, file), bytes);
  await expectUnreadable(first);
});

it('an archive that is another than the one that was written is not read', async () => {
  await log.archive();
  const [first = ''] = await log.blobsOfArchives();
  await log.blobs.put(first, Readable.from([Buffer.from('something else')]));
  await expectUnreadable(first);
});

it('the table is read and written without a blob store, and an archive is unavailable', async () => {
  const without = await connectPostgresEventStore({ connectionString: log.database.url });
  expect(labels(await readLog(without, { after: START }))).toEqual(numbers);
  await log.archive();
  expect(labels(await readWhole(without, 'thing-4', { from: 5 }))).toEqual([41, 42, 43, 44]);
  expect(await without.append('thing-4', [eventNumbered('new')], 8)).toMatchObject({ revision: 9 });
  await expect(readLog(without, { after: START })).rejects.toMatchObject(unavailable('log-1-'));
  await without.close();
});

it('a subscription waits for an archive that is missing, and goes on when it is back', async () => {
  await log.archive();
  const [, second = ''] = await log.blobsOfArchives();
  const content = await collect(await log.blobs.read(second));
  await log.blobs.delete(second);
  const abort = new AbortController();
  const told: Error[] = [];
  const onFault = async (error: Error) => {
    told.push(error);
    if (told.length === 2) await log.blobs.put(second, Readable.from(content));
  };
  const options = { connectionString: log.database.url, archives: async () => log.blobs, onFault };
  const following = await connectPostgresEventStore(options);
  const seen: unknown[] = [];
  for await (const page of following.subscribeToAll({ after: START, signal: abort.signal })) {
    seen.push(...labels(page.events));
    if (seen.length === count) break;
  }
  expect(seen).toEqual(numbers);
  expect(told[0]?.message).toContain('archive of the log from position 11 ');
  await following.close();
});

it('a run whose upload breaks off leaves the log as it was, and the next one archives it', async () => {
  const broken = { put: () => Promise.reject(new Error('broke off')), read: log.blobs.read, delete: log.blobs.delete };
  await expect(log.archive({ blobs: broken })).rejects.toThrow('broke off');
  expect(await log.inTable()).toBe(count);
  await log.expectWhole();
  expect(await log.archive()).toHaveLength(4);
  await log.expectWhole();
});

it('a partition stays when what was written is not what it holds', async () => {
  const changed = Object.create(log.blobs, {
    put: {
      value: async (id: string, content: AsyncIterable<Uint8Array>) => {
        const bytes = Buffer.concat(await collect(content));
        bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
        return log.blobs.put(id, Readable.from([bytes]));
      },
    },
  });
  await expect(log.archive({ blobs: changed })).rejects.toThrow('is not what was written');
  expect(await log.inTable()).toBe(count);
  await log.expectWhole();
});

it('a log that lacks an event is not archived', async () => {
  await log.administrator.query(tampering('delete from event_store.events where position = 5'));
  await expect(log.archive()).rejects.toThrow('The log lacks events from position 1 on: there are 9');
  expect(await log.inTable()).toBe(count - 1);
});

it('a run that was killed before it dropped the partition is finished by the next one', async () => {
  await log.administrator.query('begin; select from event_store.events limit 1');
  const killed = expect(log.archive()).rejects.toThrow();
  const other = new Client({ connectionString: log.database.url });
  await other.connect();
  for (let isKilled = false; !isKilled; ) {
    const { rowCount } = await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and application_name = 'transledger event store archiving' and query like '%detach%'`,
    );
    isKilled = rowCount === 1;
  }
  await killed;
  await log.expectWhole();
  await log.administrator.query('rollback');
  await other.end();
  expect(await log.archive()).toHaveLength(3);
  expect(await log.inTable()).toBe(5);
  await log.expectWhole();
});
