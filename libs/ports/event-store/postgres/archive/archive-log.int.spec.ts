import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventNumbered } from '../../contract/numbered-events.js';
import { labels, readLog, readWhole } from '../../contract/reading.js';
import { isInLog } from '../../log-mark.js';
import { type Position, START } from '../../position.js';
import { type ArchiveOptions, archiveLog } from './archive-log.js';
import { LogToArchive } from './log-to-archive.fixture.js';

let log: LogToArchive;
beforeEach(async () => {
  log = await LogToArchive.make();
});
afterEach(() => log.dispose());

it('archived partitions leave the table, and everything is read as before', async () => {
  const before = await readLog(log.store, { after: START });
  const archived = await log.archive();
  expect(archived.map(({ firstPosition, endPosition, events }) => [firstPosition, endPosition, events])).toEqual([
    ['1', '11', 10],
    ['11', '21', 10],
    ['21', '31', 10],
    ['31', '41', 10],
  ]);
  expect(await log.inTable()).toBe(5);
  await log.expectWhole();
  expect(await readLog(log.store, { after: START })).toEqual(before);
  const { rows } = await log.administrator.query(
    'select blob, sha256 from event_store.archive order by first_position',
  );
  for (const { blob, sha256 } of rows) expect((await log.blobs.stat(blob)).sha256).toBe(sha256);
  expect(await log.archive()).toEqual([]);
});

it('an event of an archive is found by its mark, and another one is not', async () => {
  await log.archive();
  const { id } = eventNumbered(4);
  expect(await isInLog(log.store, { id, stream: 'thing-0', revision: 4 })).toBe(true);
  expect(await isInLog(log.store, { id, stream: 'thing-0', revision: 5 })).toBe(false);
});

it('a stream whose events are all archived goes on, and its appends are still known', async () => {
  await log.archive();
  const events = [6, 7, 8].map((label) => eventNumbered(label));
  expect(await log.store.append('thing-0', events, 5)).toMatchObject({
    revision: 8,
    repeated: true,
    position: '9'.padStart(19, '0'),
  });
  await expect(log.store.append('thing-0', [eventNumbered(7)], 5)).rejects.toMatchObject({ actual: 8 });
  const partly = log.store.append('thing-0', [...events, eventNumbered('new')], 5);
  await expect(partly).rejects.toMatchObject({ kind: 'partly-repeated', position: '9'.padStart(19, '0') });
  expect(await log.store.append('thing-0', [eventNumbered('new')], 8)).toMatchObject({ revision: 9, repeated: false });
  expect(labels(await readWhole(log.store, 'thing-0', { from: 7 }))).toEqual([7, 8, 'new']);
  expect(labels(await readWhole(log.store, 'thing-0', { direction: 'backwards', limit: 3 }))).toEqual(['new', 8, 7]);
});

it('a stream is read from the archives that have some of it, and from no other', async () => {
  await log.archive();
  const [first = '', , third = '', fourth = ''] = await log.blobsOfArchives();
  await readWhole(log.store, 'thing-0');
  expect(new Set(log.read)).toEqual(new Set([first]));
  log.read.length = 0;
  await readWhole(log.store, 'thing-3');
  expect(new Set(log.read)).toEqual(new Set([third, fourth]));
  log.read.length = 0;
  await log.store.append('new-1', [eventNumbered('new')], 'no-stream');
  await readWhole(log.store, 'new-1');
  expect(log.read).toEqual([]);
});

it.each<[string, Partial<ArchiveOptions>, number]>([
  ['all but the newest two', { keep: 2 }, 3],
  ['all but more than there are', { keep: 9 }, 0],
  ['what lies whole before a position', { before: '30'.padStart(19, '0') as Position }, 2],
  ['what ends right before a position', { before: '31'.padStart(19, '0') as Position }, 3],
  ['what lies before the end of the log', { before: '99'.padStart(19, '0') as Position }, 4],
])('%s is archived', async (_, chosen, partitions) => {
  expect(await log.archive(chosen)).toHaveLength(partitions);
  await log.expectWhole();
});

it('of two runs at once one is refused', async () => {
  const first = archiveLog({ connectionString: log.database.url, blobs: log.blobs });
  await first.next();
  await expect(log.archive()).rejects.toThrow('The log is being archived by another process');
  await first.return(undefined);
  expect(await log.archive()).toHaveLength(3);
});
