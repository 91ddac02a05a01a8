import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { glossary } from '#libs/domain/glossary/glossary.decider.js';
import { BlobStoreUnavailableError } from '#libs/ports/blob-store/blob-store.errors.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { glossaryId } from '#test/fakes/glossary.fixture.js';
import { entriesOf, glossaryWithVersions } from '#test/fakes/glossary-events.js';
import { KnownHolds } from '#test/fakes/known-holds.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RecordedButUnfinishedError } from '../recorded-but-unfinished.errors.js';
import { DeleteGlossary, DeleteGlossaryHandler } from './delete-glossary.handler.js';

const specification = (dropped: string[] = [], fault?: Error, holds = new KnownHolds()) =>
  handlerSpecification(
    ({ eventStore, blobs }) => {
      if (fault !== undefined) blobs.delete = async () => Promise.reject(fault);
      return new DeleteGlossaryHandler(eventStore, blobs, holds, { drop: (blobIds) => void dropped.push(...blobIds) });
    },
    async ({ blobs }) => {
      for (const id of [entriesOf(1), entriesOf(2), 'of-another']) await blobs.put(id, Readable.from([]));
    },
  );
const kept = stream(glossary, glossaryId, ...glossaryWithVersions(2));
const blobIds = [entriesOf(1), entriesOf(2)];
const remove = new DeleteGlossary(glossaryId, uploaderMetadata);

describe('DeleteGlossary', () => {
  it('a deletion is written, and removes every version, compiled ones too', async () => {
    const dropped: string[] = [];
    const { ports } = await specification(dropped)
      .given(kept)
      .when(remove)
      .then({ type: 'GlossaryDeleted', data: { blobIds } });
    expect(ports.blobs.ids).toEqual(['of-another']);
    expect(dropped).toEqual(blobIds);
  });

  it('a deletion is written once for a request', () =>
    specification().given(kept).when(remove).thenOnce({ type: 'GlossaryDeleted' }));

  it('a deletion of another version than the newest is refused', async () => {
    const of = (version: number) => new DeleteGlossary(glossaryId, uploaderMetadata, [version]);
    await specification().given(kept).when(of(1)).thenRejected('conflict');
    await specification().given(kept).when(of(2)).then({ type: 'GlossaryDeleted' });
  });

  it('a deletion is refused while a legal hold keeps the glossary', async () => {
    const holds = new KnownHolds({ [glossaryId]: { holdId: 'hold_1' } });
    const held = specification([], undefined, holds);
    await held.given(kept).when(remove).thenRejected('conflict');
    expect(holds.asked).toMatchObject([{ resource: 'glossary', resourceId: glossaryId, subject: null }]);
    const foreign = new DeleteGlossary(glossaryId, { ...uploaderMetadata, organizationId: 'org_2' });
    await held.given(kept).when(foreign).thenRejected('glossary_not_found');
  });

  it('a deletion finds no glossary of another organization', async () => {
    const foreign = new DeleteGlossary(glossaryId, { ...uploaderMetadata, organizationId: 'org_2' });
    await specification().given(kept).when(foreign).thenRejected('glossary_not_found');
  });

  it('a deletion reports that it is in the log when entries cannot be removed now', async () => {
    const fault = new BlobStoreUnavailableError('away');
    const work = specification([], fault).given(kept).when(remove).then();
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RecordedButUnfinishedError);
    expect(error).toMatchObject({ cause: fault });
  });
});
