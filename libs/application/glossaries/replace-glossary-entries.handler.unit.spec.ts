import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { glossary, keptVersions } from '#libs/domain/glossary/glossary.decider.js';
import { BlobStoreUnavailableError } from '#libs/ports/blob-store/blob-store.errors.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { glossaryId } from '#test/fakes/glossary.fixture.js';
import { entriesOf, glossaryWithVersions } from '#test/fakes/glossary-events.js';
import { handlerSpecification, type Ports, stream } from '#test/handler/handler-specification.js';
import { RecordedButUnfinishedError } from '../recorded-but-unfinished.errors.js';
import { ReplaceGlossaryEntries, ReplaceGlossaryEntriesHandler } from './replace-glossary-entries.handler.js';

const entries = [{ source: 'court', target: 'tribunal' }];
const storing = async ({ blobs }: Ports) => {
  for (let number = 1; number <= keptVersions; number += 1) await blobs.put(entriesOf(number), Readable.from([]));
};
const { given } = handlerSpecification(
  ({ eventStore, blobs }) => new ReplaceGlossaryEntriesHandler(eventStore, blobs),
  storing,
);
const versions = (count: number) => stream(glossary, glossaryId, ...glossaryWithVersions(count));

const replace = (expectedVersions?: readonly number[], metadata = uploaderMetadata) =>
  new ReplaceGlossaryEntries({ glossaryId, entries, expectedVersions }, metadata);

describe('ReplaceGlossaryEntries', () => {
  it('a replacement makes a new version, which it returns, with entries of its own', async () => {
    const { result, ports } = await given(versions(1))
      .when(replace())
      .then({ type: 'GlossaryEntriesReplaced', data: { version: 2, entryCount: 1, droppedBlobIds: [] } });
    expect(result).toMatchObject({ version: 2, name: 'terms', updatedAt: uploaderMetadata.occurredAt });
    expect(result).not.toHaveProperty('droppedBlobIds');
    expect(ports.blobs.ids).toContain(result.blobId);
  });

  it('a replacement removes the entries of the version that is no longer retained', async () => {
    const { ports } = await given(versions(keptVersions))
      .when(replace())
      .then({ type: 'GlossaryEntriesReplaced', data: { droppedBlobIds: [entriesOf(1)] } });
    expect(ports.blobs.ids).not.toContain(entriesOf(1));
    expect(ports.blobs.ids).toHaveLength(keptVersions);
  });

  it('a replacement accepts any of the expected versions', async () => {
    await given(versions(2))
      .when(replace([1, 2]))
      .then({ type: 'GlossaryEntriesReplaced', data: { version: 3 } });
  });

  it('a replacement is refused when another version is expected, and leaves no entries', async () => {
    const { blobs } = await given(versions(2))
      .when(replace([1]))
      .thenRejected('conflict');
    expect(blobs.ids).toHaveLength(keptVersions);
  });

  it('a replacement finds no glossary of another organization', async () => {
    const foreign = replace(undefined, { ...uploaderMetadata, organizationId: 'org_2' });
    const { blobs } = await given(versions(1)).when(foreign).thenRejected('glossary_not_found');
    expect(blobs.ids).toHaveLength(keptVersions);
  });

  it('a replacement reports that it is in the log when dropped entries cannot be removed now', async () => {
    const fault = new BlobStoreUnavailableError('away');
    const failing = handlerSpecification(({ eventStore, blobs }) => {
      blobs.delete = async () => Promise.reject(fault);
      return new ReplaceGlossaryEntriesHandler(eventStore, blobs);
    });
    const work = failing.given(versions(keptVersions)).when(replace()).then();
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RecordedButUnfinishedError);
    expect(error).toMatchObject({ cause: fault });
  });
});
