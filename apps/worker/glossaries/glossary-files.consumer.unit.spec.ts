import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { keptVersions } from '#libs/domain/glossary/glossary.decider.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { deliveryOf } from '#test/fakes/document.fixture.js';
import { GlossaryFixture } from '#test/fakes/glossary.fixture.js';
import { glossaryFiles } from './glossary-files.consumer.js';

const entries = [{ source: 'contract', target: 'contrato' }];

let fixture: GlossaryFixture;

beforeEach(async () => {
  fixture = new GlossaryFixture();
  await fixture.create(entries);
  await fixture.blobs.put('another', Readable.from([Buffer.from('x')]));
});

const tell = async () => {
  const group = glossaryFiles(fixture.blobs);
  const wanted = ({ type }: RecordedEvent) => group.types.includes(type);
  for (const attempt of [1, 2]) {
    for (const event of fixture.eventStore.events.filter(wanted)) await group.handle(deliveryOf(event, { attempt }));
  }
};

it('the entries of all versions are removed once the glossary is deleted, and no others', async () => {
  await fixture.replace(entries);
  await fixture.delete();
  await tell();
  expect(fixture.blobs.ids).toEqual(['another']);
});

it('the entries of versions that are no longer retained are removed', async () => {
  const [, ...kept] = fixture.blobs.ids;
  for (let version = 2; version <= keptVersions + 1; version += 1) kept.push((await fixture.replace(entries)).blobId);
  await tell();
  expect(fixture.blobs.ids).toEqual(kept);
});
