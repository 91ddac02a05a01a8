import { describe, expect, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { glossary } from '#libs/domain/glossary/glossary.decider.js';
import { documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentDeleted, uploaded } from '#test/fakes/document-events.js';
import { glossaryId } from '#test/fakes/glossary.fixture.js';
import { glossaryWithVersions } from '#test/fakes/glossary-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { PlaceHold, PlaceHoldHandler, type WantedTarget } from './place-hold.handler.js';

const { organizationId } = uploaderMetadata;
const { given } = handlerSpecification(
  ({ eventStore, subjectKeys }) => new PlaceHoldHandler(eventStore, subjectKeys),
  ({ subjectKeys }) => subjectKeys.subjectFor(organizationId, 'usr_1'),
);
const kept = stream(document, documentId, uploaded);
const place = (target: WantedTarget, metadata = uploaderMetadata) => new PlaceHold(target, 'Case 7', metadata);
const onDocument: WantedTarget = { kind: 'resource', resource: 'document', resourceId: documentId };
const onGlossary: WantedTarget = { kind: 'resource', resource: 'glossary', resourceId: glossaryId };
const period: WantedTarget = {
  kind: 'period',
  start: '2026-01-01',
  end: '2026-01-31',
  from: '2026-01-01T00:00:00.000Z',
  until: '2026-02-01T00:00:00.000Z',
};

describe('PlaceHold', () => {
  it('a hold on a document is placed', async () => {
    const { result } = await given(kept)
      .when(place(onDocument))
      .then({ type: 'HoldPlaced', data: { organizationId, target: onDocument, reason: 'Case 7' } });
    expect(result).toMatch(/^hold_[0-9A-Z]{26}$/);
  });

  it('a hold on a glossary is placed', () =>
    given(stream(glossary, glossaryId, ...glossaryWithVersions(1)))
      .when(place(onGlossary))
      .then({ type: 'HoldPlaced', data: { target: onGlossary } }));

  it('a hold on a period is placed', () =>
    given()
      .when(place(period))
      .then({ type: 'HoldPlaced', data: { target: period } }));

  it('a hold on a data subject names it by its reference, and seals its id', async () => {
    const { ports } = await given()
      .when(place({ kind: 'subject', type: 'user', id: 'usr_1' }))
      .then({ type: 'HoldPlaced', data: { target: { kind: 'subject', type: 'user' } } });
    expect(JSON.stringify(ports.eventStore.events.at(-1)?.data)).not.toContain('usr_1');
  });

  it.each<[string, WantedTarget, 'document_not_found' | 'glossary_not_found' | 'not_found']>([
    ['a document that is not there', { ...onDocument, resourceId: 'doc_2' } as WantedTarget, 'document_not_found'],
    ['a glossary that is not there', onGlossary, 'glossary_not_found'],
    ['a key that is not there', { kind: 'resource', resource: 'api_key', resourceId: 'key_2' }, 'not_found'],
    ['a user that nothing is known of', { kind: 'subject', type: 'user', id: 'usr_2' }, 'not_found'],
    ['an address that nothing is known of', { kind: 'subject', type: 'ip_address', id: 'usr_1' }, 'not_found'],
  ])('a hold on %s is refused', async (_, target, code) => {
    await given(kept).when(place(target)).thenRejected(code);
  });

  it('a hold on what is deleted, or another organization’s, is refused', async () => {
    await given(stream(document, documentId, uploaded, documentDeleted))
      .when(place(onDocument))
      .thenRejected('document_not_found');
    const theirs = { ...uploaderMetadata, organizationId: 'org_2' };
    await given(kept).when(place(onDocument, theirs)).thenRejected('document_not_found');
  });
});
