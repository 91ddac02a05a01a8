import { describe, expect, it } from 'vitest';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, Ports } from '#test/handler/handler-specification.js';
import { CreateGlossary, CreateGlossaryHandler } from './create-glossary.handler.js';
import { loadEntries } from './stored-entries.js';

const entries = [{ source: 'contract', target: 'contrato' }];
const create = new CreateGlossary(
  { name: 'terms', languages: { source: 'en', target: 'es' }, domain: 'Law', entries },
  uploaderMetadata,
);
const handlerOn = ({ eventStore, blobs }: Ports) => new CreateGlossaryHandler(eventStore, blobs);

describe('CreateGlossary', () => {
  it('the entries are stored, the event is written, and the first version is returned', async () => {
    const expected = {
      organizationId: 'org_1',
      name: 'terms',
      sourceLanguage: 'en',
      targetLanguage: 'es',
      domain: 'Law',
      entryCount: 1,
      version: 1,
      createdAt: uploaderMetadata.occurredAt,
    };
    const { result, ports } = await handlerSpecification(handlerOn)
      .given()
      .when(create)
      .then({ type: 'GlossaryCreated', data: expected });
    expect(result).toMatchObject(expected);
    expect(result.glossaryId).toMatch(/^glo_[0-9A-Z]{26}$/);
    expect(ports.blobs.ids).toEqual([result.blobId]);
    expect(await loadEntries(ports.blobs, result.blobId)).toEqual(entries);
  });

  it('no entries are left when the event cannot be written', async () => {
    const ports = new Ports();
    ports.eventStore.failAppend(new EventStoreUnavailableError('away'));
    await expect(handlerOn(ports).execute(create)).rejects.toThrow('away');
    expect(ports.blobs.ids).toEqual([]);
  });
});
