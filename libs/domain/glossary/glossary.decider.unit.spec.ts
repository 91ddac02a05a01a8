import { describe, expect, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { fold } from '../decider.js';
import { glossary, keptVersions } from './glossary.decider.js';
import type { GlossaryEvent, GlossaryVersion, StoredEntries } from './glossary.events.js';

const now = '2026-11-21T08:00:00.000Z';
const later = '2026-11-22T08:00:00.000Z';

const entriesOf = (version: number): StoredEntries => ({
  blobId: `glo_1-${version}`,
  entryCount: version,
  sizeBytes: 10 * version,
  sha256: String(version),
});

const facts = {
  glossaryId: 'glo_1',
  organizationId: 'org_1',
  name: 'contract terms',
  sourceLanguage: 'en',
  targetLanguage: 'es',
  domain: '12 law',
};

const versionOf = (version: number, updatedAt = now): GlossaryVersion => ({
  ...facts,
  ...entriesOf(version),
  version,
  createdAt: now,
  updatedAt,
});

const create = { type: 'CreateGlossary', ...facts, entries: entriesOf(1), now } as const;
const replace = (version: number) =>
  ({ type: 'ReplaceGlossaryEntries', entries: entriesOf(version), now: later }) as const;
const created: GlossaryEvent = { type: 'GlossaryCreated', data: versionOf(1) };
const replaced = (version: number, droppedBlobIds: string[] = []): GlossaryEvent => ({
  type: 'GlossaryEntriesReplaced',
  data: { ...versionOf(version, later), droppedBlobIds },
});
const deleted = (...blobIds: string[]): GlossaryEvent => ({
  type: 'GlossaryDeleted',
  data: { glossaryId: 'glo_1', organizationId: 'org_1', blobIds, deletedAt: later },
});
const upTo = (version: number): GlossaryEvent[] => [
  created,
  ...Array.from({ length: version - 1 }, (_, i) =>
    replaced(i + 2, i + 2 > keptVersions ? [`glo_1-${i + 2 - keptVersions}`] : []),
  ),
];

describe('a glossary', () => {
  it('a glossary is created once, in version 1', () => {
    given(glossary, []).when(create).then([created]);
    given(glossary, [created]).when(create).thenRejected('conflict');
    given(glossary, [created, deleted()]).when(create).thenRejected('conflict');
  });

  it('a glossary gets a version with each change of its entries, and the newest event holds all of it', () => {
    given(glossary, [created])
      .when(replace(2))
      .then([replaced(2)]);
    given(glossary, upTo(6))
      .when(replace(7))
      .then([replaced(7)]);
  });

  it('a glossary is replaced only in an expected version, where one is expected', () => {
    const expecting = (...expectedVersions: number[]) => ({ ...replace(3), expectedVersions });
    given(glossary, upTo(2))
      .when(expecting(2))
      .then([replaced(3)]);
    given(glossary, upTo(2))
      .when(expecting(1, 2))
      .then([replaced(3)]);
    for (const others of [[1], [3], []]) {
      given(glossary, upTo(2))
        .when(expecting(...others))
        .thenRejected('conflict');
    }
    given(glossary, [created, deleted()]).when(expecting(1)).thenRejected('glossary_not_found');
  });

  it.each([1, 2, keptVersions - 2, keptVersions - 1])('a glossary drops no entries after version %i', (version) =>
    given(glossary, upTo(version))
      .when(replace(version + 1))
      .then([replaced(version + 1)]),
  );

  it.each([0, 1, 30])('a glossary keeps a fixed number of versions and no more, also %i versions beyond it', (more) => {
    const version = keptVersions + more;
    given(glossary, upTo(version))
      .when(replace(version + 1))
      .then([replaced(version + 1, [`glo_1-${more + 1}`])]);
    const state = fold(glossary, upTo(version));
    expect(state.status === 'active' && state.blobIds).toEqual(
      Array.from({ length: keptVersions }, (_, i) => `glo_1-${more + 1 + i}`),
    );
  });

  it('a glossary is deleted once, naming all the entries that are kept', () => {
    const remove = { type: 'DeleteGlossary', now: later } as const;
    given(glossary, upTo(3))
      .when(remove)
      .then([deleted('glo_1-1', 'glo_1-2', 'glo_1-3')]);
    given(glossary, [created, deleted('glo_1-1')])
      .when(remove)
      .thenRejected('glossary_not_found');
    given(glossary, []).when(remove).thenRejected('glossary_not_found');
  });

  it('a glossary cannot be changed before it exists or after it was deleted', () => {
    given(glossary, []).when(replace(1)).thenRejected('glossary_not_found');
    given(glossary, [created, deleted('glo_1-1')])
      .when(replace(2))
      .thenRejected('glossary_not_found');
  });
});
