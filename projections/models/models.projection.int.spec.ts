import { afterAll, beforeAll, expect, it } from 'vitest';
import { installedModel } from '#libs/domain/model/installed-model.fixture.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { models } from './models.projection.js';
import { ModelQueries } from './models.queries.js';

let fixture: ReadModelFixture;
beforeAll(async () => {
  fixture = await ReadModelFixture.open();
});
afterAll(() => fixture.close());

const log = new EventLog();
const day = (number: number) => `2026-11-0${number}T00:00:00.000Z`;
const installed = (hash: string, revision: number, installedAt: string) =>
  log.event('ModelInstalled', { ...installedModel(hash), installedAt }, { stream: `model-${hash}`, revision });
const removed = (hash: string, revision: number, removedAt: string) => {
  const { modelSha256, modelId } = installedModel(hash);
  return log.event('ModelRemoved', { modelSha256, modelId, removedAt }, { stream: `model-${hash}`, revision });
};

it('a model is present while it is installed, and each of its installations is listed in the time that it lasted', async () => {
  const queries = new ModelQueries(fixture.dataSource);
  await fixture.given(
    [models],
    [installed('ab', 0, day(1)), installed('cd', 0, day(2)), removed('ab', 1, day(3)), installed('ab', 2, day(6))],
  );
  const [ab, cd] = [installedModel('ab').modelSha256, installedModel('cd').modelSha256];
  expect((await queries.present()).sort()).toEqual([ab, cd]);
  const listed = async (from: number, to: number) =>
    (await queries.during(day(from), day(to))).map(({ sha256, removed_at }) => [sha256, removed_at]);
  expect(await listed(1, 2)).toEqual([[ab, day(3)]]);
  expect(await listed(4, 5)).toEqual([[cd, null]]);
  expect(await listed(3, 7)).toEqual([
    [ab, null],
    [cd, null],
    [ab, day(3)],
  ]);
  expect((await queries.during(day(6), day(7)))[0]).toEqual({
    sha256: ab,
    model_id: 'marian-en-de-tiny',
    name: 'Firefox en-de tiny 2.0',
    engine: 'marian',
    source_languages: ['en'],
    target_languages: ['de'],
    size_bytes: 17_000_000,
    licence: 'MPL-2.0',
    licence_url: 'https://www.mozilla.org/MPL/2.0/',
    source: 'https://models.example.com/ende',
    installed_at: day(6),
    removed_at: null,
  });
});
