import type { GlossaryEvent } from '#libs/domain/glossary/glossary.events.js';
import { uploaderMetadata } from './document.fixture.js';
import { glossaryId } from './glossary.fixture.js';

const at = '2026-11-20T08:00:00.000Z';
const version = {
  glossaryId,
  organizationId: uploaderMetadata.organizationId,
  name: 'terms',
  sourceLanguage: 'en',
  targetLanguage: 'es',
  domain: 'Law',
  entryCount: 1,
  sizeBytes: 10,
  sha256: 'ab',
  createdAt: at,
  updatedAt: at,
};

/** The id of the blob with the entries of a version. */
export const entriesOf = (number: number): string => `${glossaryId}-${String(number).padStart(26, '0')}`;

/** Events of a glossary that has had this number of versions. */
export const glossaryWithVersions = (count: number): GlossaryEvent[] =>
  Array.from({ length: count }, (_, index): GlossaryEvent => {
    const number = index + 1;
    const data = { ...version, version: number, blobId: entriesOf(number) };
    return number === 1
      ? { type: 'GlossaryCreated', data }
      : { type: 'GlossaryEntriesReplaced', data: { ...data, droppedBlobIds: [] } };
  });
